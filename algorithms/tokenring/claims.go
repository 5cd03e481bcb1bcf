package tokenring

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
)

// Configurations beside the default that claims need.
const (
	resources = "-m 2"
	comeBack  = "-r 2"
)

var claims = []paper.Claim{
	{
		Source: "section 2.2; section 3.3.4", Property: "mutex", At: []string{"", resources, comeBack},
		Text: "at most one process is in its critical section for each resource",
	},
	paper.WithoutDeadlock("", resources, comeBack),
	paper.WithoutStarvation("", resources, comeBack),
	paper.ServedInTheEnd("", resources, comeBack),
	{
		Source: "section 3.3.4", Property: "one-token", At: []string{"", resources, comeBack},
		Text: "each of the competing nodes generates one token, and enters when it gets that back",
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
