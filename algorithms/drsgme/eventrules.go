package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What sections IV and V say of Events 1 to 6, step by step.
var eventRules = []rule{
	{
		name: "request-sent", source: "section IV",
		doc: "a process that asks raises its own sequence number by one, and if it does not hold the token, sends its request to all members of its " +
			"request set, and to nobody else",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			raised := s.after.SN == s.before.SN.With(s.i, s.before.SN.At(s.i)+1)
			if s.asks.null() || s.before.state.holder() {
				return invariants.If(!s.asks.null(), raised)
			}
			all, to := sentOf[request](s)
			right := raised && len(s.sends) == s.before.RS.Len() && model.SetOf(to...) == s.before.RS
			return invariants.That(right && !slices.ContainsFunc(all, func(m request) bool { return m != request{s.i, s.after.SN.At(s.i), s.asks} }))
		},
	},
	{
		name: "holder-enters", source: "section IV",
		doc: "an idle holder of the token (HI) that asks enters at once, and counts the session; one outside its critical section (HS) only for " +
			"the group of its session and with an empty queue, and is queued otherwise: its session goes on",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			switch before := s.before; {
			case s.asks.null(), before.state != HI && before.state != HS:
				return invariants.Silent
			case before.state == HI && s.after.token.session != before.token.session+1, before.state == HS && s.after.token.session != before.token.session:
				return invariants.Violated
			case before.state == HI, s.asks.has(before.token.typ) && before.token.queue.Empty():
				return invariants.That(s.after.state == EC && s.asks.has(s.after.token.typ) && len(s.sends) == 0)
			}
			return invariants.That(s.after.state == HS && standsForAll(s.after.token.queue, s.i, s.asks) && len(s.sends) == 0)
		},
	},
	{
		name: "holder-answers", source: "section V, part 2 of the proof of starvation freedom",
		doc: "a request that reaches the holder of the token is answered in the same step by the token, with the request in its queue and nothing else that was not there (HI), or by " +
			"start, or is queued, as cases 1 to 3 have it",
		judge: func(p *protocol, s *step) invariants.Opinion {
			if _, ok := s.m.(request); !ok {
				return invariants.Silent
			}
			return s.answersRequest(p)
		},
	},
	{
		name: "request-answered", source: "section IV; section V, proof of Lemma 3; appendix, Events 1, 2, 6 and 8",
		doc: "a process in state R that hears a request of a process outside its request set sends it its own " +
			"request; requests are sent only so, when they are made, and to the sender of a gen_token (with answer-unheard and token-sn, also upon a token, to exactly " +
			"those outside the request set of whose requests it is the first to tell): in state N " +
			"or EF nobody answers, nor does anybody answer an old request",
		judge: func(p *protocol, s *step) invariants.Opinion {
			_, to := sentOf[request](s)
			waits := s.before.state == R
			switch m := s.m.(type) {
			case request:
				if _, news := s.heard(); news && waits && !s.before.RS.Has(m.j) {
					return invariants.That(s.sendsOnly(m.j, request{s.i, s.before.SN.At(s.i), s.before.req.orNULL()}))
				}
			case genToken:
				if waits && len(to) == 1 && to[0] == m.j {
					return invariants.Fine
				}
			case token:
				return s.answersUnheard(p)
			}
			return invariants.If(len(to) > 0 && s.asks.null(), false)
		},
	},
	{
		name: "start-enters", source: "section IV",
		doc: "a process that waits (R) enters upon a start for its request as a follower of the process that has sent " +
			"it",
		judge: func(p *protocol, s *step) invariants.Opinion {
			m, ok := s.m.(start)
			if !ok || s.before.state != R || s.before.req.null() || m.SN != p.about(s.before.SN.At(s.i)) {
				return invariants.Silent
			}
			return invariants.That(s.after.state == EF && s.after.captain == m.i && len(s.sends) == 0)
		},
	},
	{
		name: "complete-sent", source: "section IV",
		doc: "a follower that leaves its critical section sends complete to its captain, and nothing else, and has no captain from then on",
		judge: func(p *protocol, s *step) invariants.Opinion {
			return invariants.If(s.exits && s.before.state == EF,
				s.after.state == N && s.after.captain == 0 && s.sendsOnly(s.before.captain, complete{s.i, p.about(s.before.SN.At(s.i))}))
		},
	},
	{
		name: "passes-on", source: "section IV; section VI, synchronization delay; appendix, Events 4 and 5",
		doc: "when a captain and all its followers have left, it sends the token at once to the front of token.queue, and waits " +
			"(R) from then on if it is queued itself and leaves before its followers; or keeps it (HI) if nobody is queued, with no " +
			"token.type if it leaves last; before that it waits for its followers (HS) and sends nothing",
		judge: func(p *protocol, s *step) invariants.Opinion {
			m, completes := s.m.(complete)
			done := s.exits && s.before.state == EC && s.before.follower.Empty() ||
				completes && s.before.state == HS && s.before.follower == model.SetOf(m.j) && p.isAbout(m, s.before)
			switch {
			case done:
				return invariants.That(s.passesOn())
			case s.exits && s.before.state == EC:
				return invariants.That(s.after.state == HS && len(s.sends) == 0)
			}
			return invariants.If(completes, len(s.sends) == 0)
		},
	},
	{
		name: "copy-kept", source: "section III, old_token; section IV; appendix, Events 2, 4, 5 and 8",
		doc: "a holder that sends the token keeps a copy of it in old_token, but for the one by which new-session raises the session number, and with token-sn it carries the numbers that the holder knows; nothing else changes old_token but to leave last " +
			"with an empty queue (Event 4) and, with receipt, the receipt of a token, whose session number it takes over, and nothing else",
		judge: func(p *protocol, s *step) invariants.Opinion {
			return max(copied(p, s), s.keeps(func(sent, kept token) bool {
				if p.has(NewSession) {
					kept.session++
				}
				return kept == sent && (!p.has(TokenSN) || sent.SN == s.after.SN)
			}))
		},
	},
	{
		name: "token-opens", source: "section IV; section V, Concurrent Occupancy",
		doc: "a process that receives a valid token deletes the front of token.queue, sends start to all others in it, and " +
			"enters",
		judge: func(p *protocol, s *step) invariants.Opinion {
			t, ok := s.opens()
			if !ok || t.queue.Empty() {
				return invariants.Silent
			}
			first := t.queue.Front()
			_, started := sentOf[start](s)
			followers := first.sites().Without(s.i)
			return invariants.That(s.after.state == EC && s.after.token.typ == first.group && followers.Minus(model.SetOf(started...)).Empty() &&
				followers.Minus(s.after.follower).Empty() && leads(s.after.token.queue, t.queue.Rest(), p.wiped(append(started, s.i)...)))
		},
	},
	{
		name: "token-valid", source: "section IV; section V, Lemma 1",
		doc: "a token is deleted at its receipt, without a trace, unless its session number is greater than that of " +
			"old_token; then the receiver enters",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			if _, arrives := s.m.(token); !arrives {
				return invariants.Silent
			}
			if _, opens := s.opens(); opens {
				return invariants.That(s.after.state == EC)
			}
			return invariants.That(s.changesNothing())
		},
	},
	{
		name: "joins-last", source: "section III: token.queue is FCFS; appendix, Events 2 and 8: add request (j, SN, X) to token.queue",
		doc: "a request that joins token.queue stands behind all that are in it, or in the entry of its group, and stands there with its own number; while a " +
			"session lasts, nothing else changes in the queue",
		judge: func(p *protocol, s *step) invariants.Opinion {
			_, opens := s.opens()
			if opens || !s.before.state.holder() || !s.after.state.holder() {
				return invariants.Silent
			}
			_, started := sentOf[start](s)
			before, after := s.before.token.queue, s.after.token.queue
			wrong := misnumbered(s) || !leads(after, before, p.wiped(started...)) || load(after) > load(before) && s.asks.null() && !s.hears()
			return invariants.If(wrong || after != before, !wrong)
		},
	},
	{
		name: "queue-grouped", source: "section III",
		doc: "token.queue has one entry for each group, and in it each process once",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			opinion := invariants.If(!s.after.token.queue.Empty(), grouped(s.after.token.queue))
			tokens, _ := sentOf[token](s)
			for _, t := range tokens {
				opinion = max(opinion, invariants.If(!t.queue.Empty(), grouped(t.queue)))
			}
			return opinion
		},
	},
}

// answersUnheard: upon a token a process sends its request to those outside its request set of whose requests the token is the first to tell, once to each,
// and to nobody else; without answer-unheard and token-sn to nobody.
func (s *step) answersUnheard(p *protocol) invariants.Opinion {
	var unheard model.Sites
	if t, opens := s.opens(); opens && p.has(AnswerUnheard) && p.has(TokenSN) {
		for j := range p.others(s.i).Minus(s.before.RS).All() {
			if t.SN.At(j) > s.before.SN.At(j) {
				unheard = unheard.With(j)
			}
		}
	}
	all, to := sentOf[request](s)
	mine := request{s.i, s.before.SN.At(s.i), s.before.req.orNULL()}
	right := len(to) == unheard.Len() && model.SetOf(to...) == unheard && !slices.ContainsFunc(all, func(m request) bool { return m != mine })
	return invariants.If(!right || len(to) > 0, right)
}

// copied judges where old_token changes.
func copied(p *protocol, s *step) invariants.Opinion {
	before, after := s.before.oldToken, s.after.oldToken
	tokens, _ := sentOf[token](s)
	switch t, opens := s.opens(); {
	case opens && p.has(Receipt):
		before.session = t.session
		return invariants.That(after == before)
	case after == before:
		return invariants.Silent
	case s.exits:
		return invariants.That(s.before.state == EC && s.before.token.followers == 0)
	}
	return invariants.That(s.before.state.holder() && len(tokens) > 0)
}

// misnumbered reports that a request that a holder hears stands in token.queue with another number than its own, where an older one of the
// same process may have stood.
func misnumbered(s *step) bool {
	m, news := s.heard()
	return news && slices.ContainsFunc(s.after.token.queue.Slice(), func(e entry) bool {
		at := e.index(m.j)
		return at >= 0 && m.X.has(e.group) && e.ids.At(at).sn != m.SN
	})
}

// soundRules are what holds as published, too, beside what does not: further mistakes do not hide behind those. token-held
// is the exception, for the sake of token-handed.
var soundRules = []rule{
	{
		name: "enters-by", source: "section IV",
		doc: "a process enters its critical section only as a holder that asks, or upon a valid token, a start or an " +
			"is_complete for the group that it asks for",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			if !s.after.state.inCS() || s.after.state == s.before.state {
				return invariants.Silent
			}
			_, starts := s.m.(start)
			_, opens := s.opens()
			m, asked := s.m.(isComplete)
			return invariants.That(!s.asks.null() && s.before.state.holder() || starts || opens || asked && s.before.req.has(m.X))
		},
	},
	{
		name: "starts-match", source: "section IV; section V, invariant (2)",
		doc: "start is sent only to a process whose request names the group of the session, at its request or gen_token or " +
			"from the front of the queue",
		judge: func(p *protocol, s *step) invariants.Opinion {
			_, started := sentOf[start](s)
			if len(started) == 0 {
				return invariants.Silent
			}
			X, session := want{}, s.before.token.typ
			var named model.Sites
			switch m := s.m.(type) {
			case request:
				X, named = m.X, model.SetOf(m.j)
			case genToken:
				X, named = m.X, model.SetOf(m.j)
			case token:
				if session = s.after.token.typ; !m.queue.Empty() && m.queue.Front().group == session {
					X, named = want(model.SetOf(session)), m.queue.Front().sites()
				}
				if p.has(Remember) { // those of whom it has heard ask now, as it were
					for j := range p.everybody().All() {
						if s.before.asked.At(j).has(session) {
							X, named = want(model.SetOf(session)), named.With(j)
						}
					}
				}
			}
			return invariants.That(X.has(session) && model.SetOf(started...).Minus(named).Empty())
		},
	},
	{
		name: "token-held", source: "section IV",
		doc: "a process that holds the token stops holding it only by sending it",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			return invariants.If(s.before.state.holder() && !s.after.state.holder(), !s.drops())
		},
	},
	{
		name: "token-handed", source: "section IV; section V, proof of Lemma 1",
		doc: "a process makes a token, beside those that it holds or receives, only upon a gen_token, and loses one only by " +
			"sending it, or as a holder upon a start: what holds as published, too",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			had, has := s.tokens()
			_, regenerates := s.m.(genToken)
			_, starts := s.m.(start)
			return invariants.If(had+has > 0, (has <= had || regenerates) && (!s.drops() || starts))
		},
	},
	{
		name: "passes-on-counted", source: "section IV; appendix, Events 4 and 5",
		doc: "a captain that leaves, or that the last follower completes to by the count in token.followers, sends the token at " +
			"once to the front of token.queue, or keeps it (HI) if nobody is queued",
		judge: func(p *protocol, s *step) invariants.Opinion {
			m, completes := s.m.(complete)
			before := s.before
			done := s.exits && before.state == EC && before.token.followers == 0 ||
				completes && before.state == HS && before.token.followers == 1 && before.follower.Has(m.j) && p.isAbout(m, before)
			return invariants.If(done, s.passesOn())
		},
	},
}

// tokens is how many tokens the process has before the step, that which it receives included, and after it, those which it
// sends included.
func (s *step) tokens() (had, has int) {
	if _, receives := s.m.(token); receives {
		had++
	}
	if s.before.state.holder() {
		had++
	}
	sends, _ := sentOf[token](s)
	if has = len(sends); s.after.state.holder() {
		has++
	}
	return had, has
}

// keeps: where a holder sends a token, what it has in old_token then is a copy of it.
func (s *step) keeps(same func(sent, kept token) bool) invariants.Opinion {
	tokens, _ := sentOf[token](s)
	return invariants.If(s.before.state.holder() && len(tokens) > 0,
		!slices.ContainsFunc(tokens, func(t token) bool { return !same(t, s.after.oldToken) }))
}

// drops: the process has held the token, and neither holds it any more nor sends it.
func (s *step) drops() bool {
	tokens, _ := sentOf[token](s)
	return s.before.state.holder() && !s.after.state.holder() && len(tokens) == 0
}

// passesOn: the session is over. The token goes to the front of the queue, or stays if nobody is queued.
func (s *step) passesOn() bool {
	q := s.before.token.queue
	if q.Empty() {
		idle := !s.exits || s.after.token.typ == 0 && s.after.oldToken == s.after.token
		return s.after.state == HI && idle && len(s.sends) == 0
	}
	tokens, to := sentOf[token](s)
	waits := !s.exits && queued(q).Has(s.i)
	return len(s.sends) == 1 && len(tokens) == 1 && to[0] == q.Front().ids.Front().id && tokens[0].queue == q &&
		!s.after.state.holder() && (s.after.state == R) == waits
}

// servedLeave is about the extended problem, where one request may stand in several entries.
var servedLeave = rule{
	name: "served-leave", source: "section VII",
	doc: "a process that receives the token deletes all its entries in token.queue, and those of every process that it " +
		"sends start",
	judge: func(_ *protocol, s *step) invariants.Opinion {
		_, served := sentOf[start](s)
		if _, ok := s.opens(); ok {
			served = append(served, s.i)
		}
		return invariants.If(len(served) > 0, queued(s.after.token.queue).Intersect(model.SetOf(served...)).Empty())
	},
}

// answersRequest: a holder that hears of a request does with it what it should.
func (s *step) answersRequest(p *protocol) invariants.Opinion {
	m, ok := s.heard()
	before := s.before
	if !ok || !before.state.holder() {
		return invariants.Silent
	}
	tokens, to := sentOf[token](s)
	_, started := sentOf[start](s)
	joins := m.X.has(before.token.typ)
	if p.extended || before.state == HS {
		joins = joins && before.token.queue.Empty()
	}
	switch {
	case before.state == HI:
		return invariants.That(len(s.sends) == 1 && len(tokens) == 1 && to[0] == m.j && !s.after.state.holder() &&
			tokens[0].queue == add(before.token.queue, waiter{m.j, m.SN}, model.Groups(m.X)))
	case joins:
		return invariants.That(len(s.sends) == 1 && len(started) == 1 && started[0] == m.j && s.after.follower.Has(m.j))
	}
	return invariants.That(len(s.sends) == 0 && standsForAll(s.after.token.queue, m.j, m.X))
}

// wiped are the processes that are served, as far as that deletes their entries in token.queue.
func (p *protocol) wiped(served ...model.Site) model.Sites {
	if p.extended {
		return model.SetOf(served...)
	}
	return model.Sites{}
}

// isAbout reports that a complete is that of the request for which its follower was let in last. Published, it does not say.
func (p *protocol) isAbout(m complete, v vars) bool {
	return !p.has(RequestNumber) || m.SN == v.started.At(m.j)
}

// leads reports that q begins with the entries of rest, in their order and each in its own, but for the processes that are
// wiped out.
func leads(q, rest queue, wiped model.Sites) bool {
	at := 0
	for _, e := range rest.All() {
		left := e.ids.Where(func(w waiter) bool { return !wiped.Has(w.id) })
		if left.Empty() {
			continue
		}
		if at >= q.Len() || q.At(at).group != e.group || q.At(at).ids.Len() < left.Len() {
			return false
		}
		for k, w := range left.All() {
			if q.At(at).ids.At(k).id != w.id {
				return false
			}
		}
		at++
	}
	return true
}

// grouped reports that no group has two entries, no process stands twice in one, and none is empty.
func grouped(q queue) bool {
	var groups model.Groups
	for _, e := range q.All() {
		if groups.Has(e.group) || e.sites().Len() != e.ids.Len() || e.ids.Empty() {
			return false
		}
		groups = groups.With(e.group)
	}
	return true
}
