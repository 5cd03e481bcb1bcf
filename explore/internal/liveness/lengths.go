package liveness

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/model"
)

// lengths are those of the chains to a state: of the last step of every site, and of every message in flight. Those of one
// channel stand in its order, other alike ones by their lengths. Lengths above the bound of a search are alike.
type lengths struct {
	sites  []byte
	flight []flying
}

// flying is a message in flight with the length of the chain that ends with it.
type flying struct {
	kind   uint32
	length byte
}

func (l lengths) key() string {
	b := slices.Clone(l.sites)
	for _, m := range l.flight {
		b = append(binary.BigEndian.AppendUint32(b, m.kind), m.length)
	}
	return string(b)
}

func readLengths(key string, sites int) (l lengths) {
	b := []byte(key)
	l.sites, b = b[:sites], b[sites:]
	for ; len(b) > 0; b = b[freshSize+1:] {
		l.flight = append(l.flight, flying{binary.BigEndian.Uint32(b), b[freshSize]})
	}
	return l
}

// send puts a message behind those of its kind, which a bag keeps by their lengths.
func (l *lengths) send(m flying, fifo bool) {
	at := slices.IndexFunc(l.flight, func(q flying) bool { return q.kind > m.kind || !fifo && q.kind == m.kind && q.length > m.length })
	if at < 0 {
		at = len(l.flight)
	}
	l.flight = slices.Insert(slices.Clone(l.flight), at, m)
}

// opened is a state in which an interval has just begun: the messages in flight have length 1.
func (x *chain) opened(s uint32) moment {
	steps := x.g.Steps(x.reader, s)
	if len(steps) == 0 {
		return moment{state: s}
	}
	from := steps[0].From
	l := lengths{sites: make([]byte, len(from)-1)}
	for site := range l.sites {
		for _, m := range x.g.Sys.Describe(site, from[site]).Inbox {
			l.send(flying{x.kinds.kind(model.Site(site+1), m.From, m.Value), 1}, x.kinds.fifo)
		}
	}
	return moment{s, l.key()}
}

// endsWithin reports that an interval that begins in a state can end although no longer chains than bound are delivered. It
// takes from the budget what it searches.
func (x *chain) endsWithin(s uint32, bound int, budget *int) bool {
	if bound >= math.MaxUint8 {
		x.over = true
		return false
	}
	todo := []moment{x.opened(s)}
	seen := map[moment]bool{todo[0]: true}
	for ; len(todo) > 0; *budget-- {
		if x.over = x.over || *budget < 0; x.over || *budget%256 == 0 && x.g.Stopped() {
			return false
		}
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for next, e := range x.followLengths(m, bound) {
			label := x.g.OutLabels(e.from)[e.index]
			if x.ends[label] {
				return true
			}
			if x.open(label, next.state) && x.canEnd(next.state) && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

// followLengths yields what can happen next if no longer chains than bound are delivered.
func (x *chain) followLengths(m moment, bound int) iter.Seq2[moment, edge] {
	return func(yield func(moment, edge) bool) {
		labels, out := x.g.OutLabels(m.state), x.g.Out(m.state)
		steps := x.g.Steps(x.reader, m.state)
		for k := range out.Len() {
			t := out.At(k)
			if x.drops[labels[k]] {
				continue
			}
			e := steps[k].Move.Event
			for _, l := range x.takes(readLengths(m.way, len(steps[k].From)-1), steps[k], bound) {
				for _, sent := range e.Sends {
					l.send(flying{x.kinds.kind(sent.To, e.Site, sent.Value), min(l.sites[e.Site-1], byte(bound)) + 1}, x.kinds.fifo)
				}
				if !yield(moment{t, l.key()}, edge{m.state, k}) {
					return
				}
			}
		}
	}
}

// takes is what a step makes of the lengths before it sends anything: alike messages may end chains of different lengths.
func (x *chain) takes(l lengths, s trace.Step, bound int) (all []lengths) {
	e := s.Move.Event
	switch e.Kind {
	case model.DeliverEvent, model.LoseEvent, model.DuplicateEvent, model.DropEvent:
	default:
		return []lengths{l}
	}
	kind := x.kinds.kind(e.Site, e.Message.From, e.Message.Value)
	first := slices.IndexFunc(l.flight, func(m flying) bool { return m.kind == kind })
	for k := first; k < len(l.flight) && l.flight[k].kind == kind; k++ {
		m := l.flight[k]
		switch {
		case x.kinds.fifo && k-first+1 != e.Message.Position:
			continue
		case !x.kinds.fifo && k > first && m == l.flight[k-1]:
			continue // as the one before it
		case e.Kind == model.DeliverEvent && int(m.length) > bound:
			continue
		}
		u := lengths{slices.Clone(l.sites), slices.Delete(slices.Clone(l.flight), k, k+1)}
		switch e.Kind {
		case model.DuplicateEvent:
			u.flight = slices.Insert(slices.Clone(l.flight), k, m)
		case model.DeliverEvent:
			u.sites[e.Site-1] = max(u.sites[e.Site-1], m.length)
		}
		all = append(all, u)
	}
	return all
}
