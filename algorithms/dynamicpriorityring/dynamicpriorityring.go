package dynamicpriorityring

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of a site: st and res are a process's, the rest is the coordinator's.
type vars struct {
	st     paper.Phase
	res    model.Group                    // the resource that the process asks for or uses; NULL while idle
	tokens model.Groups                   // the resources whose token the coordinator has
	queues model.List[model.List[Queued]] // of resource r at r-1: its resource queue, in the order of arrival
}

// Queued is a request in a resource queue, "with two fields: Process id and Priority".
type Queued struct {
	PID      model.Site
	Priority int
}

func (q Queued) String() string { return fmt.Sprintf("(%d, %d)", q.PID, q.Priority) }

// message is one of the three kinds below.
type message any

// Req is "a request message with a parameter (Resource name, Process id, Priority)".
type Req struct {
	Resource model.Group
	PID      model.Site
	Priority int
}

// Token is a resource's token on its way from the coordinator to a process.
type Token struct{ Resource model.Group }

// Back is a resource's token on its way from a process back to the coordinator.
type Back struct {
	Resource model.Group
	PID      model.Site
}

type protocol struct{ c model.Config }

// coordinator is the process selected as one. It stands behind those that compete.
func (p *protocol) coordinator() model.Site { return model.Site(p.c.Processes + 1) }

// Places lists the processes, by their numbers, and the coordinator, "0".
func (p *protocol) Places() []model.Place {
	var places []model.Place
	for i := range p.c.Processes {
		places = append(places, model.Place{Name: fmt.Sprint(i + 1), Process: true})
	}
	return append(places, model.Place{Name: "0"})
}

func (p *protocol) Start(i model.Site) vars {
	if i != p.coordinator() {
		return vars{}
	}
	return vars{
		tokens: model.UpTo[model.Group](p.c.Groups),
		queues: model.ListOf(make([]model.List[Queued], p.c.Groups)...),
	}
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request is "when any process wants to execute a critical section, then it sends a request message to the
// coordinator". Its priority is its process id.
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *model.Outbox[message]) {
	v.st, v.res = paper.Wait, d.Group
	out.Send(p.coordinator(), Req{v.res, i, int(i)})
}

// Receive dispatches the three receive events.
func (p *protocol) Receive(_ model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Req:
		p.req(v, m, out)
	case Token:
		p.token(v, m, out)
	case Back:
		p.back(v, m, out)
	default:
		out.Unhandled()
	}
}

// req is the coordinator's receipt of a request: if it has the token, it "sends the token to the requesting node",
// otherwise it stores the request and "if the priority of the earliest request message is lower than the next
// message's, then increments the priority by one".
func (p *protocol) req(v *vars, m Req, out *model.Outbox[message]) {
	if v.tokens.Has(m.Resource) {
		v.tokens = v.tokens.Without(m.Resource)
		out.Send(m.PID, Token{m.Resource})
		return
	}
	queue := v.queue(m.Resource).Slice()
	for k := range queue {
		if (k == 0 || p.c.Param(rise) == riseAll) && queue[k].Priority < m.Priority {
			queue[k].Priority++
		}
	}
	v.setQueue(m.Resource, model.ListOf(append(queue, Queued{m.PID, m.Priority})...))
}

// token is the process's receipt of a token: it enters. But for duplicates, it is the token that it asked for.
func (p *protocol) token(v *vars, m Token, out *model.Outbox[message]) {
	v.st, v.res = paper.CS, m.Resource
	out.Enter()
}

// Exit returns the token to the coordinator.
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	out.Send(p.coordinator(), Back{v.res, i})
	v.st, v.res = paper.Idle, 0
}

// back is the coordinator's receipt of a returned token. Instead of "sort the queue" at each arrival, the request of
// highest priority, the oldest among equals, is looked for here.
func (p *protocol) back(v *vars, m Back, out *model.Outbox[message]) {
	queue := v.queue(m.Resource)
	if queue.Empty() {
		v.tokens = v.tokens.With(m.Resource)
		return
	}
	first := 0
	for k, q := range queue.All() {
		if q.Priority > queue.At(first).Priority {
			first = k
		}
	}
	out.Send(queue.At(first).PID, Token{m.Resource})
	v.setQueue(m.Resource, queue.WithoutAt(first))
}

func (v *vars) queue(r model.Group) model.List[Queued] { return v.queues.At(int(r) - 1) }

func (v *vars) setQueue(r model.Group, q model.List[Queued]) { v.queues = v.queues.With(int(r)-1, q) }

// Account charges all three messages to the process that asks and enters.
func (p *protocol) Account(m message, to model.Site) model.Site {
	switch m := m.(type) {
	case Req:
		return m.PID
	case Back:
		return m.PID
	default:
		return to
	}
}

func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS, Holds: v.tokens.Len()}
	held := make([]int, p.c.Groups)
	for r := range v.tokens.All() {
		held[r-1]++
	}
	if v.st != paper.Idle {
		look.Groups = model.SetOf(v.res)
	}
	if v.st == paper.CS {
		look.Holds++
		held[v.res-1]++
	}
	for _, m := range inbox {
		switch m := m.(type) {
		case Token:
			look.Coming++
			held[m.Resource-1]++
		case Back:
			look.Coming++
			held[m.Resource-1]++
		}
	}
	look.More = about{tokens: model.ListOf(held...), queues: v.queues, has: v.tokens}
	return look
}
