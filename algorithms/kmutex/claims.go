package kmutex

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Where decisions begin, beside the smallest configuration. Several LRCs need nine processes; some of them ask, so that
// the states can be counted.
const (
	severalLRCs = "-n 9 --requesters 1,2,4,5,7"
	threeLRCs   = "-n 16 --tokens 3 --requesters 2,5,9,13"
	twoTokens   = "--tokens 2"
	again       = "-r 2"
	endless     = "-r inf"
	twoAsk      = "-r inf --requesters 2,3" // published, the states have no end if collectors with a busy group ask
	groupOn     = "-n 9 -r inf --requesters 2,3,4"
	severalOn   = "-n 9 -r inf --tokens 2 --requesters 2,4,5,7,8"
	lent        = "--tokens 2 -r 2 --requesters 1,3,4" // an LRC has lent its token to a node of its group when it needs it
)

var (
	sizes     = []string{"", severalLRCs}
	runs      = []string{"", again, severalLRCs}
	runsOn    = []string{"", again, twoAsk, groupOn, endless, severalOn}
	divisions = []string{"", severalLRCs, "-n 9 --tokens 4 --requesters 2,3,4,5,7", threeLRCs}
	lone      = []string{"--requesters 2", "--requesters 3", "--requesters 4", twoTokens + " --requesters 4"}
)

// every is for what the paper says of its algorithm and of the one that it improves, proposed for what it says of its own.
var (
	every    = []string{model.Published, model.Repaired, Baseline, Bundled}
	proposed = []string{model.Published, model.Repaired, Bundled}
)

// directions are how configurations grow: n is a square.
func directions() []paper.Direction {
	return []paper.Direction{
		paper.Along("processes", "4", "9"),
		paper.Climb("tokens", 1, 4),
		paper.Along("requests", "1", "2", "3", "inf"),
		paper.Along("net", string(model.Bag), string(model.FIFO)),
	}
}

// countless is a hint: published, a collector that has asked asks again for a request of its own, and the GRC leaves
// entries in its LRQ; the messages and entries have no end if it may ask for ever.
func countless(c model.Config) bool {
	if c.Variant != model.Published && c.Variant != Baseline {
		return false
	}
	p := newProtocol(c)
	asks := func(i model.Site) bool { return c.Requests[i-1] != 0 }
	for i := range model.Site(c.Processes) {
		i++
		if !asks(i) || c.Limited(i) {
			continue
		}
		company := false
		for j := range model.Site(c.Processes) {
			company = company || j+1 != i && p.group(j+1) == p.group(i) && asks(j+1)
		}
		if i == theGRC || c.Variant == model.Published && c.Tokens > 1 || p.index(i) == 1 && company {
			return true
		}
	}
	return false
}

// The paper's numbers.
var (
	tokens = paper.Formula{Text: "k", Of: func(c model.Config) int { return c.Tokens }}
	atOnce = paper.Formula{
		Text: "n + 4(sqrt(n) - 1) - 1",
		Of:   func(c model.Config) int { return c.Processes + 4*(root(c.Processes)-1) - 1 },
	}
)

const (
	reliable   = "no message is lost"
	ofGrowth   = "it is an order of growth, which no finite size decides"
	ofTendency = "it names no measure of fairness by which two algorithms could be compared"
	ofCurves   = "the curves show the formulas above at sizes up to n = 128; the formulas have rows of their own"
	elsewhere  = "it speaks of an algorithm that is not in this package, and rests on its own paper"
	movingGRC  = "the GRC moves to the last LRC of the GRQ when its last token has left for other groups"
	exclusion  = "section III.C, Mutual Exclusion"
	starvation = "section III.C, Starvation free"
	holding    = "section III.C, No node can hold a token forever"
	method     = "section III.B"
	space      = "section III.D, Space complexity; section V"
)

func claims() []paper.Claim {
	return slices.Concat(introduction(), methodology(), proofs(), complexity(), experiments(), appendix())
}

// introduction is the abstract and sections I and II.
func introduction() []paper.Claim {
	return []paper.Claim{
		{
			Source: "abstract; section I, Safety", Property: "mutex", Variants: every, At: runs,
			Fixed: []string{"tokens"},
			Text:  "with one token it is mutual exclusion: at any instance only one process can execute its critical section",
		},
		{
			Source: "abstract",
			Reason: "it is not about runs; the LRCs collect all requests of their groups, and one node, the GRC, gives out all tokens",
			Text:   "there is no controller or moderator for the whole system",
		},
		{
			Source: "abstract", Reason: "it is how every algorithm is modelled here",
			Text: "machines can only communicate by sending and receiving messages",
		},
		{
			Source: "section I", Property: "k-safety", Variants: every, At: []string{"", lent, severalLRCs},
			Text: "the problem of permitting k nodes to enter the critical section, 1 <= k <= n: no more than k are inside",
		},
		{
			Source: "section I; section III.A", Property: "max-concurrency", At: []string{"", twoTokens, severalLRCs},
			First: []string{"-n 4 --tokens 2 -r 1,1,1,0"}, Variants: every,
			Figure: paper.Figure{Form: paper.UpTo, Formula: tokens},
			Text:   "more than one process can enter the critical section simultaneously, up to k",
		},
		{
			Source: "section I, Liveness", Property: "deadlock", Variants: every, At: runs, Assumes: reliable,
			Text: "absence of deadlock",
		},
		{
			Source: "section I, Liveness", Property: "starved", Variants: every, At: runs, Assumes: reliable,
			Text: "absence of starvation: whoever waits can still be served",
		},
		{
			Source: "section I, Fairness", Property: "bypass-queued", At: runsOn, Variants: every, Assumes: reliable,
			Text: "each process gets a fair chance depending on the order of the requests: others enter so often, at the most, while it " +
				"is queued and no token is on its way to it",
		},
		{
			Source: "section I, Fairness", Property: "bypass-registered", At: runsOn, Variants: every, Assumes: reliable,
			Reading: "a request is overtaken, too, by entries with other tokens while its own is on its way or in use before it",
			Text: "each process gets a fair chance depending on the order of the requests: others enter so often, at the most, once its " +
				"request and that of its LRC have arrived",
		},
		{
			Source: "section I, Fault tolerance", Property: "starved", At: []string{"--loss 1"}, Variants: every,
			Text: "in case of failure the system detects it, and continues its normal function: a message is lost",
		},
		{
			Source: "section I, Fault tolerance", Property: "starved", At: []string{"--crash 1"}, Variants: every,
			Text: "in case of failure the system detects it, and continues its normal function: a node is down for a while, and misses " +
				"what arrives",
		},
		{
			Source: "section II", Reason: elsewhere,
			Text: "what Lamport's, Carvalho and Roucairol's, Raymond's, Srimani and Reddy's, Ricart and Agrawala's, Bulgannawar and " +
				"Vaidya's, Neilsen and Mizuno's and Lang and Mao's algorithms do, cost and lack",
		},
		{
			Source: "section II", Reason: "banerjee-chrysanthis decides it, by the survey that describes it at length",
			Text: "Banerjee and Chrysanthis: the collector moves to the rear of the token's queue, and the old one passes requests on",
		},
		{
			Source: "section II", Reason: ofGrowth, Variants: []string{Baseline},
			Text: "the algorithm of Chaudhuri and Edward has a worst-case message complexity of O(sqrt(n))",
		},
	}
}

// methodology is sections III.A and III.B.
func methodology() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section III.A, figure 1", Property: "structure", At: []string{"", severalLRCs, threeLRCs}, Variants: every,
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
			Text: "when the GRC has all tokens, it divides them among all LRCs in the GRQ and then dequeues them all",
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
			Reading: "k/q is rounded down, the rest stays with the GRC",
			Text:    "p = 0, q < k: each LRC gets k/q tokens",
		},
		{
			Source: method + ", case 3.A", Property: "case-3A", At: divisions, Variants: every,
			Text: "p > 0, q >= k-1: k-1 tokens are forwarded to requesting LRCs, which are added to their queues until the GRQ is empty",
		},
		{
			Source: method + ", case 3.B", Property: "case-3B", At: divisions, Variants: proposed,
			Reading: "k/(q+1) is rounded down, the rest stays with the GRC",
			Text:    "p > 0, q < k-1: each requesting LRC receives k/(q+1) tokens, and as many are kept for the GRC's group",
		},
		{
			Source: method + ", cases 1.B, 2.A and 3.A", Property: "dealt-in-turn", At: divisions, Variants: every,
			Text: "we loop on all the tokens and for each token queue add a requesting node and dequeue, until the queue is empty",
		},
		{
			Source: method, Property: "case-2B", At: divisions, Variants: []string{Baseline},
			Text: "the original algorithm sends only one token to each LRC",
		},
		{
			Source: method, Property: "case-3B", At: divisions, Variants: []string{Baseline},
			Text: "only one token was sent to each group, and the others were circulating in the GRC's own",
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
			Source: method, Property: "forwards-at-once", At: sizes, Variants: proposed,
			Text: "the GRC won't wait to collect all tokens: once it receives a token it directly forwards it",
		},
		{
			Source: method, Property: "served-first", At: divisions, Variants: every,
			Text: "a token goes to another LRC that can help it to finish its requests: the one that has waited longest",
		},
		{
			Source: method, Property: "equal-shares", At: divisions, Variants: proposed,
			Text: "in our algorithm every LRC has an equal number of tokens",
		},
		{
			Source: method, Property: "no-idle-token", At: sizes, Variants: proposed,
			Text: "unused tokens are minimized as much as possible: none is left with the GRC while somebody is queued there",
		},
		{
			Source: method, Property: "utilisation", At: sizes, Variants: proposed,
			Text: "resources are used as much as possible: whoever waits while a token is unused gets in, even if nobody exits",
		},
		{
			Source: method, Reason: ofTendency,
			Text: "the dynamic distribution of tokens improves the fairness of the algorithm over the original one",
		},
		{
			Source: method, Measure: faster(loads1), Variants: proposed,
			Text: "the dynamic distribution of tokens improves the response time: all requests of case 1 are served earlier than by the " +
				"original algorithm",
		},
		{
			Source: method, Measure: faster(loads2), Variants: proposed,
			Text: "the same, of case 2, in which a group has many requesting nodes",
		},
	}
}

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
			Source: starvation, Property: "dequeued", At: sizes, Variants: every,
			Text: "nodes are dequeued after exiting their critical section",
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
			Source: exclusion, Property: "token-to-enter", At: sizes, Variants: every,
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
			Figure: paper.Number(paper.AtMost, 4),
			Text:   "node to LRC, LRC to GRC, and two messages in the opposite direction, so that it can enter",
		},
		{
			Source: "section III.D, worst case", Property: "lone-messages", At: lone, Variants: every,
			Figure: paper.Number(paper.AtMost, 6),
			Text:   "a lone request of any node costs at most 6 messages, the token's way back included",
		},
		{
			Source: "section III.D, worst case", Property: "lone-messages", At: []string{"--requesters 4", "--tokens 4 --requesters 4"}, Variants: every,
			Text: "a lone request of a node of another group costs exactly 6 messages, however many tokens there are",
		},
		{
			Source: "section III.D", Reason: "it names no n; 6 is more than n = 4, and less than n = 9",
			Text: "6 messages are nothing compared to n messages in the naive permission-based algorithms",
		},
		{
			Source: "section III.D, all nodes", Property: "all-messages", At: []string{"", twoTokens}, Variants: every,
			Figure: paper.Figure{Form: paper.Exactly, Formula: atOnce},
			Text:   "when all nodes request at once, n messages go to the LRCs and 4(sqrt(n) - 1) - 1 between LRCs and GRC",
		},
		{
			Source: "section III.D; section V",
			Reason: ofGrowth + "; but the paper's own count for n requests, n + 4(sqrt(n) - 1) - 1, grows with n",
			Text:   "the worst-case message complexity is O(sqrt(n))",
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
			Source: space, Reason: ofGrowth,
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
