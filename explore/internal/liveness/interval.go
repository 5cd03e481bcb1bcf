package liveness

import (
	"math"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// evaluator measures intervals on a graph: for every state and lane, the least and the largest weight of what may still
// follow in an interval that is open there.
type evaluator struct {
	g        *stategraph.Graph
	o        *stategraph.Order
	interval *question.Interval
	lanes    int

	within, armed, counts, last []uint64              // by label
	weights                     []question.EdgeWeight // by label
	heavy                       []bool                // by label: has a weight or an end

	rest  []bounds // by state and lane: what may still follow in an interval that is open there
	mixed bool     // a cyclic component with weights of both signs: its intervals have no sizes that this can find
	over  bool     // a size beyond the largest, or a run of too many steps
	inner *stategraph.Components
}

// after is the bounds before a transition without a weight that leads to this one.
func (x *evaluator) after(r bounds) bounds {
	if r.most.steps() == mostSteps || r.least.steps() == mostSteps {
		x.over = true
		return r
	}
	return bounds{r.most.later(), r.least.later()}
}

// weighed is r with a weight added.
func (x *evaluator) weighed(r bounds, w int) bounds {
	if w == 0 {
		return r
	}
	if r.most != none && !r.most.endless() {
		r.most = x.plus(r.most, -w)
	}
	if r.least != none {
		r.least = x.plus(r.least, w)
	}
	return r
}

func (x *evaluator) plus(e extreme, w int) extreme {
	size := e.size() + w
	if size < -largest || size > largest {
		x.over, size = true, max(-largest, min(size, largest))
	}
	return newExtreme(size, e.steps())
}

func newEvaluator(g *stategraph.Graph, o *stategraph.Order, interval *question.Interval, at int, within, armed, counts, last []uint64) *evaluator {
	x := &evaluator{
		g: g, o: o, interval: interval, lanes: interval.Lanes, within: within, armed: armed, counts: counts, last: last,
		weights: g.EdgeLabels.Weights(at), rest: make([]bounds, int(g.States())*interval.Lanes),
	}
	for k := range x.rest {
		if x.rest[k] = nothing; k%(1<<20) == 0 && g.Stopped() {
			return x
		}
	}
	if interval.Leaving {
		for s := range g.States() {
			for out := ^within[g.StateLabel[s]] & (1<<x.lanes - 1); out != 0; out &= out - 1 {
				*x.at(s, bits.TrailingZeros64(out)) = ended
			}
		}
	}
	x.heavy = make([]bool, len(x.weights))
	for n, t := range x.weights {
		x.heavy[n] = x.closing(&t) != 0
		for _, w := range t.Weights {
			x.heavy[n] = x.heavy[n] || w != 0
		}
	}
	o.Each(x.single, x.cyclic)
	return x
}

func (x *evaluator) at(s uint32, l int) *bounds { return &x.rest[int(s)*x.lanes+l] }

// single reads a state that is a component of its own.
func (x *evaluator) single(s uint32) {
	label := x.g.StateLabel[s]
	within, counts := x.within[label], x.counts[label]
	if within == 0 {
		return
	}
	out, labels := x.g.Out(s), x.g.OutLabels(s)
	if x.toEnd() && len(out) == 0 {
		for rest := within & x.last[label] & (1<<x.lanes - 1); rest != 0; rest &= rest - 1 {
			*x.at(s, bits.TrailingZeros64(rest)) = ended
		}
		return
	}
	for k, t := range out {
		n := labels[k]
		for rest := within; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			if x.heavy[n] {
				x.at(s, l).better(x.along(&x.weights[n], counts, l, t))
			} else { // nearly all of them
				x.at(s, l).better(x.after(*x.at(t, l)))
			}
		}
	}
}

// toEnd: what is open at the end of a run ends there.
func (x *evaluator) toEnd() bool { return x.interval.Whole || x.interval.Again }

// along reads a transition with this label, and what may follow it, in lane l.
func (x *evaluator) along(weight *question.EdgeWeight, counts uint64, l int, t uint32) bounds {
	if x.interval.Again && weight.Begins>>l&1 != 0 {
		return x.after(ended)
	}
	return x.onwards(weight, counts, l, t)
}

// onwards is along of a transition that begins no other interval, or with which the interval begins.
func (x *evaluator) onwards(weight *question.EdgeWeight, counts uint64, l int, t uint32) bounds {
	if weight.Drops>>l&1 != 0 {
		return nothing
	}
	w := 0
	if counts>>l&1 != 0 {
		w = weight.Weights[l]
	}
	if weight.Ends>>l&1 != 0 {
		return x.weighed(x.after(ended), w)
	}
	return x.weighed(x.after(*x.at(t, l)), w)
}

// closes reports that no interval of lane l goes on after a transition.
func (x *evaluator) closes(from uint32, index, l int) bool {
	return x.closing(&x.weights[x.g.OutLabels(from)[index]])>>l&1 != 0
}

// closing are the lanes of which no open interval goes on after a transition with this label.
func (x *evaluator) closing(t *question.EdgeWeight) uint64 {
	lanes := t.Ends | t.Drops
	if x.interval.Again {
		lanes |= t.Begins
	}
	return lanes
}

// cyclic reads a component of several states, lane by lane: the part of it that is within the lane falls into components
// of its own, of transitions on which an interval goes on.
func (x *evaluator) cyclic(members []uint32) {
	if x.inner == nil {
		x.inner = stategraph.NewComponents(x.g)
	}
	name := x.o.Of[members[0]]
	for l := range x.lanes {
		x.inner.Cut = func(from uint32, index int) bool { return x.closes(from, index, l) }
		keep := func(s uint32) bool { return x.o.Of[s] == name && x.within[x.g.StateLabel[s]]>>l&1 != 0 }
		for _, s := range members {
			if keep(s) {
				x.inner.Visit(s, keep, func(part []uint32) { x.component(part, l) })
			}
		}
		x.inner.Forget(members)
	}
}

// component reads one component of what is within lane l.
func (x *evaluator) component(members []uint32, l int) {
	name := x.inner.Of[members[0]]
	best, rises, falls := none, false, false
	for _, s := range members {
		counts, labels, here := x.counts[x.g.StateLabel[s]], x.g.OutLabels(s), nothing
		for k, t := range x.g.Out(s) {
			weight := &x.weights[labels[k]]
			if x.inner.Of[t] == name && x.closing(weight)>>l&1 == 0 {
				w := 0
				if counts>>l&1 != 0 {
					w = weight.Weights[l]
				}
				rises, falls = rises || w > 0, falls || w < 0
				continue
			}
			here.better(x.along(weight, counts, l, t))
		}
		*x.at(s, l) = here
		best = min(best, here.most)
	}
	if len(members) == 1 || best == none && !(x.toEnd() && !x.interval.Ending && rises) {
		return
	}
	x.mixed = x.mixed || falls
	if rises {
		for _, s := range members {
			x.at(s, l).most = forever
		}
	}
	for changed := !falls; changed && !x.g.Stopped(); {
		changed = false
		for _, s := range members {
			counts, labels, here := x.counts[x.g.StateLabel[s]], x.g.OutLabels(s), x.at(s, l)
			for k, t := range x.g.Out(s) {
				if x.inner.Of[t] != name {
					continue
				}
				now := x.along(&x.weights[labels[k]], counts, l, t)
				if rises {
					now.most = forever // as it is already
				}
				changed = here.better(now) || changed
			}
		}
	}
}

// start is a transition with which an interval begins, and the size of the interval.
type start struct {
	size  int // unbounded: a cycle adds to it
	steps int // of the whole run
	hash  uint64
	label string

	state uint32
	index int // of the transition; -1: the whole run
	lane  int
}

const unbounded = math.MaxInt

// before is the rule among beginnings of equal size: the shortest run, the least content hash, lane and label.
func (b *start) before(c *start) bool {
	switch {
	case b.steps != c.steps:
		return b.steps < c.steps
	case b.hash != c.hash:
		return b.hash < c.hash
	case b.lane != c.lane:
		return b.lane < c.lane
	}
	return b.label < c.label
}

// extremes finds the beginnings of the smallest and the largest intervals; nil if there is none.
func (x *evaluator) extremes() (least, most *start) {
	known, reader := map[uint64]uint64{}, x.g.Sys.NewReader()
	keep := func(best **start, largest bool, b start) {
		if c := *best; c != nil {
			switch {
			case b.size != c.size && (b.size > c.size) != largest, b.size == c.size && b.steps > c.steps:
				return
			case b.size == c.size && b.steps == c.steps:
				x.name(&b, known, reader)
				x.name(c, known, reader)
				if !b.before(c) {
					return
				}
			}
		}
		*best = &b
	}
	found := func(b start, r bounds) {
		stem := x.g.Level(b.state)
		is := func(size, steps int) start {
			b.size, b.steps = size, stem+steps
			x.over = x.over || b.steps > mostSteps
			return b
		}
		switch {
		case r.most.endless():
			keep(&most, true, is(unbounded, r.most.steps()))
		case r.most != none:
			keep(&most, true, is(-r.most.size(), r.most.steps()))
		}
		if r.least != none {
			keep(&least, false, is(r.least.size(), r.least.steps()))
		}
	}
	if x.interval.Whole {
		for s := range x.g.Begin(1) {
			for l := range x.lanes {
				found(start{state: s, index: -1, lane: l}, *x.at(s, l))
			}
		}
		return least, most
	}
	begins := make([]uint64, len(x.weights))
	for n := range begins {
		begins[n] = x.weights[n].Begins
	}
	for s := range x.g.States() {
		if s%4096 == 0 && x.g.Stopped() {
			return nil, nil
		}
		labels, out, armed := x.g.OutLabels(s), x.g.Out(s), x.armed[x.g.StateLabel[s]]
		for k, n := range labels {
			weight := &x.weights[n]
			for rest := begins[n] & armed; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros64(rest)
				found(start{state: s, index: k, lane: l}, x.onwards(weight, ^uint64(0), l, out[k]))
			}
		}
	}
	return least, most
}

// name fills in what tells beginnings of one size and level apart.
func (x *evaluator) name(b *start, known map[uint64]uint64, r *system.Reader) {
	if b.label != "" || b.index < 0 {
		return
	}
	sys, at := x.g.Sys, x.g.At(b.state)
	t := x.g.Steps(r, b.state)[b.index]
	b.hash, b.label = trace.ContentHash(sys, known, at), sys.Label(t.Site, at[t.Site], t.Move.Event)
}
