package srtgme

import "github.com/gmecheck/gmecheck/model"

// Request is "P_i request for a forum X with priority Z_i".
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *outbox) {
	SN := v.SN
	v.X, v.Z, v.pend = d.Group, d.Priority, true
	v.SN = v.SN.With(i, v.SN.At(i)+1)
	switch v.state {
	case HI:
		p.number(i, v, v.SN.At(i))
		v.token.typ = v.X
		v.state = EC
		v.RS = model.Sites{}
		v.enter(out)
	case HS:
		p.number(i, v, v.SN.At(i))
		before := v.token.queue
		if v.token.queue.Empty() && v.token.typ == v.X {
			v.state = EC
			v.enter(out)
		} else {
			v.token.queue = addRequest(v.token.queue, i, v.X, v.Z)
		}
		out.Note(decided{j: i, X: v.X, Z: v.Z, typ: v.token.typ, before: before, after: v.token.queue})
	default:
		v.state = R
		for j := range v.RS.All() {
			out.Send(j, request{i, v.SN.At(i), v.X, v.Z})
		}
	}
	out.Note(counted{v.SN == SN.With(i, SN.At(i)+1)})
}

// Receive dispatches the receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *outbox) {
	before := *v
	switch m := m.(type) {
	case request:
		p.request(i, v, m, out)
		if m.SN <= before.SN.At(m.i) {
			out.Note(repeated{changed: *v != before})
		}
	case start:
		p.start(v, m, out)
	case complete:
		p.complete(i, v, out)
	case token:
		p.token(i, v, m, out)
	default:
		out.Unhandled()
	}
	out.Note(counted{v.SN == heardOf(before.SN, m)})
}

// heardOf is SN after a message.
func heardOf(SN model.PerSite[int], m message) model.PerSite[int] {
	if r, is := m.(request); is {
		SN = SN.With(r.i, max(SN.At(r.i), r.SN))
	}
	return SN
}

// request is "P_i receives request(j, SN, X, Z_j)".
func (p *protocol) request(i model.Site, v *vars, m request, out *outbox) {
	j := m.i
	if m.SN <= v.SN.At(j) {
		return // "otherwise old request"
	}
	v.SN = v.SN.With(j, m.SN)
	p.remember(v, m)
	switch {
	case p.old(v, j, m.SN):
		if p.c.Has(AnswerOld) && !v.RS.Has(j) {
			v.RS = v.RS.With(j)
			out.Send(j, request{i, v.SN.At(i), v.X, v.Z})
		} else {
			// published: a token does not know old requests
		}
	case v.state == R && !v.RS.Has(j):
		v.RS = v.RS.With(j)
		out.Send(j, request{i, v.SN.At(i), v.X, v.Z})
	case v.state == EC, v.state == HS:
		p.decide(i, v, m, out)
	case v.state == HI:
		v.RS = v.RS.With(j)
		p.number(j, v, m.SN)
		if p.c.Has(TypeFromIdle) {
			v.token.typ = m.X
		} else {
			// published: token.type is what it was
		}
		out.Send(j, v.token)
		if p.c.Has(GiveAway) {
			v.state, v.token = N, token{}
		} else {
			// published: the state stays HI, and the token stays, too
		}
	default:
		v.RS = v.RS.With(j)
	}
}

// decide is what a holder in EC or HS does with a request: the two branches of the paper are the same.
func (p *protocol) decide(i model.Site, v *vars, m request, out *outbox) {
	j, before := m.i, v.token.queue
	p.number(j, v, m.SN)
	if v.token.typ == m.X && v.token.queue.Empty() {
		v.token.followers++
		out.Send(j, start{i})
	} else {
		v.token.queue = addRequest(v.token.queue, j, m.X, m.Z)
	}
	out.Note(decided{j: j, X: m.X, Z: m.Z, typ: v.token.typ, before: before, after: v.token.queue})
}

// start is "P_i receives start(j)", without a guard. A holder that obeys is a holder no more: no line reads its token
// again before the next one replaces it.
func (p *protocol) start(v *vars, m start, out *outbox) {
	v.captain = m.i
	v.state = EF
	v.token = token{}
	v.enter(out)
}

// Exit is exit, and notes what becomes of SN.
func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	SN := v.SN
	p.exit(i, v, out)
	out.Note(counted{v.SN == SN})
}

// exit is "P_i exits from CS".
func (p *protocol) exit(i model.Site, v *vars, out *outbox) {
	if v.state == EF {
		out.Send(v.captain, complete{i})
		v.captain = 0
		v.state = N
		return
	}
	if v.token.followers == 0 && v.token.queue.Empty() {
		v.state = HI
		v.token.typ = 0
		if p.c.Has(ThreeCases) {
			return
		}
		// published: the Else below belongs to the second If alone
	}
	if v.token.followers == 0 && !v.token.queue.Empty() {
		p.pass(i, v, out)
	} else {
		v.state = HS
	}
}

// complete is "P_i receives complete(j)".
func (p *protocol) complete(i model.Site, v *vars, out *outbox) {
	if !v.state.holds() {
		if p.c.Has(EarlyComplete) {
			v.early++
		} else {
			// published: there is no token.followers to lower
		}
		return
	}
	v.token.followers--
	if v.token.followers == 0 && v.state == HS {
		if v.token.queue.Empty() {
			v.state = HI
		} else {
			p.pass(i, v, out)
		}
	}
}

// token is "P_i receives token", without a guard.
func (p *protocol) token(i model.Site, v *vars, t token, out *outbox) {
	out.Note(received{waits: v.pend, X: v.X, typ: t.typ})
	v.state = EC
	v.token = t
	v.enter(out)
	v.RS = model.Sites{}
	if p.c.Has(EarlyComplete) {
		v.token.followers -= v.early
		v.early = 0
	}
	if p.c.Has(Remember) {
		p.recall(i, v, out)
	}
}
