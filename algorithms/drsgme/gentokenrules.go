package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// genTokenHandled is Event 8, case by case. It holds as published, too, where gen-token-answered and regeneration-if do not:
// further mistakes do not hide behind those.
var genTokenHandled = rule{
	name: "gen-token-handled", source: "section IV; appendix, Event 8",
	doc: "a gen_token that is old is ignored; upon another, a process in state N or R has the sender in its request set, sends its " +
		"own request if it waits, and old_token to the front of its queue exactly if there is one and session <= (strict: <) " +
		"old_token.session; a holder sends the token (HI) or start, or queues the request; with treat-as-request one of a request that is known changes nothing, " +
		"unless its sender was let in for it",
	judge: func(p *protocol, s *step) invariants.Opinion {
		m, ok := s.m.(genToken)
		before := s.before
		switch {
		case !ok:
			return invariants.Silent
		case m.SN < before.SN.At(m.j):
			return invariants.That(s.changesNothing())
		case s.after.SN.At(m.j) != m.SN:
			return invariants.Violated
		case before.state.holder():
			return invariants.That(s.holderHandles(p, m))
		case before.state == EF:
			return invariants.That(len(s.sends) == 0)
		}
		return invariants.That(s.joinsRequestSet(m.j) && s.regeneratesCopy(p, m))
	},
}

// joinsRequestSet: j is in the request set after the step, and is sent the process's own request exactly if that waits (R).
func (s *step) joinsRequestSet(j model.Site) bool {
	mine, to := sentOf[request](s)
	if !s.after.RS.Has(j) || s.before.state != R {
		return s.after.RS.Has(j) && len(mine) == 0
	}
	return len(mine) == 1 && to[0] == j && mine[0] == request{s.i, s.after.SN.At(s.i), s.after.req.orNULL()}
}

// regeneratesCopy: the step sends old_token to the front of its queue exactly if there is one, and the session allows it; with new-session under the
// number that the token was sent under.
func (s *step) regeneratesCopy(p *protocol, m genToken) bool {
	tokens, to := sentOf[token](s)
	old := s.before.oldToken
	if old.queue.Empty() || m.session > old.session || m.session == old.session && p.c.Variant == Strict {
		return len(tokens) == 0
	}
	if p.has(NewSession) {
		old.session++
	}
	return len(tokens) == 1 && to[0] == front(old.queue) && tokens[0] == old
}

// holderHandles: a request that is news is answered by the token or by start, or queued; a follower whose gen_token is about
// the request for which it was let in gets start again.
func (s *step) holderHandles(p *protocol, m genToken) bool {
	_, news := s.heard()
	before := s.before
	let := before.follower.Has(m.j) && (!p.has(RequestNumber) || m.SN == before.started.At(m.j))
	switch again := p.has(TreatAsRequest) && !news; {
	case again && let:
		return s.lets(p, m, 0) // whoever is queued meanwhile
	case again:
		return s.changesNothing() // it repeats an old request
	}
	switch open := before.token.queue.Empty(); {
	case before.state == HI:
		tokens, to := sentOf[token](s)
		return !news || len(s.sends) == 1 && len(tokens) == 1 && to[0] == m.j && s.after.RS.Has(m.j)
	case before.follower.Has(m.j):
		again := m.SN == before.SN.At(m.j) && m.X.has(before.token.typ) && open &&
			(!p.has(RequestNumber) || m.SN == before.started.At(m.j))
		return !again || s.lets(p, m, 0)
	case !news:
		return true
	case m.X.has(before.token.typ) && (open || before.state == EC && !p.extended):
		return s.lets(p, m, 1)
	}
	return len(s.sends) == 0 && standsForAll(s.after.token.queue, m.j, m.X)
}

// lets: the step sends start to the sender of m, counts so many followers more, and T2 runs.
func (s *step) lets(p *protocol, m genToken, more int) bool {
	reply := start{i: s.i, SN: p.about(m.SN)}
	if p.extended {
		reply.extended, reply.X = true, s.before.token.typ
	}
	return s.sendsOnly(m.j, reply) && s.after.token.followers == s.before.token.followers+more && s.after.T2
}
