package sweep

import (
	"math"
	"testing"
)

func points(sizes []int, rs []int, of func(n, r float64) float64) (all []Point) {
	for _, n := range sizes {
		for _, r := range rs {
			all = append(all, Point{n, r, of(float64(n), float64(r))})
		}
	}
	return all
}

// TestConjecture: each law is found where the numbers follow it, with its coefficients, and where they do not, none is.
func TestConjecture(t *testing.T) {
	for _, test := range []struct {
		want   string
		points []Point
	}{
		{"constant: 3", points([]int{2, 3}, []int{1}, func(_, _ float64) float64 { return 3 })},
		{"constant: 0", points([]int{2, 3, 4}, []int{1}, func(_, _ float64) float64 { return 0 })},
		{"linear in n: 2*n - 1", points([]int{2, 3, 4}, []int{1}, func(n, _ float64) float64 { return 2*n - 1 })},
		{"linear in n: n", points([]int{2, 3, 4}, []int{1, 2}, func(n, _ float64) float64 { return n })},
		{"linear in R: 2*R + 1", points([]int{2, 3, 4}, []int{1, 2}, func(_, r float64) float64 { return 2*r + 1 })},
		{"linear in n: -n + 9", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return 9 - n })},
		{"n*R: n*R - 1", points([]int{2, 3, 4}, []int{2, 3}, func(n, r float64) float64 { return n*r - 1 })},
		{"n*R: n*R - R", points([]int{2, 3, 4}, []int{2, 3}, func(n, r float64) float64 { return (n - 1) * r })},
		{"quadratic in n: n^2 - n", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return n*n - n })},
		{"logarithmic in n: ceil(log2 n) + 1", points([]int{2, 3, 4, 5, 8}, []int{1}, func(n, _ float64) float64 { return 1 + math.Ceil(math.Log2(n)) })},
		{"logarithmic in n: floor(log2 n); or half of n: floor(n/2)", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return math.Floor(n / 2) })},
		{"half of n: 3*ceil(n/2) - 1", points([]int{2, 3, 4, 5, 6, 7}, []int{1}, func(n, _ float64) float64 { return 3*math.Ceil(n/2) - 1 })},
		{"logarithmic in n: 2*floor(log2 n)", points([]int{2, 3, 4, 5, 6}, []int{1}, func(n, _ float64) float64 { return 2 * math.Floor(math.Log2(n)) })},
		{"exponential in n: 3*2^n - 1", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return 3*math.Exp2(n) - 1 })},
		{"exponential in n: about 5 times as much for one process more", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return math.Round(3.3*math.Pow(5, n)) + 1 })},
		{"more than exponential in n: 3, ..., 6 times as much for one process more", points([]int{2, 3, 4, 5, 6}, []int{1}, func(n, _ float64) float64 { return math.Gamma(n + 1) })},
		{"less than exponential in n: at the end about n^3", points([]int{2, 3, 4, 5, 6}, []int{1}, func(n, _ float64) float64 { return n * n * n })},
		{"", points([]int{2, 3}, []int{1}, func(n, _ float64) float64 { return n })},
		{"", points([]int{2, 3}, []int{1, 2, 3}, func(n, _ float64) float64 { return n })},
		{"", points([]int{2, 3, 4, 5}, []int{1}, func(n, _ float64) float64 { return math.Mod(n, 2) })},
	} {
		if got := conjecture(test.points); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
