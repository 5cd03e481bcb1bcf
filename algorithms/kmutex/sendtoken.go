package kmutex

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// send_token is what a collector does with the tokens in hand.
func (n node) send_token() {
	if n.typ == GRC {
		n.grcSend()
	} else {
		n.lrcSend()
	}
}

// pass is send_token(tokenQueue), "pass the token with its queue to the next node in the queue"; the empty queue
// returns "to the LRC of that local group", and from there "directly back to the GRC".
func (n node) pass(t token) {
	if n.ownTurn(&t) {
		return
	}
	switch {
	case !t.inner.Empty():
		n.send(t.inner.Front(), t)
	case n.typ == NORMAL:
		n.send(n.p.collector(n.i), t)
	case n.typ == LRC:
		n.out.Send(n.grc, TOKEN{from: n.i, inner: t.inner, outer: t.outer, more: n.idle()})
	default:
		n.tokens = n.tokens.Add(t.outer)
		n.grcSend()
	}
}

// ownTurn takes the node itself from the head of the token's queue, and lets it enter if it waits.
func (n node) ownTurn(t *token) (entered bool) {
	for !t.inner.Empty() && t.inner.Front() == n.i {
		t.inner = t.inner.Rest()
		if n.requested && !n.mutex {
			n.run_CS(byQueue, *t)
			return true
		}
	}
	return false
}

// send sends the token.
func (n node) send(to model.Site, t token) {
	n.out.Send(to, TOKEN{from: n.i, inner: t.inner, outer: t.outer})
}

// lrcSend is "Each LRC receives the tokens and starts to distribute these tokens on the nodes in LRQ": each token, the
// oldest first, takes the requests in front of the first MARKER.
func (n node) lrcSend() {
	if n.p.bundled() {
		n.dealRequests()
		return
	}
	inHand := n.tokens
	n.tokens = model.List[queue]{}
	for _, outer := range inHand.All() {
		n.pass(token{n.takeRequests(), outer})
	}
}

// takeRequests takes the LRQ's entries in front of the first MARKER, and this MARKER, out of the queue.
func (n node) takeRequests() queue {
	entries := n.LRQ.Slice()
	end := slices.Index(entries, MARKER)
	if end < 0 {
		return queue{}
	}
	n.LRQ = model.ListOf(entries[end+1:]...)
	return processes(entries[:end])
}

// processes is entries without MARKERs.
func processes(entries []entry) queue {
	var all []model.Site
	for _, e := range entries {
		if e != MARKER {
			all = append(all, model.Site(e))
		}
	}
	return model.ListOf(all...)
}
