package kmutex

import "github.com/gmecheck/gmecheck/algorithms/paper"

// methodology is sections III.A and III.B.
func methodology() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section II; section III.A, figure 1; section V", Property: "structure", At: []string{"", severalLRCs, threeLRCs}, Variants: every,
			Text: "sqrt(n) groups of sqrt(n) nodes; the LRC collects the requests of its group, the LRCs ask the GRC, which distributes " +
				"the tokens",
		},
		{
			Source: method, Property: "joins-last", At: sizes, Variants: every,
			Text: "requests are enqueued in the LRQ, LRCs in the GRQ: behind those that are there",
		},
		{
			Source: method, Property: "asked", At: sizes, Variants: every, Assumes: reliable,
			Text: "then the LRC sends a request to the GRC and is enqueued in the GRQ",
		},
		{
			Source: method, Property: "divides-all", At: divisions, Variants: every,
			Reading: noneLeft,
			Text:    "when the GRC has all tokens, it divides them among all LRCs in the GRQ and then dequeues them all",
		},
		{
			Source: method + ", case 1.A", Property: "case-1A", At: divisions, Variants: every,
			Text: "p <= k, q = 0: a token to each requesting node",
		},
		{
			Source: method + ", case 1.B", Property: "case-1B", At: divisions, Variants: every,
			Text: "p > k, q = 0: all the available tokens are sent",
		},
		{
			Source: method + ", case 2.A", Property: "case-2A", At: divisions, Variants: every,
			Text: "p = 0, q >= k: the LRCs are added to the queues of k tokens",
		},
		{
			Source: method + ", case 2.B", Property: "case-2B", At: divisions, Variants: proposed,
			Text: "p = 0, q < k: each LRC gets k/q tokens, rounded down; the rest stays with the GRC",
		},
		{
			Source: method + ", case 3.A", Property: "case-3A", At: divisions, Variants: every,
			Reading: noneLeft,
			Text:    "p > 0, q >= k-1: k-1 tokens are forwarded to requesting LRCs, which are added to their queues until the GRQ is empty",
		},
		{
			Source: method + ", case 3.B", Property: "case-3B", At: divisions, Variants: proposed,
			Text: "p > 0, q < k-1: each requesting LRC receives k/(q+1) tokens, rounded down, and as many are kept for the GRC's group, with " +
				"those that do not divide",
		},
		{
			Source: method + ", cases 1.B, 2.A and 3.A", Property: "dealt-in-turn", At: divisions, Variants: every,
			Text: "we loop on all the tokens and for each token queue add a requesting node and dequeue, until the queue is empty",
		},
		{
			Source: method, Property: "case-2B", At: divisions, Variants: []string{Baseline},
			Reading: asHere,
			Text:    "the original algorithm sends only one token to each LRC",
		},
		{
			Source: method, Property: "case-3B", At: divisions, Variants: []string{Baseline},
			Reading: asHere,
			Text:    "only one token was sent to each group, and the others were circulating in the GRC's own",
		},
		{
			Source: method, Property: "in-order", At: divisions, Variants: every,
			Text: "the LRC distributes the requests of its LRQ on the queues of its tokens, in their order",
		},
		{
			Source: method, Property: "distributes", At: divisions, Variants: []string{Bundled},
			Text: "each token has its own queue, so the LRC distributes the requests among those queues; where tokens come one by one, " +
				"the first takes all: see section IV, step 3",
		},
		{
			Source: method, Property: "passed-on", At: sizes, Variants: every,
			Text: "the token with its queue is passed to the first node, which passes it on to the next when it exits; with an empty queue " +
				"it returns to the LRC, and from there directly to the GRC",
		},
		{
			Source: method, Property: "held-kept", At: sizes, Variants: every,
			Text: "requests are enqueued in the LRQ or the GRQ, not in the queue of a token that is in use: that is passed with it as it was filled",
		},
		{
			Source: method, Property: "forwards-at-once", At: sizes, Variants: proposed,
			Text: "the GRC won't wait to collect all tokens: once it receives a token it directly forwards it",
		},
		{
			Source: method, Property: "another-lrc", At: []string{twoLRCs, "-n 4 --tokens 2 -r 2"}, Variants: proposed,
			Reading: "an LRC that has asked again meanwhile is not another, even if nobody else has asked",
			Text:    "what comes from one of the LRCs is forwarded to another LRC, not back to that one",
		},
		{
			Source: method + "; section III.D, all nodes", Property: "returns-unneeded", At: sizes, Variants: proposed,
			Reading: "what comes back to an LRC goes directly to the GRC, as the sentences before have it; requests that have come since wait for another token",
			Text:    "tokens come back to the GRC from LRCs with empty LRQs, after the group does not need them any more",
		},
		{
			Source: method, Property: "served-first", At: divisions, Variants: every,
			Text: "a token goes to another LRC that can help it to finish its requests: of the LRCs in the GRQ to the one that has waited longest",
		},
		{
			Source: method, Property: "equal-shares", At: divisions, Variants: proposed,
			Text: "in our algorithm every LRC has an equal number of tokens, as the GRC divides them",
		},
		{
			Source: method, Property: "equal-tokens", At: []string{twoLRCs}, Variants: proposed,
			Reading: "at every moment, not only as tokens are divided: what is forwarded is no equal share",
			Text:    "the same by its letter: LRCs that wait for tokens have equally many",
		},
		{
			Source: method, Property: "shorter-queues", At: []string{"-n 9 --tokens 2 -r 0,0,0,0,1,1,0,0,0", "-n 4 --tokens 2 -r 0,0,2,2", "-n 9 --tokens 3 -r 0,1,0,1,1,1,0,0,0"}, Variants: proposed,
			Text: "an LRC with more tokens has shorter queues, so that its nodes enter faster",
		},
		{
			Source: method, Property: "no-idle-token", At: sizes, Variants: proposed,
			Text: "unused tokens are minimized as much as possible: none is left with the GRC while somebody is queued there",
		},
		{
			Source: method, Property: "no-idle-token", At: []string{twoTokens}, Variants: []string{Baseline},
			Text: "in the original a local group may have a lot of requesting nodes while that of the GRC contains none. A refutation shows " +
				"it: no token is left with the GRC while somebody is queued there",
		},
		{
			Source: method, Property: "utilisation", At: []string{twoTokens}, Variants: []string{Baseline},
			Text: "the same. A refutation shows it: whoever waits while a token is unused gets in, even if nobody exits",
		},
		{
			Source: method, Property: "utilisation", At: sizes, Variants: proposed,
			Text: "resources are used as much as possible: whoever waits while a token is unused gets in, even if nobody exits",
		},
		{
			Source: method + "; section I, Fairness", Average: improved("fairness", paper.More), Variants: proposed,
			Text: "the dynamic distribution of tokens improves the fairness of the algorithm over the original one (baseline)",
		},
		{
			Source: method + "; section I, Response Time", Average: improved("response-time", paper.Less), Variants: proposed,
			Text: "the dynamic distribution of tokens improves the response time over the original one (baseline)",
		},
		{
			Source: "section I", Average: improved("throughput", paper.More), Variants: proposed,
			Text: "it improves the performance metrics of other algorithms, here of the original one (baseline): the throughput",
		},
		{
			Source: "section I", Average: improved("sync-delay", paper.Less), Variants: proposed,
			Text: "the same: the synchronization delay",
		},
		{
			Source: "section I", Average: improved("messages-per-entry", paper.Less), Variants: proposed,
			Text: "the same: the messages of an entry",
		},
		{
			Source: method, Measure: faster(loads1), Variants: proposed,
			Text: "it improves the response time, from a request to the end of its critical section: in " +
				"case 1 it is shorter, on average, than with the original algorithm",
		},
		{
			Source: method, Measure: faster(loads2), Variants: proposed,
			Text: "the same, of case 2, in which a group has many requesting nodes",
		},
		{
			Source: "section I; section IV, case 1", Measure: cheaper(loads1), Variants: proposed,
			Text: "it improves the message complexity of other algorithms: by the formulas of case 1 it needs fewer messages than the " +
				"original one",
		},
		{
			Source: "section I; section IV, case 2", Measure: cheaper(loads2), Variants: proposed,
			Text: "the same, of case 2",
		},
	}
}
