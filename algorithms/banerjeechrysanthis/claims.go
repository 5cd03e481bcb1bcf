package banerjeechrysanthis

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// twoComeBack is a configuration in which requests meet an arbiter that has changed.
const twoComeBack = "-n 2 -r 2"

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2; section 3.3.2", Property: "mutex", At: []string{"", twoComeBack},
			Text: "only the holder of the token is in its critical section",
		},
		paper.WithoutDeadlock("", twoComeBack),
		paper.WithoutStarvation("", twoComeBack),
		paper.ServedInTheEnd("", twoComeBack),
		{
			Source: "section 3.1", Property: "one-token", At: []string{"", twoComeBack},
			Text: "there is a unique token",
		},
		{
			Source: "section 3.3.2", Property: "one-collector", At: []string{"", twoComeBack},
			Text: "one node at a time is the arbiter that collects requests",
		},
		{
			Source: "section 3.3.2", Property: "request-kept", At: []string{"-n 2 --forwarding patient", "--forwarding patient"},
			Reading: "a request that comes too early, to a node that has been elected and does not know it yet, is dropped, too; forwarding " +
				"ends only when nothing else can happen, so that what the text lets be dropped after it is none of these",
			Text: "a request that reaches the previous arbiter is forwarded to the current one; it is dropped only after the end " +
				"of the forwarding phase",
		},
		{
			Source: "section 3.3.2", Property: "dropped-early", At: []string{"", twoComeBack},
			Reading: "a node is the arbiter from the message on that elects it, not from its receipt",
			Text:    "a request that reaches the new arbiter is not dropped",
		},
		{
			Source: "section 3.3.2", Property: "dropped-late", At: []string{"", twoComeBack}, Variants: []string{model.Published},
			Text: "a request that arrives after the end of the forwarding phase is dropped: nothing says that it is made again (starved)",
		},
		{
			Source: "section 3.3.2", Property: "bypass-registered", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "the token is passed in the order of the Q-list: overtaking a request in a list does not grow with R",
		},
		{
			Source: "abstract", Property: "messages", At: []string{"--requesters 1", "--requesters 2", "--requesters 3"},
			Figure: paper.Figure{Form: paper.Exactly, Formula: paper.Formula{Text: "N", Of: paper.N.Of}},
			Text:   "an entry costs N messages at a low load",
		},
		{
			Source: "section 3", Property: "run-messages", At: []string{"-n 2", twoComeBack, "", "-n 3 -r 1,2,1 --net fifo"},
			Text: "message complexity is the number of messages per entry: for finitely many entries there is a most that a run sends",
		},
		{
			Source: "abstract",
			Average: &paper.Average{
				Measure: "messages-per-entry", Load: "everybody asks again at once", CS: 1, Think: 0.001,
				Measured: []string{"-n 4 -r inf", "-n 16 -r inf", "-n 64 -r inf"},
			},
			Text: "an entry costs 3 messages at a high load, irrespective of N",
		},
		paper.Cells("Table 2, token passing with an arbiter"),
	}
}
