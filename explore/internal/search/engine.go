package search

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/external"
	"github.com/gmecheck/gmecheck/explore/internal/frontier"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stubborn"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// Engine hides how many words a state has.
type Engine interface {
	// Seed enters a state that is known. Those that are not of the current level come in the order in which they were found, or
	// it is not kept.
	Seed(s packed.Vector, level int, current bool)
	// Add enters a state that fits into the visited set, and no level; it reports whether it is new.
	Add(s packed.Vector) bool
	// Fits reports that there is room for the state's nodes.
	Fits(s packed.Vector) bool
	// Each yields every state in memory with its level. It is overwritten by the next one.
	Each(yield func(s packed.Vector, level int) bool)
	// Keep makes the search keep the order in which states are found, or not.
	Keep(order bool)
	States() int
	// Looked is how many situations of other sites were looked at for what can be left out.
	Looked() int
	Holds(level int) bool // the layout has room for the level
	Traces() trace.Finder
	// Rest gives up what only a search that goes on needs, so that there is memory for what is asked next.
	Rest()
	Free() // the visited set, or the list in its place

	forget()
	roomy() bool
	keeps() bool
	drain(yield func(s packed.Vector, level int)) // up to the current level, and lose all
	expand(insert bool) error
	advance() (int, error)
	missing() (bool, error)
	onlyInserts() bool
	putAside(fit bool) (aside bool, err error)
	eachOfLevel(yield func(s packed.Vector))
}

// NewEngine returns an engine with room for so many states before its visited set grows.
func NewEngine(s *Search, l packed.Layout, states int) Engine {
	switch l.Words {
	case 1:
		return newSized[[1]uint64](s, l, states)
	case 2:
		return newSized[[2]uint64](s, l, states)
	case 3:
		return newSized[[3]uint64](s, l, states)
	case 4:
		return newSized[[4]uint64](s, l, states)
	case 6:
		return newSized[[6]uint64](s, l, states)
	case 8:
		return newSized[[8]uint64](s, l, states)
	default:
		return newSized[[16]uint64](s, l, states)
	}
}

// Sized is an engine for states of so many words.
type Sized[S packed.State] struct {
	*session.Session
	search   *Search
	Layout   packed.Layout
	Set      *visited.Set[S]
	Moves    *transitions.Table
	memory   *frontier.Memory[S]
	frontier frontier.Frontier[S] // that in memory, or what is made of it
	choices  *stubborn.Memory[S]  // nil: nothing is left out
	workers  []*worker[S]
	absent   atomic.Bool // a successor looked up has not been visited
}

func newSized[S packed.State](s *Search, l packed.Layout, states int) *Sized[S] {
	e := &Sized[S]{
		Session: s.Session, search: s, Layout: l, Set: visited.NewSet[S](&s.Memory, states, s.Workers > 1, l.Level),
		Moves: transitions.NewTable(s.Sys, l, s.Sys.Questioned() && s.Symmetry == nil, s.KeepOrder),
	}
	e.memory = frontier.NewMemory(s.Session, e.Set)
	if e.frontier = e.memory; s.Disk != nil {
		e.frontier = external.NewFrontier(e.memory, s.Disk, &e.Layout)
	}
	if s.Source != nil {
		e.frontier = frontier.NewOutside(e.memory, s.Source, &e.Layout)
	}
	if s.Reduced {
		e.choices = stubborn.NewMemory[S](&s.Memory, s.Sys, &e.Layout, stubborn.Settings{Keeps: s.Keeps, Deaf: s.Deaf, Rules: stubborn.AllRules, Most: s.MaxStates})
	}
	for k := range s.Workers {
		e.workers = append(e.workers, newWorker(e, k))
	}
	return e
}

func (e *Sized[S]) pack(s packed.Vector) S { return packed.Pack[S](&e.Layout, s) }

func (e *Sized[S]) unpack(p *S) packed.Vector { return packed.Unpack(&e.Layout, p) }

// Seed enters a state into the visited set, and adds it to its level.
func (e *Sized[S]) Seed(s packed.Vector, level int, current bool) {
	p := e.pack(s)
	if !e.Holds(level) {
		panic(fmt.Sprintf("explore: a state of level %d in a layout of fewer levels", level))
	}
	if e.Set.Add(&p, uint16(level)) {
		e.Stored.Add(1)
	}
	e.memory.Add(&p, current)
}

func (e *Sized[S]) Add(s packed.Vector) bool {
	p := e.pack(s)
	return e.Set.Add(&p, 0)
}

func (e *Sized[S]) Fits(s packed.Vector) bool { return e.Layout.Fits(s) }

func (e *Sized[S]) Rest() {
	e.workers = nil
	e.memory.Rest()
}

func (e *Sized[S]) Free() {
	e.memory.Free()
	if e.choices != nil {
		e.choices.Free()
	}
}

func (e *Sized[S]) Holds(level int) bool { return e.Layout.HasLevel(level) }

func (e *Sized[S]) States() int { return e.Set.Count() }

func (e *Sized[S]) Looked() int {
	if e.choices == nil {
		return 0
	}
	return e.choices.Looked()
}

// forget makes the workers forget which states they came upon last.
func (e *Sized[S]) forget() {
	for _, w := range e.workers {
		w.batch.Reset()
		clear(w.recent)
	}
}

// roomy reports that the layout has room for all nodes that are numbered.
func (e *Sized[S]) roomy() bool {
	for k, n := range e.Sys.Nodes() {
		if uint64(n) >= e.Layout.Fields[k].Limit() {
			return false
		}
	}
	return true
}

func (e *Sized[S]) onlyInserts() bool { return e.frontier.OnlyInserts() }

func (e *Sized[S]) advance() (int, error) { return e.frontier.Advance(e.search.Level) }

func (e *Sized[S]) missing() (bool, error) {
	return e.frontier.Missing(e.search.Level, e.absent.Load())
}

// expand judges every state of the level and finds its successors; with insert they are entered into the visited set and become
// the next level, otherwise they are only looked up.
func (e *Sized[S]) expand(insert bool) error {
	e.frontier.Begin(e.search.Level)
	e.absent.Store(false)
	for again := true; again; again = e.frontier.Resumes(e.search.Level) {
		var all sync.WaitGroup
		for _, w := range e.workers {
			e.Go(&all, func() { w.run(e.search.Level, insert || e.onlyInserts()) })
		}
		all.Wait()
	}
	return e.collect()
}

// collect puts together what the workers found out.
func (e *Sized[S]) collect() error {
	err := e.Failure(session.Broken) // of a worker that has ended without a word
	for _, w := range e.workers {
		e.count(w)
		e.search.NonVacuous |= w.nonVacuous
		for p, length := range w.violated {
			if g, ok := e.search.Violated[p]; !ok || length < g.Length {
				e.search.Violated[p] = trace.Target{Length: length}
			}
		}
		clear(w.violated)
		if w.err != nil && err == nil {
			err = w.err
		}
	}
	e.Observe(e.search.Level, e.search.Levels[e.search.Level])
	return err
}

// count adds a worker's counts to those of the search.
func (e *Sized[S]) count(w *worker[S]) {
	add := func(class, n int) {
		for class >= len(e.search.Coverage) {
			e.search.Coverage = append(e.search.Coverage, 0)
		}
		e.search.Coverage[class] += n
		e.search.Transitions += n
	}
	for class, n := range w.coverage {
		add(class, n)
	}
	for k, visits := range w.visits {
		if visits == 0 {
			continue
		}
		p := &e.Moves.Profiles[k]
		for class, n := range p.Classes {
			add(class, visits*n)
		}
		w.nonVacuous |= p.Spoke
		w.violate(p.Violated, w.level+1)
	}
	clear(w.coverage)
	clear(w.visits)
	if w.orbit != nil {
		e.search.Represented.Add(w.orbit.Counted)
		w.orbit.Counted = reduction.Represented{}
	}
}
