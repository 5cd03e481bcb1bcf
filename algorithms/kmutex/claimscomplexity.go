package kmutex

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// growing is the average of which orders of growth speak, as far as runs have one.
var growing = &paper.Average{
	Measure: "messages-per-entry", Load: "no worst case, but the average of an entry, one request after another", CS: 1, Think: 1e5,
	Measured: []string{"-n 4 -r inf", "-n 16 -r inf", "-n 36 -r inf"},
}

// crowded is an average where all nodes ask at the same time, and again.
func crowded(measure string) *paper.Average {
	return &paper.Average{
		Measure: measure, Load: "everybody asks again at once", CS: 1, Think: 0.001, Measured: growing.Measured,
	}
}

// improved is the same beside the original algorithm, with more tokens than groups, as in section IV: one alone is not distributed.
func improved(measure string, says paper.Sense) *paper.Average {
	a := crowded(measure)
	a.Measured = []string{"-n 4 --tokens 4 -r inf", "-n 16 --tokens 8 -r inf", "-n 36 --tokens 8 -r inf"}
	a.Beside, a.Says = []string{"--variant " + Baseline}, says
	return a
}

// shareByOnes is a reading of a message that brings a token.
const shareByOnes = `each message brings one token, as in "numOfTokens += 1", so that a share of several takes as many`

// complexity is section III.D.
func complexity() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III.D, best case", Property: "lone-messages", At: []string{"--requesters 1"}, Variants: every,
			Figure: paper.Number(paper.Exactly, 0),
			Text:   "a lone request of the GRC costs no message",
		},
		{
			Source: "section III.D, best case", Property: "enters-at-once", At: sizes, Variants: every,
			Text: "it can enter with zero delay",
		},
		{
			Source: "section III.D, worst case", Property: "lone-entry-messages", At: lone, Variants: every,
			Figure: paper.Number(paper.AtMost, 4), Reading: shareByOnes,
			Text: "node to LRC, LRC to GRC, and two messages in the opposite direction, so that it can enter",
		},
		{
			Source: "section III.D, worst case", Property: "lone-messages", At: lone, Variants: every,
			Figure: paper.Number(paper.AtMost, 6), Reading: shareByOnes,
			Text: "a lone request of any node costs at most 6 messages, the token's way back included",
		},
		{
			Source: "section III.D, worst case", Property: "lone-messages", Variants: every,
			At:     []string{"--requesters 4", "--tokens 4 --requesters 4", "-n 9 --requesters 5"},
			Fixed:  []string{"processes"}, // node 4 of nine is an LRC
			Figure: paper.Number(paper.Exactly, 6),
			Text:   "a lone request of a normal node of another group costs 6 messages, however many tokens there are",
		},
		{
			Source: "section III.D", Reason: "it names no n; 6 is more than n = 4, and less than n = 9",
			Text: "6 messages are nothing compared to n messages in the naive permission-based algorithms",
		},
		{
			Source: "section III.D, all nodes", Property: "all-requests", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: paper.N}, Reading: "an LRC is its own collector: its request is no message",
			Text: "when all nodes request at once, n messages go from all nodes to the LRCs of their groups",
		},
		{
			Source: "section III.D, all nodes", Property: "all-asked", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: others},
			Text:   "when all nodes request at once, sqrt(n) - 1 messages go from all LRCs to the GRC, asking for tokens",
		},
		{
			Source: "section III.D, all nodes", Property: "all-given", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: given}, Reading: shareByOnes,
			Text: "the GRC sends the tokens to all LRCs, which takes sqrt(n) - 1 messages, and later forwards them to another LRC, which takes sqrt(n) - 2",
		},
		{
			Source: "section III.D, all nodes", Property: "all-returned", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: others}, Reading: shareByOnes,
			Text: "a group that does not need its tokens any more sends them back: sqrt(n) - 1 messages",
		},
		{
			Source: "section III.D, all nodes", Property: "all-between", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: between},
			Text:   "when all nodes request at once, 4(sqrt(n) - 1) - 1 messages go between LRCs and GRC",
		},
		{
			Source: "section III.D, all nodes", Property: "all-messages", At: []string{"", twoTokens}, Variants: every,
			Figure:  paper.Figure{Form: paper.Exactly, Formula: atOnce},
			Reading: "the requests are added to the total that is printed, and what circulates in the groups is counted",
			Text:    "the two together are all messages",
		},
		{
			Source: "section III.D, all nodes; section V", Average: crowded("messages-per-entry"), Variants: every,
			Text: "hence the worst-case message complexity is O(sqrt(n)); with the n requests that the paragraph begins with, it is O(n)",
		},
		{
			Source: space, Property: "queue-length", At: runs, Variants: every,
			Text: "any queue can have at most sqrt(n) entries at a time",
		},
		{
			Source: space, Property: "one-queue", At: sizes, Variants: every,
			Text: "each node can have only one queue at a time",
		},
		{
			Source: space, Property: "one-token-queue", At: sizes, Variants: every,
			Text: "which is a token queue: no node has two of these",
		},
		{
			Source: space, Reason: ofGrowth + ", and no measure counts what a node stores; its queues have the rows above",
			Text: "the space complexity is O(sqrt(n))",
		},
	}
}

// appendix is the code's own: the prose does not speak of it.
func appendix() []paper.Claim {
	return []paper.Claim{
		{
			Source: "appendix, Receive Request", Property: "asks-once", At: sizes, Variants: every,
			Text: "requestSent: an LRC that has asked the GRC does not ask again before it has a token",
		},
		{
			Source: "appendix, GRC Changer", Property: "one-grc", At: []string{"--grc moving"}, Variants: []string{model.Published},
			Reading: movingGRC,
			Text:    "the old GRC declares the new one: there is one",
		},
		{
			Source: "section II; appendix, GRC Changer", Property: "to-the-rear",
			At:       []string{"--grc moving --requesters 1,2,4", "-n 9 --grc moving --requesters 2,4,7"},
			Variants: []string{model.Published}, Reading: movingGRC,
			Text: "it is the LRC at the rear of the queue, and all are informed",
		},
		{
			Source: "appendix, GRC Changer", Property: "mutex", At: []string{"--grc moving", "-n 9 --grc moving --requesters 4,7"},
			Variants: []string{model.Published}, Reading: movingGRC,
			Text: "and no more nodes are in their critical section than there are tokens: one",
		},
	}
}
