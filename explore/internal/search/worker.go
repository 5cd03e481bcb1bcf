package search

import (
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stubborn"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// worker is one goroutine of a search.
type worker[S packed.State] struct {
	e        *Sized[S]
	number   int
	level    int
	reader   *system.Reader
	verdicts *verdicts.Cache     // nil if nothing is judged
	orbit    *reduction.Orbit[S] // nil without symmetry
	moves    transitions.Reader
	forms    *reduction.Forms[S]  // nil: states are not made canonical
	bounds   *transitions.Bounds  // nil: there is no boundary
	choices  *stubborn.Choices[S] // nil: nothing is left out
	recent   visited.Cache[S]
	places   []uint16 // of the states in recent, in the batch: where they stand, or where others do now
	batch    *visited.Batch[S]
	insert   bool

	visits     []int // of nodes by the profile of their free moves
	coverage   []int // transitions by particular moves, by class
	nonVacuous uint64
	violated   map[int]int // by property: the length of a shortest trace
	err        error

	// of the state that is being expanded, by site
	nodes   []uint32
	entries []transitions.Row
	seen    []uint32 // see [transitions.Head.Seen]
	moved   bool
	to      packed.Vector // where a judged step leads

	_ packed.Padding
}

func newWorker[S packed.State](e *Sized[S], number int) *worker[S] {
	sites := len(e.Sys.Places)
	w := &worker[S]{
		e: e, number: number, reader: e.Sys.NewReader(), violated: map[int]int{},
		recent: visited.NewCache[S](), batch: &visited.Batch[S]{},
		nodes: packed.Unshared[uint32](sites), entries: packed.Unshared[transitions.Row](sites), seen: packed.Unshared[uint32](sites),
		visits: packed.Unshared[int](0), coverage: packed.Unshared[int](0),
	}
	w.places = make([]uint16, len(w.recent))
	w.moves = transitions.NewReader(e.Moves, w.reader)
	if e.Sys.Within != nil {
		w.bounds = transitions.NewBounds(e.Sys)
	}
	if e.Sys.Canonical {
		w.forms = reduction.NewForms[S](&e.Layout, w.reader)
	}
	if e.choices != nil {
		w.choices = stubborn.New(e.choices, w.reader, &w.moves, func() bool { return e.Halted() != session.Running })
	}
	if e.Judge != nil {
		w.verdicts = verdicts.NewCache(e.Sys, e.Judge, &e.Memory)
		w.verdicts.Most = e.Remembered
		w.verdicts.Renew = func(site int, node uint32) uint32 { return w.moves.Renew(w.entries[site], site, node) }
	}
	if e.Symmetry != nil {
		w.orbit = reduction.NewOrbit[S](e.Session, &e.Layout, w.reader, w.verdicts)
	}
	return w
}

// run takes part in a level.
func (w *worker[S]) run(level int, insert bool) {
	w.level, w.insert, w.err = level, insert, nil
	err := session.Try(w.work)
	if met, ok := err.(*model.Broken); ok {
		w.err = met
		w.e.HaltAnyway(session.Broken)
	} else if err != nil {
		w.drop()
		w.e.Fail(err)
	}
}

// work expands states of the level as long as there are any.
func (w *worker[S]) work() {
	for {
		piece := w.e.frontier.Take(w.number)
		if piece.Size() == 0 {
			break
		}
		for i := range piece.States {
			if i%64 == 0 && w.e.Halted() != session.Running {
				w.drop()
				return
			}
			w.expand(&piece.States[i], piece.Asleep[i])
		}
		w.e.frontier.Done(w.number, &piece)
	}
	w.insertBatch(true)
}

// drop forgets what was found in a level that will be searched again, or never.
func (w *worker[S]) drop() {
	w.batch.Reset()
	clear(w.recent)
	w.e.frontier.Drop(w.number)
}

// expand judges one state and emits its successors, but for those of sites that are asleep. The last site comes first,
// since its moves put most others to sleep.
func (w *worker[S]) expand(s *S, sleepers packed.SleepSet) {
	l, sites := &w.e.Layout, len(w.nodes)
	budget := packed.Get(l, s, sites)
	calm := system.Still
	for k := range w.nodes {
		node := packed.Get(l, s, k)
		e := w.moves.Row(k, node, budget)
		if e == nil {
			w.e.Halt(session.Overflow)
			return
		}
		w.nodes[k], w.entries[k] = node, e
	}
	moved := uint64(0)
	for k, e := range w.entries {
		h := e.Head()
		moved |= e[1]
		w.seen[k] = h.Seen()
		calm = min(calm, h.Calm())
		for int(h.Profile()) >= len(w.visits) {
			w.visits = append(w.visits, 0)
		}
		if w.choices == nil {
			w.visits[h.Profile()]++
		}
	}
	if w.orbit != nil && !w.orbit.Enter(w.nodes, budget) {
		return
	}
	if w.verdicts != nil {
		m := w.verdicts.State(w.seen, w.nodes)
		w.nonVacuous |= m.NonVacuous
		if m.Violated != 0 {
			w.violate(m.Violated, w.level)
		}
	}
	w.moved = transitions.Counts(moved).Free()
	if w.choices != nil {
		w.makeFew(s, budget, calm)
	} else {
		w.makeAll(s, budget, calm, sleepers)
	}
	if !w.moved && w.verdicts != nil {
		m := w.verdicts.Ask(w.seen, w.nodes, w.e.Judge.End)
		w.nonVacuous |= m.NonVacuous
		if m.Violated != 0 {
			w.violate(m.Violated, w.level)
		}
	}
}

// makeAll makes all moves, but for those of sites that are asleep.
func (w *worker[S]) makeAll(s *S, budget uint32, calm system.Calm, sleepers packed.SleepSet) {
	for k, e := range slices.Backward(w.entries) {
		counts := transitions.Counts(e[1])
		e = e[2:]
		if sleepers.Has(k) {
			if counts.Particular() == 0 {
				continue
			}
			e = e[counts.Plain()*len(*s):]
			for range counts.Sending() {
				_, _, e = e.Next(len(*s))
			}
		} else {
			below := packed.SitesBelow(k)
			for range counts.Plain() {
				t := packed.Add(s, e)
				e = e[len(t):]
				w.emit(&t, below)
			}
			for range counts.Sending() {
				t := packed.Add(s, e)
				_, deliveries, rest := e.Next(len(t))
				if receivers, fits := transitions.Deliver(&w.moves, &t, w.nodes, deliveries); fits {
					w.emit(&t, below&^receivers)
				} else {
					w.e.Halt(session.Overflow) // the search packs its states anew
				}
				e = rest
			}
		}
		for range counts.Particular() {
			w.particular(s, k, budget, calm, e)
			_, _, e = e.Next(len(*s))
		}
	}
}

// particular makes a particular move, if it is possible.
func (w *worker[S]) particular(s *S, site int, budget uint32, calm system.Calm, e transitions.Row) {
	t, receivers, made, fits := transitions.Make(&w.moves, s, w.nodes, budget, calm, e)
	if !fits {
		w.e.Halt(session.Overflow)
	}
	if !made {
		return
	}
	if w.forms != nil && !w.forms.Make(&t) {
		w.e.Halt(session.Overflow)
		return
	}
	p, _, _ := e.Next(len(t))
	if p.Cost().Early(calm) && !w.e.Early.Load() {
		w.e.Early.Store(true)
	}
	w.moved = true
	for p.Class() >= len(w.coverage) {
		w.coverage = append(w.coverage, 0)
	}
	w.coverage[p.Class()]++
	if p.Watched() {
		w.judgeStep(&w.reader.Expand(site, w.nodes[site], budget).Moves[p.Place()], &t)
	}
	sleepers := packed.SleepSet(0)
	if p.Cost() == system.Free {
		sleepers = packed.SitesBelow(site) &^ receivers
	}
	w.emit(&t, sleepers)
}

func (w *worker[S]) judgeStep(m *system.Move, t *S) {
	var all verdicts.Verdict
	if w.orbit != nil {
		all = w.orbit.JudgeStep(m, t)
	} else {
		if m.Between {
			w.to = packed.AppendTo(w.to[:0], &w.e.Layout, t)
		}
		all = w.verdicts.Move(w.reader, w.seen, w.nodes, m, w.to)
	}
	w.nonVacuous |= all.NonVacuous
	if all.Violated != 0 {
		w.violate(all.Violated, w.level+1)
	}
}

// violate notes that properties are violated by a trace of so many steps. A state that is violated by a step one level
// up is no better than a bad state of this level.
func (w *worker[S]) violate(violated uint64, length int) {
	for ; violated != 0; violated &= violated - 1 {
		p := bits.TrailingZeros64(violated)
		if known, ok := w.violated[p]; !ok || length < known {
			w.violated[p] = length
		}
	}
}

// emit hands a successor to the visited set, unless the worker has done so a short while ago. If the state is still in the
// batch, more sites sleep there. Whether either is so is hard to predict: so the successor is always written down, and stays if it
// is new; and its sleepers are added to those of a state in the batch, which may be itself.
func (w *worker[S]) emit(t *S, sleepers packed.SleepSet) {
	if w.orbit != nil {
		w.orbit.Represent(t)
		sleepers = 0 // the sites have changed places
	}
	if w.forms != nil {
		if !w.forms.Make(t) {
			w.e.Halt(session.Overflow) // the search packs its states anew
			return
		}
		sleepers = 0 // the state in which another order of the same steps comes by has been made another one
	}
	if w.bounds != nil {
		if !w.bounds.Of(w.reader, func(site int) uint32 { return packed.Get(&w.e.Layout, t, site) }, packed.Get(&w.e.Layout, t, len(w.nodes))) {
			return
		}
		sleepers = 0 // the state in which another order of the same steps comes by may lie outside
	}
	h := packed.Hash(t)
	b, slot := w.batch, h&uint64(len(w.recent)-1)
	b.States[b.Count], b.Hashes[b.Count], b.Asleep[b.Count] = *t, h, sleepers
	at := int(w.places[slot]) % visited.BatchSize
	if b.States[at] != *t { // behind the batch's end stand states of an earlier one, for whose sleepers nobody asks
		at = b.Count
	}
	b.Asleep[at] |= sleepers
	w.places[slot] = uint16(at)
	more := 0
	if w.recent[slot] != *t {
		more = 1
	}
	w.recent[slot] = *t
	if b.Count += more; b.Count == visited.BatchSize {
		if w.insertBatch(false); b.Count > visited.BatchSize/2 {
			w.insertBatch(true)
		}
	}
}

// insertBatch hands the batch to the visited set. What cannot be entered at once stays in it, unless it is to wait.
func (w *worker[S]) insertBatch(wait bool) {
	b := w.batch
	defer b.Next()
	switch {
	case b.Count == 0 || w.e.Halted() == session.Overflow:
	case w.insert:
		w.e.frontier.Insert(w.number, b, w.level+1, wait)
	default:
		w.lookUp()
	}
}

// lookUp finds out whether a state of the batch has not been visited.
func (w *worker[S]) lookUp() {
	for k := range w.batch.Count {
		if w.e.absent.Load() {
			return
		}
		if w.e.Set.Level(&w.batch.States[k]) < 0 {
			w.e.absent.Store(true)
		}
	}
}
