package tokenring

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// Configurations beside the default that claims need.
const (
	resources = "-m 2"
	comeBack  = "-r 2"
	// overtaken is where tokens overtake each other although every channel keeps their order: in a node's queue.
	overtaken = "-n 4 -m 2 --net fifo --workload 1:g1,2:g2,3:g1,4:g1"
)

func claims() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2; section 3.3.4", Property: "mutex", At: []string{"", resources, comeBack},
			Text: "at most one process is in its critical section for each resource",
		},
		paper.WithoutDeadlock("", resources, comeBack, overtaken),
		paper.WithoutStarvation("", resources, comeBack, overtaken),
		paper.ServedInTheEnd("", resources, comeBack, overtaken),
		{
			Source: "section 3.3.4", Property: "one-token", At: []string{"", resources, comeBack},
			Text: "each of the competing nodes generates one token, and enters when it gets that back",
		},
		{
			Source: "section 3.3.4", Property: "own-token", At: []string{"", resources, comeBack},
			Text: "a process can only enter the critical section if it gets back its own token",
		},
		{
			Source: "section 3.3.4", Property: "one-token", At: []string{"", resources, comeBack},
			Text: "each token is uniquely identified by its TokenID, which names its process: no process has two",
		},
		{
			Source: "section 3.3.4", Reason: "which of the two is left open; all tokens move to the next node here",
			Text: "a token moves forward either clockwise or anticlockwise",
		},
		{
			Source: "section 3.3.4", Reason: "it is how a node keeps its data; a node has one request at a time, and so one queue in use",
			Text: "every node maintains separate queues for each requested resource",
		},
		{
			Source: "section 3.3.4", Without: "--loss 1",
			Text: "all tokens come back: what breaks if one is lost",
		},
		{
			Source: "section 3.3.4", Without: "--duplicate 1",
			Text: "the same, if one is there twice",
		},
		{
			Source: "section 3.3.4", Without: "--crash 1",
			Text: "the same, if a node is down for a while and misses what arrives",
		},
		{
			Source: "section 3.3.4", Property: "seqnum-order", At: []string{"", resources, comeBack},
			Text: "the smaller (SeqNum, PID) has priority: requests for a resource are served in that order",
		},
		{
			Source: "section 3.3.4", Property: "joins-last", At: []string{"", resources},
			Text: "tokens are queued, and sent on, in the order in which they come",
		},
		{
			Source: "section 3.3.4", Property: "messages", At: []string{"", resources, comeBack},
			Figure: paper.Figure{Form: paper.Exactly, Formula: paper.N},
			Text:   "a token goes once round the ring: n messages for each entry",
		},
		{
			Source: "section 3.3.4", Property: "max-concurrency", At: []string{"", resources},
			Figure: paper.Figure{Form: paper.UpTo, Formula: paper.MinNM},
			Text:   "several critical sections, one for each resource, are in use at the same time",
		},
		{
			Source: "section 3.3.4", Property: "bypass", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
			Figure: paper.Figure{Form: paper.Steady},
			Text:   "a request has a higher number than all that its node has seen: overtaking it does not grow with R",
		},
		paper.Cells("Table 2, several tokens on a ring"),
	}
}
