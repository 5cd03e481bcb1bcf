package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

type outbox = model.Outbox[message]

type protocol struct {
	c        model.Config
	extended bool // section VII, see extended.go
	rules    []rule
}

func newProtocol(c model.Config, extended bool) *protocol {
	return &protocol{c: c, extended: extended, rules: append(rulesOf(c, extended), furtherRules...)}
}

func (p *protocol) Start(i model.Site) vars {
	v := vars{SN: model.NewPerSite[int](p.c.Processes), RS: p.others(i)}
	if i == 1 {
		v.state, v.RS = HI, model.Sites{}
	}
	if p.has(Remember) {
		v.asked = model.NewPerSite[want](p.c.Processes)
	}
	if p.has(RequestNumber) {
		v.started = model.NewPerSite[int](p.c.Processes)
	}
	return v
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.req.null() && !v.state.inCS() }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.state.inCS() }

// Request is Event 1, "P_i request for a forum X".
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *outbox) {
	before := *v
	v.req = wanted(d)
	v.SN = v.SN.With(i, v.SN.At(i)+1)
	switch v.state {
	case HI:
		v.token.typ = model.Groups(v.req).Least()
		v.state = EC
		v.token.session++
		v.token.followers = 0
		v.enter(v.token.typ, out)
	case HS:
		if v.open(v.req) {
			v.state = EC
			v.enter(v.token.typ, out)
		} else {
			v.enqueue(requestOf(i, v))
			v.T1 = true
		}
	default:
		v.state = R
		v.T1 = true
		for k := range v.RS.All() {
			out.Send(k, requestOf(i, v))
		}
	}
	if out.Heard() {
		out.Note(p.remark(step{i: i, before: before, after: *v, asks: wanted(d)}, out))
	}
}

// Receive dispatches Events 2, 3, 5, 6, 8 and 10.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *outbox) {
	before := *v
	switch m := m.(type) {
	case request:
		p.request(i, v, m, out)
	case start:
		p.start(i, v, m, out)
	case complete:
		p.complete(i, v, m, out)
	case token:
		p.token(i, v, m, out)
	case genToken:
		p.genToken(i, v, m, out)
	case isComplete:
		p.isComplete(i, v, m, out)
	default:
		out.Unhandled()
	}
	if out.Heard() {
		out.Note(p.remark(step{i: i, before: before, after: *v, m: m}, out))
	}
}

// request is Event 2, "P_i receives request (j, SN, X)".
func (p *protocol) request(i model.Site, v *vars, m request, out *outbox) {
	j := m.j
	if m.SN <= v.SN.At(j) {
		return // "otherwise old request"
	}
	p.hear(v, m)
	switch v.state {
	case R:
		if !v.RS.Has(j) {
			v.RS = v.RS.With(p.requester(i, j))
			out.Send(j, requestOf(i, v))
		}
	case EC:
		p.serve(i, v, m, p.joins(v, m.X), out)
	case HI:
		v.RS = v.RS.With(p.requester(i, j))
		v.enqueue(m)
		p.keep(v)
		v.state = R
		p.pass(v, j, out)
	case HS:
		p.serve(i, v, m, v.open(m.X), out)
	default:
		v.RS = v.RS.With(j)
	}
}

// requester is who joins RS_i when j requests.
func (p *protocol) requester(i, j model.Site) model.Site {
	if p.has(AddRequester) {
		return j
	}
	return i // "Add i to RS_i"
}

// serve is what a captain does with a request: it starts j as a follower, or queues it.
func (p *protocol) serve(i model.Site, v *vars, m request, joins bool, out *outbox) {
	if !joins {
		v.enqueue(m)
		return
	}
	if again := v.follower.Has(m.j); !again || !p.has(RequestNumber) {
		v.token.followers++
	}
	v.T2 = true
	out.Restart(T2)
	v.follower = v.follower.With(m.j)
	p.sendStart(i, v, waiter{m.j, m.SN}, out)
}

// start is Event 3, "P_i receives start (j)".
func (p *protocol) start(i model.Site, v *vars, m start, out *outbox) {
	if p.has(RequestNumber) && (v.state != R || v.req.null() || m.SN != v.SN.At(i)) {
		return // not the request that waits
	}
	v.TGI = false
	v.T1 = false
	v.captain = m.i
	v.state = EF
	v.enter(m.X, out)
}

// Exit is Event 4, "P_i exits from CS".
func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	before := *v
	v.req = want{}
	switch {
	case v.state == EF:
		out.Send(v.captain, complete{i, p.about(v.SN.At(i))})
		v.captain = 0
		v.state = N
	case v.token.followers != 0:
		v.state = HS
	case v.token.queue.Empty():
		v.T2 = false
		v.state = HI
		v.token.typ = 0
		p.keep(v)
	default:
		v.T2 = false
		v.state = N
		p.keep(v)
		v.RS = p.captains(v.token.queue)
		p.pass(v, front(v.token.queue), out)
	}
	if out.Heard() {
		out.Note(p.remark(step{i: i, before: before, after: *v, exits: true}, out))
	}
}

// complete is Event 5, "P_i receives complete (j)".
func (p *protocol) complete(i model.Site, v *vars, m complete, out *outbox) {
	if !v.follower.Has(m.j) {
		return
	}
	if p.has(RequestNumber) {
		if m.SN != v.started.At(m.j) {
			return // j has been let in again since
		}
		v.started = v.started.With(m.j, 0)
	}
	v.token.followers--
	v.follower = v.follower.Without(m.j)
	if v.follower.Empty() {
		v.T2 = false
	}
	if v.token.followers != 0 || v.state != HS {
		return
	}
	if v.token.queue.Empty() {
		v.state = HI
		return
	}
	v.state = N
	if queued(v.token.queue).Has(i) {
		v.state = R
	}
	v.RS = p.captains(v.token.queue)
	p.keep(v)
	p.pass(v, front(v.token.queue), out)
}

// token is Event 6, "P_i receives token".
func (p *protocol) token(i model.Site, v *vars, t token, out *outbox) {
	if v.oldToken.session >= t.session {
		return // "otherwise invalid"
	}
	if p.has(Receipt) {
		v.oldToken.session = t.session
	}
	v.token = t
	v.TGI = false
	v.T1 = false
	var first entry
	if !t.queue.Empty() {
		first, v.token.queue = t.queue.Front(), t.queue.Rest()
	}
	v.token.typ = first.group
	if p.extended {
		v.token.queue = wipe(v.token.queue, i)
	}
	followers := first.without(i)
	v.token.followers = len(followers)
	for _, k := range followers {
		v.follower = v.follower.With(k.id)
		p.sendStart(i, v, k, out)
	}
	if p.has(GuardFollowers) {
		v.T2 = !v.follower.Empty()
	}
	if p.has(TokenSN) {
		p.learn(i, v, t.SN, out)
	}
	v.state = EC
	v.RS = model.Sites{}
	v.enter(v.token.typ, out)
	if p.has(Remember) {
		p.recall(i, v, out)
	}
}

// open reports whether a captain that has left its CS (HS) lets a request for x join its session: it is for the same
// group, and no other is pending.
func (v *vars) open(x want) bool { return x.has(v.token.typ) && v.token.queue.Empty() }

// enter begins the critical section in a session of group x. In the extended problem, x is one of those asked for.
func (v *vars) enter(x model.Group, out *outbox) {
	if v.req.has(x) {
		v.req = want(model.SetOf(x))
	}
	out.Enter()
}

func (v *vars) enqueue(m request) {
	v.token.queue = add(v.token.queue, waiter{m.j, m.SN}, model.Groups(m.X))
}

func (p *protocol) sendStart(i model.Site, v *vars, k waiter, out *outbox) {
	m := start{i: i, SN: p.about(k.sn)}
	if p.has(RequestNumber) {
		v.started = v.started.With(k.id, k.sn)
	}
	if p.extended {
		m.extended, m.X = true, v.token.typ
		v.token.queue = wipe(v.token.queue, k.id)
	}
	out.Send(k.id, m)
}

// keep is "old_token_i = token".
func (p *protocol) keep(v *vars) {
	if p.has(TokenSN) {
		v.token.SN = v.SN // with the repair remember, whatever a holder has heard of is queued or served
	}
	v.oldToken = v.token
}

// pass is "send token to P_k". Whoever is no holder any more has no copy but the old_token.
func (p *protocol) pass(v *vars, k model.Site, out *outbox) {
	t := v.token
	if p.has(NewSession) {
		t.session++
	}
	out.Send(k, t)
	if out.Heard() && !t.queue.Empty() {
		out.Note(invariants.Decision[model.Site]{Chosen: k, Among: inOrder(t.queue)})
	}
	if !v.state.holder() {
		v.token = token{}
	}
}

// requestOf is P_i's request.
func requestOf(i model.Site, v *vars) request { return request{i, v.SN.At(i), v.req.orNULL()} }

func (p *protocol) everybody() model.Sites { return model.UpTo[model.Site](p.c.Processes) }

func (p *protocol) others(i model.Site) model.Sites { return p.everybody().Without(i) }
