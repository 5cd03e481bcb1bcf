package kmutex

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The appendix prints a "GRC Changer: Function used by the old GRC to declare the new one", which nothing calls and of
// which the prose says nothing. This file is a reading of its use, after the algorithms that the paper builds on: the
// collector moves to the rear of the queue.

// moving is the value of the parameter grc with which the GRC moves.
const moving = "moving"

var grcParam = paper.Param{
	Name: "grc",
	Doc: "whether the GRC stays at node 1, or moves to the last LRC of the GRQ when all its tokens have left for other " +
		"groups (Broadcast_New_GRC)",
	Default: func(model.Config) string { return "fixed" },
	Check: func(c model.Config, value string) error {
		switch {
		case value != "fixed" && value != moving:
			return errors.New("no such reading")
		case value == moving && c.Variant != model.Published:
			return fmt.Errorf("%s only with --variant published", moving)
		}
		return nil
	},
	Allowed: "fixed or moving",
	Values:  []string{"fixed", moving},
}

// NEW_GRC says who the GRC is now, and hands it the queue.
type NEW_GRC struct {
	from, GRCId model.Site
	GRQ         queue
}

// broadcast_New_GRC is Broadcast_New_GRC(newGRCId). Tokens, LRQ and requestSent stay as they are.
func (n node) broadcast_New_GRC(newGRCId model.Site) {
	for j := range n.p.collectors() {
		if j != n.i {
			n.out.Send(j, NEW_GRC{n.i, newGRCId, n.GRQ})
		}
	}
	n.typ, n.grc, n.GRQ = LRC, newGRCId, queue{}
}

// recieve_New_GRC is the receipt of NEW_GRC, which the appendix does not print.
func (n node) recieve_New_GRC(m NEW_GRC) {
	switch {
	case m.GRCId == n.i:
		n.typ, n.GRQ = GRC, m.GRQ
		n.grc = n.i
	case n.typ == LRC:
		n.grc = m.GRCId
	}
}

// moving reports that the GRC may move.
func (p *protocol) moving() bool { return p.c.Param("grc") == moving }

// oneGRC says that the announcements are received by whoever has to know them.
var oneGRC = invariants.Property{
	Name: "one-grc", Kind: invariants.Invariant,
	Doc: "one node is the GRC, or the message that makes it so is on its way to one",
	State: func(vs invariants.Views) invariants.Opinion {
		n := 0
		for i, v := range vs {
			a := v.More.(about)
			if a.typ == GRC || a.named == model.Site(i+1) {
				n++
			}
		}
		return invariants.That(n == 1)
	},
}

// known is [protocol.enqueued] where a request may reach a collector that is not the GRC any more, and go on from there in any
// of its queues.
var known = invariants.Property{
	Name: "request-known", Kind: invariants.Invariant,
	Doc: "whoever waits is in an LRQ, in the GRQ or in the queue of a token, or its request is on its way",
	State: func(vs invariants.Views) invariants.Opinion {
		var all model.Sites
		for _, v := range vs {
			a := v.More.(about)
			all = all.Union(a.asking).Union(a.asks).Union(a.listed).Union(members(a.LRQ))
		}
		waiting := model.SetOfMask[model.Site](invariants.Waiting(vs))
		return invariants.If(!waiting.Empty(), waiting.Minus(all).Empty())
	},
}

// toOthers is what is left of [protocol.structure] where requests and tokens may reach any collector.
var toOthers = invariants.Property{
	Name: "to-others", Kind: invariants.Stepwise,
	Doc:     "nobody sends a message to itself",
	Hears:   func(e *model.Event) bool { return len(e.Sends) > 0 },
	ByEvent: true,
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(invariants.Travelling(s.Event) == len(s.Event.Sends))
	},
}

// toTheRear is "a new request collector which is the node at the rear of the token queue" (section II).
var toTheRear = invariants.Property{
	Name: "to-the-rear", Kind: invariants.Stepwise,
	Doc:   "the GRC moves to the LRC that has asked it last, and tells all others; an LRC that hears of it takes that one for the GRC, and is it if it is named",
	Hears: func(e *model.Event) bool { return e.Kind != model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i := s.Event.Site
		if m, told := invariants.Delivered[NEW_GRC](s.Event); told && of(s.Before, i).typ == LRC {
			after := of(s.After, i)
			return invariants.That(after.grc == m.GRCId && (after.typ == GRC) == (m.GRCId == i))
		}
		last := model.Site(0)
		if q := of(s.Before, i).GRQ; !q.Empty() {
			last = q.At(q.Len() - 1)
		}
		if m, is := s.Event.Message.Value.(LRC_GRC_REQ_CS); is && s.Event.Kind == model.DeliverEvent {
			last = m.from
		}
		told := 0
		for _, m := range s.Event.Sends {
			if n, is := m.Value.(NEW_GRC); is {
				told++
				if n.from != i || n.GRCId != last {
					return invariants.Violated
				}
			}
		}
		lrcs := root(len(s.Before)) - 1
		return invariants.If(told > 0, told == lrcs && of(s.After, i).typ == LRC)
	},
}

// moves reports whether the GRC has to move after it has divided its tokens among other groups.
func (n node) moves() bool { return n.p.moving() && n.tokens.Empty() }

// asRequests is the outer queue of a token that has come with both its queues to the LRC at the head of inner: a
// request that had reached the old GRC after it moved stands in its LRQ, and so in a token's inner queue.
func asRequests(inner, outer queue) queue {
	if inner.Empty() {
		return outer
	}
	return model.ListOf(slices.Concat(inner.Rest().Slice(), outer.Slice())...)
}

// withoutOwn takes the new GRC's own number, which had asked the old one, out of a queue of LRCs.
func (n node) withoutOwn(q queue) queue { return q.Where(func(j model.Site) bool { return j != n.i }) }

// sendOn sends a token to the first of its outer queue; a NORMAL node in it, see [asRequests], gets it for itself.
func (n node) sendOn(outer queue) {
	to := outer.Front()
	n.out.Note(decision{Chosen: to, Among: outer})
	t := token{outer: outer.Rest()}
	if n.p.index(to) != 1 {
		t.inner = model.ListOf(to)
	}
	n.send(to, t)
}
