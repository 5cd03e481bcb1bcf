package explore

import (
	"math"
	"math/bits"
)

// scale is a gauge being read on a graph: for every state and lane, the least and the largest weight of what may still
// follow in an interval that is open there.
type scale struct {
	g     *graph
	o     *order
	gauge *Gauge
	lanes int

	within, armed, counts []uint64 // by look
	tallies               []Tally  // by mark
	heavy                 []bool   // by mark: has a weight or an end

	most, least []int16 // by state and lane
	mixed       bool    // a knot with weights of both signs: its intervals have no sizes that this can find
	inner       *components
}

// Sentinels of sizes. Real ones are far from them.
const (
	noMost    = math.MinInt16
	noLeast   = math.MaxInt16
	unbounded = math.MaxInt16 // of most
)

func newScale(g *graph, o *order, gauge *Gauge, at int, within, armed, counts []uint64) *scale {
	x := &scale{
		g: g, o: o, gauge: gauge, lanes: gauge.Lanes, within: within, armed: armed, counts: counts,
		tallies: g.marks.tallies(at),
	}
	size := int(g.states()) * x.lanes
	x.most, x.least = make([]int16, size), make([]int16, size)
	for k := range x.most {
		x.most[k], x.least[k] = noMost, noLeast
	}
	x.heavy = make([]bool, len(x.tallies))
	for n, t := range x.tallies {
		x.heavy[n] = t.Ends != 0
		for _, w := range t.Weights {
			x.heavy[n] = x.heavy[n] || w != 0
		}
	}
	o.each(x.one, x.knot)
	return x
}

// one reads a state that is a component of its own.
func (x *scale) one(s uint32) {
	look := x.g.look[s]
	within, counts := x.within[look], x.counts[look]
	if within == 0 {
		return
	}
	at := int(s) * x.lanes
	out, meanings := x.g.out(s), x.g.meanings(s)
	if x.gauge.Whole && len(out) == 0 {
		x.most[at], x.least[at] = 0, 0
		return
	}
	for k, t := range out {
		n, to := meanings[k], int(t)*x.lanes
		if !x.heavy[n] { // nearly all of them
			for rest := within; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros64(rest)
				x.most[at+l] = max(x.most[at+l], x.most[to+l])
				x.least[at+l] = min(x.least[at+l], x.least[to+l])
			}
			continue
		}
		tally := &x.tallies[n]
		for rest := within; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			most, least := x.along(tally, counts, l, to)
			x.most[at+l], x.least[at+l] = max(x.most[at+l], most), min(x.least[at+l], least)
		}
	}
}

// along is what a transition with this meaning, and what may follow it, adds to lane l.
func (x *scale) along(t *Tally, counts uint64, l, to int) (most, least int16) {
	w := int16(0)
	if counts>>l&1 != 0 {
		w = int16(t.Weights[l])
	}
	if t.Ends>>l&1 != 0 {
		return w, w
	}
	return addMost(x.most[to+l], w), addLeast(x.least[to+l], w)
}

func addMost(a, w int16) int16 {
	if a == noMost || a == unbounded {
		return a
	}
	return a + w
}

func addLeast(a, w int16) int16 {
	if a == noLeast {
		return a
	}
	return a + w
}

// knot reads a component of several states, lane by lane: the part of it that is within the lane falls into components
// of its own.
func (x *scale) knot(members []uint32) {
	if x.inner == nil {
		x.inner = newComponents(x.g)
	}
	name := x.o.of[members[0]]
	for l := range x.lanes {
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
	best, rises, falls := int16(noMost), false, false
	for _, s := range members {
		counts, meanings := x.counts[x.g.look[s]], x.g.meanings(s)
		for k, t := range x.g.out(s) {
			tally, at := &x.tallies[meanings[k]], int(s)*x.lanes+l
			if x.inner.of[t] == name && tally.Ends>>l&1 == 0 {
				w := 0
				if counts>>l&1 != 0 {
					w = tally.Weights[l]
				}
				rises, falls = rises || w > 0, falls || w < 0
				continue
			}
			most, least := x.along(tally, counts, l, int(t)*x.lanes)
			best = max(best, most)
			x.least[at] = min(x.least[at], least)
		}
	}
	if best == noMost || len(members) == 1 {
		x.most[int(members[0])*x.lanes+l] = best
		return
	}
	x.mixed = x.mixed || falls
	if rises {
		best = unbounded
	}
	for _, s := range members {
		x.most[int(s)*x.lanes+l] = best
	}
	for changed := !falls; changed; {
		changed = false
		for _, s := range members {
			counts, meanings, at := x.counts[x.g.look[s]], x.g.meanings(s), int(s)*x.lanes+l
			for k, t := range x.g.out(s) {
				if x.inner.of[t] != name {
					continue
				}
				if _, least := x.along(&x.tallies[meanings[k]], counts, l, int(t)*x.lanes); least < x.least[at] {
					x.least[at], changed = least, true
				}
			}
		}
	}
}

// beginning is a transition with which an interval begins, and the size of the interval.
type beginning struct {
	size  int16
	level int
	hash  uint64
	label string

	state uint32
	index int // of the transition; -1: the whole run
	lane  int
}

// before is the rule among beginnings of equal size: the shortest way there, the least content hash, lane and label.
func (b *beginning) before(c *beginning) bool {
	switch {
	case b.level != c.level:
		return b.level < c.level
	case b.hash != c.hash:
		return b.hash < c.hash
	case b.lane != c.lane:
		return b.lane < c.lane
	}
	return b.label < c.label
}

// extremes finds the beginnings of the smallest and the largest intervals; nil if there is none.
func (x *scale) extremes() (least, most *beginning) {
	known := map[uint64]uint64{}
	keep := func(best **beginning, largest bool, b beginning) {
		if c := *best; c != nil {
			switch {
			case b.size != c.size && (b.size > c.size) != largest, b.size == c.size && b.level > c.level:
				return
			case b.size == c.size && b.level == c.level:
				x.name(&b, known)
				x.name(c, known)
				if !b.before(c) {
					return
				}
			}
		}
		*best = &b
	}
	found := func(b beginning, high, low int16) {
		if x.gauge.Quickest {
			high = low
			if low == noLeast {
				high = noMost
			}
		}
		if high != noMost {
			b.size = high
			keep(&most, true, b)
		}
		if low != noLeast {
			b.size = low
			keep(&least, false, b)
		}
	}
	if x.gauge.Whole {
		at := int(x.g.start)
		found(beginning{state: x.g.start, index: -1}, x.most[at], x.least[at])
		return least, most
	}
	for _, s := range x.o.states {
		meanings, out, armed := x.g.meanings(s), x.g.out(s), x.armed[x.g.look[s]]
		for k, n := range meanings {
			tally := &x.tallies[n]
			for rest := tally.Begins & armed; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros64(rest)
				high, low := x.along(tally, ^uint64(0), l, int(out[k])*x.lanes)
				found(beginning{level: int(x.g.level[s]), state: s, index: k, lane: l}, high, low)
			}
		}
	}
	return least, most
}

// name fills in what tells beginnings of one size and level apart.
func (x *scale) name(b *beginning, known map[uint64]uint64) {
	if b.label != "" || b.index < 0 {
		return
	}
	sys, at := x.g.common.sys, x.g.at(b.state)
	t := expand(sys, sys.NewReader(), at)[b.index]
	b.hash, b.label = contentHash(sys, known, at), sys.Label(t.site, at[t.site], t.move.Event)
}
