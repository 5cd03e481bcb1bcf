package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Point is a number that was found with n processes and R requests each.
type Point struct {
	N, R  int
	Value float64
}

// law is a way in which a number may depend on n and R: a sum of terms, each with a coefficient.
type law struct {
	name  string
	terms []term
}

// term is one of the terms; its text is empty if it is 1.
type term struct {
	text string
	of   func(n, r float64) float64
}

// laws are those that are tried, the simplest first.
var laws = []law{
	{"constant", []term{one}},
	{"linear in R", []term{one, budget}},
	{"linear in n", []term{one, linear}},
	{"logarithmic in n", []term{one, {"ceil(log2 n)", func(n, _ float64) float64 { return math.Ceil(math.Log2(n)) }}}},
	{"logarithmic in n", []term{one, {"floor(log2 n)", func(n, _ float64) float64 { return math.Floor(math.Log2(n)) }}}},
	{"half of n", []term{one, {"ceil(n/2)", func(n, _ float64) float64 { return math.Ceil(n / 2) }}}},
	{"half of n", []term{one, {"floor(n/2)", func(n, _ float64) float64 { return math.Floor(n / 2) }}}},
	{"n*R", []term{one, both}},
	{"n*R", []term{one, budget, both}},
	{"n*R", []term{one, linear, both}},
	{"quadratic in n", []term{one, linear, {"n^2", func(n, _ float64) float64 { return n * n }}}},
	{"exponential in n", []term{one, {"2^n", func(n, _ float64) float64 { return math.Exp2(n) }}}},
}

var (
	one    = term{"", func(_, _ float64) float64 { return 1 }}
	linear = term{"n", func(n, _ float64) float64 { return n }}
	budget = term{"R", func(_, r float64) float64 { return r }}
	both   = term{"n*R", func(n, r float64) float64 { return n * r }}
)

// conjecture says which of the laws fit all points and are simplest, or, if none does, how the numbers grow roughly; empty where
// there are too few points to say anything. It is never more than a conjecture: another size may not follow.
func conjecture(points []Point) string {
	var found []string
	terms := 0
	varies := slices.ContainsFunc(points, func(p Point) bool { return p.R != points[0].R })
	var sizes []int
	for _, p := range points {
		if !slices.Contains(sizes, p.N) {
			sizes = append(sizes, p.N)
		}
	}
	for _, l := range laws {
		if !varies && strings.Contains(l.name, "R") || len(l.terms) > 1 && len(sizes) < 3 {
			continue
		}
		if terms > 0 && len(l.terms) > terms {
			break
		}
		text, ok := l.fit(points)
		if ok {
			found, terms = append(found, text), len(l.terms)
		}
	}
	if len(found) > 0 {
		return strings.Join(found, "; or ")
	}
	return roughly(points)
}

// fit finds the coefficients, where the law has all of them, none is 0 but that of 1, and there are more different points than terms.
func (l law) fit(points []Point) (text string, ok bool) {
	k := len(l.terms)
	normal := make([][]float64, k) // of the least squares
	for i := range normal {
		normal[i] = make([]float64, k+1)
		for _, p := range points {
			x := l.terms[i].of(float64(p.N), float64(p.R))
			for j, t := range l.terms {
				normal[i][j] += x * t.of(float64(p.N), float64(p.R))
			}
			normal[i][k] += x * p.Value
		}
	}
	if len(points) <= k || !eliminate(normal) {
		return "", false
	}
	for i, t := range l.terms {
		if c := normal[i][k]; t.text != "" && math.Abs(c) < exact {
			return "", false
		}
	}
	for _, p := range points {
		sum := 0.0
		for i, t := range l.terms {
			sum += normal[i][k] * t.of(float64(p.N), float64(p.R))
		}
		if math.Abs(sum-p.Value) > exact*max(1, math.Abs(p.Value)) {
			return "", false
		}
	}
	return l.text(normal), true
}

// exact is by how much, relatively, a point may miss a law, because numbers are rounded.
const exact = 1e-6

// eliminate solves linear equations, whose right sides stand in the last column; false if they have no single solution.
func eliminate(a [][]float64) bool {
	k := len(a)
	for i := range k {
		pivot := i
		for j := i; j < k; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[pivot][i]) {
				pivot = j
			}
		}
		if a[i], a[pivot] = a[pivot], a[i]; math.Abs(a[i][i]) < exact {
			return false
		}
		for j := range k {
			if f := a[j][i] / a[i][i]; j != i {
				for m := i; m <= k; m++ {
					a[j][m] -= f * a[i][m]
				}
			}
		}
	}
	for i := range k {
		a[i][k] /= a[i][i]
	}
	return true
}

// text is the law with its coefficients: "linear in n: 2*n - 1".
func (l law) text(solved [][]float64) string {
	var b strings.Builder
	write := func(c float64, text string) {
		switch {
		case b.Len() == 0 && c < 0:
			b.WriteString("-")
		case b.Len() > 0 && c < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		switch number := fmt.Sprintf("%.4g", math.Abs(c)); {
		case text == "":
			b.WriteString(number)
		case number == "1":
			b.WriteString(text)
		default:
			b.WriteString(number + "*" + text)
		}
	}
	for i, t := range slices.Backward(l.terms) {
		if c := solved[i][len(solved)]; math.Abs(c) >= exact || len(l.terms) == 1 {
			write(c, t.text)
		}
	}
	return l.name + ": " + b.String()
}

// roughly says how numbers grow that follow no law exactly, from the factors between one n and the next, with the same R.
func roughly(points []Point) string {
	last := 0
	for _, p := range points {
		last = max(last, p.R)
	}
	points = slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return p.R != last || p.Value <= 0 })
	if len(points) < 3 {
		return ""
	}
	var factors []float64
	for k := range points[1:] {
		factors = append(factors, math.Pow(points[k+1].Value/points[k].Value, 1/float64(points[k+1].N-points[k].N)))
	}
	first, end := factors[0], factors[len(factors)-1]
	switch {
	case slices.Min(factors) <= 1:
		return ""
	case slices.Max(factors) <= alike*slices.Min(factors):
		return fmt.Sprintf("exponential in n: about %.2g times as much for one process more", end)
	case slices.IsSorted(factors) && end > first:
		return fmt.Sprintf("more than exponential in n: %.2g, ..., %.2g times as much for one process more", first, end)
	}
	a, b := points[len(points)-2], points[len(points)-1]
	return fmt.Sprintf("less than exponential in n: at the end about n^%.2g", math.Log(b.Value/a.Value)/math.Log(float64(b.N)/float64(a.N)))
}

// alike: factors are the same, roughly, if the largest is at most so many times the least.
const alike = 1.15
