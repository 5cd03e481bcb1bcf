package mean

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// fairness is Jain's index of the entries of the processes that ask, in the long run: its mean over the runs in which processes enter for ever.
func (s *solver) fairness(reach map[int]float64, visits []float64, c model.Config) float64 {
	sum, all := 0.0, 0.0
	for k := range s.parts.count() {
		p := reach[k]
		if p == 0 {
			continue
		}
		if entries := s.entries(k, visits, c.Processes); slices.Max(entries) > 0 {
			sum, all = sum+p*s.jain(entries, c.Requests), all+p
		}
	}
	return sum / all
}

func (s *solver) jain(entries []float64, requests []int) float64 {
	sum, squares, asking := 0.0, 0.0, 0.0
	for i, x := range entries {
		if requests[i] != 0 && (s.asking == 0 || s.asking>>i&1 != 0) {
			sum, squares, asking = sum+x, squares+x*x, asking+1
		}
	}
	return sum * sum / (asking * squares)
}

// classes are the classes of n processes in the states of a bottom component, and the places of these states.
//
// Where states are lumped, which process it is that enters is known of a step, but not who that is in the next state: a permutation may have
// come in between. Process i of a state and process j of the next are one if the permutation makes j of i; by all transitions of the
// component those that are one are a class. Every run in the component follows one of the class, and all of a class are followed equally often, so
// they enter equally often.
func (s *solver) classes(k, n int) (one *classes, place func(state uint32) int) {
	if s.turns == nil {
		return newClasses(0, n, true), func(uint32) int { return 0 }
	}
	members := s.parts.members(k)
	places := make(map[uint32]int, len(members))
	for at, a := range members {
		places[a] = at
	}
	one = newClasses(len(members), n, false)
	for _, x := range s.turns {
		if s.parts.of[x.from] == uint32(k) {
			for i := range n {
				one.join(places[x.from]*n+i, places[s.to[x.edge]]*n+s.renamed(x.by, i))
			}
		}
	}
	return one, func(state uint32) int { return places[state] }
}

// entries is how often each of n processes enters in the long run of a bottom component.
func (s *solver) entries(k int, visits []float64, n int) []float64 {
	one, _ := s.classes(k, n)
	entries, sizes := map[int]float64{}, map[int]float64{}
	for at, a := range s.parts.members(k) {
		for e, end := s.out(a); e < end; e++ {
			if step := &s.steps[s.step[e]]; step.entries > 0 && int(step.who) <= n {
				entries[one.of(at*n+int(step.who)-1)] += visits[a] * s.p[e] * float64(step.entries)
			}
		}
	}
	for i := range n {
		sizes[one.of(i)]++
	}
	all := make([]float64, n)
	for i := range all {
		all[i] = entries[one.of(i)] / sizes[one.of(i)]
	}
	return all
}

// classes are the classes of the processes of states, each known by one of them.
type classes struct {
	same []int32
	n    int // nothing is lumped: a process is the same in all states, of so many; otherwise 0
}

func newClasses(states, n int, same bool) *classes {
	if same {
		return &classes{n: n}
	}
	x := &classes{same: make([]int32, states*n)}
	for k := range x.same {
		x.same[k] = int32(k)
	}
	return x
}

func (x *classes) of(k int) int {
	if x.n > 0 {
		return k % x.n
	}
	for x.same[k] != int32(k) {
		x.same[k] = x.same[x.same[k]]
		k = int(x.same[k])
	}
	return k
}

func (x *classes) join(a, b int) { x.same[x.of(a)] = int32(x.of(b)) }
