package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Where the decisions of claims begin that the smallest configuration says nothing of: several priority levels; one session for
// each process, or a common one to read and one for each to write; a group that keeps on asking.
const (
	twoLevels = "--priorities 2"
	alike     = "-m 1"
	apart     = "-n 3 -m 3 --workload 1:g1,2:g2,3:g3"
	readers   = "-n 3 -m 4 --workload 1:g1+g2,2:g1+g3,3:g1+g4"
	again     = "-n 3 -m 2 --workload 1:g1,2:g2,3:g2"
)

// grows begins with two sessions, because with one there is nothing to decide. Two processes need few steps in the other
// directions, or they would take the budget from three.
func grows() []paper.Direction {
	return []paper.Direction{
		paper.Climb("processes", 2, 4), paper.Climb("groups", 2, 3), paper.Climb("priorities", 1, 3),
		paper.Climb("requests", 1, 3), paper.Along("net", string(model.Bag), string(model.FIFO)),
	}
}

// withLevels is the number of forum switches that a request waits for where its priority rises with each of them.
var withLevels = paper.Formula{
	Text: "max(min(n, m), K-1)",
	Of:   func(c model.Config) int { return max(paper.MinNM.Of(c), c.Priorities-1) },
}

// tillHighest is the number of switches after which the lowest priority has risen to the highest.
var tillHighest = paper.Formula{
	Text: "K-1",
	Of:   func(c model.Config) int { return c.Priorities - 1 },
}

const (
	inFlight = "also where nobody is inside because a start is on its way, which has been sent before the last one leaves"
	reliable = "reliable channels, which the paper does not mention"
	once     = "a process asks again only when it has left its CS"
)

// timesStay are the directions along which claims in ticks do not grow: their states would take the budget from those that do.
var timesStay = []string{"processes", "groups", "priorities", "requests", "net"}

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section I, Mutual exclusion; section V.A", Property: "gme", Assumes: reliable,
			Text: "no two processes that asked for different sessions are in their CS together",
		},
		{
			Source: "section I, readers and writers", Property: "gme", At: []string{readers}, Fixed: []string{"processes", "groups"}, Assumes: reliable,
			Text: "with a common read session and a write session for each process, no writer is inside with anybody else",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "starved", Assumes: reliable,
			Text: "whoever wants to attend a session can still succeed",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "fair-starvation", Assumes: reliable,
			Text: "whoever wants to attend a session will succeed in the end",
		},
		{
			Source: "section I, Starvation Freedom; section V.B", Property: "deadlock", Assumes: reliable,
			Text: "the system never stops while a process waits",
		},
		{
			Source: "section I, Concurrent Occupancy; section V.C", Property: "co-global", Assumes: reliable,
			Text: "where nobody attends or wants another session, whoever asks gets in without waiting for anybody to leave",
		},
		{
			Source: "section II, by its silence; DRS_GME, section I, of this paper", Without: "--loss 1", Variants: []string{model.Repaired},
			Text: "assumed: all channels are reliable: what breaks if a message is lost",
		},
		{
			Source: "section II, by its silence", Without: "--duplicate 1", Variants: []string{model.Repaired},
			Text: "assumed: no message arrives twice",
		},
		{
			Source: "section II, by its silence; DRS_GME, section I, of this paper", Without: "--crash 1", Variants: []string{model.Repaired},
			Text: "assumed: all processes are reliable: what breaks if a site is down for a while",
		},
		{
			Source: "section II, what it is for", Property: "queue-dup", Assumes: once,
			Text: "since a process asks once at a time, it stands in the queue once",
		},
		{
			Source: "section II; section V.B", Property: "level-range", At: []string{apart, twoLevels},
			Reading: "of levels in token.queue, too; aging has no cap",
			Text:    "priority levels are between one and K",
		},
		{
			Source: "section II; section III, request", Property: "announces", At: []string{twoLevels},
			Text: "each process announces its priority while requesting a session: a request carries its id, its number, the session and the priority",
		},
		{
			Source: "section III, R", Property: "ghost-R",
			Text: "a process in state R is requesting a session",
		},
		{
			Source: "section III, N", Property: "state-N",
			Text: "a process in state N is not requesting",
		},
		{
			Source: "section III, EC and EF", Property: "environment",
			Text: "a process is executing in its CS exactly if it is in state EC or EF",
		},
		{
			Source: "section III, HI", Property: "state-HI",
			Text: "a process in state HI holds the token because no pending request is there",
		},
		{
			Source: "section III, HS", Property: "state-HS",
			Text: "a process in state HS holds the token because some followers are still in their CS",
		},
		{
			Source: "section III, RS_i and request; section IV; section VI", Property: "request-sent",
			Text: "a process without the token sends its request to all members of its request set, and to nobody else, and changes its state to R",
		},
		{
			Source: "not stated; what RS_i of section III is for", Property: "rs-lemma-w", Assumes: reliable,
			Text: "a request sent to the request set finds the token: of two processes one asks, or is being asked by, the other",
		},
		{
			Source: "section IV, receipt of a request", Property: "old-request",
			Text: "an old request is discarded without taking any action",
		},
		{
			Source: "section IV, receipt of a request", Property: "rs-heard",
			Reading: "the text has no condition on the state; the pseudo-code adds nobody in EC and HS",
			Text:    "whoever's new request arrives joins the request set",
		},
		{
			Source: "section IV, receipt of a request", Property: "rs-heard-idle",
			Text: "the same where the receiver is not in EC or HS",
		},
		{
			Source: "section IV, receipt of a request", Property: "request-answered",
			Text: "a requesting process sends its request to a requester that is not in its request set",
		},
		{
			Source: "section IV, receipt of a request", Property: "answers",
			Text: "a request is sent back only to one that was not in the request set, and that joins it",
		},
		{
			Source: "section IV; section VI, message complexity", Property: "holder-enters",
			Text: "a holder of the idle token that asks enters at once as captain, without a message",
		},
		{
			Source: "section IV", Property: "idle-sends",
			Text: "the holder of an idle token sends it at once to a process whose request arrives",
		},
		{
			Source: "section III, captain_i", Property: "captain",
			Text: "captain_i is the captain of the current session if P_i is in its CS as follower, otherwise NULL",
		},
		{
			Source: "section III, token.queue", Property: "waits-queued", Assumes: reliable,
			Text: "token.queue stores all pending requests: where nothing is in flight, whoever waits is in it",
		},
		{
			Source: "section III, token.queue", Property: "one-entry",
			Text: "the requests for the same session are grouped together, and are treated as single entry in the queue",
		},
		{
			Source: "section III, token.queue", Property: "entry-level",
			Reading: "the level is said to be equal to the highest priority at all times, which aging (section V.B) contradicts",
			Text:    "the level of an entry is the priority of the highest priority process in it",
		},
		{
			Source: "section III, token.queue; section IV, add_request", Property: "join-level", At: []string{twoLevels},
			Text: "a request raises the level of its entry to its priority if that is higher, and a new entry begins with it",
		},
		{
			Source: "section III, token.queue; section V.B", Property: "head-level", At: []string{twoLevels},
			Text: "the entry with highest priority level always remains at the head of the token.queue",
		},
		{
			Source: "section III, token.type", Property: "type-match",
			Text: "token.type is the session that the receiver of the token opens",
		},
		{
			Source: "section III, token.type", Property: "current-type",
			Text: "token.type stores the type of the current session, which everybody inside attends",
		},
		{
			Source: "section III, token.type; appendix A, P_i exits from CS", Property: "idle-type",
			Text: "token.type is NULL after the captain has left with nobody inside or waiting",
		},
		{
			Source: "section III, token.followers", Property: "followers", Assumes: reliable,
			Reading: "a follower counts from the start on, as in the exit event, and until its complete has come",
			Text:    "token.followers stores the number of follower processes still in their CS",
		},
		{
			Source: "section V.A; section III, token", Property: "one-token", Assumes: reliable,
			Text: "there is only one token in the system",
		},
		{
			Source: "section III, token", Property: "token-kept", Assumes: reliable,
			Text: "a token exists in the system",
		},
		{
			Source: "section III, token; section V.A", Property: "enters-by",
			Text: "only the holder of the token enters as captain; others enter upon a start",
		},
		{
			Source: "section IV", Property: "token-opens",
			Text: "whoever receives the token changes its state to EC and enters",
		},
		{
			Source: "section III, start; section IV; section V.C", Property: "start-enters",
			Text: "upon receiving start a process enters as follower: state EF, captain_i the captain named",
		},
		{
			Source: "section III, complete; section IV", Property: "complete-sent",
			Text: "a follower that leaves sends complete to its captain, and has state N and captain NULL",
		},
		{
			Source: "section IV, add_request", Property: "moved-forward", At: []string{twoLevels},
			Text: "the entry is moved forward according to its new priority level",
		},
		{
			Source: "section IV", Property: "aging-step",
			Text: "when a session ends the levels of all entries in the queue are incremented by one",
		},
		{
			Source: "section IV; section V.A", Property: "spurious",
			Text: "a process enters only with the token or start that it waits for",
		},
		{
			Source: "section V.A", Property: "start-match",
			Text: "the holder sends the start message only to processes requesting for the same session",
		},
		{
			Source: "section V.A", Property: "token-stays",
			Text: "the token is not transferred until the current captain and all its followers have come out of their CS",
		},
		{
			Source: "section V.B; section VII", Property: "served-first", At: []string{twoLevels},
			Text: "the session that is opened next is the front of the queue",
		},
		{
			Source: "section V.B", Property: "prio-level", At: []string{twoLevels},
			Text: "sessions associated with higher priority levels are favored: no entry has a higher level than the one chosen",
		},
		{
			Source: "abstract; section V.B; section VII", Property: "fcfs-entry", At: []string{twoLevels},
			Reading: "the sessions of a level are in the order in which they came to that level",
			Text:    "sessions of the same priority level are chosen first come, first served",
		},
		{
			Source: "section VII", Property: "fcfs-join", At: []string{twoLevels},
			Reading: "FCFS among requests, not among sessions",
			Text:    "the strongest fairness, FCFS, among requests of the same priority, here request by request",
		},
		{
			Source: "section V.B", Property: "level", At: []string{twoLevels},
			Text: "the lowest priority attains the highest level after K-1 session switches",
		},
		{
			Source: "section V.B", Property: "aging",
			Figure:  paper.Figure{Form: paper.AtMost, Formula: tillHighest},
			Reading: "who has the highest level is chosen, so that the number of switches to that level bounds the wait in the queue",
			Text:    "so nobody starves: a queued request is granted within K-1 session switches",
		},
		{
			Source: "section V.B; section IV", Property: "entry-policy",
			Text: "the captain sends start, or enters itself (HS), only if the queue is empty and the session is the current one; otherwise it queues " +
				"the request",
		},
		{
			Source: "section V.B", Property: "bypass-registered", At: []string{again},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "a group that keeps on requesting the current session cannot keep others out: overtaking of a queued request does not grow with R",
		},
		{
			Source: "section V.C; section IV", Property: "captures",
			Text: "a captain captures all the processes whose requests for its session are in the queue when it starts",
		},
		{
			Source: "section V.C", Property: "co-captain",
			Text: "a captain starts a request for its session at once if nothing stands in the way",
		},
		{
			Source: "section VI, message complexity", Property: "rs-size",
			Reading: "a process that is the first of an entry adds itself, too, when it passes the token",
			Text:    "the maximum cardinality of a request set can be n-1",
		},
		{
			Source: "section VI, message complexity", Property: "requests-to-entry", Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NMinus1},
			Text: "a requesting process can send at the most n-1 request messages: until it enters, those included that it sends back",
		},
		{
			Source: "section VI, message complexity", Property: "messages", First: []string{"-n 3 -m 1"}, Assumes: reliable,
			Reading: "all that is sent on a process's account until it asks again is for its entry, the requests included that it sends back " +
				"to others later",
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
			Text:   "an entry costs at most n+1 messages",
		},
		{
			Source: "section VI, message complexity", Property: "messages-captain", Assumes: reliable,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.N},
			Text:   "a captain's entry costs at most n-1 requests and one token",
		},
		{
			Source: "section VI, message complexity", Property: "messages-follower", Assumes: reliable,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
			Text:   "a follower's entry costs at most n-1 requests, a start and a complete",
		},
		{
			Source: "section VI, message complexity", Property: "messages-captain", Figure: paper.Number(paper.AtBest, 0),
			Text: "an entry costs no message in the best case",
		},
		{
			Source: "section VI, Table I, request", Average: paper.SizeOf("request"),
			Text: "a request has the size O(1)",
		},
		{
			Source: "section VI, Table I, token", Property: "token-size",
			Reading: "the constant is one: the queue names no more than N processes",
			Text:    "a token has the size O(N)",
		},
		{
			Source: "section VI, Table I, start", Average: paper.SizeOf("start"),
			Text: "a start has the size O(1)",
		},
		{
			Source: "section VI, Table I, complete", Average: paper.SizeOf("complete"),
			Text: "a complete has the size O(1)",
		},
		{
			Source: "section VI, average message size", Property: "run-tokens", At: []string{alike}, Fixed: []string{"groups", "requests"},
			Figure:  paper.Number(paper.AtBest, 1),
			Reading: "an exchanged token is one that is sent: if the process that has it at the start asks first, none is",
			Text:    "in the best case, all for one session, one token is exchanged",
		},
		{
			Source: "section VI, average message size", Property: "run-starts", At: []string{alike}, Fixed: []string{"groups", "requests"},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.NMinus1},
			Text:   "there, N-1 starts are exchanged",
		},
		{
			Source: "section VI, average message size", Property: "run-completes", At: []string{alike}, Fixed: []string{"groups", "requests"},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.NMinus1},
			Text:   "there, N-1 completes are exchanged",
		},
		{
			Source: "section VI, average message size", Property: "run-tokens", At: []string{apart}, Fixed: []string{"processes", "groups", "requests"},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "in the worst case, each for a session of its own, N tokens are exchanged",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeAlike(),
			Text: "so the average size is O(1) in the best case",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeApart(),
			Text: "and O(N) in the worst case",
		},
		{
			Source: "abstract; section VI, maximum concurrency", Property: "max-concurrency",
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "all n processes can be in their CS together",
		},
		{
			Source: "section VI, forum switch complexity", Property: "queue-length",
			Text: "at any point of time there are at most min(n, m) entries in token.queue",
		},
		{
			Source: "section VI, forum switch complexity", Property: "new-last", At: []string{"", twoLevels},
			Reading: "add_request then moves it forward by its level",
			Text:    "a new entry is added at the tail of the queue",
		},
		{
			Source: "section VI, forum switch complexity", Property: "switches",
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
			Fixed:  []string{"priorities"},
			Text:   "with one priority level at most min(n, m) forum switches take place after a request",
		},
		{
			Source: "section VI, forum switch complexity", Property: "switches", At: []string{twoLevels, again + " " + twoLevels},
			Figure: paper.Figure{Form: paper.AtMost, Formula: withLevels},
			Text:   "with K priority levels at most max(min(n, m), K-1) forum switches take place after a request",
		},
		{
			Source: "section VI, forum switch complexity", Property: "switches-queued",
			First:  []string{"-n 3 -m 2 -r 1,1,2 --workload 1:g1,2:g2,3:g2"},
			Figure: paper.Figure{Form: paper.AtMost, Formula: withLevels},
			Text:   "the same where only switches after the request came into token.queue count",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtMost, 2),
			Text: "2T under heavy load in the worst case",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtBest, 1),
			Text: "T under heavy load in the best case",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-captain", Figure: paper.Number(paper.Exactly, 1),
			Reading: "no follower is in its CS, though its complete may still be on its way",
			Text:    "T under heavy load if the captain leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-follower", Figure: paper.Number(paper.Exactly, 2),
			Text: "2T under heavy load if a follower leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "loaded-delay-time", At: append(paper.AtBounds("-n 2 -m 2"), "-n 3 -m 2 --delay 0..1 --cs 0..1"), Fixed: timesStay,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.Delays("2T", 2)},
			Text:   "2T in the worst case, in time: messages take up to T",
		},
		{
			Source: "section VI, synchronization delay", Property: "loaded-delay-time", At: append(paper.AtDelays("-n 2 -m 2"), "-n 3 -m 2 --delay 1 --cs 0..1"), Fixed: timesStay,
			Figure:  paper.Figure{Form: paper.AtBest, Formula: paper.Delays("T", 1)},
			Reading: inFlight,
			Text:    "T in the best case, in time: each message takes T",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-2T",
			Text: "the reason for both: when nobody is inside, a queue waits only for starts and completes of the last followers",
		},
		{
			Source: "abstract; section VII", Property: "prio-raw", At: []string{twoLevels},
			Reading: "also after aging has acted, which is there to let others pass",
			Text:    "the algorithm favors the requests with higher priority: the session chosen next has the highest one that waits",
		},
		{
			Source: "abstract; section VII", Property: "prio-unaged", At: []string{twoLevels},
			Text: "the same where aging has not acted",
		},
		{
			Source: "section VII", Reason: "it speaks of other papers, not of this algorithm's runs",
			Text: "the first algorithm for groups that lets a process declare a priority with its request",
		},
	}
}
