package liveness

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// edge is a transition of the graph.
type edge struct {
	from  uint32
	index int
}

// pathFinder finds paths through the graph by a rule that does not depend on numbers.
type pathFinder struct {
	g      *stategraph.Graph
	reader *system.Reader
	hashes map[uint64]uint64
}

func newPathFinder(g *stategraph.Graph) *pathFinder {
	return &pathFinder{g: g, reader: g.Sys.NewReader(), hashes: map[uint64]uint64{}}
}

func (d *pathFinder) hash(s uint32) uint64 { return trace.ContentHash(d.g.Sys, d.hashes, d.g.At(s)) }

// step is a transition in full.
func (d *pathFinder) step(e edge) trace.Step {
	return d.g.Steps(d.reader, e.from)[e.index]
}

func (d *pathFinder) label(e edge) string {
	s := d.step(e)
	return d.g.Sys.Label(s.Site, s.From[s.Site], s.Move.Event)
}

func (d *pathFinder) target(e edge) uint32 { return d.g.Out(e.from).At(e.index) }

// path is a shortest path from a state along allowed transitions that ends with one that is a goal; nil if there is none,
// or the search is halted.
// Among the goals that are nearest, and then backwards among the transitions that lead there, the one whose state has
// the least content hash is taken.
func (d *pathFinder) path(from uint32, allowed, goal func(e edge) bool) []edge {
	depth := map[uint32]int{from: 0}
	layers := [][]uint32{{from}}
	var last []edge
	for len(last) == 0 && len(layers[len(layers)-1]) > 0 {
		var next []uint32
		for n, s := range layers[len(layers)-1] {
			if n%256 == 0 && d.g.Stopped() {
				return nil
			}
			out := d.g.Out(s)
			for k := range out.Len() {
				t := out.At(k)
				e := edge{s, k}
				if goal(e) {
					last = append(last, e)
				}
				if _, seen := depth[t]; !seen && allowed(e) {
					depth[t] = len(layers)
					next = append(next, t)
				}
			}
		}
		layers = append(layers, next)
	}
	if len(last) == 0 {
		return nil
	}
	way := []edge{d.first(last)}
	for k := depth[way[0].from]; k > 0; k-- {
		wanted := way[len(way)-1].from
		var candidates []edge
		for _, s := range layers[k-1] {
			out := d.g.Out(s)
			for at := range out.Len() {
				t := out.At(at)
				if e := (edge{s, at}); t == wanted && allowed(e) {
					candidates = append(candidates, e)
				}
			}
		}
		way = append(way, d.first(candidates))
	}
	slices.Reverse(way)
	return way
}

// first is the transition whose state has the least content hash, then with the least label.
func (d *pathFinder) first(all []edge) edge {
	best := all[0]
	for _, e := range all[1:] {
		h, least := d.hash(e.from), d.hash(best.from)
		if h < least || h == least && d.label(e) < d.label(best) {
			best = e
		}
	}
	return best
}

// stem is a shortest path to a state, with the fewest switches.
func (d *pathFinder) stem(s uint32) []trace.Step {
	return d.g.Stem(d.g.At(s), d.g.Level(s))
}

// nearest is the transition to the state with the least content hash, then with the least label.
func (d *pathFinder) nearest(all []edge) edge {
	best := all[0]
	for _, e := range all[1:] {
		h, least := d.hash(d.target(e)), d.hash(d.target(best))
		if h < least || h == least && d.label(e) < d.label(best) {
			best = e
		}
	}
	return best
}

// steps are transitions in full.
func (d *pathFinder) steps(way []edge) []trace.Step {
	var path []trace.Step
	for _, e := range way {
		path = append(path, d.step(e))
	}
	return path
}

// run names the steps of a path, with whose last step the run ends or not.
func (d *pathFinder) run(path []trace.Step, whole bool) question.Run {
	r, _ := d.show(trace.Walk{Steps: path, Whole: whole})
	return r
}

// runPast is a run through a state, to which the path leads; the path may be empty.
func (d *pathFinder) runPast(path []trace.Step, s uint32) question.Run {
	r, _ := d.show(trace.Walk{Steps: path, Last: d.g.At(s)})
	return r
}

// runTo is a run that ends in a state, to which the path leads; the path may be empty. The state is returned as it is shown.
func (d *pathFinder) runTo(path []trace.Step, s uint32) (question.Run, packed.Vector) {
	return d.show(trace.Walk{Steps: path, Last: d.g.At(s), Whole: true})
}

// round is a run that goes round for ever, from a state on to which it has so many steps.
func (d *pathFinder) round(path []trace.Step, loop int, s uint32) (question.Run, packed.Vector) {
	return d.show(trace.Walk{Steps: path, Last: d.g.At(s), Endless: true, Loop: loop})
}

func (d *pathFinder) show(w trace.Walk) (question.Run, packed.Vector) {
	steps := len(w.Steps)
	if d.g.Real != nil {
		w = d.g.Real(w)
	}
	r := question.Run{Path: trace.Run(d.g.Sys, w.Steps), Endless: w.Endless, Loop: w.Loop, Longer: len(w.Steps) > steps}
	if len(w.Steps) > 0 || w.Last != nil {
		r.Start = trace.Start(d.g.Sys, w.Steps, w.Last)
	}
	return r, w.Last
}

// witness is a shortest run on which an interval has the size of its beginning; of says which of the bounds that is.
func (x *evaluator) witness(b *start, of func(*bounds) extreme) question.Run {
	d := newPathFinder(x.g)
	path, at := d.stem(b.state), b.state
	if b.index >= 0 {
		begin := edge{b.state, b.index}
		path, at = append(path, d.step(begin)), d.target(begin)
		if !x.interval.Renews && x.weights[x.g.OutLabels(b.state)[b.index]].Ends>>b.lane&1 != 0 {
			return d.run(path, false)
		}
	}
	rest := func(s uint32) extreme { return of(new(x.at(s, b.lane))) }
	if b.size == unbounded {
		return x.endless(d, path, at, b.lane)
	}
	// what an interval still adds, and in how many steps, is known everywhere: a path on which both shrink by each
	// transition's weight and step is a shortest one of the right size
	ends := x.toEnd() // with the run, if no transition ends it
	for rest(at).steps() > 0 {
		want := rest(at)
		fits := func(e edge) bool {
			weight := &x.weights[x.g.OutLabels(e.from)[e.index]]
			counts := x.counts[x.g.Label(e.from)]
			return of(new(x.along(weight, counts, b.lane, x.at(d.target(e), b.lane)))) == want
		}
		var all []edge
		for k := range x.g.Out(at).Len() {
			if e := (edge{at, k}); fits(e) {
				all = append(all, e)
			}
		}
		e := d.nearest(all)
		path = append(path, d.step(e))
		if want.steps() == 1 {
			ends = ends && !x.closes(e.from, e.index, int(b.lane))
			break
		}
		at = d.target(e)
	}
	if len(path) == 0 { // the whole run has no step
		r, _ := d.runTo(path, at)
		return r
	}
	return d.run(path, ends)
}

// endless is an endless run: to a cycle within the lane that adds to it, and round.
func (x *evaluator) endless(d *pathFinder, path []trace.Step, at uint32, l int) question.Run {
	inside := func(s uint32) bool { return x.at(s, l).most.endless() }
	open := func(e edge) bool { return !x.closes(e.from, e.index, l) && inside(d.target(e)) }
	parts := stategraph.NewComponents(x.g)
	parts.Cut = func(from uint32, index int) bool { return x.closes(from, index, l) }
	parts.Visit(at, inside, func([]uint32) {})
	rises := func(e edge) bool {
		counts := x.counts[x.g.Label(e.from)]>>l&1 != 0
		return open(e) && counts && x.weights[x.g.OutLabels(e.from)[e.index]].Weights[l] > 0 && parts.Of[d.target(e)] == parts.Of[e.from]
	}
	there := d.path(at, open, rises)
	if there == nil {
		return question.Run{} // halted
	}
	rise := there[len(there)-1]
	path = append(path, d.steps(there[:len(there)-1])...)
	loop := len(path)
	path = append(path, d.step(rise))
	if first := d.target(rise); first != rise.from {
		back := d.path(first, open, func(e edge) bool { return open(e) && d.target(e) == rise.from })
		path = append(path, d.steps(back)...)
	}
	r, _ := d.round(path, loop, rise.from)
	return r
}
