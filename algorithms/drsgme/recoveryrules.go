package drsgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// timerRules say when the timers run.
var timerRules = []rule{
	{
		name: "T1-runs", source: "section IV: T1 is used for detection of loss of a token or request; the flag TGI",
		doc: "T1 runs at a process exactly while it waits, and TGI is set when T1 expires, by nothing else, and reset by then",
		judge: func(p *protocol, s *step) invariants.Opinion {
			waits := !s.after.req.null() && !s.after.state.inCS()
			right := s.after.T1 == waits && p.runs(s, T1) == waits && s.after.TGI == (waits && (s.before.TGI || s.timer == T1))
			return invariants.If(waits || s.before.T1 || !right, right)
		},
	},
	{
		name: "T2-runs", source: "section IV: T2 is used for detection of loss of a start or complete",
		doc: "T2 runs at a process while it has followers (with guard-followers: upon a token only then)",
		judge: func(p *protocol, s *step) invariants.Opinion {
			_, opens := s.opens()
			alone := s.after.follower.Empty()
			guarded := alone && opens && p.has(GuardFollowers)
			right := (alone || s.after.T2) && p.runs(s, T2) == s.after.T2 && !(guarded && s.after.T2)
			return invariants.If(!alone || guarded || !right, right)
		},
	},
	{
		name: "T2-set", source: "appendix, Events 2, 4, 5 and 8",
		doc: "a captain that answers a request or gen_token by start sets T2, anew if it runs, and one that leaves while it counts no follower, or " +
			"whose last follower completes, closes it; nothing else sets T2 anew, and nothing T1: what holds as published, too",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			_, started := sentOf[start](s)
			_, opens := s.m.(token)
			_, completes := s.m.(complete)
			answers := len(started) > 0 && !opens
			closes := s.exits && s.before.state == EC && s.before.token.followers == 0 ||
				completes && !s.before.follower.Empty() && s.after.follower.Empty()
			anew := slices.Contains(s.restarts, T2)
			right := (!answers || anew && s.after.T2) && (!closes || !s.after.T2) && (!anew || len(started) > 0) && !slices.Contains(s.restarts, T1)
			return invariants.If(answers || closes || !right, right)
		},
	},
}

// runs asks the model, which runs what it is told to, not the variable.
func (p *protocol) runs(s *step, timer string) bool {
	return slices.Contains(p.Timers(s.i, s.after), timer)
}

// recoveryRules are about what the timers do. Without faults, T1 and T2 have nothing to do.
var recoveryRules = []rule{
	{
		name: "gen-token-sent", source: "section IV; section VI",
		doc: "a process whose T1 expires sends gen_token to all n processes, itself included, and T1 runs on",
		judge: func(p *protocol, s *step) invariants.Opinion {
			all, to := sentOf[genToken](s)
			m := genToken{s.i, s.before.req.orNULL(), s.before.SN.At(s.i), s.before.oldToken.session}
			return invariants.If(s.timer == T1, s.after.T1 && len(s.sends) == p.c.Processes && model.SetOf(to...) == p.everybody() &&
				!slices.ContainsFunc(all, func(x genToken) bool { return x != m }))
		},
	},
	{
		name: "gen-token-answered", source: "section IV",
		doc: "a holder of the token that hears of a request by gen_token treats it as the request itself: as holder-answers " +
			"says",
		judge: func(p *protocol, s *step) invariants.Opinion {
			if _, ok := s.m.(genToken); !ok {
				return invariants.Silent
			}
			return s.answersRequest(p)
		},
	},
	{
		name: "gen-token-answered-captain", source: "section IV",
		doc: "the same for a captain in its critical section: what holds as published, too",
		judge: func(p *protocol, s *step) invariants.Opinion {
			if _, ok := s.m.(genToken); !ok || s.before.state != EC {
				return invariants.Silent
			}
			return s.answersRequest(p)
		},
	},
	{
		name: "regeneration-if", source: "section VI",
		doc: "a process without the token that receives gen_token sends a token, if session <= old_token.session",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			m, sends, ok := regenerates(s)
			return invariants.If(ok && m.session <= s.before.oldToken.session, sends)
		},
	},
	{
		name: "regeneration-only-if", source: "section VI",
		doc: "a process without the token that receives gen_token sends a token only if session <= old_token.session",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			m, sends, ok := regenerates(s)
			return invariants.If(ok && (sends || m.session > s.before.oldToken.session), !sends || m.session <= s.before.oldToken.session)
		},
	},
	{
		name: "regeneration-strict", source: "section V, proof of Lemma 1",
		doc: "a process without the token that receives gen_token sends a token only if session < old_token.session",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			m, sends, ok := regenerates(s)
			return invariants.If(ok && (sends || m.session >= s.before.oldToken.session), !sends || m.session < s.before.oldToken.session)
		},
	},
	{
		name: "is-complete-sent", source: "section IV; section VI",
		doc: "T2 expires only where it runs; then the captain sends is_complete to all followers that have not completed, and to nobody else, about the session " +
			"(with request-number: and about the request for which each was let in)",
		judge: func(p *protocol, s *step) invariants.Opinion {
			if s.timer != T2 {
				return invariants.Silent
			}
			all, to := sentOf[isComplete](s)
			for k, m := range all {
				want := isComplete{j: s.i, X: s.before.token.typ}
				if p.has(RequestNumber) {
					want.SN = s.before.started.At(to[k])
				}
				if m != want {
					return invariants.Violated
				}
			}
			return invariants.That(s.before.T2 && len(s.sends) == s.before.follower.Len() && model.SetOf(to...) == s.before.follower)
		},
	},
	{
		name: "is-complete-answered", source: "section IV, (a) to (c)",
		doc: "is_complete is ignored by a follower in its critical section, lets a process in that waits for the session, and " +
			"is answered by complete, about the same request, otherwise",
		judge: func(p *protocol, s *step) invariants.Opinion {
			m, ok := s.m.(isComplete)
			switch {
			case !ok:
				return invariants.Silent
			case s.before.state == EF:
				return invariants.That(s.changesNothing())
			case s.before.state == R && s.before.req.has(m.X) && m.SN == p.about(s.before.SN.At(s.i)):
				return invariants.That(s.after.state == EF && s.after.captain == m.j && len(s.sends) == 0)
			}
			completes, to := sentOf[complete](s)
			return invariants.That(len(completes) == 1 && completes[0] == complete{s.i, m.SN} && to[0] == m.j && s.after == s.before)
		},
	},
}

// regenerates reports whether a process without the token that receives a gen_token sends a token; ok is false in any
// other step.
func regenerates(s *step) (m genToken, sends, ok bool) {
	m, ok = s.m.(genToken)
	tokens, _ := sentOf[token](s)
	return m, len(tokens) > 0, ok && !s.before.state.holder() && m.SN >= s.before.SN.At(m.j)
}
