package kmutex

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What the order of the queues demands. LRQ and GRQ are first come, first served: "enqueued", "dequeue".

// decision is which process or LRC gets a token, and the queue in which it stands.
type decision = invariants.Decision[model.Site]

// arrival is a request that joins an LRQ or a GRQ.
type arrival = invariants.Arrival[model.Site]

// dealt is a queue and the token queues that it is dealt on.
type dealt struct {
	list  queue
	hands model.List[queue]
}

// dealtInTurn is "we loop on all the tokens and for each token queue add a requesting node and dequeue".
func (p *protocol) dealtInTurn() invariants.Property {
	return invariants.Property{
		Name: "dealt-in-turn", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "requests that are dealt on tokens, or on one, go to the token queues in turn, in the order of their queue, each to one; and these are the " +
			"queues of the tokens that are sent, or in use from then on",
		Hears: invariants.Noting[dealt],
		Step: invariants.EachNote(func(s invariants.Step, d dealt) invariants.Opinion {
			c := d.hands.Len()
			entries := 0
			for x, hand := range d.hands.All() {
				for y, i := range hand.All() {
					if at := x + y*c; at >= d.list.Len() || d.list.At(at) != i {
						return invariants.Violated
					}
					entries++
				}
				if !p.given(s, hand) {
					return invariants.Violated
				}
			}
			return invariants.If(d.list.Len() > 1, entries == d.list.Len())
		}),
	}
}

// given reports that a token leaves a collector, or is in use there, with this queue, of nodes or of LRCs. The collector itself, which may be a phantom,
// does not count.
func (p *protocol) given(s invariants.Step, hand queue) bool {
	others := func(q []model.Site) []model.Site {
		return slices.DeleteFunc(slices.Clone(q), func(j model.Site) bool { return j == s.Event.Site })
	}
	want := others(hand.Slice())
	queues := p.filled(s)
	for _, m := range s.Event.Sends {
		if t, is := m.Value.(TOKEN); is && p.group(m.To) != p.group(s.Event.Site) {
			queues = append(queues, append([]model.Site{m.To}, t.outer.Slice()...))
		}
	}
	return len(want) == 0 || slices.ContainsFunc(queues, func(q []model.Site) bool { return slices.Equal(others(q), want) })
}

// inOrder says that tokens take the requests of an LRQ as they stand in it. What joins and leaves the queue in a step is
// seen from outside: it looks at the queue before and after, and at the tokens that are sent.
func (p *protocol) inOrder() invariants.Property {
	return invariants.Property{
		Name: "in-order", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "the requests that leave an LRQ are those that came first, each goes into one token queue, in which none overtakes " +
			"another, and each token takes those in front of one MARKER",
		Hears: func(*model.Event) bool { return true },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before, after := of(s.Before, i), of(s.After, i)
			stood := before.LRQ.Slice()
			if m, is := s.Event.Message.Value.(NODE_LRC_REQ_CS); is && s.Event.Kind == model.DeliverEvent {
				stood = append(stood, m.from)
			}
			if s.Event.Kind == model.RequestEvent && before.typ != NORMAL && !(p.bundled() && s.Event.Entries > 0) {
				stood = append(stood, i)
			}
			left := len(stood) - after.LRQ.Len()
			if left < 0 || !slices.Equal(stood[left:], after.LRQ.Slice()) {
				return invariants.Violated
			}
			if left == 0 {
				return invariants.Silent
			}
			if beyond(before, stood[:left], s) {
				return invariants.Violated
			}
			queues := p.filled(s)
			served := slices.Concat(queues...)
			for _, q := range queues {
				if !subsequence(q, stood[:left]) {
					return invariants.Violated
				}
			}
			others := func(all []model.Site) []model.Site {
				all = slices.DeleteFunc(slices.Clone(all), func(j model.Site) bool { return j == i })
				slices.Sort(all)
				return all
			}
			// The collector's own entry may be a phantom.
			own := !s.Before[i-1].Waits || !slices.Contains(stood[:left], i) || slices.Contains(served, i)
			return invariants.If(left > 1, own && slices.Equal(others(served), others(stood[:left])))
		},
	}
}

// beyond reports that a request has left an LRQ from behind more MARKERs than there are tokens that have left the hand before the last: each token
// serves what stands in front of one.
func beyond(before about, left []model.Site, s invariants.Step) bool {
	if before.typ != LRC || len(left) == 0 {
		return false
	}
	tokens := s.Event.Entries
	for _, m := range s.Event.Sends {
		if _, is := m.Value.(TOKEN); is {
			tokens++
		}
	}
	markers, taken := 0, 0
	for _, e := range before.marked.All() {
		switch {
		case taken == len(left):
			return false
		case e == MARKER:
			markers++
		case markers >= max(tokens, 1):
			return true
		default:
			taken++
		}
	}
	return false
}

// grqInOrder is the same of the GRQ: an LRC "sends a request to GRC and enqueued in the Global Request Queue".
func (p *protocol) grqInOrder() invariants.Property {
	return invariants.Property{
		Name: "grq-in-order", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "an LRC whose request comes to the GRC joins the GRQ behind all others; those that leave it are those that came first, and each of them gets " +
			"a token, or stands in the queue of one, for each of its entries, and none stands there in front of one that came before it",
		Hears: func(e *model.Event) bool { return e.Site == theGRC },
		Step: func(s invariants.Step) invariants.Opinion {
			stood, after := of(s.Before, theGRC).GRQ.Slice(), of(s.After, theGRC).GRQ.Slice()
			if m, is := invariants.Delivered[LRC_GRC_REQ_CS](s.Event); is {
				stood = append(stood, m.from)
			}
			left := len(stood) - len(after)
			if left < 0 || !slices.Equal(stood[left:], after) {
				return invariants.Violated
			}
			if !p.inTurn(s, stood[:left]) {
				return invariants.Violated
			}
			o := p.outcome(s, division{GRQ: model.ListOf(stood[:left]...)})
			return invariants.If(left > 0, o.all(func(g model.Site) bool { return o.to[g]+o.turns[g] >= o.entries(g) }))
		},
	}
}

// inTurn reports that the LRCs to which the tokens that the GRC sends are to go, one after the other, are in the order of those that have left the GRQ,
// or in that of the queue with which a token has come there.
func (p *protocol) inTurn(s invariants.Step, left []model.Site) bool {
	came := of(s.Before, theGRC).held.outer
	if t, is := invariants.Delivered[TOKEN](s.Event); is {
		came = t.outer
	}
	for _, m := range s.Event.Sends {
		t, is := m.Value.(TOKEN)
		turns := t.outer.Slice()
		if p.group(m.To) != p.group(theGRC) {
			turns = append([]model.Site{m.To}, turns...)
		}
		if is && !subsequence(turns, left) && !subsequence(turns, came.Slice()) {
			return false
		}
	}
	return true
}

// distributes is "LRC distributes those tokens among those queues". A token that comes alone takes all requests.
func (p *protocol) distributes() invariants.Property {
	return invariants.Property{
		Name: "distributes", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "when an LRC has received tokens from the GRC, as many of those that it has in hand then as it has requests have " +
			"queues",
		Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			t, is := s.Event.Message.Value.(TOKEN)
			before := of(s.Before, i)
			if !is || before.typ != LRC || p.group(t.from) == p.group(i) {
				return invariants.Silent
			}
			useful := min(before.inHand+1+t.more, before.LRQ.Len())
			return invariants.If(useful > 0, len(p.filled(s)) == useful)
		},
	}
}

// filled lists the token queues that a collector fills in a step: its own entry at the head is the one with which it
// enters.
func (p *protocol) filled(s invariants.Step) (queues [][]model.Site) {
	i := s.Event.Site
	for _, m := range s.Event.Sends {
		if t, ok := m.Value.(TOKEN); ok && !t.inner.Empty() && p.group(t.inner.Front()) == p.group(i) {
			queues = append(queues, t.inner.Slice())
		}
	}
	if s.Event.Entries > 0 {
		queues = append(queues, append([]model.Site{i}, of(s.After, i).held.inner.Slice()...))
	}
	return queues
}

// subsequence reports whether the elements of a stand in b, in this order.
func subsequence(a, b []model.Site) bool {
	for _, x := range a {
		at := slices.Index(b, x)
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return true
}

// passedOn is "the token with its queue are passed to the first node in this token queue", and so on to the end of the
// queue and back.
func (p *protocol) passedOn() invariants.Property {
	return invariants.Property{
		Name: "passed-on", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "a node to which a token comes, or that exits with one, enters if it is the first of the token's queue and waits; " +
			"otherwise it passes the token with the rest of its queue to the next one in it, behind the last to its LRC, and " +
			"that one to the GRC, which passes it to the next LRC in its queue of LRCs",
		Hears: func(e *model.Event) bool { return e.Kind == model.ExitEvent || e.Kind == model.DeliverEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before, after := of(s.Before, i), of(s.After, i)
			t, ok := p.inPassing(s)
			if !ok {
				return invariants.Silent
			}
			waits := s.Before[i-1].Waits
			for !t.inner.Empty() && t.inner.Front() == i {
				t.inner = t.inner.Rest()
				if waits {
					return invariants.That(after.mode == byQueue && after.held == t)
				}
			}
			to := theGRC
			switch {
			case !t.inner.Empty():
				to = t.inner.Front()
			case before.typ == NORMAL:
				to = p.collector(i)
			case before.typ == GRC && t.outer.Empty():
				return invariants.Fine // it may use the token
			case before.typ == GRC:
				on := TOKEN{from: i, outer: t.outer.Rest()}
				return invariants.That(slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool { return m.To == t.outer.Front() && m.Value == message(on) }))
			}
			sent := s.Event.Sends
			if len(sent) != 1 || sent[0].To != to {
				return invariants.Violated
			}
			passed, ok := sent[0].Value.(TOKEN)
			return invariants.That(ok && token{passed.inner, passed.outer} == t)
		},
	}
}

// heldKept is what passed-on leaves: an exit goes by the token as it is then.
var heldKept = invariants.Property{
	Name: "held-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "while a node is in its critical section in its turn, no request and no token that comes changes the queues of the token that it has in use: who asks " +
		"meanwhile waits in an LRQ or in the GRQ",
	Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := of(s.Before, s.Event.Site), of(s.After, s.Event.Site)
		return invariants.If(before.mode == byQueue, after.mode == byQueue && after.held == before.held)
	},
}

// inPassing is the token that comes to a node, or with which it exits, if its inner queue is filled already.
func (p *protocol) inPassing(s invariants.Step) (token, bool) {
	before := of(s.Before, s.Event.Site)
	switch m := s.Event.Message.Value.(type) {
	case TOKEN:
		return token{m.inner, m.outer}, s.Event.Kind == model.DeliverEvent && (before.typ != LRC || p.group(m.from) == p.group(s.Event.Site))
	}
	return before.held, s.Event.Kind == model.ExitEvent && before.mode == byQueue
}

func (d dealt) String() string { return fmt.Sprintf("%s dealt on %s", d.list, d.hands) }
