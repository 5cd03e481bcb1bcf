package mean

import "math"

// solver solves systems of linear equations over a chain, component by component, those with more than one state by the method of
// Gauss and Seidel, or where that could end too early by another one.
type solver struct {
	*chain
	parts   *components
	back    *into
	stopped func() bool
	stiff   bool // some transitions are unlikely

	Iterations int     // of all components
	Residual   float64 // the largest of all systems: the sum of what the equations are off by, over the sum of the solution
	Slow       bool    // some component did not converge
}

const (
	tolerance      = 1e-13 // of the estimated error, relative to the solution
	roundOff       = 3e-15 // changes do not become smaller than this
	mostIterations = 200_000

	damping = 0.05 // of a sweep: how much of the old value is kept, against swinging

	// Changes shrink slowly if the next is more than this part of the one before; they hardly turn if the cosine of the angle between
	// the two is almost 1, so many times.
	slowly   = 0.9
	straight = 1e-6
	often    = 4
)

func newSolver(c *chain, stopped func() bool) *solver {
	return &solver{chain: c, parts: c.components(), back: c.into(), stopped: stopped, stiff: c.unlikely()}
}

// bottom reports that no transition leads out of component k.
func (s *solver) bottom(k int) bool {
	for _, a := range s.parts.members(k) {
		for e, end := s.out(a); e < end; e++ {
			if s.parts.of[s.to[e]] != uint32(k) {
				return false
			}
		}
	}
	return true
}

// visits is how often runs visit each state on average before they are in a bottom component; for the states of those it is 0 and reach
// says, by component, how likely runs get there.
func (s *solver) visits() (visits []float64, reach map[int]float64) {
	visits, reach = make([]float64, s.count()), map[int]float64{}
	for _, x := range s.start {
		visits[x.state] += x.p
	}
	for k := s.parts.count() - 1; k >= 0 && !s.stopped(); k-- {
		members := s.parts.members(k)
		if s.bottom(k) {
			for _, a := range members {
				reach[k] += visits[a]
				visits[a] = 0
			}
			continue
		}
		s.within(members, visits)
		for _, a := range members {
			for e, end := s.out(a); e < end; e++ {
				if t := s.to[e]; s.parts.of[t] != uint32(k) {
					visits[t] += visits[a] * s.p[e]
				}
			}
		}
	}
	return visits, reach
}

// within solves x = given + x*P for the states of a component, where x is the given at first.
func (s *solver) within(members []uint32, x []float64) {
	if len(members) == 1 {
		a := members[0]
		x[a] /= 1 - s.back.loop[a]
		return
	}
	given := make([]float64, len(members))
	for k, a := range members {
		given[k] = x[a]
	}
	if s.reduced(members) {
		for k, v := range s.reduction(members, func(_, _ uint32) bool { return true }).behind(given) {
			x[members[k]] = v
		}
		return
	}
	s.surely(members, x, func() {
		for k, a := range members {
			x[a] = damped(x[a], (given[k]+s.inflow(a, x))/(1-s.back.loop[a]))
		}
	}, func() (off, size float64) {
		for k, a := range members {
			off, size = off+math.Abs(given[k]+s.inflow(a, x)-x[a]*(1-s.back.loop[a])), size+x[a]
		}
		return off, size
	})
}

// inflow is what comes into a state from the others of its component.
func (s *solver) inflow(a uint32, x []float64) (sum float64) {
	for e := s.back.first[a]; e < s.back.first[a+1]; e++ {
		if from := s.back.from[e]; from != a && s.parts.of[from] == s.parts.of[a] {
			sum += x[from] * s.back.p[e]
		}
	}
	return sum
}

// stationary is how often each state of a bottom component is visited, in the long run and by step: the shares of 1.
func (s *solver) stationary(k int, x []float64) {
	members := s.parts.members(k)
	if len(members) == 1 {
		x[members[0]] = 1
		return
	}
	if s.reduced(members) {
		for k, v := range s.reduction(members, func(_, _ uint32) bool { return true }).shares() {
			x[members[k]] = v
		}
		return
	}
	for _, a := range members {
		x[a] = 1 / float64(len(members))
	}
	s.surely(members, x, func() {
		sum := 0.0
		for _, a := range members {
			x[a] = damped(x[a], s.inflow(a, x)/(1-s.back.loop[a]))
			sum += x[a]
		}
		for _, a := range members {
			x[a] /= sum
		}
	}, func() (off, size float64) {
		for _, a := range members {
			off, size = off+math.Abs(s.inflow(a, x)-x[a]*(1-s.back.loop[a])), size+x[a]
		}
		return off, size
	})
}

// ahead is what is to be expected from each state on: x = gain(state) + the sum over its transitions of p * (the gain of the transition +
// x where it leads to), where follow says that the transition goes on; gains of transitions are what gains says.
func (s *solver) ahead(gain func(state uint32) float64, gains func(state, edge uint32) (gain float64, follow bool)) []float64 {
	x := make([]float64, s.count())
	for k := range s.parts.count() {
		if s.stopped() {
			break
		}
		members := s.parts.members(k)
		given, stay := make([]float64, len(members)), make([]float64, len(members))
		cyclic := false
		for n, a := range members {
			given[n] = gain(a)
			for e, end := s.out(a); e < end; e++ {
				more, follow := gains(a, e)
				given[n] += s.p[e] * more
				switch t := s.to[e]; {
				case !follow:
				case t == a:
					stay[n] += s.p[e]
				case s.parts.of[t] != uint32(k):
					given[n] += s.p[e] * x[t]
				default:
					cyclic = true
				}
			}
			x[a] = value(given[n], stay[n])
		}
		if !cyclic {
			continue
		}
		if s.reduced(members) {
			follows := func(a, e uint32) bool { _, is := gains(a, e); return is }
			for n, v := range s.reduction(members, follows).ahead(given) {
				x[members[n]] = v
			}
			continue
		}
		sum := func(n int, a uint32) float64 {
			v := given[n]
			for e, end := s.out(a); e < end; e++ {
				if t := s.to[e]; t != a && s.parts.of[t] == uint32(k) {
					if _, follow := gains(a, e); follow {
						v += s.p[e] * x[t]
					}
				}
			}
			return v
		}
		s.surely(members, x, func() {
			for n := len(members) - 1; n >= 0; n-- {
				a := members[n]
				x[a] = damped(x[a], value(sum(n, a), stay[n]))
			}
		}, func() (off, size float64) {
			for n, a := range members {
				off, size = off+math.Abs(sum(n, a)-x[a]*(1-stay[n])), size+math.Abs(x[a])
			}
			return off, size
		})
	}
	return x
}

func damped(old, v float64) float64 { return damping*old + (1-damping)*v }

// value is what comes of what is given, where the state is left with probability 1 - stay; 0 where it never is.
func value(given, stay float64) float64 {
	if stay >= 1 {
		return 0
	}
	return given / (1 - stay)
}

// iterate sweeps over the states until the error is small: estimated as that of a sequence whose changes shrink at the rate at which they
// do. Where they shrink slowly, and hardly turn, one part of the solution is what is left: it is added at once.
func (s *solver) iterate(members []uint32, x []float64, sweep func(), residual func() (off, size float64)) {
	old, last := make([]float64, len(members)), make([]float64, len(members)) // what x was, and the last change of it
	before, steady := 0.0, 0
	for n := 1; ; n++ {
		for k, a := range members {
			old[k] = x[a]
		}
		sweep()
		s.Iterations++
		change, size, along := 0.0, 0.0, 0.0
		for k, a := range members {
			d := x[a] - old[k]
			change, size, along = change+d*d, size+x[a]*x[a], along+d*last[k]
			last[k] = d
		}
		change, size = math.Sqrt(change), math.Sqrt(size)
		ratio, turn := change/before, along/(change*before)
		if change <= roundOff*size || before > 0 && ratio < 1 && change*ratio/(1-ratio) <= tolerance*size {
			break
		}
		if steady++; before == 0 || ratio < slowly || ratio >= 1 || 1-turn > straight {
			steady = 0
		}
		if before = change; steady == often {
			for k, a := range members {
				x[a] = max(x[a]+last[k]*ratio/(1-ratio), 0)
			}
			before, steady = 0, 0
		}
		if n == mostIterations {
			s.Slow = true
			break
		}
		if n%16 == 0 && s.stopped() {
			return
		}
	}
	if off, size := residual(); size > 0 {
		s.Residual = max(s.Residual, off/size)
	}
}
