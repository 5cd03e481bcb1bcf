package search

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model/system"
)

// makeFew makes those moves of a state that stand for all.
func (w *worker[S]) makeFew(s *S, budget uint32, calm system.Calm) {
	site, few, chosen := w.choices.Choose(s, w.nodes, budget)
	switch {
	case !chosen && w.e.choices.Full():
		w.e.Halt(session.States)
	case !chosen:
		w.e.Halt(session.Overflow) // unless it is halted already
	case few != nil && w.goesOn(s, site, budget, few.Moves):
		moves := w.reader.Expand(site, w.nodes[site], budget).Moves
		for _, k := range few.Moves {
			w.move(s, site, budget, calm, &moves[k])
		}
	default:
		for site, node := range w.nodes {
			moves := w.reader.Expand(site, node, budget).Moves
			for k := range moves {
				w.move(s, site, budget, calm, &moves[k])
			}
		}
	}
}

// goesOn reports that what the moves lead to is not visited yet, or only now, where that matters: the key of what is tried may be what
// a violation is put off by, but not for ever, if each time the search comes to a deeper level.
func (w *worker[S]) goesOn(s *S, site int, budget uint32, moves []int) bool {
	if w.e.Keeps == nil {
		return true
	}
	all := w.reader.Expand(site, w.nodes[site], budget).Moves
	for _, k := range moves {
		t, possible, fits := w.after(s, site, budget, system.Busy, &all[k])
		if !possible || !fits {
			continue // making the move does what is to be done
		}
		if level := w.e.Set.LevelNow(&t); level >= 0 && level <= w.level {
			return false
		}
	}
	return true
}

// after is the state that a move leads to: possible, if it can be paid, and fitting, if the layout has room for it.
func (w *worker[S]) after(s *S, site int, budget uint32, calm system.Calm, m *system.Move) (t S, possible, fits bool) {
	l := &w.e.Layout
	left, possible := w.e.Sys.Pay(budget, m.Cost, calm)
	if !possible {
		return t, false, true
	}
	t, fits = *s, true
	set := func(k int, node uint32) {
		fits = fits && uint64(node) < l.Fields[k].Limit()
		packed.Set(l, &t, k, w.nodes[k], node)
	}
	set(site, m.Next)
	packed.Set(l, &t, len(w.nodes), budget, left)
	for _, d := range m.Sends {
		set(d.Site, w.reader.Put(d.Site, w.nodes[d.Site], d.Batch))
	}
	return t, true, fits
}

// move makes a move, if it is possible and a transition.
func (w *worker[S]) move(s *S, site int, budget uint32, calm system.Calm, m *system.Move) {
	t, possible, fits := w.after(s, site, budget, calm, m)
	switch {
	case !possible:
		return
	case !fits:
		w.e.Halt(session.Overflow) // the search packs its states anew
		return
	case t == *s:
		return
	}
	w.moved = true
	if m.Cost.Early(calm) && !w.e.Early.Load() {
		w.e.Early.Store(true)
	}
	for int(m.Class) >= len(w.coverage) {
		w.coverage = append(w.coverage, 0)
	}
	w.coverage[m.Class]++
	w.emit(&t, 0)
}
