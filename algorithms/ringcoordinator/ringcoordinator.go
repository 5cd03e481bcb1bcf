package ringcoordinator

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// vars are the local variables of a site: st and ts are a process's, has and Q the coordinator's.
type vars struct {
	st  paper.Phase
	ts  int                 // time stamp of the outstanding request; 0 without one
	has bool                // the coordinator retains the token
	Q   model.List[request] // REQUEST_QUEUE, in the order of arrival
}

// request is what REQUEST_QUEUE keeps of a request.
type request struct {
	PID model.Site
	ts  int // TIMESTAMP_OF_REQUEST_GENERATION
}

func (r request) String() string { return fmt.Sprintf("(%d, %d)", r.PID, r.ts) }

// message is one of the four kinds below.
type message any

// Req is the request message of a process: (PID, time stamp).
type Req struct {
	PID model.Site
	ts  int
}

// Wait is the coordinator's WAIT signal.
type Wait struct{}

// Token is the token on its way from the coordinator to a process.
type Token struct{}

// Back is the token on its way from a process back to the coordinator.
type Back struct{ PID model.Site }

func (Wait) String() string  { return "Wait" }
func (Token) String() string { return "Token" }

type protocol struct{ c model.Config }

// coordinator is the site p0 of the paper. It stands behind the processes.
func (p *protocol) coordinator() model.Site { return model.Site(p.c.Processes + 1) }

// Places lists the processes, by their numbers, and the coordinator, "0".
func (p *protocol) Places() []model.Place {
	var places []model.Place
	for i := range p.c.Processes {
		places = append(places, model.Place{Name: fmt.Sprint(i + 1), Process: true})
	}
	return append(places, model.Place{Name: "0"})
}

// Ticketed says that the time stamps are those of a perfect clock.
func (p *protocol) Ticketed() {}

func (p *protocol) Start(i model.Site) vars { return vars{has: i == p.coordinator()} }

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.st == paper.Idle }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.st == paper.CS }

// Request is "process p1 wants to enter a critical section, so it sends a request message".
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *model.Outbox[message]) {
	v.st, v.ts = paper.Wait, d.Ticket
	out.Send(p.coordinator(), Req{i, v.ts})
}

// Receive dispatches the four receive events.
func (p *protocol) Receive(_ model.Site, v *vars, m message, out *model.Outbox[message]) {
	switch m := m.(type) {
	case Req:
		p.req(v, m, out)
	case Wait:
		// The signal tells the process only what it does anyway.
	case Token:
		p.token(v, out)
	case Back:
		p.back(v, out)
	default:
		out.Unhandled()
	}
}

// req is the coordinator's receipt of a request: "the coordinator will send the token" if it "retains the token",
// otherwise it "sends a WAIT signal, and the request is stored in the REQUEST QUEUE".
func (p *protocol) req(v *vars, m Req, out *model.Outbox[message]) {
	if v.has {
		v.has = false
		out.Send(m.PID, Token{})
		return
	}
	v.Q = v.Q.Add(request(m))
	out.Send(m.PID, Wait{})
}

// token is "after acquiring the token, the process keeps the token and enters in its critical section".
func (p *protocol) token(v *vars, out *model.Outbox[message]) {
	v.st = paper.CS
	out.Enter()
}

// Exit is "after exiting from the critical section the process returns the token to the coordinator".
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	v.st, v.ts = paper.Idle, 0
	out.Send(p.coordinator(), Back{i})
}

// back is "when the coordinator gets back the token, then it sends the token to one of the waiting processes in the
// REQUEST_QUEUE, which has smallest TIMESTAMP_OF_REQUEST_GENERATION".
func (p *protocol) back(v *vars, out *model.Outbox[message]) {
	if v.Q.Empty() {
		v.has = true
		return
	}
	oldest := 0
	for k, r := range v.Q.All() {
		if r.ts < v.Q.At(oldest).ts {
			oldest = k
		}
	}
	out.Send(v.Q.At(oldest).PID, Token{})
	v.Q = v.Q.WithoutAt(oldest)
}

// more is what this paper's own properties ask about a site.
type more struct {
	ts    int                 // of a process that asks
	queue model.List[request] // REQUEST_QUEUE
}

// queued are the processes whose requests are in REQUEST_QUEUE.
func (m more) queued() (all model.Sites) {
	for _, r := range m.queue.All() {
		all = all.With(r.PID)
	}
	return all
}

func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	look := model.View{Waits: v.st == paper.Wait, InCS: v.st == paper.CS}
	if v.has || v.st == paper.CS {
		look.Holds = 1
	}
	for _, m := range inbox {
		switch m.(type) {
		case Token, Back:
			look.Coming++
		}
	}
	look.More = more{ts: v.ts, queue: v.Q}
	return look
}
