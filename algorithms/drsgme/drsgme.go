package drsgme

import "gmecheck/model"

// state is what a process does.
type state uint8

// The six states of section III.
const (
	N  state = iota // not requesting
	R               // requesting
	EC              // executing in CS as captain
	EF              // executing in CS as follower
	HS              // captain, but not in CS
	HI              // holding the token because no request is pending
)

func (s state) String() string { return [...]string{"N", "R", "EC", "EF", "HS", "HI"}[s] }

// holder is holds_valid_token(i) of section V.
func (s state) holder() bool { return s == EC || s == HS || s == HI }

// inCS is in_CS(i) of section V.
func (s state) inCS() bool { return s == EC || s == EF }

// vars are the local variables of P_i.
type vars struct {
	state     state
	req       want               // what the outstanding request or running CS is for: the paper's "X"; empty without
	captain   model.Site         // who let us in; 0 is NULL
	SN        model.PerSite[int] // SN[j]: the highest number of a request heard of j
	RS        model.Sites        // request set: who may hold the token
	follower  model.Sites        // let in by us, not yet complete
	token     token              // while we hold it
	old_token token              // the copy kept for regeneration
	TGI       bool               // token regeneration initiated
	T1, T2    bool               // running timers: for a token or request, for a start or complete
}

type outbox = model.Outbox[message]

type protocol struct {
	c        model.Config
	extended bool // section VII
}

func (p *protocol) Start(i model.Site) vars {
	v := vars{SN: model.NewPerSite[int](p.c.Processes), RS: model.UpTo[model.Site](p.c.Processes).Without(i)}
	if i == 1 {
		v.state, v.RS = HI, 0
	}
	return v
}

func (p *protocol) MayRequest(_ model.Site, v vars) bool { return v.req == 0 && !v.state.inCS() }

func (p *protocol) InCS(_ model.Site, v vars) bool { return v.state.inCS() }

// Request is Event 1, "P_i request for a forum X".
func (p *protocol) Request(i model.Site, v *vars, d model.Demand, out *outbox) {
	v.req = wanted(d)
	v.SN = v.SN.With(i, v.SN.At(i)+1)
	switch v.state {
	case HI:
		v.token.typ = model.Groups(v.req).Least()
		v.state = EC
		v.token.session++
		v.token.followers = 0
		v.join(v.token.typ, out)
	case HS:
		if v.open(v.req) {
			v.state = EC
			v.join(v.token.typ, out)
		} else {
			v.enqueue(p.requestOf(i, v))
			v.T1 = true
		}
	default:
		v.state = R
		v.T1 = true
		for k := range v.RS.All() {
			out.Send(k, p.requestOf(i, v))
		}
	}
}

// Receive dispatches Events 2, 3, 5, 6, 8 and 10.
func (p *protocol) Receive(i model.Site, v *vars, m message, out *outbox) {
	switch m := m.(type) {
	case request:
		p.request(i, v, m, out)
	case start:
		p.start(v, m, out)
	case complete:
		p.complete(i, v, m, out)
	case token:
		p.token(i, v, m, out)
	case genToken:
		p.genToken(i, v, m, out)
	case isComplete:
		p.isComplete(i, v, m, out)
	}
}

// request is Event 2, "P_i receives request (j, SN, X)".
func (p *protocol) request(i model.Site, v *vars, m request, out *outbox) {
	j := m.j
	if m.SN <= v.SN.At(j) {
		return // "otherwise old request"
	}
	v.SN = v.SN.With(j, m.SN)
	switch v.state {
	case R:
		if !v.RS.Has(j) {
			v.RS = v.RS.With(i) // "Add i to RS_i"
			out.Send(j, p.requestOf(i, v))
		}
	case EC:
		if p.admits(v, m.X) {
			v.token.followers++
			v.T2 = true
			v.follower = v.follower.With(j)
			p.sendStart(i, v, j, out)
		} else {
			v.enqueue(m)
		}
	case HI:
		v.RS = v.RS.With(i) // "Add i to RS_i"
		v.enqueue(m)
		v.old_token = v.token
		v.state = R
		p.pass(v, j, out)
	case HS:
		if p.admits(v, m.X) {
			v.token.followers++
			v.T2 = true
			v.follower = v.follower.With(j)
			p.sendStart(i, v, j, out)
		} else {
			v.enqueue(m)
		}
	default:
		v.RS = v.RS.With(j)
	}
}

// start is Event 3, "P_i receives start (j)".
func (p *protocol) start(v *vars, m start, out *outbox) {
	v.TGI = false
	v.T1 = false
	v.captain = m.i
	v.state = EF
	v.join(m.X, out)
}

// Exit is Event 4, "P_i exits from CS".
func (p *protocol) Exit(i model.Site, v *vars, out *outbox) {
	v.req = 0
	if v.state == EF {
		out.Send(v.captain, complete{i})
		v.captain = 0
		v.state = N
		return
	}
	switch {
	case v.token.followers == 0 && v.token.queue.Empty():
		v.T2 = false
		v.state = HI
		v.token.typ = 0
		v.old_token = v.token
	case v.token.followers == 0:
		v.T2 = false
		v.state = N
		v.old_token = v.token
		v.RS = p.captains(v.token.queue)
		p.pass(v, front(v.token.queue), out)
	default:
		v.state = HS
	}
}

// complete is Event 5, "P_i receives complete (j)".
func (p *protocol) complete(i model.Site, v *vars, m complete, out *outbox) {
	if !v.follower.Has(m.j) {
		return
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
	if queued(v.token.queue).Has(i) {
		v.state = R
	} else {
		v.state = N
	}
	v.RS = p.captains(v.token.queue)
	v.old_token = v.token
	p.pass(v, front(v.token.queue), out)
}

// token is Event 6, "P_i receives token".
func (p *protocol) token(i model.Site, v *vars, t token, out *outbox) {
	if v.old_token.session >= t.session {
		return // "otherwise invalid"
	}
	v.token = t
	v.TGI = false
	v.T1 = false
	var first entry
	if !t.queue.Empty() {
		first = t.queue.Front()
		v.token.queue = t.queue.Rest()
	}
	v.token.typ = first.group
	if p.extended {
		v.token.queue = wipe(v.token.queue, i)
	}
	followers := first.without(i)
	v.token.followers = len(followers)
	for _, k := range followers {
		v.follower = v.follower.With(k)
		p.sendStart(i, v, k, out)
	}
	v.state = EC
	v.RS = 0
	v.join(v.token.typ, out)
}

// The timers, by the paper's names.
const (
	T1 = "T1"
	T2 = "T2"
)

func (p *protocol) Timers(_ model.Site, v vars) []string {
	var running []string
	if v.T1 {
		running = append(running, T1)
	}
	if v.T2 {
		running = append(running, T2)
	}
	return running
}

// Expire dispatches Events 7 and 9.
func (p *protocol) Expire(i model.Site, v *vars, timer string, out *outbox) {
	if timer == T1 {
		p.expireT1(i, v, out)
	} else {
		p.expireT2(i, v, out)
	}
}

// expireT1 is Event 7, "Timer T1 at P_i exceeds the value T_req". "Reset timer T1": it runs on.
func (p *protocol) expireT1(i model.Site, v *vars, out *outbox) {
	v.TGI = true
	for k := range p.all() {
		out.Send(k, genToken{i, v.req.orNULL(), v.SN.At(i), v.old_token.session})
	}
}

// genToken is Event 8, "P_i receives gen_token (j, X, SN, session)".
func (p *protocol) genToken(i model.Site, v *vars, m genToken, out *outbox) {
	j := m.j
	if m.SN < v.SN.At(j) {
		return
	}
	v.SN = v.SN.With(j, m.SN)
	switch v.state {
	case N, R:
		v.RS = v.RS.With(j)
		if v.state == R {
			out.Send(j, p.requestOf(i, v))
		}
		if m.session <= v.old_token.session && !v.old_token.queue.Empty() {
			v.token = v.old_token
			p.pass(v, front(v.token.queue), out)
		}
	case EC:
		if p.admits(v, m.X) {
			v.T2 = true
			p.sendStart(i, v, j, out)
			if !v.follower.Has(j) {
				v.token.followers++
				v.follower = v.follower.With(j)
			}
		} else {
			v.enqueue(m.request())
		}
	case HI:
		v.RS = v.RS.With(j)
		v.old_token.queue = add(v.old_token.queue, waiter{j, m.SN}, model.Groups(m.X))
		v.old_token = v.token
		p.pass(v, j, out)
	case HS:
		if p.admits(v, m.X) {
			v.T2 = true
			p.sendStart(i, v, j, out)
			if !v.follower.Has(j) {
				v.token.followers++ // j does not join follower_i
			}
		} else {
			v.enqueue(m.request())
		}
	}
}

// expireT2 is Event 9, "Timer T2 exceeds value 2*t_m + t_c at P_i". Nothing resets it.
func (p *protocol) expireT2(i model.Site, v *vars, out *outbox) {
	v.T2 = false
	for k := range v.follower.All() {
		out.Send(k, isComplete{i, v.token.typ})
	}
}

// isComplete is Event 10, "P_i receives is_complete (j, X)".
func (p *protocol) isComplete(i model.Site, v *vars, m isComplete, out *outbox) {
	if v.state == R && v.req.has(m.X) {
		v.TGI = false
		v.T1 = false
		v.captain = m.j
		v.state = EF
		v.join(m.X, out)
	}
	if v.state != EF {
		out.Send(m.j, complete{i})
	}
}

// open reports whether a captain that has left its CS (HS) lets a request for x join its session: it is for the same
// group, and no other is pending.
func (v *vars) open(x want) bool { return x.has(v.token.typ) && v.token.queue.Empty() }

func (v *vars) enqueue(m request) {
	v.token.queue = add(v.token.queue, waiter{m.j, m.SN}, model.Groups(m.X))
}

// pass sends the token to k. Whoever is no holder any more keeps no copy but the old_token.
func (p *protocol) pass(v *vars, k model.Site, out *outbox) {
	out.Send(k, v.token)
	if !v.state.holder() {
		v.token = token{}
	}
}

func (p *protocol) sendStart(i model.Site, v *vars, k model.Site, out *outbox) {
	m := start{i: i}
	if p.extended {
		m.extended, m.X = true, v.token.typ
		v.token.queue = wipe(v.token.queue, k)
	}
	out.Send(k, m)
}

// requestOf is "P_i's request": request (i, SN_i[i], X).
func (p *protocol) requestOf(i model.Site, v *vars) request {
	return request{i, v.SN.At(i), v.req.orNULL()}
}

func (p *protocol) all() func(yield func(model.Site) bool) {
	return model.UpTo[model.Site](p.c.Processes).All()
}
