package explore

import (
	"math"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// scale is a gauge being read on a graph: for every state and lane, the least and the largest weight of what may still
// follow in an interval that is open there.
type scale struct {
	g     *graph
	o     *order
	gauge *question.Interval
	lanes int

	within, armed, counts, last []uint64              // by look
	tallies                     []question.EdgeWeight // by mark
	heavy                       []bool                // by mark: has a weight or an end

	rest  []reading // by state and lane: what may still follow in an interval that is open there
	mixed bool      // a knot with weights of both signs: its intervals have no sizes that this can find
	over  bool      // a size beyond the largest, or a run of too many steps
	inner *components
}

// after is the reading before a transition without a weight that leads to this one.
func (x *scale) after(r reading) reading {
	if r.most.steps() == mostSteps || r.least.steps() == mostSteps {
		x.over = true
		return r
	}
	return reading{r.most.later(), r.least.later()}
}

// weighed is r with a weight added.
func (x *scale) weighed(r reading, w int) reading {
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

func (x *scale) plus(e extreme, w int) extreme {
	size := e.size() + w
	if size < -largest || size > largest {
		x.over, size = true, max(-largest, min(size, largest))
	}
	return newExtreme(size, e.steps())
}

func newScale(g *graph, o *order, gauge *question.Interval, at int, within, armed, counts, last []uint64) *scale {
	x := &scale{
		g: g, o: o, gauge: gauge, lanes: gauge.Lanes, within: within, armed: armed, counts: counts, last: last,
		tallies: g.marks.tallies(at), rest: make([]reading, int(g.states())*gauge.Lanes),
	}
	for k := range x.rest {
		if x.rest[k] = nothing; k%(1<<20) == 0 && g.halted() {
			return x
		}
	}
	if gauge.Leaving {
		for s := range g.states() {
			for out := ^within[g.look[s]] & (1<<x.lanes - 1); out != 0; out &= out - 1 {
				*x.at(s, bits.TrailingZeros64(out)) = ended
			}
		}
	}
	x.heavy = make([]bool, len(x.tallies))
	for n, t := range x.tallies {
		x.heavy[n] = x.closing(&t) != 0
		for _, w := range t.Weights {
			x.heavy[n] = x.heavy[n] || w != 0
		}
	}
	o.each(x.one, x.knot)
	return x
}

func (x *scale) at(s uint32, l int) *reading { return &x.rest[int(s)*x.lanes+l] }

// one reads a state that is a component of its own.
func (x *scale) one(s uint32) {
	look := x.g.look[s]
	within, counts := x.within[look], x.counts[look]
	if within == 0 {
		return
	}
	out, meanings := x.g.out(s), x.g.meanings(s)
	if x.toEnd() && len(out) == 0 {
		for rest := within & x.last[look] & (1<<x.lanes - 1); rest != 0; rest &= rest - 1 {
			*x.at(s, bits.TrailingZeros64(rest)) = ended
		}
		return
	}
	for k, t := range out {
		n := meanings[k]
		for rest := within; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			if x.heavy[n] {
				x.at(s, l).better(x.along(&x.tallies[n], counts, l, t))
			} else { // nearly all of them
				x.at(s, l).better(x.after(*x.at(t, l)))
			}
		}
	}
}

// toEnd: what is open at the end of a run ends there.
func (x *scale) toEnd() bool { return x.gauge.Whole || x.gauge.Again }

// along reads a transition with this meaning, and what may follow it, in lane l.
func (x *scale) along(tally *question.EdgeWeight, counts uint64, l int, t uint32) reading {
	if x.gauge.Again && tally.Begins>>l&1 != 0 {
		return x.after(ended)
	}
	return x.onwards(tally, counts, l, t)
}

// onwards is along of a transition that begins no other interval, or with which the interval begins.
func (x *scale) onwards(tally *question.EdgeWeight, counts uint64, l int, t uint32) reading {
	if tally.Drops>>l&1 != 0 {
		return nothing
	}
	w := 0
	if counts>>l&1 != 0 {
		w = tally.Weights[l]
	}
	if tally.Ends>>l&1 != 0 {
		return x.weighed(x.after(ended), w)
	}
	return x.weighed(x.after(*x.at(t, l)), w)
}

// closes reports that no interval of lane l goes on after a transition.
func (x *scale) closes(from uint32, index, l int) bool {
	return x.closing(&x.tallies[x.g.meanings(from)[index]])>>l&1 != 0
}

// closing are the lanes of which no open interval goes on after a transition with this meaning.
func (x *scale) closing(t *question.EdgeWeight) uint64 {
	lanes := t.Ends | t.Drops
	if x.gauge.Again {
		lanes |= t.Begins
	}
	return lanes
}

// knot reads a component of several states, lane by lane: the part of it that is within the lane falls into components
// of its own, of transitions on which an interval goes on.
func (x *scale) knot(members []uint32) {
	if x.inner == nil {
		x.inner = newComponents(x.g)
	}
	name := x.o.of[members[0]]
	for l := range x.lanes {
		x.inner.cut = func(from uint32, index int) bool { return x.closes(from, index, l) }
		keep := func(s uint32) bool { return x.o.of[s] == name && x.within[x.g.look[s]]>>l&1 != 0 }
		for _, s := range members {
			if keep(s) {
				x.inner.visit(s, keep, func(part []uint32) { x.part(part, l) })
			}
		}
		x.inner.forget(members)
	}
}

// part reads one component of what is within lane l.
func (x *scale) part(members []uint32, l int) {
	name := x.inner.of[members[0]]
	best, rises, falls := none, false, false
	for _, s := range members {
		counts, meanings, here := x.counts[x.g.look[s]], x.g.meanings(s), nothing
		for k, t := range x.g.out(s) {
			tally := &x.tallies[meanings[k]]
			if x.inner.of[t] == name && x.closing(tally)>>l&1 == 0 {
				w := 0
				if counts>>l&1 != 0 {
					w = tally.Weights[l]
				}
				rises, falls = rises || w > 0, falls || w < 0
				continue
			}
			here.better(x.along(tally, counts, l, t))
		}
		*x.at(s, l) = here
		best = min(best, here.most)
	}
	if len(members) == 1 || best == none && !(x.toEnd() && !x.gauge.Ending && rises) {
		return
	}
	x.mixed = x.mixed || falls
	if rises {
		for _, s := range members {
			x.at(s, l).most = forever
		}
	}
	for changed := !falls; changed && !x.g.halted(); {
		changed = false
		for _, s := range members {
			counts, meanings, here := x.counts[x.g.look[s]], x.g.meanings(s), x.at(s, l)
			for k, t := range x.g.out(s) {
				if x.inner.of[t] != name {
					continue
				}
				now := x.along(&x.tallies[meanings[k]], counts, l, t)
				if rises {
					now.most = forever // as it is already
				}
				changed = here.better(now) || changed
			}
		}
	}
}

// beginning is a transition with which an interval begins, and the size of the interval.
type beginning struct {
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
func (b *beginning) before(c *beginning) bool {
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
func (x *scale) extremes() (least, most *beginning) {
	known, reader := map[uint64]uint64{}, x.g.common.Sys.NewReader()
	keep := func(best **beginning, largest bool, b beginning) {
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
	found := func(b beginning, r reading) {
		stem := x.g.level(b.state)
		is := func(size, steps int) beginning {
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
	if x.gauge.Whole {
		for l := range x.lanes {
			found(beginning{index: -1, lane: l}, *x.at(0, l))
		}
		return least, most
	}
	begins := make([]uint64, len(x.tallies))
	for n := range begins {
		begins[n] = x.tallies[n].Begins
	}
	for s := range x.g.states() {
		if s%4096 == 0 && x.g.halted() {
			return nil, nil
		}
		meanings, out, armed := x.g.meanings(s), x.g.out(s), x.armed[x.g.look[s]]
		for k, n := range meanings {
			tally := &x.tallies[n]
			for rest := begins[n] & armed; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros64(rest)
				found(beginning{state: s, index: k, lane: l}, x.onwards(tally, ^uint64(0), l, out[k]))
			}
		}
	}
	return least, most
}

// name fills in what tells beginnings of one size and level apart.
func (x *scale) name(b *beginning, known map[uint64]uint64, r *system.Reader) {
	if b.label != "" || b.index < 0 {
		return
	}
	sys, at := x.g.common.Sys, x.g.at(b.state)
	t := x.g.steps(r, b.state)[b.index]
	b.hash, b.label = trace.ContentHash(sys, known, at), sys.Label(t.Site, at[t.Site], t.Move.Event)
}
