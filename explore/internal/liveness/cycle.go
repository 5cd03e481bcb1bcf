package liveness

import "github.com/gmecheck/gmecheck/explore/internal/stategraph"

// cycle is the bounds in a component of several states while they are worked out.
type cycle struct {
	place []uint32 // by state: which of the component it is, plus one; 0: of another
	all   []bounds // by place and lane
}

// in is the bounds of a state that may be of the component.
func (x *evaluator) in(s uint32, l int) bounds {
	if at := x.cycle.place[s]; at != 0 {
		return x.cycle.all[int(at-1)*x.lanes+l]
	}
	return x.at(s, l)
}

// cyclic reads a component of several states, lane by lane: the part of it that is within the lane falls into components
// of its own, of transitions on which an interval goes on.
func (x *evaluator) cyclic(members []uint32) {
	if x.inner == nil {
		x.inner, x.cycle.place = stategraph.NewComponents(x.g), make([]uint32, x.g.States())
	}
	c := &x.cycle
	c.all = c.all[:0]
	for k, s := range members {
		c.place[s] = uint32(k + 1)
		rests := x.toEnd() && x.rests(s)
		for l := range x.lanes {
			c.all = append(c.all, x.still(x.g.Label(s), l, rests))
		}
	}
	for l := range x.lanes {
		x.inner.Cut = func(from uint32, index int) bool { return x.closes(from, index, l) }
		keep := func(s uint32) bool { return c.place[s] != 0 && x.within[x.g.Label(s)]>>l&1 != 0 }
		for _, s := range members {
			if keep(s) {
				x.inner.Visit(s, keep, func(part []uint32) { x.component(part, l) })
			}
		}
		x.inner.Forget(members)
	}
	for k, s := range members {
		x.rest.All[x.classes.Of(s)] = x.known.number(c.all[k*x.lanes : (k+1)*x.lanes])
	}
	for _, s := range members {
		c.place[s] = 0
		x.open(s, x.g.Out(s), x.g.OutLabels(s), x.compare)
	}
}

// component reads one component of what is within lane l.
func (x *evaluator) component(members []uint32, l int) {
	name := x.inner.Of[members[0]]
	here := func(s uint32) *bounds { return &x.cycle.all[int(x.cycle.place[s]-1)*x.lanes+l] }
	best, rises, falls := none, false, false
	for _, s := range members {
		counts, labels, b := x.counts[x.g.Label(s)], x.g.OutLabels(s), *here(s)
		out := x.g.Out(s)
		for k := range out.Len() {
			t := out.At(k)
			weight := &x.weights[labels[k]]
			if x.inner.Of[t] == name && x.closing(weight)>>l&1 == 0 {
				w := 0
				if counts>>l&1 != 0 {
					w = weight.Weights[l]
				}
				rises, falls = rises || w > 0, falls || w < 0
				continue
			}
			b.better(x.along(weight, counts, l, x.in(t, l)))
		}
		*here(s) = b
		best = min(best, b.most)
	}
	if len(members) == 1 || best == none && !(x.countsEndless() && rises) {
		return
	}
	x.mixed = x.mixed || falls
	if rises {
		for _, s := range members {
			here(s).most = forever
		}
	}
	for changed := !falls; changed && !x.g.Stopped(); {
		changed = false
		for _, s := range members {
			counts, labels, b := x.counts[x.g.Label(s)], x.g.OutLabels(s), here(s)
			out := x.g.Out(s)
			for k := range out.Len() {
				t := out.At(k)
				if x.inner.Of[t] != name {
					continue
				}
				now := x.along(&x.weights[labels[k]], counts, l, x.in(t, l))
				if rises {
					now.most = forever // as it is already
				}
				changed = b.better(now) || changed
			}
		}
	}
}
