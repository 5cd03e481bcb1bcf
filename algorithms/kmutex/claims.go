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
	twoLRCs     = "-n 9 --tokens 2 -r 0,0,0,2,0,0,2,0,0"
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

// countless says what grows: published, a collector that has asked asks again for a request of its own, and the GRC leaves
// entries in its LRQ; the messages and entries have no end if it may ask for ever.
func countless(c model.Config) string {
	if c.Variant != model.Published && c.Variant != Baseline {
		return ""
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
			return "messages and entries of LRQ"
		}
	}
	return ""
}

// The paper's numbers.
var (
	tokens  = paper.Formula{Text: "k", Of: func(c model.Config) int { return c.Tokens }}
	between = paper.Formula{Text: "4(sqrt(n) - 1) - 1", Of: func(c model.Config) int { return 4*(root(c.Processes)-1) - 1 }}
	others  = paper.Formula{Text: "sqrt(n) - 1", Of: func(c model.Config) int { return root(c.Processes) - 1 }}
	given   = paper.Formula{Text: "2 sqrt(n) - 3", Of: func(c model.Config) int { return 2*root(c.Processes) - 3 }}
	atOnce  = paper.Formula{Text: "n + " + between.Text, Of: func(c model.Config) int { return c.Processes + between.Of(c) }}
)

const (
	reliable   = "no message is lost"
	ofGrowth   = "it is an order of growth, which no finite size decides"
	ofCurves   = "the curves show the formulas above at sizes up to n = 128; the formulas have rows of their own"
	elsewhere  = "it speaks of an algorithm that is not in this package, and rests on its own paper"
	noneLeft   = "with k = 1, k-1 = 0 tokens are forwarded, and the LRCs stay in the GRQ"
	asHere     = "no code of the original is known: it has the handlers of this paper, by which an LRC asks twice and gets a token for each"
	movingGRC  = "the GRC moves to the last LRC of the GRQ when its last token has left for other groups"
	exclusion  = "section III.C, Mutual Exclusion"
	starvation = "section III.C, Starvation free"
	holding    = "section III.C, No node can hold a token forever"
	method     = "section III.B"
	space      = "section III.D, Space complexity; section V"
)

func claims() []paper.Claim {
	return slices.Concat(introduction(), methodology(), proofs(), complexity(), experiments(), executed(), appendix())
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
			Text: "Banerjee and Chrysanthis: the collector moves to the rear of the token's queue, and the old one passes requests on (printed: the token)",
		},
		{
			Source: "section II", Average: growing, Variants: []string{Baseline},
			Text: "the algorithm of Chaudhuri and Edward has a worst-case message complexity of O(sqrt(n))",
		},
	}
}
