package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations beside the default that claims need: several priority levels, and processes that come back.
const (
	twoLevels   = "--priorities 2"
	threeLevels = "--priorities 3"
	again       = "-n 2 -r 2"
	andAgain    = "-n 2 -r 3"
)

// withLevels is the number of forum switches that a request waits for where its priority rises with each of them.
var withLevels = paper.Formula{
	Text: "max(min(n, m), K-1)",
	Of:   func(c model.Config) int { return max(paper.MinNM.Of(c), c.Priorities-1) },
}

var claims = []paper.Claim{
	{
		Source: "section I, Mutual exclusion; section V.A", Property: "gme",
		Text: "no two processes that asked for different sessions are in their CS together",
	},
	{
		Source: "section I, Starvation Freedom; section V.B", Property: "starved",
		Text: "whoever wants to attend a session can still succeed",
	},
	{
		Source: "section I, Starvation Freedom; section V.B", Property: "fair-starvation",
		Text: "whoever wants to attend a session will succeed in the end",
	},
	{
		Source: "section I, Starvation Freedom; section V.B", Property: "deadlock",
		Text: "the system never stops while a process waits",
	},
	{
		Source: "section I, Concurrent Occupancy; section V.C", Property: "co-global",
		Text: "where nobody attends or wants another session, whoever asks gets in without waiting for anybody to leave",
	},
	{
		Source: "section II", Property: "queue-dup",
		Text: "a process makes no new request before the old one is serviced, so it waits in the queue once",
	},
	{
		Source: "section III, R", Property: "ghost-R",
		Text: "a process in state R is requesting a session",
	},
	{
		Source: "section III, RS_i", Property: "rs-lemma-w",
		Text: "a request sent to the request set finds the token: of two processes one asks, or is being asked by, the other",
	},
	{
		Source: "section III, token.type", Property: "type-match",
		Text: "token.type is the session that the receiver of the token opens",
	},
	{
		Source: "section III, token.queue", Property: "prio-level", At: []string{twoLevels},
		Text: "the entry with the highest priority level is at the head of token.queue",
	},
	{
		Source: "abstract; section VII", Property: "prio-raw", At: []string{twoLevels},
		Text: "the session that is chosen next has the request of the highest priority, before aging has acted and after it",
	},
	{
		Source: "section IV; section V.A", Property: "spurious",
		Text: "start and token go only to processes that wait for that session",
	},
	{
		Source: "section V.A", Property: "one-token",
		Text: "there is only one token in the system",
	},
	{
		Source: "section V.B; section VII", Property: "fcfs-entry", At: []string{twoLevels},
		Text: "sessions of the same priority level are chosen first come, first served",
	},
	{
		Source: "section VII", Property: "fcfs-join", At: []string{twoLevels},
		Text: "the strongest fairness, FCFS, among requests of the same priority, here request by request",
	},
	{
		Source: "section V.B", Property: "level", At: []string{twoLevels, threeLevels},
		Text: "the lowest priority attains the highest level after K-1 session switches",
	},
	{
		Source: "section V.B", Property: "aging", At: []string{twoLevels, threeLevels},
		Text: "so nobody starves: a queued request is granted within K-1 session switches",
	},
	{
		Source: "section V.B", Property: "bypass-registered", At: []string{again, andAgain},
		Figure: paper.Figure{Form: paper.Steady},
		Text:   "a group that keeps on requesting the current session cannot keep others out: overtaking does not grow with R",
	},
	{
		Source: "section V.C", Property: "co-captain",
		Text: "a captain whose queue is empty starts a request for its session at once, and queues it otherwise",
	},
	{
		Source: "section VI, message complexity", Property: "messages",
		Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
		Text:   "a follower's entry costs at most n-1 requests, a start and a complete; a captain's one message less",
	},
	{
		Source: "section VI, message complexity", Property: "messages", Figure: paper.Number(paper.AtBest, 0),
		Text: "an entry costs no message in the best case",
	},
	{
		Source: "section VI, Table I, request", Reason: ofSize,
		Text: "a request has the size O(1)",
	},
	{
		Source: "section VI, Table I, token", Reason: ofSize,
		Text: "a token has the size O(N)",
	},
	{
		Source: "section VI, Table I, start", Reason: ofSize,
		Text: "a start has the size O(1)",
	},
	{
		Source: "section VI, Table I, complete", Reason: ofSize,
		Text: "a complete has the size O(1)",
	},
	{
		Source: "section VI, average message size", Reason: ofAverage,
		Text: "O(1) in the best case, all for one session: one token, N-1 starts, N-1 completes and some requests",
	},
	{
		Source: "section VI, average message size", Reason: ofAverage,
		Text: "O(N) in the worst case, each for a session of its own: N tokens and the requests",
	},
	{
		Source: "abstract; section VI, maximum concurrency", Property: "max-concurrency",
		Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
		Text:   "all n processes can be in their CS together",
	},
	{
		Source: "section VI, forum switch complexity", Property: "queue-dup",
		Text: "token.queue has at most min(n, m) entries: one for each session, and each process is in one of them",
	},
	{
		Source: "section VI, forum switch complexity", Property: "switches",
		Figure: paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
		Text:   "with one priority level at most min(n, m) forum switches take place after a request",
	},
	{
		Source: "section VI, forum switch complexity", Property: "switches", At: []string{twoLevels, threeLevels},
		Figure: paper.Figure{Form: paper.AtMost, Formula: withLevels},
		Text:   "with K priority levels at most max(min(n, m), K-1) forum switches take place after a request",
	},
	{
		Source: "section VI, forum switch complexity", Property: "switches-queued", At: []string{"", twoLevels, threeLevels},
		Figure: paper.Figure{Form: paper.AtMost, Formula: withLevels},
		Text:   "the same where only switches after the request came into token.queue count",
	},
	{
		Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtMost, 2),
		Text: "2T under heavy load in the worst case, when a follower leaves last",
	},
	{
		Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtBest, 1),
		Text: "T under heavy load in the best case, when the captain leaves last",
	},
	{
		Source: "section VI, synchronization delay", Property: "sync-2T",
		Text: "the reason for both: when nobody is inside, a queue waits only for starts and completes of the last followers",
	},
	{
		Source: "section VII", Reason: "it speaks of other papers, not of this algorithm's runs",
		Text: "the first algorithm for groups that lets a process declare a priority with its request",
	},
}

const (
	ofSize    = "it is about the size of messages in bits as N grows, which a run of one size does not show"
	ofAverage = "it is an order of growth, and an average over the messages of a run"
)
