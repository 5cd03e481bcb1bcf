package drsgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// twice is the number of messages of a regeneration in the worst case.
var twice = paper.Formula{Text: "2n", Of: func(c model.Config) int { return 2 * c.Processes }}

// alike is where all ask for one session.
var alike = []string{"-m 1"}

// everyRequest is the number of requests.
var everyRequest = paper.Formula{Text: "the requests", Of: func(c model.Config) int {
	sum, _ := c.TotalRequests()
	return sum
}}

// performance is sections VI to VIII.
func performance() []paper.Claim {
	return []paper.Claim{
		{
			Source: "abstract; section VI", Property: "messages", Assumes: faultFree,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
			Text:   "an entry costs at most n+1 messages",
		},
		{
			Source: "abstract; section VI", Property: "messages-follower", Assumes: faultFree,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NPlus1},
			Text:   "a follower's entry costs at most n-1 requests, a start and a complete",
		},
		{
			Source: "abstract; section VI", Property: "messages-captain", Assumes: faultFree,
			Reading: "the sentence names no token, which brings a captain in instead of a start; it sends no complete",
			Figure:  paper.Figure{Form: paper.AtMost, Formula: paper.N},
			Text:    "a captain's entry costs at most n-1 requests and the token",
		},
		{
			Source: "abstract; section VI", Property: "requests-to-entry", Assumes: faultFree,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.NMinus1},
			Text:   "of the messages of an entry at most n-1 are requests: until it enters, those included that it sends back",
		},
		{
			Source: "section VI", Property: "messages", Figure: paper.Number(paper.AtBest, 0), Assumes: faultFree,
			Text: "an entry costs no message in the best case",
		},
		{
			Source: "section VI, average message size", Property: "token-size", Assumes: faultFree,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.N},
			Text:   "the token has the size O(n): its queue has at most n requests",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeOf("request"),
			Text: "only the token has: a request has the size O(1)",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeOf("start"),
			Text: "a start has the size O(1)",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeOf("complete"),
			Text: "a complete has the size O(1)",
		},
		{
			Source: "section VI, average message size", Measure: measureSize(T1),
			Text: "a gen_token has the size O(1)",
		},
		{
			Source: "section VI, average message size", Measure: measureSize(T2),
			Text: "an is_complete has the size O(1)",
		},
		{
			Source: "section VI, average message size", Property: "run-tokens", At: alike, Fixed: []string{"groups", "requests"}, Assumes: faultFree,
			Figure:  paper.Number(paper.AtBest, 1),
			Reading: "an exchanged token is one that is sent: if the process that has it at the start asks first, none is",
			Text:    "in the best case, all for one session, one token is exchanged",
		},
		{
			Source: "section VI, average message size", Property: "run-starts", At: alike, Fixed: []string{"groups", "requests"}, Assumes: faultFree,
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.NMinus1},
			Text:   "there, n-1 starts are exchanged",
		},
		{
			Source: "section VI, average message size", Property: "run-completes", At: alike, Fixed: []string{"groups", "requests"}, Assumes: faultFree,
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.NMinus1},
			Text:   "there, n-1 completes are exchanged",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeAlike(),
			Text: "O(1) in the best case, all for one session: one token, n-1 starts, n-1 completes and some requests",
		},
		{
			Source: "section VI, average message size", Property: "run-tokens", Assumes: faultFree,
			At: []string{"-n 2 -m 2 --workload 1:g1,2:g2", "-n 3 -m 3 --workload 1:g1,2:g2,3:g3"}, Fixed: []string{"processes", "groups"},
			Figure: paper.Figure{Form: paper.AtMost, Formula: everyRequest}, Reading: sessionOnce,
			Text: "in the worst case, each for a session of its own, n tokens are exchanged: one for each request",
		},
		{
			Source: "section VI, average message size", Average: paper.SizeApart(),
			Text: "O(n) in the worst case",
		},
		{
			Source: "abstract; section VI, maximum concurrency", Property: "max-concurrency",
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.N},
			Text:   "all n processes can be in their CS together, where all ask",
		},
		{
			Source: "section VI, forum switch complexity", Property: "queue-length", Assumes: faultFree,
			Text: "token.queue has at most min(n, m) entries",
		},
		{
			Source: "section VI, forum switch complexity", Property: "queue-length", At: faults, Assumes: transient,
			Text: "the same at any time, also after a loss or a crash",
		},
		{
			Source: "abstract; section VI, forum switch complexity", Property: "switches",
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
			Text:   "at most min(n, m) forums open until a queued request is served, its own included",
		},
		{
			Source: "abstract; section VI, forum switch complexity", Property: "switches-asked", First: []string{"-n 2 -m 1 -r 3,1"},
			Figure:  paper.Figure{Form: paper.AtMost, Formula: paper.MinNM},
			Reading: "counted from the request, as the authors' paper on SRT systems does",
			Text:    "at most min(n, m) forums open after a request is made, its own included",
		},
		{
			Source: "section VI, synchronization delay", Reason: "that is what the paper calls heavy load: the rows that follow judge delays while somebody is queued",
			Text: "under heavy load there is always some request pending in token.queue",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtBest, 1),
			Text: "t_m under heavy load in the best case",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay", Figure: paper.Number(paper.AtMost, 2),
			Text: "at most 2 t_m under heavy load",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-captain", Figure: paper.Number(paper.Exactly, 1),
			Reading: "no follower is in its CS, though its complete may still be on its way",
			Text:    "t_m under heavy load if the captain leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-captain-alone", Figure: paper.Number(paper.Exactly, 1),
			Reading: "all completes have come, too",
			Text:    "t_m under heavy load if the captain leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-follower", Figure: paper.Number(paper.Exactly, 2),
			Reading: "nobody else of the session is about to enter",
			First:   []string{"-n 3 -m 2 -r 2,1,1 --workload 2:g2,3:g2 --net fifo"},
			Text:    "2 t_m under heavy load if a follower leaves last",
		},
		{
			Source: "section VI, message loss", Property: "regeneration-cost", At: append([]string{threeLose}, faults...),
			Figure: paper.Figure{Form: paper.AtMost, Formula: twice},
			Text:   "a regeneration costs at most 2n extra messages: n gen_token and n token",
		},
		{
			Source: "section VI, message loss; appendix, Event 8", Property: "regeneration-messages", At: append([]string{threeLose}, faults...),
			Figure:  paper.Figure{Form: paper.AtMost, Formula: twice},
			Reading: "the request that a process in state R sends back is an extra message, too",
			Text:    "the same",
		},
		{
			Source: "section VI, message loss", Property: "regeneration-cost", At: append([]string{threeLose}, faults...),
			Figure: paper.Figure{Form: paper.AtBest, Formula: paper.NPlus1},
			Text:   "a regeneration costs n+1 extra messages in the best case: n gen_token and one token",
		},
		{
			Source: "section VI, message loss", Property: "regeneration-if", At: faults,
			Reading: "an empty old_token.queue has no front, and Event 8 has nothing for followers: by the letters, no token is sent",
			Text:    "a site with session <= old_token.session generates a token",
		},
		{
			Source: "section VI, message loss", Property: "regeneration-only-if", At: faults,
			Text: "only such a site does",
		},
		{
			Source: "section VI, message loss", Property: "lost-complete-cost", At: faults,
			First:  []string{"-n 2 -m 1 -r 1,2 --loss 1", "-n 2 -m 1 -r 1,2 --crash 1"},
			Figure: paper.Number(paper.Exactly, 2),
			Text:   "a complete that is lost costs two extra messages, is_complete and complete",
		},
		{
			Source: "section VI, message loss", Property: "late-complete-cost", At: []string{"--early 1"},
			Figure: paper.Number(paper.Exactly, 1),
			Text:   "a follower that is not done in time costs one extra message, is_complete",
		},
		{
			Source: "abstract; section VII", Reason: "that algorithm is one of its own here: see the claims of drs-gme-extended",
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
			Source: "section VIII",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "lightly loaded", CS: 1, Think: 10_000,
				Measured: []string{"-n 4 -r inf", "-n 16 -r inf"}, Beside: []string{"suzuki-kasami"}, Says: paper.Less,
			},
			Text: "it performs better than algorithms with static request sets when the system is lightly loaded",
		},
	}
}
