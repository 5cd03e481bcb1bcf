package mean

import (
	"math"
	"math/rand/v2"
	"testing"
)

// dense solves a*x = b by Gauss's elimination.
func dense(a [][]float64, b []float64) []float64 {
	n := len(b)
	for k := range n {
		pivot := k
		for i := k; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[pivot][k]) {
				pivot = i
			}
		}
		a[k], a[pivot], b[k], b[pivot] = a[pivot], a[k], b[pivot], b[k]
		for i := range n {
			if i != k {
				f := a[i][k] / a[k][k]
				for j := k; j < n; j++ {
					a[i][j] -= f * a[k][j]
				}
				b[i] -= f * b[k]
			}
		}
	}
	for k := range n {
		b[k] /= a[k][k]
	}
	return b
}

func matrix(n int) [][]float64 {
	a := make([][]float64, n)
	for k := range a {
		a[k] = make([]float64, n)
	}
	return a
}

// random is a chain of so many states, of which the last is an end if there is to be one. Otherwise every state leads to the next.
func random(r *rand.Rand, n int, ends bool) *chain {
	c := &chain{start: []share{{0, 1}}, first: []uint32{0}, steps: []step{{}}, phases: []phase{{}}, phase: make([]uint32, n), step: make([]uint16, 0)}
	for s := range n {
		if !ends || s < n-1 {
			targets, sum := []int{(s + 1) % n}, 0.0
			for range r.IntN(4) {
				targets = append(targets, r.IntN(n))
			}
			begin := len(c.p)
			for _, t := range targets {
				p := math.Pow(10, -3*r.Float64())
				c.to, c.p, c.step, sum = append(c.to, uint32(t)), append(c.p, p), append(c.step, 0), sum+p
			}
			for e := begin; e < len(c.p); e++ {
				c.p[e] /= sum
			}
		}
		c.first, c.stay = append(c.first, uint32(len(c.to))), append(c.stay, r.Float64())
	}
	return c
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-8*math.Max(1, math.Abs(b)) }

// TestSolver compares the three systems of equations with a dense solver on random chains, solved by iteration and by reduction.
func TestSolver(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		stiff := round%2 == 0
		n := 2 + r.IntN(20)
		c := random(r, n, true)
		s := newSolver(c, func() bool { return false })
		s.stiff = stiff
		visits, reach := s.visits()
		a, b := matrix(n), make([]float64, n)
		forward, gains := matrix(n), make([]float64, n)
		b[0] = 1
		for k := range uint32(n) {
			a[k][k]++
			forward[k][k]++
			gains[k] = c.stay[k]
			for e, end := c.out(k); e < end; e++ {
				a[c.to[e]][k] -= c.p[e]
				forward[k][c.to[e]] -= c.p[e]
			}
		}
		for k, want := range dense(a, b) {
			if k == n-1 {
				if !near(reach[int(s.parts.of[k])], want) || !near(want, 1) {
					t.Errorf("round %d: the end is reached with probability %v, want %v", round, reach, want)
				}
			} else if !near(visits[k], want) {
				t.Errorf("round %d: state %d is visited %v times, want %v", round, k, visits[k], want)
			}
		}
		ahead := s.ahead(func(a uint32) float64 { return c.stay[a] }, func(_, _ uint32) (float64, bool) { return 0, true })
		for k, want := range dense(forward, gains) {
			if !near(ahead[k], want) {
				t.Errorf("round %d: from state %d on %v, want %v", round, k, ahead[k], want)
			}
		}
		if s.Residual > 1e-10 || s.Slow {
			t.Errorf("round %d: residual %v", round, s.Residual)
		}

		c = random(r, n, false)
		s = newSolver(c, func() bool { return false })
		s.stiff = stiff
		x := make([]float64, n)
		if s.parts.count() != 1 || !s.bottom(0) {
			t.Fatalf("round %d: %d components", round, s.parts.count())
		}
		s.stationary(0, x)
		a, b = matrix(n), make([]float64, n)
		for k := range uint32(n) {
			a[k][k]--
			for e, end := c.out(k); e < end; e++ {
				a[c.to[e]][k] += c.p[e]
			}
		}
		for k := range n {
			a[0][k] = 1
		}
		b[0] = 1
		for k, want := range dense(a, b) {
			if !near(x[k], want) {
				t.Errorf("round %d: in the long run %v of the visits are of state %d, want %v", round, x[k], k, want)
			}
		}
	}
}

// TestStiff: two halves between which a run hardly ever goes, one way half as often as the other. A run is in one twice as long as in the other. Where
// both are too large to be reduced, an iteration that cannot find that out must not give an answer.
func TestStiff(t *testing.T) {
	for _, n := range []int{10, mostDense} {
		const rare = 1e-15
		c := &chain{start: []share{{0, 1}}, first: []uint32{0}, steps: []step{{}}, phases: []phase{{}}, phase: make([]uint32, 2*n), stay: make([]float64, 2*n)}
		add := func(to int, p float64) {
			c.to, c.p, c.step = append(c.to, uint32(to)), append(c.p, p), append(c.step, 0)
		}
		for s := range 2 * n {
			half, at := s/n, s%n
			if at == 0 {
				away := float64(half+1) * rare
				add((1-half)*n, away)
				add(half*n+1, 1-away)
			} else {
				add(half*n+(at+1)%n, 0.5)
				add(half*n, 0.5)
			}
			c.first = append(c.first, uint32(len(c.to)))
		}
		s := newSolver(c, func() bool { return false })
		x := make([]float64, 2*n)
		s.stationary(0, x)
		first := 0.0
		for _, v := range x[:n] {
			first += v
		}
		if reduced := 2*n <= mostDense; s.Slow == reduced || reduced && !near(first, 2./3) {
			t.Errorf("two halves of %d: %v, slow: %v", n, first, s.Slow)
		}
	}
}
