package liveness

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// evaluator measures intervals on a graph: for every state and lane, the least and the largest weight of what may still
// follow in an interval that is open there. Few combinations of bounds occur, and what becomes of one along a transition is the same
// wherever it does: so a state has only the number of its combination.
type evaluator struct {
	g        *stategraph.Graph
	o        *stategraph.Order
	interval *question.Interval
	lanes    int

	within, armed, counts, last []uint64              // by label
	weights                     []question.EdgeWeight // by label
	special                     []bool                // by label: has a weight, a beginning or an end
	rests                       func(s uint32) bool   // the run may end in a state
	turns                       []bool                // by shape: has a special transition

	rest    membudget.Paged[uint32] // by state: the number of the bounds of what may still follow in an interval that is open there
	known   combinations
	united  memo // of two combinations: the best of both
	before  memo // of a state's label and a combination: that of a state without special transitions from which it follows
	crossed memo // of a special transition, by its label and its state's, and a combination: what it makes of it

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

func newEvaluator(g *stategraph.Graph, o *stategraph.Order, interval *question.Interval, at int, within, armed, counts, last []uint64) *evaluator {
	x := &evaluator{
		g: g, o: o, interval: interval, lanes: interval.Lanes, within: within, armed: armed, counts: counts, last: last,
		weights: g.EdgeLabels.Weights(at), rest: membudget.NewPaged[uint32](&g.Memory.Pages, int(g.States())), known: newCombinations(interval.Lanes, &g.Memory),
		united: newMemo(), before: newMemo(), crossed: newMemo(),
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
func (x *evaluator) at(s uint32, l int) bounds { return x.known.of(x.rest.All[s])[l] }

// single reads a state that is a component of its own.
func (x *evaluator) single(s uint32) {
	out, label := x.g.Out(s), x.g.Label(s)
	all := nobody
	if x.turns[x.g.Shape(s)] {
		all = x.turn(s, label, out, x.g.OutLabels(s))
	} else {
		then := nobody
		for k := range out.Len() {
			t := out.At(k)
			then = x.unite(then, x.rest.All[t])
		}
		all = x.step(label, then)
	}
	if x.toEnd() && x.rests(s) {
		ending := x.known.room(nothing)
		for l := range ending {
			ending[l] = x.still(label, l, true)
		}
		all = x.unite(all, x.known.number(ending))
	}
	x.rest.All[s] = all
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

// unite is the best of two combinations.
func (x *evaluator) unite(a, b uint32) uint32 {
	if a == b || b == nobody {
		return a
	}
	if a == nobody {
		return b
	}
	n, known := x.united.get(uint64(min(a, b)), uint64(max(a, b)))
	if !known {
		all := x.known.room(nothing)
		for l := range all {
			all[l].better(x.known.of(a)[l])
			all[l].better(x.known.of(b)[l])
		}
		*n = x.known.number(all)
	}
	return *n
}

// step is what a state with this label has whose transitions lead to a combination, and are not special.
func (x *evaluator) step(label, then uint32) uint32 {
	n, known := x.before.get(uint64(label), uint64(then))
	if !known {
		all := x.known.room(x.outside())
		for rest := x.within[label] & x.all(); rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			all[l] = x.after(x.known.of(then)[l])
		}
		*n = x.known.number(all)
	}
	return *n
}

// turn is what a state with special transitions has; it notes the intervals that begin there.
func (x *evaluator) turn(s, label uint32, out stategraph.Out, labels []uint16) uint32 {
	all, then := nobody, nobody
	for k, edge := range labels {
		rest := x.rest.All[out.At(k)]
		if x.special[edge] {
			all = x.unite(all, x.cross(label, edge, rest))
		} else {
			then = x.unite(then, rest)
		}
	}
	if then != nobody {
		all = x.unite(all, x.step(label, then))
	}
	x.open(s, out, labels)
	return all
}

// cross is what a special transition makes of a combination.
func (x *evaluator) cross(label uint32, edge uint16, then uint32) uint32 {
	n, known := x.crossed.get(uint64(label)<<16|uint64(edge), uint64(then))
	if !known {
		weight, next := &x.weights[edge], x.known.room(x.outside())
		for rest := x.within[label] & x.all(); rest != 0; rest &= rest - 1 {
			l := bits.TrailingZeros64(rest)
			next[l] = x.along(weight, x.counts[label], l, x.known.of(then)[l])
		}
		*n = x.known.number(next)
	}
	return *n
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
