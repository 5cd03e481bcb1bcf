package drsgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// further are the sentences that are judged only where a claim, or --property, names them.
func further(c model.Config, extended bool) []invariants.Property {
	n := c.Processes
	all := []invariants.Property{ghostR(), stateN(), stateHI(), rsHolder}
	if c.Faultless() {
		all = append(all, syncDelayAfter("captain", "captain", EF, starts, 1), syncDelayAfter("captain-alone", invariants.CaptainAlone, EF, starts|completes, 1),
			syncDelayAfter("follower", "follower", EC, starts, 2), switchesAsked(c),
			runSends[start](c, "run-starts", "starts"), runSends[complete](c, "run-completes", "completes"))
		if n <= 5 && !extended {
			all = append(all, nextAsked(n), nextAskedUnknown(n))
		}
		if !extended {
			all = append(all, oldNumbers, answersOld, messagesOfCaptains(n), messagesOfFollowers(n), requestsToEntry(n))
		}
	} else if c.Timeouts != model.Off {
		all = append(all, lateOrLost(n), regenerationMessages(n))
		if n <= 8 {
			all = append(all, regenerationAfter(n), regenerationSince(n))
		}
		if c.Network == model.FIFO {
			all = append(all, acceptedFrom(n))
		}
	}
	first := len(rulesOf(c, extended))
	for k, r := range furtherRules {
		all = append(all, r.property(first+k))
	}
	return all
}

// What section III says of the states, beside [invariants.Environment]: that says who is inside.

func ghostR() invariants.Property {
	return stateOf(R, "ghost-R", "section III: R is requesting", "a process in state R has a request that waits", "is in R and waits for nothing",
		func(v *model.View) bool { return v.Waits })
}

func stateN() invariants.Property {
	return stateOf(N, "state-N", "section III: N is not requesting", "a process in state N has no request that waits", "is in N and waits",
		func(v *model.View) bool { return !v.Waits })
}

func stateHI() invariants.Property {
	return stateOf(HI, "state-HI", "section III: HI is holding the token because no request is pending", "a process in state HI has an empty token.queue",
		"is in HI and has a queue", func(v *model.View) bool { return lookOf(v).queued.Empty() })
}

func stateOf(s state, name, source, doc, detail string, claim func(v *model.View) bool) invariants.Property {
	in := isIn(s)
	wrong := func(v *model.View) bool { return in(v) && !claim(v) }
	return invariants.Property{
		Name: name, Kind: invariants.Invariant, Source: source, Doc: doc,
		BySite: true,
		State:  func(vs invariants.Views) invariants.Opinion { return invariants.If(vs.Any(in), !vs.Any(wrong)) },
		Detail: func(vs invariants.Views) string {
			return each(vs, func(v *model.View) string {
				if wrong(v) {
					return detail
				}
				return ""
			})
		},
	}
}

// rsHolder is the first step of the proof of Lemma 3. An idle holder needs no request set.
var rsHolder = invariants.Property{
	Name: "rs-holder", Kind: invariants.Stepwise, Source: "section IV; section V, proof of Lemma 3",
	Doc:   "when a process that holds no token makes its request, whoever holds the token is in its request set",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		asks := s.Before[s.Event.Site-1]
		held := false
		for k, v := range s.Before {
			if v.Holds == 0 {
				continue
			}
			if held = true; asks.Holds == 0 && !lookOf(asks).RS.Has(model.Site(k+1)) {
				return invariants.Violated
			}
		}
		return invariants.If(held && asks.Holds == 0, true)
	},
}

// furtherRules stand behind those of [rulesOf] in a protocol's rules.
var furtherRules = []rule{
	{
		name: "state-HS", source: "section III, HS; section IV: it waits till all its followers have come out",
		doc: "a captain outside its critical section (HS) counts followers that have not completed",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			return invariants.If(s.after.state == HS, s.after.token.followers > 0)
		},
	},
	{
		name: "followers", source: "section III: token.followers stores the number of follower processes",
		doc: "token.followers of a holder is the number of processes in its follower set",
		judge: func(_ *protocol, s *step) invariants.Opinion {
			counted, followers := s.after.token.followers, s.after.follower.Len()
			return invariants.If(s.after.state.holder() && (counted != 0 || followers != 0), counted == followers)
		},
	},
	{
		name: "follower-set", source: "section III, follower_i; section VI, message loss",
		doc: "whom a holder sends start joins its follower set; whoever completes, by a complete about the request for which it was let in, " +
			"leaves it; and nobody else joins or leaves",
		judge: func(p *protocol, s *step) invariants.Opinion {
			if _, opens := s.opens(); !opens && !s.before.state.holder() {
				return invariants.Silent
			}
			_, started := sentOf[start](s)
			want := s.before.follower.Union(model.SetOf(started...))
			if m, completes := s.m.(complete); completes && p.isAbout(m, s.before) {
				want = want.Without(m.j)
			}
			right := s.after.follower == want
			return invariants.If(len(started) > 0 || want != s.before.follower || !right, right)
		},
	},
	{
		name: "rs-grows", source: "section V, proof of Lemma 2: the request set changes in cases (i) to (iii)",
		doc: "only the sender of a request or gen_token joins a request set at its receipt, and the captains to be when the token is sent: " +
			"the receiver, and the first of each entry of token.queue",
		judge: func(p *protocol, s *step) invariants.Opinion {
			may, _ := captainsToBe(p, s)
			switch m := s.m.(type) {
			case request:
				may = may.With(m.j)
			case genToken:
				may = may.With(m.j)
			}
			joined := s.after.RS.Minus(s.before.RS)
			return invariants.If(!joined.Empty(), joined.Minus(may).Empty())
		},
	},
	{
		name: "old-ignored", source: "section IV, sequence numbers; appendix, Event 2: otherwise old request",
		doc: "a request whose number the receiver knows changes nothing, and nothing is sent; the number of another one, and of a gen_token that is not " +
			"old, is known from then on; no other number changes but that of a process that asks (with token-sn, upon a valid token, which raises those " +
			"that are higher in it)",
		judge: func(p *protocol, s *step) invariants.Opinion {
			known := s.before.SN
			switch m := s.m.(type) {
			case request:
				if m.SN <= known.At(m.j) {
					return invariants.That(s.changesNothing())
				}
				known = known.With(m.j, m.SN)
			case genToken:
				known = known.With(m.j, max(known.At(m.j), m.SN))
			case token:
				if _, opens := s.opens(); opens && p.has(TokenSN) {
					for j := range p.others(s.i).All() {
						known = known.With(j, max(known.At(j), m.SN.At(j)))
					}
				}
			}
			right := s.after.SN == known
			return invariants.If(s.asks.null() && (known != s.before.SN || !right), right)
		},
	},
	{
		name: "late-ignored", source: "appendix, Event 5: if j is in follower_i; the repair request-number",
		doc: "a complete of a process outside the follower set, and with request-number a start for another request than that which waits, or a complete " +
			"about another one than that for which its sender was let in, changes nothing, and nothing is sent",
		judge: func(p *protocol, s *step) invariants.Opinion {
			late := false
			switch m := s.m.(type) {
			case start:
				late = p.has(RequestNumber) && (s.before.state != R || s.before.req.null() || m.SN != s.before.SN.At(s.i))
			case complete:
				late = !s.before.follower.Has(m.j) || !p.isAbout(m, s.before)
			}
			return invariants.If(late, s.changesNothing())
		},
	},
	copyExact,
}

// copyExact compares what section III says a token consists of. The SN that the repair token-sn adds is left to copy-kept.
var copyExact = rule{
	name: "copy-exact", source: "section III, old_token; section IV",
	doc: "a holder that sends the token keeps a copy of it in old_token: queue, type, followers and session are those of the token sent",
	judge: func(_ *protocol, s *step) invariants.Opinion {
		return s.keeps(func(sent, kept token) bool {
			return kept.queue == sent.queue && kept.typ == sent.typ && kept.followers == sent.followers && kept.session == sent.session
		})
	},
}

// syncDelayAfter is sync-delay where nobody is in a state before the last exit, since the delay in section VI depends on who leaves last, and no message
// of some kinds is on its way: with a start somebody else of the session is about to enter, and with a complete the captain does not know yet.
func syncDelayAfter(name, who string, nobody state, none kinds, claimed int) invariants.Property {
	armed := func(vs invariants.Views) bool {
		return somebodyQueued(vs) && !vs.Any(isIn(nobody)) && !vs.Any(func(v *model.View) bool { return lookOf(v).inbox.has(none) })
	}
	return invariants.SyncDelayAfter(name, who, armed, claimed).From("section VI, synchronization delay")
}

// switchesAsked is switches from the request on.
func switchesAsked(c model.Config) invariants.Property {
	p := switches(c).Named("switches-asked", "sessions opened from i's request to i's entry, its own included")
	g, weigh := *p.Gauge, p.Gauge.Weigh
	g.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
		t := weigh(e, before, after)
		t.Begins = 0
		if e.Kind == model.RequestEvent {
			t.Begins = 1 << (e.Site - 1)
		}
		return t
	}
	p.Gauge = &g
	return p
}

// runSends counts the messages of a kind that are sent in whole runs.
func runSends[M any](c model.Config, name, what string) invariants.Property {
	return invariants.RunSends[M](name, what).Claiming(invariants.AllButOne(c)).From("section VI, average message size")
}

func messagesOfCaptains(n int) invariants.Property {
	return invariants.MessagesOfCaptains(n, isIn(EC), invariants.Claimed{Max: n}).From("section VI: n-1 requests, one start and one complete")
}

func messagesOfFollowers(n int) invariants.Property {
	return invariants.MessagesOfFollowers(n, isIn(EF), invariants.Claimed{Max: n + 1}).From("section VI: n-1 requests, one start and one complete")
}

// requestsToEntry counts the requests alone.
func requestsToEntry(n int) invariants.Property {
	return invariants.Property{
		Name: "requests-to-entry", Kind: invariants.Cost, Source: "section VI: n-1 requests",
		Doc:     "requests that a process sends to others from its request to its entry, those included that it sends back while it waits",
		Claimed: &invariants.Claimed{Max: n - 1},
		Gauge: invariants.ToEntry(n, func(e *model.Event, _, _ *model.View) []int {
			weights := make([]int, n)
			for to := range invariants.Sent[request](e) {
				if to != e.Site {
					weights[e.Site-1]++
				}
			}
			return weights
		}),
	}
}

// nextAsked has two lanes for each k and i, from k's request on: one since k has sent it to i, and one while it has not. They end when k receives
// a token that it accepts and has i in its request set. Then one of the latter weighs 1 if i waits, too.
func nextAsked(n int) invariants.Property {
	return nextAskedOf(n, func(*look, model.Site) bool { return true }).Named("next-asked",
		"a process k that receives a valid token has sent the request that it waits with to every process that waits and is in RS_k "+
			"(0: always, also if none does; 1: not so)")
}

// nextAskedUnknown is the same where the proof needs it: otherwise i's request has gone to k.
func nextAskedUnknown(n int) invariants.Property {
	return nextAskedOf(n, func(i *look, k model.Site) bool { return !i.RS.Has(k) }).Named("next-asked-unknown",
		"a process k that receives a valid token has sent the request that it waits with to every process i that waits and is in RS_k, where k "+
			"is not in RS_i (0: always, also if there is none; 1: not so)")
}

// nextAskedOf judges those i of which counts is true.
func nextAskedOf(n int, counts func(i *look, k model.Site) bool) invariants.Property {
	of := func(k model.Site, sites model.Sites) uint64 { return sites.Mask() << (int(k-1) * n) }
	unsent := func(lanes uint64) uint64 { return lanes << (n * n) }
	return invariants.Property{
		Kind: invariants.Stepwise, Source: "section V, proof of Lemma 3, (ii)",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes:  2 * n * n,
			Within: func(invariants.Views) uint64 { return 1<<(2*n*n) - 1 },
			Counts: func(vs invariants.Views) (lanes uint64) {
				for k := range model.UpTo[model.Site](n).All() {
					var asking model.Sites
					for i, v := range vs {
						if x := lookOf(v); v.Waits && counts(&x, k) {
							asking = asking.With(model.Site(i + 1))
						}
					}
					lanes |= unsent(of(k, asking.Without(k)))
				}
				return lanes
			},
			Weigh: func(e *model.Event, before, _ *model.View) (t question.EdgeWeight) {
				var asked model.Sites
				for to := range invariants.Sent[request](e) {
					asked = asked.With(to)
				}
				sent, all := of(e.Site, asked), of(e.Site, model.UpTo[model.Site](n))
				_, token := invariants.Delivered[token](e)
				switch {
				case e.Entries > 0:
					t.Drops = all | unsent(all)
					if token {
						known := of(e.Site, lookOf(before).RS)
						t.Ends = known | unsent(known)
						t.Drops &^= t.Ends
						t.Weights = make([]int, 2*n*n)
						for lane := range t.Weights {
							t.Weights[lane] = int(unsent(known) >> lane & 1)
						}
					}
				case e.Kind == model.RequestEvent:
					t.Begins = sent | unsent(all&^sent)
				default:
					t.Begins, t.Drops = sent, unsent(sent)
				}
				return t
			},
		},
	}
}
