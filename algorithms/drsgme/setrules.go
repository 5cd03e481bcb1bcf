package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The steps of the proof of Lemma 2: how request sets change.
var setRules = []rule{
	{
		name: "rs-emptied", source: "section V, proof of Lemma 2, (i)",
		doc: "a process that receives a valid token empties its request set; no entry is deleted in any other step",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			if _, opens := s.opens(); opens {
				return invariants.That(s.after.RS.Empty())
			}
			return invariants.If(!s.before.RS.Minus(s.after.RS).Empty(), false)
		},
	},
	{
		name: "rs-heard", source: "section IV; section V, proof of Lemma 2, (ii)",
		doc: "a request or gen_token that is news to a process without the token puts its sender into the request set",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			m, ok := s.heard()
			return invariants.If(ok && !s.before.state.holder(), s.after.RS.Has(m.j))
		},
	},
	{
		name: "rs-heard-idle", source: "section IV; section V, proof of Lemma 2, (ii)",
		doc: "the same for requests that reach a process in state N or EF: what holds as published, too",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			m, ok := s.m.(request)
			_, news := s.heard()
			return invariants.If(ok && news && (s.before.state == N || s.before.state == EF), s.after.RS.Has(m.j))
		},
	},
	{
		name: "rs-passed", source: "section IV; section V, proof of Lemma 2, (iii)",
		doc: "a holder that sends the token has the receiver in its request set, and all in the queue that will be captain",
		judge: func(p *protocol, s *step) invariants.Opinion {
			next, sent := captainsToBe(p, s)
			return invariants.If(s.before.state.holder() && sent, next.Minus(s.after.RS).Empty())
		},
	},
	{
		name: "rs-passed-captain", source: "section IV; section V, proof of Lemma 2, (iii); appendix, Events 4 and 5",
		doc: "a captain whose session is over has these in its request set and nobody else: what holds as published, too",
		judge: func(p *protocol, s *step) invariants.Opinion {
			next, sent := captainsToBe(p, s)
			return invariants.If(s.before.state.holder() && s.before.state != HI && sent, s.after.RS == next)
		},
	},
}

// captainsToBe: if a token is sent, those who hold it from now on, one after the other.
func captainsToBe(p *protocol, s *step) (captains model.Sites, sent bool) {
	tokens, to := sentOf[token](s)
	if len(tokens) == 0 {
		return model.Sites{}, false
	}
	return willLead(tokens[0].queue, p.extended).With(to[0]), true
}

// willLead is those who will be captain when the queue is worked off: the first of each entry. In the extended problem
// nobody is served twice.
func willLead(q queue, once bool) (captains model.Sites) {
	var served model.Sites
	for _, e := range q.All() {
		for _, w := range e.ids.All() {
			if !once || !served.Has(w.id) {
				captains = captains.With(w.id)
				served = served.Union(e.sites())
				break
			}
		}
	}
	return captains
}
