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
	case few != nil:
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

// move makes a move, if it is possible and a transition.
func (w *worker[S]) move(s *S, site int, budget uint32, calm system.Calm, m *system.Move) {
	l, sites := &w.e.Layout, len(w.nodes)
	after, possible := w.e.Sys.Pay(budget, m.Cost, calm)
	if !possible {
		return
	}
	t := *s
	fits := true
	set := func(k int, node uint32) {
		fits = fits && uint64(node) < l.Fields[k].Limit()
		packed.Set(l, &t, k, w.nodes[k], node)
	}
	set(site, m.Next)
	packed.Set(l, &t, sites, budget, after)
	for _, d := range m.Sends {
		set(d.Site, w.reader.Put(d.Site, w.nodes[d.Site], d.Batch))
	}
	if !fits {
		w.e.Halt(session.Overflow) // the search packs its states anew
		return
	}
	if t == *s {
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
