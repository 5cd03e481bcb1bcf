package tokenring

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations beside the default that claims need.
const (
	resources = "-m 2"
	comeBack  = "-r 2"
	// silent is where one never asks, and replaces numbers all the same.
	silent = "-n 4 -r inf,inf,inf,0"
	// overtaken is where tokens overtake each other although every channel keeps their order: in a node's queue.
	overtaken = "-n 4 -m 2 --net fifo --workload 1:g1,2:g2,3:g1,4:g1"
)

func claims() []paper.Claim {
	return slices.Concat(survey(), paper.FaultTolerance(), paper.Cheaper(), []paper.Claim{paper.Cells("Table 2, several tokens on a ring")})
}

func survey() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section 2.2; section 3.3.4", Property: "mutex", At: []string{"", resources, comeBack},
			Text: "at most one process is in its critical section for each resource",
		},
		paper.EntersFree("", resources, comeBack, overtaken),
		paper.FiniteTime(),
		paper.WithoutInterfering("-n 3 -r 2,2,0", silent, silent+" --net fifo", "-n 5 -r inf,inf,inf,inf,0 --net fifo"),
		paper.WithoutDeadlock("", resources, comeBack, overtaken),
		paper.WithoutStarvation("", resources, comeBack, overtaken),
		paper.ServedInTheEnd("", resources, comeBack, overtaken),
		{
			Source: "abstract; section 3.3.4", Property: "one-token", At: []string{"", resources, comeBack},
			Text: "several tokens exist simultaneously: each of the competing nodes generates one",
		},
		paper.Continuously("", "", resources, comeBack),
		{
			Source: "section 3.3.4", Property: "on-ring", At: []string{"", resources, comeBack},
			Text: "the token traverses the logical ring structure",
		},
		{
			Source: "section 3.3.4", Property: "own-token", At: []string{"", resources, comeBack},
			Text: "a process can only enter the critical section if it gets back its own token",
		},
		{
			Source: "section 3.3.4", Property: "enters-with-token", At: []string{"", resources, comeBack},
			Text: "a node that receives its own token enters: all other nodes have allowed it to",
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
			Source: "section 3.3.4", Property: "next-number", At: []string{"", resources, comeBack},
			Text: "a node that makes a request uses a sequence number which is one more than HSeqNumSeen, keeps a copy of the token and passes it " +
				"to the next node",
		},
		{
			Source: "section 3.3.4", Property: "copy-kept", At: []string{"", resources, comeBack},
			Text: "the copy that a node makes of its token is what it compares others with, and stays as it is until the node deletes it",
		},
		{
			Source: "section 3.3.4", Property: "number-new", At: []string{"", resources, comeBack},
			Text: "the sequence number is locally assigned and unique: a node never gives one twice",
		},
		{
			Source: "section 3.3.4", Property: "highest-seen", At: []string{"", resources, comeBack},
			Text: "when a token is received, HSeqNumSeen = max(HSeqNumSeen, SN)",
		},
		{
			Source: "section 3.3.4", Property: "replaces-number", At: []string{"", resources, comeBack}, Variants: []string{model.Published},
			Text: "a node that has no intention to enter CS(r) replaces the sequence number by HSeqNumSeen and simply passes the token",
		},
		{
			Source: "section 3.3.4", Property: "queues-inside", At: []string{"", resources, comeBack},
			Text: "a node in CS(r) puts the incoming token in its queue",
		},
		{
			Source: "section 3.3.4", Property: "compares", At: []string{"", resources, comeBack},
			Text: "a node that has generated a token and not got it back passes a token of higher priority to the next node, and queues others",
		},
		{
			Source: "section 3.3.4", Property: "seqnum-order", At: []string{"", resources, comeBack},
			Text: "the smaller (SeqNum, PID) has priority: requests for a resource are served in that order",
		},
		{
			Source: "section 3.3.4", Property: "joins-last", At: []string{"", resources},
			Text: "tokens are queued in the order in which they come",
		},
		{
			Source: "section 3.3.4", Property: "sends-in-order", At: []string{"", resources, comeBack},
			Text: "on exiting from CS(r) a node sends the queued tokens to the next node sequentially",
		},
		{
			Source: "section 3.3.4", Property: "deletes", At: []string{"", resources, comeBack},
			Text: "on exiting from CS(r) a node deletes the associated copy and original token",
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
	}
}
