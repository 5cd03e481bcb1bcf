package kmutex

import "github.com/gmecheck/gmecheck/model"

// grcSend is the token forwarding phase: tokens that come with a queue of LRCs go on to the next of them; the others
// are divided among the requests when all of them are in hand, or else forwarded one by one, "once it receives the
// tokens from one of the LRCs". A token that comes home at once, from a queue in which nobody waits any more, is
// forwarded again.
func (n node) grcSend() {
	for {
		n.continueQueues()
		n.LRQ, n.GRQ = n.LRQ.Where(func(e entry) bool { return e != MARKER }), n.withoutOwn(n.GRQ)
		t, requests := n.tokens.Len(), n.LRQ.Len()+n.GRQ.Len()
		if requests == 0 {
			return
		}
		cameHome := false
		if t == n.p.k {
			cameHome = n.divide()
		} else if !n.p.baseline() { // baseline: the GRC waits until all tokens are back
			cameHome = n.forward(t)
		}
		if !cameHome {
			return
		}
	}
}

// continueQueues sends every token in hand that has a queue of LRCs to the first of them.
func (n node) continueQueues() {
	inHand := n.tokens
	n.tokens = model.List[queue]{}
	for _, outer := range inHand.All() {
		if outer = n.withoutOwn(outer); outer.Empty() {
			n.tokens = n.tokens.Add(outer)
		} else {
			n.sendOn(outer)
		}
	}
}

// divide is "token forwarding from GRC to LRCs": p requests of the own group, q LRCs, k tokens in hand.
func (n node) divide() (cameHome bool) {
	LRQ, GRQ := processes(n.LRQ.Slice()), n.GRQ
	p, q, k := LRQ.Len(), GRQ.Len(), n.p.k
	n.out.Note(division{n.tokens.Len(), LRQ, GRQ, n.phantoms()})
	toLRQ := func(tokens int) {
		n.LRQ = model.List[entry]{}
		for _, x := range n.deal(LRQ, tokens) {
			cameHome = n.local(x, queue{}) || cameHome
		}
	}
	toGRQ := func(tokens int) {
		n.GRQ = queue{}
		for _, x := range n.deal(GRQ, tokens) {
			n.foreign(x, TOKEN{})
		}
	}
	// share gives s tokens to each requesting LRC.
	share := func(s int) {
		n.GRQ = queue{}
		for _, g := range GRQ.All() {
			if n.p.bundled() {
				n.foreign(model.ListOf(g), TOKEN{more: s - 1})
				continue
			}
			for x := range s {
				n.foreign(model.ListOf(g), TOKEN{spare: x > 0 && n.has(OneAnswer)})
			}
		}
	}
	switch {
	case q == 0: // 1.A p <= k and 1.B p > k
		toLRQ(min(p, k))
	case p == 0:
		if q >= k { // 2.A
			toGRQ(k)
		} else { // 2.B
			share(n.p.perLRC(k / q))
		}
		if n.moves() {
			n.broadcast_New_GRC(GRQ.At(q - 1))
		}
	case k == 1 && n.has(AfterOwnGroup):
		n.LRQ, n.GRQ = model.List[entry]{}, queue{}
		cameHome = n.local(LRQ, GRQ)
	case q >= k-1: // 3.A; published: with k = 1 there is no token for the LRCs, and they stay queued
		if k > 1 {
			toGRQ(k - 1)
		}
		toLRQ(1)
	default: // 3.B; what does not divide is kept for the own group
		s := n.p.perLRC(k / (q + 1))
		share(s)
		toLRQ(min(p, k-q*s))
	}
	return cameHome
}

// perLRC is how many tokens each requesting LRC gets, of an equal share.
func (p *protocol) perLRC(share int) int {
	if p.baseline() {
		return 1 // "In the original algorithm it sends only one token to each LRC"
	}
	return share
}

func (p *protocol) baseline() bool { return p.c.Variant == Baseline }

// forward gives each of the t tokens in hand to "another LRC that can help it to finish its requests": the longest
// waiting one, or else a request of the own group.
func (n node) forward(t int) (cameHome bool) {
	for range t {
		switch {
		case !n.GRQ.Empty() && !n.LRQ.Empty() && n.has(ForwardBoth):
			x, g := n.nextOwn(), n.nextLRC()
			cameHome = n.local(model.ListOf(x), model.ListOf(g)) || cameHome
		case !n.GRQ.Empty():
			n.foreign(model.ListOf(n.nextLRC()), TOKEN{})
		case !n.LRQ.Empty():
			cameHome = n.local(model.ListOf(n.nextOwn()), queue{}) || cameHome
		}
	}
	return cameHome
}

// nextLRC takes the first entry out of the GRQ.
func (n node) nextLRC() model.Site {
	g := n.GRQ.Front()
	n.out.Note(decision{Chosen: g, Among: n.GRQ})
	n.GRQ = n.GRQ.Rest()
	return g
}

// nextOwn takes the first entry out of the LRQ.
func (n node) nextOwn() model.Site {
	x := model.Site(n.LRQ.Front())
	n.out.Note(decision{Chosen: x, Among: processes(n.LRQ.Slice())})
	n.LRQ = n.LRQ.Rest()
	return x
}

// local gives a token to requests of the GRC's own group; the LRCs in outer get it afterwards. The GRC's own turn comes
// at once. It reports that nobody was left to get the token, so that it is in hand again.
func (n node) local(list, outer queue) (cameHome bool) {
	n.takeToken()
	t := token{list, outer}
	switch {
	case n.ownTurn(&t):
	case !t.inner.Empty():
		n.send(t.inner.Front(), t)
	default:
		n.tokens = model.ListOf(append([]queue{t.outer}, n.tokens.Slice()...)...)
		return true
	}
	return false
}

// foreign gives a token to the first of a list of LRCs, with the others as its queue.
func (n node) foreign(list queue, t TOKEN) {
	for range 1 + t.more {
		n.takeToken()
	}
	to := list.Front()
	n.out.Note(decision{Chosen: to, Among: list})
	t.from, t.outer = n.i, list.Rest()
	n.out.Send(to, t)
}

// deal deals the list on c lists, one entry after the other.
func (n node) deal(list queue, c int) []queue {
	hands := make([]queue, c)
	for x, i := range list.All() {
		hands[x%c] = hands[x%c].Add(i)
	}
	n.out.Note(dealt{list, model.ListOf(hands...)})
	return hands
}
