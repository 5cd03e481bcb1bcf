package liveness

import (
	"encoding/binary"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// A round of a [question.Chain] delivers messages that were in flight when it began: what is sent meanwhile is fresh, and waits for
// the next. Copies of one message are alike, so of each kind it is enough to count the fresh ones.

// fresh is the fresh messages of a state: the number of the kind of each, in order.
type fresh string

const freshSize = 4

func (f fresh) list() []uint32 {
	all := make([]uint32, len(f)/freshSize)
	for k := range all {
		all[k] = binary.BigEndian.Uint32([]byte(f[k*freshSize:]))
	}
	return all
}

func newFresh(kinds []uint32) fresh {
	slices.Sort(kinds)
	b := make([]byte, 0, freshSize*len(kinds))
	for _, kind := range kinds {
		b = binary.BigEndian.AppendUint32(b, kind)
	}
	return fresh(b)
}

// messageKind is a kind of message: under fifo a channel, otherwise a message to a site.
type messageKind struct {
	to, from model.Site
	value    any
}

// messageKinds numbers the kinds, and counts the messages of a kind in a node's inbox.
type messageKinds struct {
	sys    *system.System
	fifo   bool
	number map[messageKind]uint32
	all    []messageKind
	copies map[[3]uint32]int // by site, node and kind
}

func newMessageKinds(sys *system.System) *messageKinds {
	return &messageKinds{sys: sys, fifo: sys.Config.Network == model.FIFO, number: map[messageKind]uint32{}, copies: map[[3]uint32]int{}}
}

func (l *messageKinds) kind(to, from model.Site, value any) uint32 {
	x := messageKind{to: to, value: value}
	if l.fifo {
		x = messageKind{to: to, from: from}
	}
	n, known := l.number[x]
	if !known {
		n = uint32(len(l.all))
		l.number[x], l.all = n, append(l.all, x)
	}
	return n
}

// in counts the messages of a kind on their way to a node.
func (l *messageKinds) in(node, kind uint32) int {
	x := l.all[kind]
	key := [3]uint32{uint32(x.to), node, kind}
	n, known := l.copies[key]
	if !known {
		for _, m := range l.sys.Describe(int(x.to)-1, node).Inbox {
			if l.fifo && m.From == x.from || !l.fifo && m.Value == x.value {
				n++
			}
		}
		l.copies[key] = n
	}
	return n
}

// hop is what a step does to the messages in flight.
type hop struct {
	kind     model.EventKind
	takes    bool   // a message of a kind, in flight to the node that its site has been, at this position
	message  uint32 // the kind
	node     uint32
	position int
	sends    []uint32 // the kinds of what it sends
	waits    bool     // it waits until the system is quiet
}

func (l *messageKinds) hop(s trace.Step) hop {
	e := s.Move.Event
	h := hop{kind: e.Kind, node: s.From[e.Site-1], position: e.Message.Position, waits: s.Move.Cost >= system.WhenQuiet}
	switch e.Kind {
	case model.DeliverEvent, model.LoseEvent, model.DuplicateEvent, model.DropEvent:
		h.takes, h.message = true, l.kind(e.Site, e.Message.From, e.Message.Value)
	}
	for _, m := range e.Sends {
		h.sends = append(h.sends, l.kind(m.To, e.Site, m.Value))
	}
	return h
}

// after is what is fresh after a step; it is not possible in the round if it delivers a fresh message. Of alike messages the
// fresh ones are lost first, which leaves most to be delivered.
func (l *messageKinds) after(f fresh, h *hop) (next fresh, possible bool) {
	if len(f) == 0 && len(h.sends) == 0 {
		return f, true
	}
	kinds, count := f.list(), 0
	if h.takes {
		for _, k := range kinds {
			if k == h.message {
				count++
			}
		}
	}
	if count > 0 {
		old := l.in(h.node, h.message) - count
		behind := h.position > old // under fifo, where the old ones come first
		switch {
		case h.kind == model.DeliverEvent && old == 0:
			return "", false
		case h.kind == model.DuplicateEvent && behind:
			kinds = append(kinds, h.message)
		case (h.kind == model.LoseEvent || h.kind == model.DropEvent) && (!l.fifo || behind):
			at := slices.Index(kinds, h.message)
			kinds = slices.Delete(kinds, at, at+1)
		}
	}
	if len(h.sends) == 0 && len(kinds) == len(f)/freshSize {
		return f, true
	}
	return newFresh(append(kinds, h.sends...)), true
}
