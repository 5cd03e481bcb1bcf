package kmutex

import (
	"fmt"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// inBundles is how the formulas of section IV count a share.
const inBundles = "a share is one message in the variant bundled, several in the code and so in the others"

// requests1 is the sentence that says what the messages of case 1 are.
const requests1 = "section IV, case 1, Number of Messages"

// halves is how the loads of case 2 are read.
const halves = "N_i = N_(i+1)/2, by which the formulas go; that group i has i nodes is another load"

// ofStep4 is how G_f is read: the paper gives G a formula twice.
const ofStep4 = "G_(f-1) is that of step 4, and not this formula again; then it is 6M for every load"

// experiments is section IV, and its figures.
func experiments() []paper.Claim {
	return []paper.Claim{
		{
			Source: "section IV, step 2", Measure: shares(loads1, false), Variants: proposed,
			Reading: "only the Q groups ask, as in step 1; then case 2.B of section III.B is for them: K/Q",
			Text:    "the GRC sends S = K/(Q+1) tokens to every group's LRC",
		},
		{
			Source: "section IV, step 2", Measure: shares(loads1, true), Variants: proposed,
			Text: "the same where the GRC's group asks, too, as in case 3.B of section III.B; so it does in the loads of all rows below",
		},
		{
			Source: "section IV, step 3", Measure: lay(loads1, longest), Variants: proposed,
			Text: "every LRC pushes its N requests in S token queues, of N/S nodes each",
		},
		{
			Source: "section IV, step 4", Measure: lay(loads1, finished), Variants: proposed,
			Text: "the time in every group to finish all its requests is N/S (M+E)",
		},
		{
			Source: "section IV, step 5", Measure: lay(loads1, back), Variants: proposed,
			Text: "the time to receive the tokens back at the GRC is B = G + M",
		},
		{
			Source: "section IV, case 1, Time", Measure: lay(loads1, delivered), Variants: every,
			Text: "3M of it is the time of a request to the LRC, of one from there to the GRC, and of the token from the GRC to the LRC",
		},
		{
			Source: "section IV, case 1, Time", Measure: lay(loads1, inGroup), Variants: proposed,
			Text: "N/S (M+E) of it is the time that the token takes to circulate in a group until it returns to the LRC",
		},
		{
			Source: "section IV, case 1, Time", Measure: lay(loads1, returned), Variants: every,
			Text: "the last M of it is the time to return the token from the LRC to the GRC",
		},
		{
			Source: "section IV, case 1, Time", Measure: Case1[0].times(loads1), Variants: proposed,
			Text: "3M + N/S (M+E) + M until all critical sections are over and the tokens are back",
		},
		{
			Source: "section IV, case 1, Number of Messages", Measure: Case1[0].messages(loads1), Variants: proposed, Reading: inBundles,
			Text: "NQ + 2Q + N/S Q + 2Q messages",
		},
		{
			Source: requests1, Measure: count(loads1, requesting, func(o Outcome) int { return o.Requests }), Variants: every,
			Text: "NQ of them are all nodes' requests to the LRCs of their groups",
		},
		{
			Source: requests1, Measure: count(loads1, ofGroups(2), func(o Outcome) int { return o.Asked + o.Given }), Variants: every, Reading: inBundles,
			Text: "2Q of them are for all LRCs to ask the GRC, and for the GRC to send the token to all LRCs",
		},
		{
			Source: requests1, Measure: count(loads1, circling, func(o Outcome) int { return o.Circled }), Variants: proposed,
			Text: "N/S Q of them are for the tokens to circulate in the groups",
		},
		{
			Source: requests1, Measure: count(loads1, ofGroups(2), func(o Outcome) int { return o.Returned }), Variants: proposed, Reading: inBundles,
			Text: "2Q of them return the tokens to the GRC",
		},
		{
			Source: "section IV, case 1, Chaudhuri and Edward, Number of Messages", Variants: []string{Baseline},
			Measure: count(loads1, func(l Load) float64 { return requesting(l) + ofGroups(2)(l) }, func(o Outcome) int { return o.Circled + o.Returned }),
			Text:    "exactly as many, NQ + 2Q, follow until the token is back at the GRC",
		},
		{
			Source: "section IV, case 1, Chaudhuri and Edward, Time", Measure: lay(loads1, circulates), Variants: []string{Baseline},
			Text: "N (M+E) of it is the time that the token takes to circulate in a group until it returns to the LRC",
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
			Source: "section IV, case 2", Reason: "the text contradicts itself: N_i = i is N_(i+1)/2 for i = 1 alone; the formulas go by the halves, and so do the loads of the rows below",
			Text: "group i has i nodes that request, and N_i = N_(i+1)/2",
		},
		{
			Source: "section IV, case 2, step 2", Measure: shares(loads2, true), Variants: proposed,
			Reading: halves,
			Text:    "the GRC sends S = K/(Q+1) tokens to every group's LRC",
		},
		{
			Source: "section IV, case 2, step 3", Measure: lay(loads2, longest), Variants: proposed,
			Reading: halves,
			Text:    "every LRC pushes its requests in S token queues, of T_i = N_i/S nodes each: the last group, which has the most",
		},
		{
			Source: "section IV, case 2, step 4", Measure: lay(loads2, finished), Variants: proposed,
			Reading: halves,
			Text:    "the time in every group to finish all its requests is G_i = T_i (M+E): the last group",
		},
		{
			Source: "section III.B; section IV, case 2, steps 5 and 6", Measure: lay(loads2, forwarded), Variants: proposed,
			Reading: halves + "; the GRC dequeues all LRCs when it divides; section III.B and the code have no GRQ COPY",
			Text:    "every group that is finished gives its S tokens back, and the GRC forwards them to the next LRC, which needs them",
		},
		{
			Source: "section IV, case 2, step 7", Reason: "nothing is forwarded there: see step 6",
			Text: "the next LRC divides the remaining requests on its tokens and those forwarded; the messages are decreased by 1/4",
		},
		{
			Source: "section IV, case 2, Time", Measure: Case2[0].times(loads2), Variants: proposed,
			Reading: halves + "; " + ofStep4,
			Text:    "4M + G_f with G_f = N_f (Q+1)/2K (M+E) - G_(f-1) + 2M",
		},
		{
			Source: "section IV, case 2, Number of Messages", Measure: Case2[0].messages(loads2), Variants: proposed, Reading: halves + "; " + inBundles,
			Text: "3Q + sum N_i + N_0 (Q+1)/K + 3(Q+1)/4 sum N_i messages",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: lay(loads2, delivered), Variants: []string{Baseline},
			Reading: halves,
			Text:    "3M of it is the time of a request to the LRC, of one from there to the GRC, and of the token from the GRC to the LRC",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: lay(loads2, circulates), Variants: []string{Baseline},
			Reading: halves,
			Text:    "N_Max (M+E) of it is the time that the token takes to circulate in the group with the most requests until it returns to the LRC",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: lay(loads2, lastBack), Variants: []string{Baseline},
			Reading: halves,
			Text:    "all groups work in parallel, so that the group with the most requests is the last one to give its token back",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: lay(loads2, returned), Variants: []string{Baseline},
			Reading: halves,
			Text:    "the last M of it is the time to return the token from the LRC to the GRC",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Time", Measure: Case2[1].times(loads2),
			Variants: []string{Baseline},
			Reading:  halves,
			Text:     "3M + N_Max (M+E) + M",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Number of Messages", Measure: Case2[1].messages(loads2),
			Variants: []string{Baseline},
			Reading:  halves,
			Text:     "4Q + 2 sum_(i<Q) N_i messages (printed with one term too many, N_Q)",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Number of Messages", Variants: []string{Baseline},
			Reading: halves + "; what the LRCs ask is not counted",
			Measure: count(loads2, ofGroups(4), func(o Outcome) int { return o.Given + o.Returned }),
			Text:    "4Q of them send the tokens from the GRC to all LRCs and return them",
		},
		{
			Source: "section IV, case 2, Chaudhuri and Edward, Number of Messages", Variants: []string{Baseline},
			Reading: halves + "; which of them come to 2 sum N_i is not said: what asks for critical sections, and what circulates within the groups",
			Measure: count(loads2, func(l Load) float64 { return 2 * l.sum(0) }, func(o Outcome) int { return o.Requests + o.Circled }),
			Text:    "the others, 2 sum_(i<Q) N_i, request the critical section and circulate the token inside the groups",
		},
		{
			Source: "figures 4, 6, 8, 10, 12 and 14", Reason: ofCurves,
			Text: "time over the number of tokens, of requesting groups and of requesting nodes, in both cases",
		},
		{
			Source: "figures 5, 7, 9, 11, 13 and 15", Reason: ofCurves,
			Text: "messages over the number of tokens, of requesting groups and of requesting nodes, in both cases",
		},
	}
}

// The loads at which section IV is executed; the paper demands K > Q. K is a multiple of Q+1: its formulas do not round.
var (
	loads1 = []Load{
		{2, []int{1}, true}, {2, []int{2}, true}, {4, []int{4}, true}, {3, []int{2, 2}, true}, {6, []int{2, 2}, true},
		{6, []int{6, 6}, true}, {4, []int{3, 3, 3}, true}, {8, []int{4, 4, 4}, true}, {8, []int{6, 6, 6}, true},
		{12, []int{6, 6, 6}, true},
	}
	loads2 = []Load{
		{3, []int{1, 2}, true}, {6, []int{2, 4}, true}, {4, []int{1, 2, 4}, true}, {8, []int{1, 2, 4}, true},
		{8, []int{2, 4, 8}, true}, {16, []int{2, 4, 8}, true},
	}
)

// times lays the formula's time beside executions of the loads.
func (f Formula) times(loads []Load) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		t := f.Time(l)
		return t.String(), got.Time.String(), t.near(got.Time)
	})
}

// messages lays the formula's messages beside executions of the loads.
func (f Formula) messages(loads []Load) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		m := f.Messages(l)
		return fmt.Sprintf("%.4g", m), fmt.Sprint(got.Messages), near(m, float64(got.Messages))
	})
}

// shares lays S beside what every LRC is sent, with requests of the GRC or without.
func shares(loads []Load, own bool) func(string) paper.Measurement {
	loads = slices.Clone(loads)
	for k := range loads {
		loads[k].Own = own
	}
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		found := fmt.Sprint(got.Least)
		if got.Most != got.Least {
			found += fmt.Sprintf(" to %d", got.Most)
		}
		return fmt.Sprintf("%.4g tokens", l.S()), found, near(l.S(), float64(got.Least)) && near(l.S(), float64(got.Most))
	})
}

// longest is the nodes in a token queue of the last group, which has the most: N/S, rounded up.
func longest(l Load, got Outcome) (said, found string, same bool) {
	most := math.Ceil(l.T(l.Q() - 1))
	return fmt.Sprintf("%.4g nodes", most), fmt.Sprint(got.Longest), near(most, float64(got.Longest))
}

// finished is G of the last group, inGroup is the same until its tokens are with its LRC again, and back is B.
func finished(l Load, got Outcome) (said, found string, same bool) {
	G := l.G(l.Q() - 1)
	return G.String(), got.Finished.String(), G.near(got.Finished)
}

func inGroup(l Load, got Outcome) (said, found string, same bool) {
	G := l.G(l.Q() - 1)
	return G.String(), got.InGroup.String(), G.near(got.InGroup)
}

func back(l Load, got Outcome) (said, found string, same bool) {
	B := l.G(l.Q() - 1).Plus(Time{M: 1})
	return B.String(), got.Back.String(), B.near(got.Back)
}

// delivered is the 3M in which the last group gets its share.
func delivered(_ Load, got Outcome) (said, found string, same bool) {
	t := Time{M: 3}
	return t.String(), got.Delivered.String(), t.near(got.Delivered)
}

// circulates is inGroup with one token for all requests of the last group.
func circulates(l Load, got Outcome) (said, found string, same bool) {
	t := Time{1, 1}.Times(float64(l.N[l.Q()-1]))
	return t.String(), got.InGroup.String(), t.near(got.InGroup)
}

// returned is the M in which the last token comes back to the GRC; then nothing is left to do.
func returned(_ Load, got Outcome) (said, found string, same bool) {
	t, took := Time{M: 1}, got.Time.Plus(got.Latest.Times(-1))
	return t.String(), took.String(), t.near(took)
}

// lastBack compares when the last group has given its tokens back with when all groups have.
func lastBack(_ Load, got Outcome) (said, found string, same bool) {
	t := got.Delivered.Plus(got.InGroup)
	return "the last at " + t.String(), "at " + got.Latest.String(), t.near(got.Latest)
}

// count lays a number of messages beside what the paper says of it.
func count(loads []Load, said func(Load) float64, found func(Outcome) int) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		return fmt.Sprintf("%.4g", said(l)), fmt.Sprint(found(got)), near(said(l), float64(found(got)))
	})
}

// The terms of the sums of messages: so many for each group, the requests NQ, and N/S Q.

func ofGroups(f float64) func(Load) float64 {
	return func(l Load) float64 { return f * float64(l.Q()) }
}

func requesting(l Load) float64 { return l.sum(0) }

func circling(l Load) float64 { return l.T(0) * float64(l.Q()) }

// forwarded is the tokens that go from group to group.
func forwarded(l Load, got Outcome) (said, found string, same bool) {
	n := float64(l.Q()-1) * l.S()
	return fmt.Sprintf("%.4g tokens forwarded", n), fmt.Sprint(got.Forwarded), near(n, float64(got.Forwarded))
}

// faster compares the response time with that of the baseline, which gives each group one token: with one token the proposed algorithm may be as fast.
func faster(loads []Load) func(string) paper.Measurement {
	return better(loads, func(o Outcome) (float64, string) { return value(o.Response), o.Response.String() })
}

// cheaper compares the messages.
func cheaper(loads []Load) func(string) paper.Measurement {
	return better(loads, func(o Outcome) (float64, string) { return float64(o.Messages), fmt.Sprint(o.Messages) })
}

func better(loads []Load, of func(Outcome) (float64, string)) func(string) paper.Measurement {
	return lay(loads, func(l Load, got Outcome) (string, string, bool) {
		was, wasText := of(Measure(Baseline, nil, l, M, E))
		is, isText := of(got)
		if l.S() > 1 {
			return "less than " + wasText, isText, is < was && !near(is, was)
		}
		return "at most " + wasText, isText, is < was || near(is, was)
	})
}

// M and E are the times with which loads are executed.
const M, E = 1, 10

func value(t Time) float64 { return t.M*M + t.E*E }

// lay executes the loads, and compares each with what the paper says.
func lay(loads []Load, compare func(Load, Outcome) (said, found string, same bool)) func(string) paper.Measurement {
	return func(variant string) paper.Measurement {
		all := paper.Measurement{Loads: len(loads)}
		for _, l := range loads {
			said, found, same := compare(l, Measure(variant, switchedOn(variant), l, M, E))
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
		for _, r := range repairs {
			all = append(all, r.Name)
		}
	}
	return all
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func (t Time) near(u Time) bool { return near(t.M, u.M) && near(t.E, u.E) }
