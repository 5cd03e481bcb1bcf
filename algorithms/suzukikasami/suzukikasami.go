package suzukikasami

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// phase is what a process does.
type phase uint8

const (
	idle phase = iota
	waiting
	cs
)

func (p phase) String() string { return [...]string{"idle", "waiting", "cs"}[p] }

// vars are the local variables of node i.
type vars struct {
	phase phase
	has   bool                        // holds the token
	RN    model.PerSite[model.Number] // RN[j]: the largest request number heard of j
	token token                       // while it is held
}

// token exists once: at the holder or in the token message.
type token struct {
	LN model.PerSite[model.Number] // LN[j]: number of the last request of j that was served
	Q  model.List[model.Site]      // waiting processes
}

// message is one of the two kinds below.
type message any

// Request is REQUEST(j, s): j makes its s-th request.
type Request struct {
	j model.Site
	s model.Number
}

// Token is PRIVILEGE(Q, LN). It does not name its sender.
type Token struct{ token }

func (t Token) String() string { return "Token(" + t.LN.String() + ", " + t.Q.String() + ")" }

type protocol struct{ c model.Config }

func (p *protocol) Start(i model.Site) vars {
	v := vars{RN: model.NewPerSite[model.Number](p.c.Processes)}
	if i == 1 {
		v.has, v.token.LN = true, model.NewPerSite[model.Number](p.c.Processes)
	}
	return v
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.phase == idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.phase == cs }

// Request: i raises its request number; with the token it enters at once, otherwise it asks everybody.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *model.Outbox[message]) {
	v.RN = v.RN.With(i, v.RN.At(i).Next())
	if v.has {
		v.phase = cs
		out.Enter()
		return
	}
	v.phase = waiting
	for j := range p.others(i) {
		out.Send(j, Request{i, v.RN.At(i)})
	}
}

// Receive dispatches the two receive events, and notes whether what came of them is right.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	before := *v
	switch m := m.(type) {
	case Request:
		p.request(i, v, m, out)
	case Token:
		p.privilege(v, m, out)
	default:
		out.Unhandled()
	}
	if x := receiptOf(before, m).compared(*v, out.Sent()); !x.raises || !x.right { // canonical forms forget old requests
		out.Note(x)
	}
}

// request is "i receives REQUEST(j, s)": an idle holder passes the token on, unless the request is an old one.
func (p *protocol) request(i model.Site, v *vars, m Request, out *model.Outbox[message]) {
	v.RN = v.RN.With(m.j, v.RN.At(m.j).Max(m.s))
	if v.has && v.phase == idle && v.RN.At(m.j).Is(v.token.LN.At(m.j).Next()) {
		p.pass(v, m.j, out)
	}
}

// privilege is "i receives the token".
func (p *protocol) privilege(v *vars, m Token, out *model.Outbox[message]) {
	v.has, v.token = true, m.token
	v.phase = cs
	out.Enter()
}

// exit: the request is served; all that have an unserved one join the queue, and its head gets the token.
func (p *protocol) exit(i model.Site, v *vars, out *model.Outbox[message]) {
	t := &v.token
	t.LN = t.LN.With(i, v.RN.At(i))
	for j := range p.others(i) {
		if !t.Q.Has(j) && v.RN.At(j).Is(t.LN.At(j).Next()) {
			t.Q = t.Q.Add(j)
			out.Note(invariants.Arrival[model.Site]{Joins: j, Queue: t.Q})
		}
	}
	v.phase = idle
	if !t.Q.Empty() {
		head := t.Q.Front()
		out.Note(invariants.Decision[model.Site]{Chosen: head, Among: t.Q})
		t.Q = t.Q.Rest()
		p.pass(v, head, out)
	}
}

func (p *protocol) pass(v *vars, to model.Site, out *model.Outbox[message]) {
	out.Send(to, Token{v.token})
	v.has, v.token = false, token{}
}

// others yields all processes but i, ascending.
func (p *protocol) others(i model.Site) func(yield func(model.Site) bool) {
	return model.UpTo[model.Site](p.c.Processes).Without(i).All()
}

// Account charges a request to the process that makes it and the token to the one that gets it.
func (p *protocol) Account(m message, to model.Site) model.Site {
	if r, ok := m.(Request); ok {
		return r.j
	}
	return to
}

func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.phase == waiting, InCS: v.phase == cs}
	var queued model.Sites
	if v.has {
		look.Holds = 1
		queued = model.SetOf(v.token.Q.Slice()...)
	}
	for _, m := range inbox {
		if t, ok := m.(Token); ok {
			look.Coming++
			queued = queued.Union(model.SetOf(t.Q.Slice()...))
		}
	}
	look.More = queued
	return look
}
