package tokenring

import (
	"gmecheck/algorithms/paper"
	"gmecheck/model"
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
	{
		Source: "section 2.2", Property: "deadlock", At: []string{"", resources, comeBack},
		Text: "mutual exclusion is without deadlock: when nobody is inside, a process that asks gets in",
	},
	{
		Source: "section 2.2", Property: "starved", At: []string{"", resources, comeBack},
		Text: "mutual exclusion is without starvation: whoever waits can still be served",
	},
	{
		Source: "section 2.2", Property: "fair-starvation", At: []string{"", resources, comeBack},
		Text: "mutual exclusion is without starvation: whoever waits is served in the end",
	},
	{
		Source: "section 3.3.4", Property: "one-token", At: []string{"", resources, comeBack},
		Text: "each of the competing nodes generates one token, and enters when it gets that back",
	},
	{
		Source: "section 3.3.4", Property: "seqnum-order", At: []string{"", resources, comeBack},
		Text: "the smaller (SeqNum, PID) has priority: requests for a resource are served in that order",
	},
	{
		Source: "section 3.3.4", Property: "messages", At: []string{"", resources, comeBack},
		Figure: paper.Figure{Form: paper.Exactly, Formula: "n", Of: func(c model.Config) int { return c.Processes }},
		Text:   "a token goes once round the ring: n messages for each entry",
	},
	{
		Source: "section 3.3.4", Property: "max-concurrency", At: []string{"", resources},
		Figure: paper.Figure{
			Form: paper.UpTo, Formula: "min(n, m)",
			Of: func(c model.Config) int { return min(c.Processes, c.Groups) },
		},
		Text: "several critical sections, one for each resource, are in use at the same time",
	},
	{
		Source: "section 3.3.4", Property: "bypass", At: []string{"-n 2 -r 2", "-n 2 -r 3"},
		Figure: paper.Figure{Form: paper.Steady},
		Text:   "a request has a higher number than all that its node has seen: overtaking it does not grow with R",
	},
	{
		Source: "Table 2, several tokens on a ring", Reason: paper.NoCells,
		Text: "messages at low and at high load, synchronization delay, static or dynamic, structural or not",
	},
}
