package liveness

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// evaluator measures intervals on a graph: for every class of states and lane, the least and the largest weight of what may still
// follow in an interval that is open there. Fewer combinations of bounds occur than classes: so a class has only the number of
// its combination.
type evaluator struct {
	g        *stategraph.Graph
	classes  *stategraph.Classes
	interval *question.Interval
	lanes    int

	within, armed, counts, last []uint64              // by label
	weights                     []question.EdgeWeight // by label
	special                     []bool                // by label: has a weight, a beginning or an end
	rests                       func(s uint32) bool   // the run may end in a state
	turns                       []bool                // by shape: has a special transition

	rest  membudget.Paged[uint32] // by class of states: the number of the bounds of what may still follow in an interval that is open there
	known combinations

	here, then []bounds // by lane: of the state that is read, and the best of what its transitions lead to that are not special

	least, most openings
	mixed       bool // a cyclic component with weights of both signs: its intervals have no sizes that this can find
	over        bool // a size beyond the largest, or a run of too many steps
	inner       *stategraph.Components
	cycle       cycle
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

func newEvaluator(g *stategraph.Graph, o *stategraph.Order, c *stategraph.Classes, interval *question.Interval, at int, within, armed, counts, last []uint64) *evaluator {
	if interval.Resting { // where a run may end depends on more than labels
		c = o.Single()
	}
	x := &evaluator{
		g: g, classes: c, interval: interval, lanes: interval.Lanes, within: within, armed: armed, counts: counts, last: last,
		weights: g.EdgeLabels.Weights(at), rest: membudget.NewPaged[uint32](&g.Memory.Pages, int(c.Count())), known: newCombinations(interval.Lanes, &g.Memory),
		here: make([]bounds, interval.Lanes), then: make([]bounds, interval.Lanes),
	}
	x.special = make([]bool, len(x.weights))
	for n, t := range x.weights {
		x.special[n] = x.closing(&t)|t.Begins != 0 || slices.ContainsFunc(t.Weights, func(w int) bool { return w != 0 })
	}
	x.turns, x.rests = g.Shapes(x.special), g.Ends
	if interval.Resting {
		x.rests = (&fairness{pathFinder: newPathFinder(g), o: o, numberless: map[any]any{}}).rests
	}
	return x
}

// at is the bounds of what may still follow in a lane.
func (x *evaluator) at(s uint32, l int) bounds { return x.known.of(x.rest.All[x.classes.Of(s)])[l] }

// single reads a state that is a component of its own, and the intervals that begin there.
func (x *evaluator) single(s uint32) {
	out, label := x.g.Out(s), x.g.Label(s)
	ends := x.toEnd() && x.rests(s)
	all, then := x.here, x.then
	for l := range all {
		all[l], then[l] = x.still(label, l, ends), nothing
	}
	within := x.within[label] & x.all()
	var labels []uint16 // if one is special
	if x.turns[x.g.Shape(s)] {
		labels = x.g.OutLabels(s)
		x.open(s, out, labels, x.compare)
	}
	if within == 0 { // it does not matter where it leads
		x.rest.All[x.classes.Of(s)] = x.known.number(all)
		return
	}
	for k := range out.Len() {
		rest := x.known.of(x.rest.All[x.classes.Of(out.At(k))])
		special := labels != nil && x.special[labels[k]]
		for lanes := within; lanes != 0; lanes &= lanes - 1 {
			l := bits.TrailingZeros64(lanes)
			if special {
				all[l].better(x.along(&x.weights[labels[k]], x.counts[label], l, rest[l]))
			} else {
				then[l].better(rest[l])
			}
		}
	}
	for lanes := within; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros64(lanes)
		all[l].better(x.after(then[l]))
	}
	x.rest.All[x.classes.Of(s)] = x.known.number(all)
}

// still is the bounds in a state with this label if nothing follows; ends: the run may end there.
func (x *evaluator) still(label uint32, l int, ends bool) bounds {
	switch {
	case x.within[label]>>l&1 == 0:
		return x.outside()
	case ends && x.last[label]>>l&1 != 0:
		return ended
	}
	return nothing
}

// outside is the bounds where an interval is not within.
func (x *evaluator) outside() bounds {
	if x.interval.Leaving {
		return ended
	}
	return nothing
}

// all is all lanes.
func (x *evaluator) all() uint64 { return 1<<x.lanes - 1 }

// couldCount: there are states in which a lane is within, and the weights of what follows count for it. Without one, sizes of 0 say nothing.
func (x *evaluator) couldCount() bool {
	if x.interval.Counts == nil {
		return true
	}
	for label, within := range x.within {
		if within&x.counts[label]&x.all() != 0 {
			return true
		}
	}
	return false
}

// toEnd: what is open at the end of a run ends there.
func (x *evaluator) toEnd() bool { return x.interval.Whole || x.interval.Again }

// countsEndless: an endless run that adds for ever to what is open counts.
func (x *evaluator) countsEndless() bool {
	return x.interval.Endless || x.toEnd() && !x.interval.Ending
}

// along reads a transition with this label, and what may follow it, in lane l.
func (x *evaluator) along(weight *question.EdgeWeight, counts uint64, l int, then bounds) bounds {
	if x.interval.Again && weight.Begins>>l&1 != 0 {
		return x.after(ended)
	}
	return x.onwards(weight, counts, l, then)
}

// onwards is along of a transition that begins no other interval, or with which the interval begins.
func (x *evaluator) onwards(weight *question.EdgeWeight, counts uint64, l int, then bounds) bounds {
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
	return x.weighed(x.after(then), w)
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
