package raymond

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of a node.
type vars struct {
	st     paper.Phase            // cs is the paper's USING
	HOLDER model.Site             // the neighbour in whose direction the privilege is, or the node itself
	ASKED  bool                   // a request to HOLDER is on its way or in its queue
	Q      model.List[model.Site] // REQUEST_Q: neighbours, and the node itself, that wait for the privilege
}

// message is one of the two kinds below. Both go from a neighbour to a neighbour.
type message any

// Request is REQUEST: the neighbour from asks for the privilege, for itself or for others behind it.
type Request struct{ from model.Site }

// Token is PRIVILEGE, handed over by the neighbour from.
type Token struct{ from model.Site }

type protocol struct {
	n       int
	parents model.PerSite[model.Site] // at the start; 0 for the holder
}

func newProtocol(c model.Config) *protocol {
	return &protocol{c.Processes, paper.Parents(c)}
}

func (p *protocol) Start(i model.Site) vars {
	if p.parents.At(i) == 0 {
		return vars{HOLDER: i}
	}
	return vars{HOLDER: p.parents.At(i)}
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request is "the node wishes to enter the critical section": it joins its own queue.
func (p *protocol) Request(i model.Site, v *vars, _ model.Demand, out *model.Outbox[message]) {
	v.st = paper.Wait
	v.Q = v.Q.Add(i)
	out.Note(invariants.Arrival[model.Site]{Joins: i, Queue: v.Q})
	p.assignPrivilege(i, v, out)
	p.makeRequest(i, v, out)
}

// Receive dispatches the two receive events.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Request:
		p.request(i, v, m, out)
	case Token:
		p.privilege(i, v, out)
	default:
		out.Unhandled()
	}
}

// request is "the node receives a REQUEST message from neighbour X": X joins the queue.
func (p *protocol) request(i model.Site, v *vars, m Request, out *model.Outbox[message]) {
	v.Q = v.Q.Add(m.from)
	out.Note(invariants.Arrival[model.Site]{Joins: m.from, Queue: v.Q})
	p.assignPrivilege(i, v, out)
	p.makeRequest(i, v, out)
}

// privilege is "the node receives a PRIVILEGE message".
func (p *protocol) privilege(i model.Site, v *vars, out *model.Outbox[message]) {
	v.HOLDER = i
	p.assignPrivilege(i, v, out)
	p.makeRequest(i, v, out)
}

// Exit is "the node exits the critical section".
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	v.st = paper.Idle
	p.assignPrivilege(i, v, out)
	p.makeRequest(i, v, out)
}

// assignPrivilege is ASSIGN_PRIVILEGE: an idle holder gives the privilege to the first of its queue, itself included.
func (p *protocol) assignPrivilege(i model.Site, v *vars, out *model.Outbox[message]) {
	if v.HOLDER != i || v.st == paper.CS || v.Q.Empty() {
		return
	}
	queue := v.Q
	v.HOLDER = v.Q.Front()
	v.Q = v.Q.Rest()
	v.ASKED = false
	out.Note(invariants.Decision[model.Site]{Chosen: v.HOLDER, Among: queue})
	if v.HOLDER == i {
		v.st = paper.CS
		out.Enter()
	} else {
		out.Send(v.HOLDER, Token{i})
	}
}

// makeRequest is MAKE_REQUEST: a node whose queue is not empty asks its HOLDER, unless it has done so.
func (p *protocol) makeRequest(i model.Site, v *vars, out *model.Outbox[message]) {
	if v.HOLDER != i && !v.Q.Empty() && !v.ASKED {
		out.Send(v.HOLDER, Request{i})
		v.ASKED = true
	}
}

// about is what the properties ask of a node.
type about struct {
	holder model.Site
	queue  model.List[model.Site]
}

func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS, More: about{v.HOLDER, v.Q}}
	if v.HOLDER == i {
		look.Holds = 1
	}
	for _, m := range inbox {
		if _, ok := m.(Token); ok {
			look.Coming++
		}
	}
	return look
}
