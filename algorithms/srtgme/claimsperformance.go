package srtgme

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// performance is sections VI and VII.
func performance() []paper.Claim {
	return []paper.Claim{
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
			Text:   "all n processes can be in their CS together, where all ask",
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
			First:   []string{"-n 3 -m 2 -r 1,1,2 --workload 1:g1,2:g2,3:g2"},
			Figure:  paper.Figure{Form: paper.AtMost, Formula: withLevels},
			Reading: "the switch that opens the session of its own counts, too; without that the sentence is section V.B's: see aging",
			Text:    "the same where only switches after the request came into token.queue count",
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
			Source: "section VI, synchronization delay", Property: "sync-delay-captain-alone", Figure: paper.Number(paper.Exactly, 1),
			Reading: "all completes have come, too",
			Text:    "T under heavy load if the captain leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "sync-delay-follower", Figure: paper.Number(paper.Exactly, 2),
			Reading: "nobody else of the session is about to enter",
			Text:    "2T under heavy load if a follower leaves last",
		},
		{
			Source: "section VI, synchronization delay", Property: "loaded-delay-time", At: append(paper.AtBounds("-n 2 -m 2"), "-n 3 -m 2 --delay 0..1 --cs 0..1"), Fixed: timesStay,
			Figure: paper.Figure{Form: paper.AtMost, Formula: paper.Delays("2T", 2)},
			Text:   "2T in the worst case, in time, if anybody enters again: messages take up to T",
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
			Source: "section VII", Reason: "it names no other algorithm, and no number",
			Text: "reduced forum switch complexity",
		},
		{
			Source: "section VII", Reason: "it speaks of other papers, not of this algorithm's runs",
			Text: "the first algorithm for groups that lets a process declare a priority with its request",
		},
	}
}
