package naimitrehel

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of node i.
type vars struct {
	st     paper.Phase
	father model.Site // where requests go; NULL at a root
	next   model.Site // who gets the token after i; NULL if nobody has asked
	token  bool       // "token_present"
}

// message is one of the two kinds below.
type message any

// Req is a request of who, sent or handed on by from.
type Req struct{ from, who model.Site }

// Token is the token, sent by from.
type Token struct{ from model.Site }

type protocol struct {
	fathers model.PerSite[model.Site] // at the start
}

func newProtocol(c model.Config) *protocol {
	return &protocol{paper.Parents(c)}
}

func (p *protocol) Start(i model.Site) vars {
	father := p.fathers.At(i)
	return vars{father: father, token: father == 0}
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request is "i requests the critical section": the root has the token and enters; anybody else sends a request to its
// father and becomes a root.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *model.Outbox[message]) {
	v.st = paper.Wait
	if v.father == 0 {
		v.st = paper.CS
		out.Enter()
		return
	}
	out.Send(v.father, Req{i, i})
	v.father = 0
}

// Receive dispatches the two receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Req:
		p.req(i, v, m, out)
	case Token:
		p.receiveToken(v, out)
	default:
		out.Unhandled()
	}
}

// req is "i receives a request of w": a root remembers w as the next or, if it does not need the token, sends it;
// anybody else hands the request on. Either way w is the new father, because it will be the last to get the token.
func (p *protocol) req(i model.Site, v *vars, m Req, out *model.Outbox[message]) {
	switch {
	case v.father != 0:
		out.Send(v.father, Req{i, m.who})
	case v.st != paper.Idle:
		v.next = m.who
	default:
		v.token = false
		out.Send(m.who, Token{i})
	}
	v.father = m.who
}

// receiveToken is "i receives the token".
func (p *protocol) receiveToken(v *vars, out *model.Outbox[message]) {
	v.token = true
	v.st = paper.CS
	out.Enter()
}

// Exit is "i leaves the critical section": the token goes to the next, if there is one.
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	v.st = paper.Idle
	if v.next != 0 {
		v.token = false
		out.Send(v.next, Token{i})
		v.next = 0
	}
}

// Account charges a request, however often it is handed on, to the process that made it, and the token to the one that
// gets it.
func (p *protocol) Account(m message, to model.Site) model.Site {
	if r, ok := m.(Req); ok {
		return r.who
	}
	return to
}

// look is what the properties of this paper ask of a node beyond [model.View].
type look struct {
	father, next model.Site
	asked        model.Sites // whose requests are on their way here
	twice        bool        // two of them are of one process
}

func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	x := look{father: v.father, next: v.next}
	view := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS}
	if v.token {
		view.Holds = 1
	}
	for _, m := range inbox {
		switch m := m.(type) {
		case Req:
			x.twice = x.twice || x.asked.Has(m.who)
			x.asked = x.asked.With(m.who)
		case Token:
			view.Coming++
		}
	}
	view.More = x
	return view
}
