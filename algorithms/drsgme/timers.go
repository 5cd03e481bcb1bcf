package drsgme

import "github.com/gmecheck/gmecheck/model"

// Events 7 to 10: what the timers do about lost messages.

// The timers, by the paper's names.
const (
	T1 = "T1"
	T2 = "T2"
)

// durations are those of section IV, T_fol = 2 t_m + t_c and T_req = (n+1) t_m + (n-1) t_c: with two processes or more
// the latter is longer.
var durations = []string{T2, T1}

// lengths are T_req and T_fol.
func lengths(c model.Config, message, cs float64) map[string]float64 {
	n := float64(c.Processes)
	return map[string]float64{T1: (n+1)*message + (n-1)*cs, T2: 2*message + cs}
}

// Clock is a timer's length with t_m and t_c as the longest delay and critical section: both expire when they exceed it.
func (p *protocol) Clock(timer string, t model.Times) model.Clock {
	if !t.Bounded() {
		return model.Clock{Value: model.Unlimited}
	}
	return model.Clock{Value: int(lengths(p.c, float64(t.Delay.Hi), float64(t.CS.Hi))[timer])}
}

func (p *protocol) Durations() []string { return durations }

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
	before := *v
	switch timer {
	case T1:
		p.expireT1(i, v, out)
	case T2:
		p.expireT2(i, v, out)
	default:
		out.Unhandled()
	}
	if out.Heard() {
		out.Note(p.remark(step{i: i, before: before, after: *v, timer: timer}, out))
	}
}

// expireT1 is Event 7, "Timer T1 at P_i exceeds the value T_req". T1 is reset: it runs on.
func (p *protocol) expireT1(i model.Site, v *vars, out *outbox) {
	v.TGI = true
	for k := range p.everybody().All() {
		out.Send(k, genToken{i, v.req.orNULL(), v.SN.At(i), v.oldToken.session})
	}
}

// genToken is Event 8, "P_i receives gen_token (j, X, SN, session)".
func (p *protocol) genToken(i model.Site, v *vars, m genToken, out *outbox) {
	j := m.j
	if m.SN < v.SN.At(j) {
		return
	}
	if p.has(TreatAsRequest) && v.state.holder() {
		p.treatAsRequest(i, v, m.request(), out)
		return
	}
	p.hear(v, m.request())
	switch v.state {
	case N, R:
		v.RS = v.RS.With(j)
		if v.state == R {
			out.Send(j, requestOf(i, v))
		}
		if p.older(m.session, v.oldToken.session) && !v.oldToken.queue.Empty() {
			v.token = v.oldToken
			p.pass(v, front(v.token.queue), out)
		}
	case EC:
		if p.joins(v, m.X) {
			v.T2 = true
			out.Restart(T2)
			p.sendStart(i, v, waiter{j, m.SN}, out)
			if !v.follower.Has(j) {
				v.token.followers++
				v.follower = v.follower.With(j)
			}
		} else {
			v.enqueue(m.request())
		}
	case HI:
		v.RS = v.RS.With(j)
		v.oldToken.queue = add(v.oldToken.queue, waiter{j, m.SN}, model.Groups(m.X))
		p.keep(v)
		p.pass(v, j, out) // without the addition, which is overwritten; the state stays HI
	case HS:
		if v.open(m.X) {
			v.T2 = true
			out.Restart(T2)
			p.sendStart(i, v, waiter{j, m.SN}, out)
			if !v.follower.Has(j) {
				v.token.followers++ // j does not join follower_i
			}
		} else {
			v.enqueue(m.request())
		}
	case EF:
		if p.has(FollowerListens) {
			v.RS = v.RS.With(j)
		} else {
			// published: nothing
		}
	}
}

// older reports that a process that has last seen the token with this session number is to be sent a copy of a token.
func (p *protocol) older(session, old int) bool {
	if p.c.Variant == Strict {
		return session < old // the proof of Lemma 1
	}
	return session <= old
}

// treatAsRequest is Event 8 at a holder as section IV has it: "it treats it as a CS request". If j is a follower whose
// start was lost, it gets another; if its request is queued, or has been served, it is an old one.
func (p *protocol) treatAsRequest(i model.Site, v *vars, m request, out *outbox) {
	let := m.SN <= v.SN.At(m.j)
	if p.has(RequestNumber) {
		let = m.SN == v.started.At(m.j)
	}
	if let && v.follower.Has(m.j) {
		v.T2 = true
		out.Restart(T2)
		p.sendStart(i, v, waiter{m.j, m.SN}, out)
		return
	}
	p.request(i, v, m, out)
}

// expireT2 is Event 9, "Timer T2 exceeds value 2*t_m+t_c at P_i". Nothing in it resets T2.
func (p *protocol) expireT2(i model.Site, v *vars, out *outbox) {
	v.T2 = p.has(KeepAsking) && !v.follower.Empty()
	for k := range v.follower.All() {
		m := isComplete{j: i, X: v.token.typ}
		if p.has(RequestNumber) {
			m.SN = v.started.At(k)
		}
		out.Send(k, m)
	}
}

// isComplete is Event 10, "P_i receives is_complete (j, X)".
func (p *protocol) isComplete(i model.Site, v *vars, m isComplete, out *outbox) {
	asked := v.state == R && v.req.has(m.X)
	if p.has(RequestNumber) && m.SN != v.SN.At(i) {
		asked = false // by another request
	}
	if asked {
		v.TGI = false
		v.T1 = false
		v.captain = m.j
		v.state = EF
		v.enter(m.X, out)
	}
	if v.state != EF {
		out.Send(m.j, complete{i, m.SN})
	}
}
