package suzukikasami

import "github.com/gmecheck/gmecheck/model"

// received says whether a receipt did what the paper says, and nothing else.
type received struct{ right bool }

// note says nothing of a request that raises RN alone, as it should, since canonical forms forget old requests.
func (x receipt) note(after vars, out *model.Outbox[message]) {
	right, sent := after == x.after, false
	for to, m := range out.Sent() {
		right = right && !sent && to == x.to && m == message(Token{x.passed})
		sent = true
	}
	right = right && sent == (x.to != 0)
	if x.gets || sent || !right {
		out.Note(received{right})
	}
}

// receipt is what comes of a receipt by the paper. It goes by no function of the protocol, which may be wrong.
type receipt struct {
	after  vars
	gets   bool       // the token has come
	to     model.Site // who gets the token then; 0: nobody
	passed token
}

func receiptOf(v vars, m message) receipt {
	x := receipt{after: v}
	switch m := m.(type) {
	case Request:
		x.after.RN = v.RN.With(m.j, v.RN.At(m.j).Max(m.s))
		if v.has && v.phase == idle && x.after.RN.At(m.j).Is(v.token.LN.At(m.j).Next()) {
			x.to, x.passed, x.after.has, x.after.token = m.j, v.token, false, token{}
		}
	case Token:
		x.gets, x.after.has, x.after.phase, x.after.token = true, true, cs, m.token
	}
	return x
}

// exited says of an exit what there was before: properties look at the token afterwards.
type exited struct {
	Q       model.List[model.Site]
	waiting model.Sites                 // those not in Q of which i knows that they have an unserved request
	LN      model.PerSite[model.Number] // with the request that is served now
	next    bool                        // the number of that request is one more than LN[i] was
	kept    bool                        // RN is afterwards as it was
	after   vars
}

// Exit is exit, and notes what it did.
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	x := exited{Q: v.token.Q, LN: v.token.LN.With(i, v.RN.At(i)), next: v.RN.At(i).Is(v.token.LN.At(i).Next())}
	for j := range p.others(i) {
		if !x.Q.Has(j) && v.RN.At(j).Is(x.LN.At(j).Next()) {
			x.waiting = x.waiting.With(j)
		}
	}
	RN := v.RN
	p.exit(i, v, out)
	x.after, x.kept = *v, v.RN == RN
	out.Note(x)
}
