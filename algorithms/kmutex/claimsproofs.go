package kmutex

import "github.com/gmecheck/gmecheck/algorithms/paper"

// proofs is section III.C.
func proofs() []paper.Claim {
	return []paper.Claim{
		{
			Source: starvation + "; section V", Property: "fair-starvation", At: runsOn, Variants: every, Assumes: reliable,
			Text: "any node that wants to enter its critical section will",
		},
		{
			Source: starvation, Property: "enqueued", At: runs, Variants: every, Assumes: reliable,
			Text: "it will be enqueued into the LRQ at the LRC of its group",
		},
		{
			Source: starvation, Without: "--loss 1",
			Text: "assuming reliable network and message system and there's no message loss",
		},
		{
			Source: starvation, Without: "--duplicate 1",
			Text: "the same assumption: a message arrives twice",
		},
		{
			Source: starvation, Without: "--crash 1",
			Text: "the same assumption: a node is down for a while, and misses what arrives",
		},
		{
			Source: starvation, Property: "takes-all", At: sizes, Variants: every,
			Text: "after the token of the GRC has been received, the requesting nodes are enqueued in the token's queue",
		},
		{
			Source: starvation, Property: "queue-served", At: runsOn, Variants: every, Assumes: reliable,
			Text: "all nodes in that queue will enter their critical section",
		},
		{
			Source: starvation, Property: "grq-served", At: runsOn, Variants: every, Assumes: reliable,
			Text: "similarly at the GRQ: every LRC in it gets a token",
		},
		{
			Source: starvation + "; section III.B", Property: "dequeued-at-exit", At: sizes, Variants: every,
			Reading: "the code dequeues the node before run_CS",
			Text:    "nodes are dequeued from the token's queue after exiting their critical section",
		},
		{
			Source: starvation, Property: "dequeued", At: sizes, Variants: every,
			Reading: "the queue is the LRQ, in which a collector's own number stays",
			Text:    "nodes are dequeued after exiting their critical section",
		},
		{
			Source: exclusion + "; section V", Property: "k-safety", At: []string{"", lent, severalLRCs}, Variants: every,
			Text: "the resource is available for only k nodes at any given time",
		},
		{
			Source: exclusion, Property: "k-safety-in-use", At: sizes, Variants: every,
			Text: "the same, LRCs not counted that enter with their token still in hand, and may send it away",
		},
		{
			Source: exclusion, Property: "token-inside", At: []string{"", lent, severalLRCs}, Variants: every,
			Text: "tokens are non-sharable: whoever is in its critical section has one",
		},
		{
			Source: exclusion + "; section V", Property: "conservation", At: runs, Variants: every,
			Text: "tokens are indivisible, and there are k of them in the system: none is lost, none is made",
		},
		{
			Source: "section I; " + exclusion, Property: "token-to-enter", At: sizes, Variants: every,
			Text: "no node can enter its critical section without acquiring a token",
		},
		{
			Source: exclusion, Property: "spurious", At: sizes, Variants: every,
			Text: "only who asks enters, once for each request",
		},
		{
			Source: holding, Property: "held-inside", At: sizes, Variants: every,
			Text: "nodes rather than LRCs and GRC hold a token only in their critical section; LRCs use it to enter, or send it on directly",
		},
		{
			Source: holding, Property: "held-for-ever", At: runsOn, Variants: every, Assumes: reliable,
			Reading: "the GRC is not meant, which keeps tokens while nobody asks",
			Text:    "no node can hold any token indefinitely",
		},
		{
			Source: "section III.C, Deadlock free; section V", Property: "deadlock", At: runs, Variants: every, Assumes: reliable,
			Text: "the algorithm is deadlock free",
		},
		{
			Source: "section III.C, Deadlock free", Property: "tokens-return", At: runsOn, Variants: every, Assumes: reliable,
			Text: "the token must be returned to the GRC",
		},
	}
}
