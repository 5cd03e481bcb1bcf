package kmutex

import (
	"fmt"
	"math"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Configurations beside the default that claims need.
const (
	twoTokens = "--tokens 2"
	comeBack  = "-r 2"
	endless   = "-r inf"
)

// everyVariant is for what the paper says of its algorithm and of the one that it compares with.
var everyVariant = []string{model.Published, model.Repaired, Baseline}

// The paper's numbers.
var (
	tokens = paper.Formula{Text: "k", Of: func(c model.Config) int { return c.Tokens }}
	atOnce = paper.Formula{
		Text: "n + 4(sqrt(n) - 1) - 1",
		Of:   func(c model.Config) int { return c.Processes + 4*(root(c.Processes)-1) - 1 },
	}
)

var claims = []paper.Claim{
	{
		Source: "section I, Safety; section III.C, Mutual Exclusion", Property: "k-safety", Variants: everyVariant,
		At:   []string{"", twoTokens},
		Text: "no more than k nodes are in their critical section at any time",
	},
	{
		Source: "section III.C, Mutual Exclusion", Property: "conservation", Variants: everyVariant,
		At:   []string{"", twoTokens},
		Text: "tokens are non-sharable and indivisible: none is lost, none is made",
	},
	{
		Source: "section I, Liveness; section III.C, Starvation free", Property: "starved", Variants: everyVariant,
		At: []string{"", twoTokens, comeBack}, Assumes: reliable,
		Text: "any node that wants to enter its critical section still can",
	},
	{
		Source: "section I, Liveness; section III.C, Starvation free", Property: "fair-starvation",
		At: []string{endless}, Variants: []string{model.Repaired}, Assumes: reliable,
		Text: "any node that wants to enter its critical section will; published, the states have no end here, because a " +
			"collector asks again and again",
	},
	{
		Source: "section III.C, Deadlock free", Property: "deadlock", Variants: everyVariant,
		At: []string{"", twoTokens, comeBack}, Assumes: reliable,
		Text: "the algorithm is deadlock free",
	},
	{
		Source: "section III.C, No node can hold a token forever", Property: "conservation", At: []string{comeBack},
		Assumes: reliable,
		Text:    "every token comes back: none stays with a node that is not in its critical section",
	},
	{
		Source: "section I, Fairness", Property: "bypass-registered", At: []string{endless}, Variants: []string{model.Repaired},
		Text: "each process gets a fair chance depending on the order of the requests: once a request and that of its LRC " +
			"have arrived, overtaking it is bounded",
	},
	{
		Source: "section III.B, cases 1.A to 3.B",
		Reason: "they are six single steps, which a test of the package plays; where k is no multiple of the LRCs, the rest " +
			"stays with the GRC, which the text leaves open",
		Text: "the GRC divides its tokens equally among those that ask",
	},
	{
		Source: "section III.B", Reason: ofTendency,
		Text: "forwarding tokens to the groups that need them improves fairness and response time over the baseline",
	},
	{
		Source: "section I; section III.A", Property: "max-concurrency", At: []string{"", twoTokens},
		Figure: paper.Figure{Form: paper.UpTo, Formula: tokens},
		Text:   "k nodes can be in their critical sections together",
	},
	{
		Source: "section III.D, best case", Property: "lone-messages", At: []string{"--requesters 1"},
		Figure: paper.Number(paper.Exactly, 0),
		Text:   "a lone request of the GRC costs no message",
	},
	{
		Source: "section III.D, worst case", Property: "lone-messages",
		At:     []string{"--requesters 2", "--requesters 3", "--requesters 4", twoTokens + " --requesters 4"},
		Figure: paper.Number(paper.AtMost, 6),
		Text:   "a lone request of any node costs at most 6 messages, the token's way back included",
	},
	{
		Source: "section III.D, worst case", Property: "lone-messages",
		At:     []string{"--requesters 4", "--tokens 4 --requesters 4"},
		Figure: paper.Number(paper.Exactly, 6),
		Text:   "a lone request of a node of another group costs 6 messages, however many tokens there are",
	},
	{
		Source: "section III.D, all nodes", Property: "all-messages", At: []string{"", twoTokens},
		Figure: paper.Figure{Form: paper.Exactly, Formula: atOnce},
		Text:   "when all nodes request at once, n messages go to the LRCs and 4(sqrt(n) - 1) - 1 between LRCs and GRC",
	},
	{
		Source: "section III.D; section V", Reason: ofGrowth,
		Text: "the worst-case message complexity is O(sqrt(n))",
	},
	{
		Source: "section II", Reason: ofGrowth, Variants: []string{Baseline},
		Text: "the algorithm of Chaudhuri and Edward has a worst-case message complexity of O(sqrt(n))",
	},
	{
		Source: "section III.D, Space complexity; section V", Property: "queue-length", At: []string{"", comeBack},
		Text: "every queue has at most sqrt(n) entries at a time",
	},
	{
		Source: "section III.D, Space complexity; section V",
		Reason: "it follows from how token queues are stored, and is an order of growth",
		Text:   "each node has one token queue at a time, and so the space complexity is O(sqrt(n))",
	},
	{
		Source: "section IV, case 1, Time", Measure: Case1[0].times(loads1),
		Text: "3M + N/S (M+E) + M until all critical sections are over and the tokens are back",
	},
	{
		Source: "section IV, case 1, Number of Messages", Measure: Case1[0].messages(loads1),
		Text: "NQ + 2Q + N/S Q + 2Q messages",
	},
	{
		Source: "section IV, case 1, Chaudhuri and Edward, Time", Measure: Case1[1].times(loads1),
		Variants: []string{Baseline},
		Text:     "3M + N (M+E) + M",
	},
	{
		Source: "section IV, case 1, Chaudhuri and Edward, Number of Messages", Measure: Case1[1].messages(loads1),
		Variants: []string{Baseline},
		Text:     "NQ + 2Q + NQ + 2Q messages",
	},
	{
		Source: "section IV, case 2, Time", Measure: Case2[0].times(loads2),
		Text: "4M + G_f with G_f = N_f (Q+1)/2K (M+E) - G_(f-1) + 2M",
	},
	{
		Source: "section IV, case 2, Number of Messages", Measure: Case2[0].messages(loads2),
		Text: "3Q + sum N_i + N_0 (Q+1)/K + 3(Q+1)/4 sum N_i messages",
	},
	{
		Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: Case2[1].times(loads2),
		Variants: []string{Baseline},
		Text:     "3M + N_Max (M+E) + M",
	},
	{
		Source: "section IV, case 2, Chaudhuri and Edward, Number of Messages", Measure: Case2[1].messages(loads2),
		Variants: []string{Baseline},
		Text:     "4Q + 2 sum N_i messages",
	},
	{
		Source: "figures 4, 6, 8, 10, 12 and 14", Reason: ofCurves,
		Text: "time over the number of tokens, of requesting groups and of requesting nodes, in both cases",
	},
	{
		Source: "figures 5, 7, 9, 11 and 13", Reason: ofCurves,
		Text: "messages over the number of tokens, of requesting groups and of requesting nodes, in both cases",
	},
}

const (
	reliable   = "no message is lost"
	ofGrowth   = "it is an order of growth, which no finite size decides"
	ofTendency = "it compares averages of two algorithms, and names no number"
	ofCurves   = "the curves show the formulas above at sizes up to n = 128; the formulas have rows of their own"
)

// The loads at which section IV is executed; the paper demands K > Q.
var (
	loads1 = []Load{
		{2, []int{1}}, {2, []int{2}}, {4, []int{4}}, {3, []int{2, 2}}, {6, []int{2, 2}}, {6, []int{6, 6}},
		{4, []int{3, 3, 3}}, {8, []int{4, 4, 4}}, {8, []int{6, 6, 6}}, {12, []int{6, 6, 6}},
	}
	loads2 = []Load{
		{3, []int{1, 2}}, {6, []int{2, 4}}, {4, []int{1, 2, 4}}, {8, []int{1, 2, 4}}, {8, []int{2, 4, 8}},
		{16, []int{2, 4, 8}},
	}
)

// times lays the formula's time beside executions of the loads.
func (f Formula) times(loads []Load) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		t := f.Time(l)
		return t.String(), got.Time.String(), near(t.M, got.Time.M) && near(t.E, got.Time.E)
	})
}

// messages lays the formula's messages beside executions of the loads.
func (f Formula) messages(loads []Load) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		m := f.Messages(l)
		return fmt.Sprintf("%.4g", m), fmt.Sprint(got.Messages), near(m, float64(got.Messages))
	})
}

// lay executes the loads with M = 1 and E = 10.
func lay(loads []Load, compare func(Load, Outcome) (said, found string, same bool)) func(string) paper.Measurement {
	return func(variant string) paper.Measurement {
		all := paper.Measurement{Loads: len(loads)}
		for _, l := range loads {
			said, found, same := compare(l, Measure(variant, switchedOn(variant), l, 1, 10))
			if !same {
				all.Differ++
			}
			if all.Example == "" || !same && all.Differ == 1 {
				all.Example = fmt.Sprintf("K = %d, N = %v: paper %s, executed %s", l.K, l.N, said, found)
			}
		}
		return all
	}
}

// switchedOn names the repairs of a variant.
func switchedOn(variant string) []string {
	var all []string
	if variant == model.Repaired {
		for _, r := range repairs() {
			all = append(all, r.Name)
		}
	}
	return all
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
