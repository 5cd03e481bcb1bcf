package liveness

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// openings are the transitions with which the intervals of the best size so far begin, of those in the shortest runs.
type openings struct {
	size, steps int
	all         []beginning
	classes     []uint32 // of the states out of which intervals of the best size begin
}

// beginning is a transition, by its place, with which an interval of a lane begins.
type beginning struct {
	state uint32
	index int32 // -1: the whole run
	lane  uint8
}

// compare notes the class of states out of which an interval of a size begins, unless a better size is known.
func (x *openings) compare(largest bool, size int, class uint32) {
	if len(x.classes) == 0 || size != x.size && (size > x.size) == largest {
		x.size, x.classes = size, x.classes[:0]
	}
	if last := len(x.classes) - 1; size == x.size && (last < 0 || x.classes[last] != class) {
		x.classes = append(x.classes, class)
	}
}

// keep notes a beginning unless a better one is known.
func (x *openings) keep(largest bool, size, steps int, b beginning) {
	if len(x.all) > 0 {
		switch {
		case size == x.size && steps == x.steps:
			x.all = append(x.all, b)
			return
		case size == x.size && steps > x.steps, size != x.size && (size > x.size) != largest:
			return
		}
	}
	x.size, x.steps, x.all = size, steps, append(x.all[:0], b)
}

// open finds the intervals that begin with a transition of a state, each with its bounds.
func (x *evaluator) open(s uint32, out stategraph.Out, labels []uint16, found func(beginning, bounds)) {
	armed := x.armed[x.g.Label(s)]
	if x.interval.Whole || armed == 0 {
		return
	}
	for k, n := range labels {
		weight := &x.weights[n]
		if x.interval.Renews && weight.Begins&(weight.Ends|weight.Drops) != 0 {
			weight = renewed(weight)
		}
		for rest := weight.Begins & armed; rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			found(beginning{s, int32(k), uint8(l)}, x.onwards(weight, ^uint64(0), l, x.at(out.At(k), l)))
		}
	}
}

// renewed is what a transition means to the intervals that begin with it, where it ends others.
func renewed(weight *question.EdgeWeight) *question.EdgeWeight {
	w := *weight
	w.Ends, w.Drops = w.Ends&^w.Begins, w.Drops&^w.Begins
	return &w
}

// compare notes of which class of states an interval begins that has the best bounds.
func (x *evaluator) compare(b beginning, r bounds) {
	class := x.classes.Of(b.state)
	switch {
	case r.most.endless():
		x.most.compare(true, unbounded, class)
	case r.most != none:
		x.most.compare(true, -r.most.size(), class)
	}
	if r.least != none {
		x.least.compare(false, r.least.size(), class)
	}
}

// found notes an interval with its bounds.
func (x *evaluator) found(b beginning, r bounds) {
	stem := x.g.Level(b.state)
	keep := func(to *openings, largest bool, size, steps int) {
		x.over = x.over || stem+steps > mostSteps
		to.keep(largest, size, stem+steps, b)
	}
	switch {
	case r.most.endless():
		keep(&x.most, true, unbounded, r.most.steps())
	case r.most != none:
		keep(&x.most, true, -r.most.size(), r.most.steps())
	}
	if r.least != none {
		keep(&x.least, false, r.least.size(), r.least.steps())
	}
}

// extremes finds the beginnings of the smallest and the largest intervals; nil if there is none.
func (x *evaluator) extremes() (least, most *start) {
	x.beginnings()
	for s := range x.g.Begin(1) {
		for l := range x.lanes {
			if x.interval.Whole || x.runs(s, l) {
				x.found(beginning{s, -1, uint8(l)}, x.at(s, l))
			}
		}
	}
	known, reader := map[uint64]uint64{}, x.g.Sys.NewReader()
	return x.first(&x.least, known, reader), x.first(&x.most, known, reader)
}

// beginnings finds the beginnings of the smallest and the largest intervals in the states of the classes that have them.
func (x *evaluator) beginnings() {
	if len(x.least.classes)+len(x.most.classes) == 0 {
		return
	}
	among := make([]bool, x.classes.Count())
	for _, classes := range [][]uint32{x.least.classes, x.most.classes} {
		for _, class := range classes {
			among[class] = true
		}
	}
	for s := range x.g.States() {
		if s%4096 == 0 && x.g.Stopped() {
			return
		}
		if among[x.classes.Of(s)] {
			x.open(s, x.g.Out(s), x.g.OutLabels(s), x.found)
		}
	}
}

// runs reports that the timer of the interval runs at a lane's site in a state.
func (x *evaluator) runs(s uint32, lane int) bool {
	return x.interval.Running != "" && slices.Contains(x.g.Sys.Timers(lane, x.g.At(s)[lane]), x.interval.Running)
}

// first is one of equal beginnings, by a rule that does not depend on numbers; nil if there is none.
func (x *evaluator) first(o *openings, known map[uint64]uint64, r *system.Reader) (best *start) {
	for k, b := range o.all {
		if k%256 == 255 && x.g.Stopped() {
			return nil
		}
		now := &start{size: o.size, steps: o.steps, state: b.state, index: int(b.index), lane: int(b.lane)}
		if len(o.all) > 1 {
			x.name(now, known, r)
		}
		if best == nil || now.before(best) {
			best = now
		}
	}
	return best
}

// name fills in what tells beginnings of one size and level apart.
func (x *evaluator) name(b *start, known map[uint64]uint64, r *system.Reader) {
	sys, at := x.g.Sys, x.g.At(b.state)
	if b.hash = trace.ContentHash(sys, known, at); b.index >= 0 {
		t := x.g.Steps(r, b.state)[b.index]
		b.label = sys.Label(t.Site, at[t.Site], t.Move.Event)
	}
}
