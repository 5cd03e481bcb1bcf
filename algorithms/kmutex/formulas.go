package kmutex

import "fmt"

// Time is a duration as section IV writes it: so many times M, the time of a message, and so many times E, the time in
// the critical section.
type Time struct{ M, E float64 }

// Plus is the sum.
func (t Time) Plus(u Time) Time { return Time{t.M + u.M, t.E + u.E} }

// Times is f times as long.
func (t Time) Times(f float64) Time { return Time{f * t.M, f * t.E} }

func (t Time) String() string { return fmt.Sprintf("%.4gM + %.4gE", t.M, t.E) }

// Load is a situation of section IV: groups other than the GRC's in which N[0], ..., N[Q-1] NORMAL nodes request at
// once, and K tokens. The paper demands K > Q. Own says that the GRC requests, too. The paper's share of an LRC, K/(Q+1), is
// that of case 3.B of section III.B, in which the GRC's own group has requests; otherwise it is K/Q, case 2.B.
type Load struct {
	K   int
	N   []int
	Own bool
}

// Q is the number of groups that request.
func (l Load) Q() int { return len(l.N) }

// S is K/(Q+1), the tokens of each LRC, undivided: the paper's formulas do not round.
func (l Load) S() float64 { return float64(l.K) / float64(l.Q()+1) }

// T is N_i/S, the nodes in a token queue of group i.
func (l Load) T(i int) float64 { return float64(l.N[i]) / l.S() }

// G is T_i (M + E), the time "to finish all its nodes requests" of group i.
func (l Load) G(i int) Time { return Time{1, 1}.Times(l.T(i)) }

// sum is N_from + ... + N_(Q-1).
func (l Load) sum(from int) float64 {
	total := 0
	for _, n := range l.N[from:] {
		total += n
	}
	return float64(total)
}

// Formula is what section IV says of a load: the time until all critical sections are over and the tokens are back at
// the GRC, and the messages sent until then.
type Formula struct {
	Name     string
	Variant  string // the algorithm that it describes: published or baseline
	Time     func(Load) Time
	Messages func(Load) float64
}

// Case1 is case 1, in which every group has the same number of requests.
var Case1 = []Formula{
	{
		Name: "case 1, proposed", Variant: "published",
		// 3M + N/S (M+E) + M
		Time: func(l Load) Time { return Time{M: 3}.Plus(l.G(0)).Plus(Time{M: 1}) },
		// NQ + 2Q + N/S Q + 2Q
		Messages: func(l Load) float64 {
			N, Q := float64(l.N[0]), float64(l.Q())
			return N*Q + 2*Q + l.T(0)*Q + 2*Q
		},
	},
	{
		Name: "case 1, Chaudhuri and Edward", Variant: Baseline,
		// 3M + N (M+E) + M
		Time: func(l Load) Time { return Time{M: 3}.Plus(Time{1, 1}.Times(float64(l.N[0]))).Plus(Time{M: 1}) },
		// NQ + 2Q + NQ + 2Q
		Messages: func(l Load) float64 {
			N, Q := float64(l.N[0]), float64(l.Q())
			return N*Q + 2*Q + N*Q + 2*Q
		},
	},
}

// Case2 is case 2, in which every group has twice the requests of the one before, N_i = N_(i+1)/2. The text says of the same case that "group i have i
// nodes requesting"; the formulas go by the former.
var Case2 = []Formula{
	{
		Name: "case 2, proposed", Variant: "published",
		// 4M + G_f with G_f = N_f (Q+1)/2K (M+E) - G_(f-1) + 2M, f the last group. With G_(f-1) as step 4 gives it, the
		// first two terms of G_f cancel out, because N_(f-1) is N_f/2: the time is 6M for every load.
		Time: func(l Load) Time {
			f := l.Q() - 1
			Gf := l.G(f).Times(0.5).Plus(l.G(f - 1).Times(-1)).Plus(Time{M: 2})
			return Time{M: 4}.Plus(Gf)
		},
		// 3Q + sum_(i=0)^(Q-1) N_i + N_0 (Q+1)/K + 3(Q+1)/4 sum_(i=1)^(Q-1) N_i
		Messages: func(l Load) float64 {
			Q := float64(l.Q())
			return 3*Q + l.sum(0) + float64(l.N[0])*(Q+1)/float64(l.K) + 3*(Q+1)/4*l.sum(1)
		},
	},
	{
		Name: "case 2, Chaudhuri and Edward", Variant: Baseline,
		// 3M + N_Max (M+E) + M
		Time: func(l Load) Time {
			return Time{M: 3}.Plus(Time{1, 1}.Times(float64(l.N[l.Q()-1]))).Plus(Time{M: 1})
		},
		// 4Q + 2 sum N_i; the paper's sum to Q has one term too many, the groups are 0 to Q-1
		Messages: func(l Load) float64 { return 4*float64(l.Q()) + 2*l.sum(0) },
	},
}
