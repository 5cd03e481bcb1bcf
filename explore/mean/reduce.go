package mean

import "slices"

// Where some transitions are far less likely than others, changes of an iteration may become too small to see long before it has come to the
// solution. Then small components are solved by state reduction, which only adds, multiplies and divides positive numbers, so that no
// number is less exact than the probabilities are: W. K. Grassmann, M. I. Taksar and D. P. Heyman, "Regenerative analysis and steady state
// distributions for Markov chains", Operations Research 33(5), 1985. For larger ones two iterations that begin elsewhere must agree.

const (
	seldom    = 0.005 // a probability
	mostDense = 1024  // states of a component that is reduced
	agreement = 1e-7  // of two iterations, relative to the solution
)

// unlikely reports that some transition of a chain is.
func (c *chain) unlikely() bool {
	return slices.ContainsFunc(c.p, func(p float64) bool { return p < seldom })
}

// reduced reports that a component is solved by state reduction.
func (s *solver) reduced(members []uint32) bool { return s.stiff && len(members) <= mostDense }

// reduction is a component from which states are taken out, the last first. What leads through them is part of what leads from
// one of the others to another.
type reduction struct {
	to    [][]float64 // the probability from one state to another; what stands at a state itself means nothing
	out   []float64   // by state: the probability to leave the component, or not to go on
	leave []float64   // by state, once it is taken out: the probability to leave it for one that is still there
}

// reduction is that of a component; follow says which transitions go on.
func (s *solver) reduction(members []uint32, follow func(state, edge uint32) bool) *reduction {
	n := len(members)
	r := &reduction{to: make([][]float64, n), out: make([]float64, n), leave: make([]float64, n)}
	for k, a := range members {
		r.to[k] = make([]float64, n)
		for e, end := s.out(a); e < end; e++ {
			if at, inside := slices.BinarySearch(members, s.to[e]); inside && follow(a, e) {
				r.to[k][at] += s.p[e]
			} else {
				r.out[k] += s.p[e]
			}
		}
	}
	return r
}

// reduce takes out all states but the first. What ahead says of each state is added, in proportion, to those from which it comes; what behind says, to those
// where it leads to. Nil: there is nothing.
func (r *reduction) reduce(ahead, behind []float64) {
	for k := len(r.to) - 1; k >= 0; k-- {
		from := r.to[k][:k]
		r.leave[k] = r.out[k]
		for _, p := range from {
			r.leave[k] += p
		}
		if r.leave[k] == 0 {
			continue // the first one, of a component that no run leaves
		}
		if behind != nil {
			for j, p := range from {
				behind[j] += behind[k] / r.leave[k] * p
			}
		}
		for i := range k {
			if r.to[i][k] == 0 {
				continue
			}
			share := r.to[i][k] / r.leave[k]
			into := r.to[i][:k]
			for j, p := range from {
				into[j] += share * p
			}
			r.out[i] += share * r.out[k]
			if ahead != nil {
				ahead[i] += share * ahead[k]
			}
		}
	}
}

// ahead solves x = gain + to*x; 0 where nothing ends it.
func (r *reduction) ahead(gain []float64) []float64 {
	r.reduce(gain, nil)
	x := make([]float64, len(gain))
	for k := range x {
		for j, p := range r.to[k][:k] {
			gain[k] += p * x[j]
		}
		if r.leave[k] > 0 {
			x[k] = gain[k] / r.leave[k]
		}
	}
	return x
}

// behind solves x = given + x*to.
func (r *reduction) behind(given []float64) []float64 {
	r.reduce(nil, given)
	return r.ascend(given[0]/r.leave[0], given)
}

// shares solves x = x*to for a component that no run leaves: the sum of x is 1.
func (r *reduction) shares() []float64 {
	r.reduce(nil, nil)
	x := r.ascend(1, make([]float64, len(r.to)))
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	for k := range x {
		x[k] /= sum
	}
	return x
}

// ascend puts the states back, given what the first one has.
func (r *reduction) ascend(first float64, given []float64) []float64 {
	x := make([]float64, len(given))
	x[0] = first
	for k := 1; k < len(x); k++ {
		sum := given[k]
		for i, v := range x[:k] {
			sum += v * r.to[i][k]
		}
		x[k] = sum / r.leave[k]
	}
	return x
}

// surely is iterate, once more from elsewhere where transitions are unlikely: if that comes to another solution, neither is one.
func (s *solver) surely(members []uint32, x []float64, sweep func(), residual func() (off, size float64)) {
	s.iterate(members, x, sweep, residual)
	if !s.stiff || s.stopped() {
		return
	}
	one := make([]float64, len(members))
	for k, a := range members {
		one[k] = x[a]
		x[a] *= 1 + float64(uint32(k)*2654435761>>16)/(1<<16) // between once and twice as much, like at random
	}
	s.iterate(members, x, sweep, residual)
	off, size := 0.0, 0.0
	for k, a := range members {
		off, size = off+max(x[a]-one[k], one[k]-x[a]), size+max(one[k], -one[k])
	}
	if off > agreement*size {
		s.Slow = true
	}
}
