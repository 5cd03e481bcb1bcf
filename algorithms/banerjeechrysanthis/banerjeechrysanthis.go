package banerjeechrysanthis

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// phase is what a node does as an arbiter.
type phase uint8

const (
	none    phase = iota
	collect       // the request collection phase
	forward       // the request forwarding phase
)

func (p phase) String() string { return [...]string{"none", "collect", "forward"}[p] }

// arbiter is what a node knows of the current arbiter.
type arbiter struct {
	who    model.Site
	number model.Number // of its election, where elections are numbered; otherwise 0
}

func (a arbiter) String() string {
	if a.number.String() == "0" {
		return fmt.Sprint(a.who)
	}
	return fmt.Sprintf("%d elected %v", a.who, a.number)
}

// list is a Q-list: the nodes that have been scheduled, in the order in which the token visits them.
type list = model.List[model.Site]

// vars are the local variables of node i.
type vars struct {
	st       paper.Phase
	ARBITER  arbiter
	phase    phase
	q        list // the Q-list collected so far
	hasToken bool // the token rests here, outside a critical section
	tq       list // in the critical section: the token's Q-list, i itself first
}

// message is one of the three kinds below. Each carries its sender, src.
type message any

// Req is the request of node who, sent by src.
type Req struct {
	src, who model.Site
	number   model.Number // with the repair [AwaitElection]: the election that makes the receiver the arbiter; otherwise 0
}

func (r Req) String() string {
	if r.number.String() == "0" {
		return fmt.Sprintf("Req(%d, %d)", r.src, r.who)
	}
	return fmt.Sprintf("Req(%d, %d, %v)", r.src, r.who, r.number)
}

// Token is the token with its Q-list.
type Token struct {
	src model.Site
	Q   list
}

// New declares the new arbiter.
type New struct {
	src model.Site
	arbiter
}

func (n New) String() string { return fmt.Sprintf("New(%d, %s)", n.src, n.arbiter) }

type protocol struct{ c model.Config }

func (p *protocol) Start(i model.Site) vars {
	v := vars{ARBITER: arbiter{who: 1}}
	if i == 1 {
		v.phase, v.hasToken = collect, true
	}
	return v
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request: "a node sends its request" to the arbiter it knows, which may be itself.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *model.Outbox[message]) {
	v.st = paper.Wait
	p.ask(i, v, i, out)
}

// Receive dispatches the three receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Req:
		p.request(i, v, m, out)
	case New:
		p.newArbiter(i, v, m)
	case Token:
		p.token(i, v, m, out)
	default:
		out.Unhandled()
	}
}

// ask sends the request of node who to the arbiter that i knows.
func (p *protocol) ask(i model.Site, v *vars, who model.Site, out *model.Outbox[message]) {
	r := Req{src: i, who: who}
	if p.c.Has(AwaitElection) {
		r.number = v.ARBITER.number
	}
	out.Send(v.ARBITER.who, r)
}

// request is "the arbiter node collects all the requests" in the collection phase and forwards them "to the current
// arbiter" in the forwarding phase; "any requests arriving after the end of the forwarding phase, are dropped".
func (p *protocol) request(i model.Site, v *vars, m Req, out *model.Outbox[message]) {
	switch {
	case v.phase == collect, p.c.Has(AwaitElection) && m.number.After(v.ARBITER.number):
		if !v.q.Has(m.who) {
			v.q = v.q.Add(m.who)
		}
	case (v.phase == forward || p.c.Has(ForwardAlways)) && v.ARBITER.who != i:
		p.ask(i, v, m.who, out)
	}
}

// close is "the end of the request collection phase, when the arbiter gets the token in its possession": the last of
// the Q-list becomes the new arbiter, by a broadcast, and the token goes to the head of the Q-list.
func (p *protocol) close(i model.Site, v *vars, out *model.Outbox[message]) {
	a := arbiter{who: v.q.At(v.q.Len() - 1)}
	if p.numbered() {
		a.number = v.ARBITER.number.Next()
	}
	for j := range model.UpTo[model.Site](p.c.Processes).Without(i).All() {
		out.Send(j, New{i, a})
	}
	v.ARBITER = a
	if v.phase = forward; a.who == i {
		v.phase = collect
	}
	out.Send(v.q.Front(), Token{i, v.q})
	v.q, v.hasToken = list{}, false
}

// numbered: both repairs that ask which of two elections is the later one number them, each on its own.
func (p *protocol) numbered() bool { return p.c.Has(NewestArbiter) || p.c.Has(AwaitElection) }

// endforward is the end of the forwarding phase.
func (p *protocol) endforward(v *vars) { v.phase = none }

// newArbiter is "a node, on receipt of the message electing it as the new arbiter, enters the request collection
// phase"; the others learn of it.
func (p *protocol) newArbiter(i model.Site, v *vars, m New) {
	if p.c.Has(NewestArbiter) && v.ARBITER.number.After(m.number) {
		return
	}
	v.ARBITER = m.arbiter
	if m.who == i {
		v.phase = collect
	}
}

// token is "the node which executes the critical section is the current node at the head of the Q-list". A node that
// has not asked hands the token on.
func (p *protocol) token(i model.Site, v *vars, m Token, out *model.Outbox[message]) {
	if v.st == paper.Wait {
		v.st, v.tq = paper.CS, m.Q
		out.Enter()
		return
	}
	p.pass(i, v, m.Q, out)
}

// Exit is "the token is passed from node to node in the order specified by the Q-list".
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	p.pass(i, v, v.tq, out)
	v.st, v.tq = paper.Idle, list{}
}

// pass sends the token, with the Q-list after its head, to the next of the Q-list, or keeps it if there is none.
func (p *protocol) pass(i model.Site, v *vars, Q list, out *model.Outbox[message]) {
	rest := Q.Rest()
	if rest.Empty() {
		v.hasToken = true
		return
	}
	out.Send(rest.Front(), Token{i, rest})
}

// Names of the internal events.
const (
	closing = "close"
	ending  = "endforward"
)

// Internals lists the ends of phases: collection may end at any moment at which there is something to schedule and the
// arbiter has the token, forwarding at any moment, or only when nothing else can happen.
func (p *protocol) Internals(_ model.Site, v vars) []model.Inner {
	switch {
	case v.phase == collect && v.hasToken && !v.q.Empty():
		return []model.Inner{{Name: closing}}
	case v.phase == forward:
		return []model.Inner{{Name: ending, Patient: p.c.Param(forwarding) == patient}}
	}
	return nil
}

// Do runs an internal event.
func (p *protocol) Do(i model.Site, v *vars, event string, out *model.Outbox[message]) {
	switch event {
	case closing:
		p.close(i, v, out)
	case ending:
		p.endforward(v)
	default:
		out.Unhandled()
	}
}

// more is what this paper's own properties ask about a node.
type more struct {
	phase   phase
	ARBITER arbiter
	elected bool // a message that says so, and will be believed, is on its way here
	told    bool // a message that declares an arbiter is on its way here
	q, tq   list
	listed  model.Sites // in a Q-list here, or in that of a token on its way here
}

func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS}
	if v.hasToken || v.st == paper.CS {
		look.Holds = 1
	}
	about := more{phase: v.phase, ARBITER: v.ARBITER, q: v.q, tq: v.tq, listed: members(v.q).Union(members(v.tq))}
	for _, m := range inbox {
		switch m := m.(type) {
		case Token:
			look.Coming++
			about.listed = about.listed.Union(members(m.Q))
		case New:
			about.told = true
			about.elected = about.elected || m.who == i && !(p.c.Has(NewestArbiter) && v.ARBITER.number.After(m.number))
		}
	}
	look.More = about
	return look
}

func members(l list) model.Sites {
	var s model.Sites
	for _, i := range l.All() {
		s = s.With(i)
	}
	return s
}
