package explore

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/liveness"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// search is an engine for states of a given number of words.
type search[S packed.State] struct {
	*common
	layout   packed.Layout
	store    *visited.Set[S]
	moves    *transitions.Table
	frontier []packed.Segment[S] // the states of the current level
	stream   *stream             // the same on disk
	keeping  bool                // keeps the order in which states were found
	visited  [][]S               // then: those of the levels before, in that order
	workers  []*worker[S]
	absent   atomic.Bool // a successor looked up has not been visited
	portions []portion[S]
	taken    atomic.Int64 // pieces, where the spilling is tested
}

// newSearch returns an engine with room for so many states before its store grows.
func newSearch[S packed.State](c *common, l packed.Layout, states int) *search[S] {
	e := &search[S]{common: c, layout: l, store: visited.NewSet[S](&c.Memory, states, c.Workers > 1, l.Level), moves: transitions.NewTable(c.Sys, l)}
	e.keeping = c.KeepOrder
	for k := range c.Workers {
		e.workers = append(e.workers, newWorker(e, k))
	}
	return e
}

// byLevel is what traces need to know of the search.
func (e *search[S]) byLevel() *trace.Levels[S] {
	return &trace.Levels[S]{
		Sys: e.Sys, Layout: &e.layout, Budget: &e.Memory, Judge: e.Judge, Depth: e.common.level, Width: e.TraceWidth,
		EachAt: e.eachAt, EachImage: e.eachImage, Share: e.share,
	}
}

func (e *search[S]) explainQuestion(met *model.Broken, q question.Questions) error {
	return e.byLevel().ExplainQuestion(met, liveness.Asked(q))
}

func (e *search[S]) explain(met *model.Broken) error { return e.byLevel().Explain(met) }

func (e *search[S]) culprits(found map[int]trace.Target) error { return e.byLevel().Violating(found) }

func (e *search[S]) pathsTo(goals []trace.Target) ([]trace.Path, error) {
	return e.byLevel().Paths(goals)
}

func (e *search[S]) stem(s packed.Vector, level int) []trace.Step {
	path, err := e.byLevel().Stem(s, level)
	if err != nil {
		e.Fail(err)
	}
	return path
}

func (e *search[S]) pack(s packed.Vector) S { return packed.Pack[S](&e.layout, s) }

func (e *search[S]) unpack(p *S) packed.Vector { return packed.Unpack(&e.layout, p) }

// answer judges the questions on the graph of all states visited.
func (e *search[S]) answer(q question.Questions) *liveness.Answers {
	plan := liveness.NewPlan(e.Session, q)
	if e.onDisk() {
		return plan.Unanswered("the states are on disk, where the graph of all transitions is not built")
	}
	// What the graph takes is large and hardly ever garbage: so the collector shall not let as much again pile up beside it.
	e.Memory.CollectGarbageAt(graphGarbage)
	all := &stategraph.Source[S]{
		Session: e.Session, Layout: &e.layout, Set: e.store, Table: e.moves, Levels: e.levels, Found: e.visited, Transitions: e.transitions,
		Unreduced: question.Reduction{States: e.represented.states, Transitions: e.represented.transitions}, Stem: e.stem,
	}
	e.visited = nil
	g, limit := stategraph.Build(all, plan.States, plan.Edges)
	if limit != "" {
		return plan.Unanswered(limit)
	}
	return plan.Answer(g)
}

const graphGarbage = 40 // percent

// seed enters a state that is known. Those that are not of the frontier come in the order in which they were found, or it
// is not kept.
func (e *search[S]) seed(s packed.Vector, level int, frontier bool) {
	p := e.pack(s)
	if !e.holds(level) {
		panic(fmt.Sprintf("explore: a state of level %d in a layout of fewer levels", level))
	}
	if e.store.Add(&p, uint16(level)) {
		e.Stored.Add(1)
	}
	if frontier {
		last := len(e.frontier) - 1
		if last < 0 || e.frontier[last].Size() == packed.SegmentSize {
			e.frontier = append(e.frontier, packed.NewSegment[S]())
			last++
		}
		e.frontier[last].Add(&p, 0)
	} else if e.keeping {
		last := len(e.visited) - 1
		if last < 0 || len(e.visited[last]) == packed.SegmentSize {
			e.visited = append(e.visited, make([]S, 0, packed.SegmentSize))
			last++
		}
		e.visited[last] = append(e.visited[last], p)
	}
}

// each yields every state with its level. The state is overwritten by the next one.
func (e *search[S]) each(yield func(packed.Vector, int) bool) {
	s := make(packed.Vector, len(e.layout.Fields))
	e.store.Each(func(p *S, level int) bool {
		for i := range s {
			s[i] = packed.Get(&e.layout, p, i)
		}
		return yield(s, level)
	})
}

// drain yields the states of the current level and of those before with their levels, and loses all. States come in the
// order in which they were found, as far as it is known: those of the frontier, and if it is kept those before.
func (e *search[S]) drain(yield func(packed.Vector, int)) {
	visited, frontier, whole := e.visited, e.frontier, packed.StatesIn(e.frontier) == e.frontierSize()
	e.visited, e.frontier, e.portions = nil, nil, nil
	e.store.Drain(func(p *S, level int) {
		if level < e.common.level && !e.keeping || level == e.common.level && !whole {
			yield(e.unpack(p), level)
		}
	})
	level, left := 0, e.levels[0]
	for _, chunk := range visited {
		for k := range chunk {
			for ; left == 0; left = e.levels[level] {
				level++
			}
			yield(e.unpack(&chunk[k]), level)
			left--
		}
	}
	if whole {
		for _, x := range frontier {
			for k := range x.States {
				yield(e.unpack(&x.States[k]), e.common.level)
			}
		}
	}
}

func (e *search[S]) free() { e.store.Free() }

func (e *search[S]) holds(level int) bool { return e.layout.HasLevel(level) }

func (e *search[S]) states() int { return e.store.Count() }

// keep makes the search keep the order in which states are found, or not. It is for questions about the graph, which are
// answered faster in that order, because neighbours are alike.
func (e *search[S]) keep(order bool) {
	if e.keeping = order; !order {
		e.visited = nil
	}
}

func (e *search[S]) keeps() bool { return e.keeping }

// expandLevel judges every state of the frontier and finds its successors; with insert they are entered into the store
// and become the next frontier, otherwise they are only looked up.
func (e *search[S]) expandLevel(insert bool) error {
	e.begin()
	e.absent.Store(false)
	for {
		var all sync.WaitGroup
		for _, w := range e.workers {
			all.Go(func() { w.level(insert || e.onDisk()) })
		}
		all.Wait()
		if !e.pauses() {
			break
		}
	}
	return e.collect()
}

// collect puts together what the workers found out.
func (e *search[S]) collect() error {
	var err error
	for _, w := range e.workers {
		e.count(w)
		e.spoke |= w.spoke
		for p, length := range w.violated {
			if g, ok := e.common.found[p]; !ok || length < g.Length {
				e.common.found[p] = trace.Target{Length: length}
			}
		}
		clear(w.violated)
		if w.err != nil && (err == nil) {
			err = w.err
		}
	}
	e.observe()
	return err
}

// count adds a worker's counts to those of the search.
func (e *search[S]) count(w *worker[S]) {
	add := func(class, n int) {
		for class >= len(e.coverage) {
			e.coverage = append(e.coverage, 0)
		}
		e.coverage[class] += n
		e.transitions += n
	}
	for class, n := range w.coverage {
		add(class, n)
	}
	for p, visits := range w.visits {
		for class, n := range e.moves.Profiles[p].Classes {
			add(class, visits*n)
		}
	}
	clear(w.coverage)
	clear(w.visits)
	if w.orbit != nil {
		e.represented.add(w.orbit.counted)
		w.orbit.counted = represented{}
	}
}

// frontierEach yields the states of the frontier, as far as they are in memory.
func (e *search[S]) frontierEach(yield func(packed.Vector)) {
	for _, x := range e.frontier {
		for k := range x.States {
			yield(e.unpack(&x.States[k]))
		}
	}
}

// share lets the workers do something for every shard; each begins by calling begin and ends with done. It is an error, too,
// if states could not be read from disk.
func (e *search[S]) share(begin func() (do func(shard int), done func())) error {
	if err := e.Share(visited.Shards, begin); err != nil {
		return err
	}
	if e.shelf != nil && e.shelf.unreadable.Load() {
		return e.Failure(session.Files)
	}
	return nil
}

// observe notes the memory of the process, and how far the search is.
func (c *common) observe() { c.Observe(c.level, c.frontierSize()) }
