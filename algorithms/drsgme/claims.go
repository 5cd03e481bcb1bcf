package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations beside the default that claims need: faults, and processes that come back.
const (
	loss  = "-n 2 --loss 1"
	crash = "-n 2 --crash 1"
	again = "-n 2 -r 2"
)

// twice is the number of messages of a regeneration in the worst case.
var twice = paper.Formula{Text: "2n", Of: func(c model.Config) int { return 2 * c.Processes }}

var claims = []paper.Claim{
	{
		Source: "section I, Safety; section V, Safety", Property: "gme",
		Text: "no two processes that asked for different groups are in their CS together",
	},
	{
		Source: "abstract; section V, Safety", Property: "gme", At: []string{loss, crash},
		Text: "the same while a message is lost or a site fails for a time",
	},
	{
		Source: "section I, Starvation Freedom; section V", Property: "starved",
		Text: "whoever wants to attend a session can still succeed",
	},
	{
		Source: "section I, Starvation Freedom; section V", Property: "fair-starvation",
		Text: "whoever wants to attend a session will succeed in the end",
	},
	{
		Source: "section V, Starvation Freedom", Property: "deadlock",
		Text: "the system never stops while a process waits",
	},
	{
		Source: "abstract; section II", Property: "starved", At: []string{loss, crash},
		Text: "transient faults are handled: a process that waits can still be served after a loss or a crash",
	},
	{
		Source: "section I, Concurrent Occupancy; section V", Property: "concurrent-occupancy",
		Text: "where nobody attends or wants another group, whoever asks gets in without waiting for anybody to leave",
	},
	{
		Source: "section IV", Property: "spurious",
		Text: "a process enters only with the token or start that it waits for",
	},
	{
		Source: "section IV, Table I, rows (a) to (e)",
		Reason: "it is one schedule of four processes, not a claim about all runs; a test of the package plays it, and by the " +
			"letters it has RS_1 = {1} after (a), not {2}",
		Text: "how token.queue and the request sets change in the example",
	},
	{
		Source: "section IV, T_req", Reason: ofTime,
		Text: "(n+1) t_m + (n-1) t_c is a reasonable time after which to suspect that the token is lost",
	},
	{
		Source: "section IV, T_fol", Reason: ofTime,
		Text: "a follower has completed within 2 t_m + t_c",
	},
	{
		Source: "section V, invariant (1)", Reason: "session(i) of a follower is no variable, and no message tells it",
		Text: "the session number of a follower is that of its captain",
	},
	{
		Source: "section V, invariant (2)", Property: "type-match",
		Text: "the group that a follower attends is that of its captain",
	},
	{
		Source: "section V, Lemma 1", Property: "single-valid-token",
		Text: "at most one valid token exists",
	},
	{
		Source: "section V, Lemma 1", Property: "single-valid-token", At: []string{loss, crash},
		Text: "at most one valid token exists, also while it is regenerated",
	},
	{
		Source: "section V, Lemma 1", Property: "single-valid-token-copies", At: []string{loss, crash},
		Text: "the same where identical copies on their way to one process count once",
	},
	{
		Source: "section V, Lemma 1", Property: "one-holder", At: []string{"", loss, crash},
		Text: "at most one process holds a valid token",
	},
	{
		Source: "section IV", Property: "token-kept",
		Text: "without faults a valid token exists at all times",
	},
	{
		Source: "section IV; section VI", Property: "token-lost", At: []string{loss, crash},
		Text: "a token that is lost is regenerated",
	},
	{
		Source: "section V, Lemma 2", Property: "rs-lemma",
		Text: "of any two sites one is in the request set of the other",
	},
	{
		Source: "section V, Lemma 2", Property: "rs-lemma-quiet",
		Text: "the same where no request, token or gen_token is in flight",
	},
	{
		Source: "section V, Lemma 3; part 1 of the proof of starvation freedom", Property: "lemma-3",
		Text: "a request reaches the site that holds the valid token, and is queued there if it must wait",
	},
	{
		Source: "section V, part 2 of the proof of starvation freedom", Property: "lemma-3",
		Text: "a request that reaches the holder of the token is answered by start or token, or added to token.queue",
	},
	{
		Source: "section V, part 3 of the proof of starvation freedom", Property: "bypass-registered",
		Figure: paper.Figure{Form: paper.Steady}, At: []string{"-n 2 -r 2", "-n 2 -r 3"},
		Text: "a request in token.queue will be served, because it is an FCFS queue: overtaking it does not grow with R",
	},
	{
		Source: "abstract; section V, Smooth Admission", Property: "smooth-admission",
		Text: "while a captain is in its CS, whoever asks for its group is let in at once",
	},
	{
		Source: "abstract; section VI", Property: "messages",
		Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
		Text:   "without faults an entry costs at most n-1 requests, a start and a complete",
	},
	{
		Source: "section VI", Property: "messages", Figure: paper.Number(paper.AtBest, 0),
		Text: "an entry costs no message in the best case",
	},
	{
		Source: "section VI, average message size", Reason: ofAverage,
		Text: "O(1) in the best case, all for one session: one token, n-1 starts, n-1 completes and some requests",
	},
	{
		Source: "section VI, average message size", Reason: ofAverage,
		Text: "O(n) in the worst case, each for a session of its own: n tokens and the requests",
	},
	{
		Source: "abstract; section VI, maximum concurrency", Property: "max-concurrency",
		Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
		Text:   "all n processes can be in their CS together",
	},
	{
		Source: "section VI, forum switch complexity", Property: "queue-length",
		Text: "token.queue has at most min(n, m) entries",
	},
	{
		Source: "abstract; section VI, forum switch complexity", Property: "switches",
		Figure: paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
		Text:   "at most min(n, m) forums open until a queued request is served, its own included",
	},
	{
		Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtBest, 1),
		Text: "t_m under heavy load if the captain leaves last",
	},
	{
		Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtMost, 2),
		Text: "2 t_m under heavy load if a follower leaves last",
	},
	{
		Source: "section VI, message loss", Property: "regeneration-cost", At: []string{loss},
		Figure: paper.Figure{Form: paper.AtMost, Formula: twice},
		Text:   "a regeneration costs at most 2n extra messages: n gen_token and n token",
	},
	{
		Source: "section VI, message loss", Property: "regeneration-cost", At: []string{loss},
		Figure: paper.Figure{Form: paper.AtBest, Formula: paper.NPlus1},
		Text:   "a regeneration costs n+1 extra messages in the best case: n gen_token and one token",
	},
	{
		Source: "section VI, message loss", Reason: ofFollowers,
		Text: "a complete that is lost costs two extra messages, is_complete and complete",
	},
	{
		Source: "section VI, message loss", Reason: ofFollowers,
		Text: "a follower that is not done in time costs one extra message, is_complete",
	},
	{
		Source: "section VII", Reason: "that algorithm is one of its own here: see the claims of drs-gme-extended",
		Text: "the algorithm can be modified to solve the extended problem",
	},
	{
		Source: "section VIII", Property: "fcfs",
		Text: "the strongest fairness, FCFS: nobody who asks for another group after a request was queued enters before it",
	},
	{
		Source: "section VIII", Property: "fcfs-session",
		Text: "the same for sessions: nobody who asks later opens a session before it",
	},
	{
		Source: "section VIII", Reason: "it compares averages at a low load with those of other algorithms",
		Text: "it performs better than algorithms with static request sets when the system is lightly loaded",
	},
}

// extendedClaims are those of section VII, and what section V says of the algorithm that it changes.
var extendedClaims = append([]paper.Claim{
	{
		Source: "section VII", Property: "gme",
		Text: "whoever is in the CS attends one group, which each of them asked for",
	},
	{
		Source: "section VII", Property: "starved",
		Text: "a request can be serviced once any one of its sessions can be joined",
	},
	{
		Source: "section VII", Property: "fair-starvation",
		Text: "a request is serviced in the end",
	},
	{
		Source: "section VII", Property: "deadlock",
		Text: "the system never stops while a process waits",
	},
	{
		Source: "section VII", Property: "no-unnecessary-blocking",
		Text: "unnecessary blocking is removed: nobody waits whom a group that suits all the others would suit too",
	},
	{
		Source: "section VII", Property: "smooth-admission",
		Text: "a captain in its CS with an empty queue lets in whoever asks for a set with its group in it",
	},
	{
		Source: "section VIII", Property: "messages",
		Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
		Text:   "an entry costs no more messages than in the algorithm that it extends",
	},
	{
		Source: "section VIII", Property: "max-concurrency",
		Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
		Text:   "all n processes can be in their CS together",
	},
}, fromSectionV()...)

// fromSectionV are the lemmas, which the extension leaves as they are.
func fromSectionV() []paper.Claim {
	kept := []string{
		"type-match", "single-valid-token", "single-valid-token-copies", "one-holder", "spurious", "token-kept", "token-lost",
		"rs-lemma", "rs-lemma-quiet", "lemma-3",
	}
	var all []paper.Claim
	for _, claim := range claims {
		if slices.Contains(kept, claim.Property) {
			all = append(all, claim)
		}
	}
	return all
}

const (
	ofTime      = "it is about real time; a timer expires here when nothing else can happen, or early by a budget"
	ofAverage   = "it is an order of growth, and an average over the messages of a run"
	ofFollowers = "no property tells the messages of one lost or late complete from those of others"
)
