package gbp

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The events of a group with a process, figure 5.

// reqProcess is "Receive Req-Process(G_k, P_i, tpodur_i)".
func (p *protocol) reqProcess(k model.Group, v *group, m ReqProcess, out *outbox) {
	switch v.state {
	case Inactive:
		v.gtpo = m.tpodur
		v.state = Active
		v.conj = model.Groups{}
		priori := p.chosenPriority(k, out)
		v.LP = addLp(v.LP, m)
		out.Note(stage{k, priori})
		if p.c.Has(OwnLock) {
			p.reqGroup(k, v, ReqGroup{k, k, priori}, out)
		} else {
			v.LG = addLG(v.LG, k, priori)
		}
		p.multicastReqGroup(k, priori, out)
	case Active:
		v.gtpo = max(v.gtpo, m.tpodur)
		v.LP = addLp(v.LP, m)
	case CS:
		v.tpouse = out.Elapsed(elapsed, v.tpouse, v.gtpo) // whatever may have, without times
		v.LP = addLp(v.LP, m)
		if p.fair && p.alone(k, v) {
			out.Restart(elapsed)
			out.Note(v.restart(k, m.tpodur+p.tc))
		}
		out.Note(latecomer{m.Pi, m.tpodur, v.gtpo, v.tpouse})
		if m.tpodur <= v.gtpo-v.tpouse-p.tc {
			p.admit(k, v, v.LP.Len()-1, v.tpouse, out)
		}
	}
}

// relProcess is "Receive Rel-Process(G_k, P_i)".
func (p *protocol) relProcess(k model.Group, v *group, m RelProcess, out *outbox) {
	v.elapse(m.Pi, out)
	v.LP = deleLp(v.LP, m.Pi)
	over := activeempty(v.LP)
	if over {
		// state = "Exit"
		for l := range p.others(k) {
			out.Send(p.site(l), LibGroup{k, l})
		}
		if p.c.Has(OwnRelease) {
			p.released(v, k)
		} else if p.c.Has(Turns) {
			p.noteTurn(v, k)
		}
		p.grant(k, v, out)
		v.state = Inactive
		v.tpouse = 0
	}
	newStage := !v.LG.Empty()
	if p.c.Has(WaitingProcesses) {
		newStage = !v.LP.Empty()
	}
	if p.c.Has(StageOver) {
		newStage = newStage && over
	}
	if newStage {
		v.state = Active
		v.conj = model.Groups{}
		if p.c.Has(NewTime) {
			v.gtpo = longest(v.LP)
		}
		priori := p.chosenPriority(k, out)
		out.Note(stage{k, priori})
		if p.c.Has(NewOwnLock) {
			p.reqGroup(k, v, ReqGroup{k, k, priori}, out)
		}
		p.multicastReqGroup(k, priori, out)
	}
	if v.state == Inactive {
		v.gtpo = 0 // of no use to anybody any more
	}
}

// The events of a group with another group, figure 6.

// reqGroup is "Receive Req-Group(G_l, priori)".
func (p *protocol) reqGroup(k model.Group, v *group, m ReqGroup, out *outbox) {
	l := m.Gk
	out.Note(asked{lock{l, m.priori}, v.LG})
	switch {
	case v.LG.Empty():
		v.LG = addLG(v.LG, l, m.priori)
		out.Send(p.site(l), RecGroup{k, l})
	case p.higherPriori(v, lock{l, m.priori}):
		s := p.best(v).Gl
		out.Send(p.site(s), RelGroup{k, s})
		if p.upgrades {
			v.LG = upgrade(v.LG, s, m.priori)
		}
		v.LG = addLG(v.LG, l, m.priori)
	default:
		v.LG = addLG(v.LG, l, m.priori)
	}
}

// recGroup is "Receive Rec-Group(G_l, G_k)".
func (p *protocol) recGroup(k model.Group, v *group, m RecGroup, out *outbox) {
	l := m.Gk
	if p.c.Has(EarlyCall) && v.early.Has(l) {
		v.early = v.early.Without(l)
		out.Send(p.site(l), RepRelGroup{k, l})
		return
	}
	if v.conj.Has(l) {
		return
	}
	v.conj = v.conj.With(l)
	if v.conj.Len() == p.S[k-1].Len() {
		v.state = CS
		v.tpouse = 0
		out.Note(session{k, v.LP, v.gtpo})
		for at := range v.LP.Len() {
			p.admit(k, v, at, 0, out)
		}
	}
}

// relGroup is "Receive Rel-Group(G_l, G_k)".
func (p *protocol) relGroup(k model.Group, v *group, m RelGroup, out *outbox) {
	l := m.Gk
	if p.c.Has(HeldOnly) && !(v.state == Active && v.conj.Has(l)) {
		if p.c.Has(EarlyCall) && v.state == Active {
			v.early = v.early.With(l)
		}
		return
	}
	if v.state != CS {
		v.conj = v.conj.Without(l)
		out.Send(p.site(l), RepRelGroup{k, l})
	}
}

// repRelGroup is "Receive Rep-Rel-Group(G_l, G_k)".
func (p *protocol) repRelGroup(k model.Group, v *group, out *outbox) {
	p.grant(k, v, out)
}

// libGroup is "Receive Lib-Group(G_l)".
func (p *protocol) libGroup(k model.Group, v *group, m LibGroup, out *outbox) {
	p.released(v, m.Gk)
	p.grant(k, v, out)
}

// What several events do.

// chosenPriority is "chosen priority": any, unless every group has its own.
func (p *protocol) chosenPriority(k model.Group, out *outbox) int {
	if p.fixed != nil {
		return p.fixed[k-1]
	}
	return out.Choose("z", 1, p.c.Priorities)
}

// highest is the highest priority that G_k can have.
func (p *protocol) highest(k model.Group) int {
	if p.fixed != nil {
		return p.fixed[k-1]
	}
	return p.c.Priorities
}

func (p *protocol) multicastReqGroup(k model.Group, priori int, out *outbox) {
	for l := range p.others(k) {
		out.Send(p.site(l), ReqGroup{k, l, priori})
	}
}

// grant gives the lock of G_k to the best that wants it, if anybody does.
func (p *protocol) grant(k model.Group, v *group, out *outbox) {
	if !v.LG.Empty() {
		high := p.best(v)
		out.Note(invariants.Decision[lock]{Chosen: high, Among: v.LG})
		out.Send(p.site(high.Gl), RecGroup{k, high.Gl})
	}
}

// released is DeleListGroup(LG, G_l): the session of G_l is over.
func (p *protocol) released(v *group, l model.Group) {
	v.LG = deleListGroup(v.LG, l)
	if p.c.Has(Turns) {
		p.noteTurn(v, l)
	}
}

// admit lets the process of entry at of LP in, when u has elapsed.
func (p *protocol) admit(k model.Group, v *group, at, u int, out *outbox) {
	e := v.LP.At(at)
	e.due = u + e.tpodur
	v.LP = v.LP.With(at, e)
	out.Send(e.Pi, RepProcess{k, e.Pi})
}

// elapse: a process that leaves has stayed for its time.
func (v *group) elapse(i model.Site, out *outbox) {
	at := oldest(v.LP, i)
	if v.state != CS || at < 0 {
		return
	}
	if v.LP.At(at).due > v.tpouse {
		v.tpouse = min(v.LP.At(at).due, v.gtpo)
	}
	out.Note(departed{v.tpouse})
}

// alone: no other group wants the resource, as far as G_k knows; and it would know, being in all quorums.
func (p *protocol) alone(k model.Group, v *group) bool {
	for _, S := range p.S {
		if !S.Has(k) {
			return false
		}
	}
	return v.LG.Index(func(e lock) bool { return e.Gl != k }) < 0
}

// restart counts the session's time from now on, and makes it last for another d at least.
func (v *group) restart(k model.Group, d int) prolonged {
	tpouse := v.tpouse
	all := v.LP.Slice()
	for at, e := range all {
		if e.due > 0 {
			all[at].due = max(1, e.due-v.tpouse)
		}
	}
	v.LP = model.ListOf(all...)
	v.gtpo, v.tpouse = max(v.gtpo-v.tpouse, d), 0
	return prolonged{k, d, tpouse}
}
