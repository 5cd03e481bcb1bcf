package kmutex

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What section III says of the tokens: that there are k, who has them, and how they move.

// conservation says that tokens are neither lost nor made.
func conservation(k int) invariants.Property {
	return invariants.Property{
		Name: "conservation", Kind: invariants.Invariant,
		Doc:   fmt.Sprintf("tokens in hand, in use and on their way are exactly k = %d", k),
		State: func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() == k) },
		Detail: func(vs invariants.Views) string {
			var sites []string
			for i, v := range vs {
				if v.Holds+v.Coming > 0 {
					sites = append(sites, fmt.Sprintf("P%d holds %d, %d on the way to it", i+1, v.Holds, v.Coming))
				}
			}
			return fmt.Sprintf("%d tokens: %s", vs.Tokens(), strings.Join(sites, "; "))
		},
	}
}

// inUse is k-safety but for the LRCs that enter with their token still in hand, which may send it away. It holds where
// k-safety does not, and shows what else might be wrong.
func inUse(k int) invariants.Property {
	return invariants.Property{
		Name: "k-safety-in-use", Kind: invariants.Invariant,
		Doc: fmt.Sprintf("at most k = %d processes are in their critical section, LRCs not counted that entered with the token "+
			"still in hand", k),
		State: func(vs invariants.Views) invariants.Opinion {
			inside := vs.Count(func(v *model.View) bool { return v.InCS && v.More.(about).mode != front })
			return invariants.If(inside > 0, inside <= k)
		},
	}
}

// tokenToEnter is "no node can enter its critical section without acquiring one of them".
var tokenToEnter = invariants.Property{
	Name: "token-to-enter", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "whoever enters had a token in hand, or gets one in this step",
	Hears: invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		_, token := s.Event.Message.Value.(TOKEN)
		return invariants.That(of(s.Before, s.Event.Site).inHand > 0 || token && s.Event.Kind == model.DeliverEvent)
	},
}

// heldInside is "All nodes in the system rather than LRCs and GRC node can hold the token only if it's in its critical
// section"; the next sentences say it of LRCs.
var heldInside = invariants.Property{
	Name: "held-inside", Kind: invariants.Invariant,
	Doc:    "a node other than the GRC holds a token only while it is in its critical section",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(keeps), !vs.Any(func(v *model.View) bool { return keeps(v) && !v.InCS }))
	},
}

// keeps reports that a node that is not the GRC holds a token.
func keeps(v *model.View) bool { return v.More.(about).typ != GRC && v.Holds > 0 }

// heldForEver is "No node can hold a token forever".
var heldForEver = invariants.Property{
	Name: "held-for-ever", Kind: invariants.Liveness,
	Doc:  "no fair run in which a node other than the GRC holds a token for ever",
	Fair: func(vs invariants.Views) uint64 { return vs.Mask(keeps) },
	Vain: invariants.Each("holds a token for ever"),
}

// tokensReturn is "the token must be returned to the GRC".
func tokensReturn(k int) invariants.Property {
	return invariants.Property{
		Name: "tokens-return", Kind: invariants.Liveness,
		Doc:     "from every state one can be reached in which the GRC has all tokens in hand",
		Pending: func(invariants.Views) uint64 { return 1 },
		Goal: func(vs invariants.Views) uint64 {
			if vs.Any(func(v *model.View) bool { return v.More.(about).typ == GRC && v.More.(about).inHand == k }) {
				return 1
			}
			return 0
		},
		Vain: func(invariants.Views, uint64) string { return "the GRC never has all tokens again" },
	}
}

// returnsUnneeded is "after GRC receiving some tokens back from the LRCs with empty LRQs", and "after the local group does not need its tokens any more it
// sends it back to the GRC".
func (p *protocol) returnsUnneeded() invariants.Property {
	return invariants.Property{
		Name: "returns-unneeded", Kind: invariants.Stepwise,
		Doc:   "when an LRC sends a token to the GRC, nobody waits in its LRQ",
		Hears: func(e *model.Event) bool { return len(e.Sends) > 0 },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			returns := slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool {
				_, token := m.Value.(TOKEN)
				return token && m.To == theGRC && p.group(i) != p.group(theGRC)
			})
			return invariants.If(returns, of(s.After, i).LRQ.Where(func(j model.Site) bool { return s.After[j-1].Waits }).Empty())
		},
	}
}

// forwardsAtOnce is "The GRC won't wait to collect all tokens ... but once it receives the tokens from one of the LRCs it
// will directly forwarding them to another LRC".
func (p *protocol) forwardsAtOnce() invariants.Property {
	return invariants.Property{
		Name: "forwards-at-once", Kind: invariants.Stepwise,
		Doc: "after a token or a request has come to the GRC, it has no token in hand while an LRC or a node of its group is " +
			"queued there; and a GRC that had not all tokens in hand gives none to its group alone while an LRC is queued, and each token to one LRC and to one node of its group at most",
		Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent || e.Kind == model.ExitEvent },
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			before, after := of(s.Before, i), of(s.After, i)
			switch {
			case before.typ != GRC:
				return invariants.Silent
			case p.someInHand(s, before) && (!after.GRQ.Empty() && p.keepsOne(s, after) || p.lendsOn(s, before) || p.keepsSeveral(s, after)):
				return invariants.Violated
			}
			return invariants.If(s.Event.Kind == model.DeliverEvent, !idle(s.After, i))
		},
	}
}

// someInHand reports that a GRC has not all tokens in hand to divide, nor one to pass on in its group.
func (p *protocol) someInHand(s invariants.Step, before about) bool {
	inHand := before.inHand
	t, came := invariants.Delivered[TOKEN](s.Event)
	switch {
	case came:
		inHand += 1 + t.more
	case s.Event.Kind == model.ExitEvent && before.mode != front:
		inHand++
	}
	return inHand < p.k && !(came && !t.inner.Empty()) && before.held.inner.Empty()
}

// lendsOn reports that a GRC puts LRCs into the queue of a token that it sends to another one, and that it has not got with such a queue.
func (p *protocol) lendsOn(s invariants.Step, before about) bool {
	t, _ := invariants.Delivered[TOKEN](s.Event)
	return t.outer.Empty() && before.held.outer.Empty() && slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool {
		sent, is := m.Value.(TOKEN)
		return is && p.group(m.To) != p.group(theGRC) && !sent.outer.Empty()
	})
}

// keepsOne reports that a GRC gives a token to a node of its group, and to no LRC after it.
func (p *protocol) keepsOne(s invariants.Step, after about) bool {
	return s.Event.Entries > 0 && after.mode == byQueue && after.held.outer.Empty() || slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool {
		sent, is := m.Value.(TOKEN)
		return is && p.group(m.To) == p.group(theGRC) && sent.outer.Empty()
	})
}

// keepsSeveral reports that a GRC gives a token to two or more nodes of its group.
func (p *protocol) keepsSeveral(s invariants.Step, after about) bool {
	return s.Event.Entries > 0 && after.mode == byQueue && !after.held.inner.Empty() || slices.ContainsFunc(s.Event.Sends, func(m model.Send) bool {
		sent, is := m.Value.(TOKEN)
		return is && p.group(m.To) == p.group(theGRC) && sent.inner.Len() > 1
	})
}

// anotherLRC is "it will directly forwarding them to another LRC". A GRC that has all tokens divides them, which is another sentence; one that has more
// than the one that came may send either.
func (p *protocol) anotherLRC() invariants.Property {
	return invariants.Property{
		Name: "another-lrc", Kind: invariants.Stepwise,
		Doc:   "what tokens come from an LRC to the GRC, which had none and has not all now, are not sent to the LRC that they come from",
		Hears: invariants.Delivering[TOKEN],
		Step: func(s invariants.Step) invariants.Opinion {
			i, t := s.Event.Site, s.Event.Message.Value.(TOKEN)
			grc := of(s.Before, i)
			if grc.typ != GRC || grc.inHand > 0 || 1+t.more == p.k || of(s.Before, t.from).typ != LRC {
				return invariants.Silent
			}
			forwarded, back := false, false
			for _, m := range s.Event.Sends {
				if _, token := m.Value.(TOKEN); token && p.group(m.To) != p.group(i) {
					forwarded, back = true, back || m.To == t.from
				}
			}
			return invariants.If(forwarded, !back)
		},
	}
}

// shorterQueues is "more shorted queues due to the larger number of tokens, it has".
func (p *protocol) shorterQueues() invariants.Property {
	return invariants.Property{
		Name: "shorter-queues", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "an LRC to which a token comes while it has another, or another is on its way to it from the GRC, puts not all of two or more requests into " +
			"the queue of one",
		Hears: invariants.Delivering[TOKEN],
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			lrc := of(s.Before, i)
			requests, tokens := lrc.LRQ.Len(), s.Before[i-1].Holds+lrc.given
			if lrc.typ != LRC || tokens < 2 || requests < 2 {
				return invariants.Silent
			}
			queues := p.filled(s)
			return invariants.If(len(queues) > 0, !slices.ContainsFunc(queues, func(q []model.Site) bool { return len(q) >= requests }))
		},
	}
}

// equalTokens is "In our algorithm every LRC has equal number of tokens" by its letter: at every moment, of the LRCs that wait for some.
func (p *protocol) equalTokens() invariants.Property {
	return invariants.Property{
		Name: "equal-tokens", Kind: invariants.Invariant,
		Doc: "groups other than the GRC's in which somebody waits, and which have a token or one on its way, or whose LRC is in the GRQ, have equally many tokens, " +
			"in hand, in use or on their way there",
		State: func(vs invariants.Views) invariants.Opinion {
			queued, least, most, compared := members(of(vs, theGRC).GRQ), p.k, 0, 0
			for lrc := range p.collectors() {
				nodes := vs[lrc-1 : int(lrc)-1+p.m]
				n := nodes.Tokens()
				if lrc == theGRC || nodes.Count(func(v *model.View) bool { return v.Waits }) == 0 || n == 0 && !queued.Has(lrc) {
					continue
				}
				least, most, compared = min(least, n), max(most, n), compared+1
			}
			return invariants.If(compared > 1, least == most)
		},
	}
}

// noIdleToken is "unused tokens are minimized as much as possible", where it can be: at the GRC.
var noIdleToken = invariants.Property{
	Name: "no-idle-token", Kind: invariants.Invariant,
	Doc: "the GRC has no token in hand while an LRC is queued there, or a node of its group that waits",
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(of(vs, theGRC).inHand > 0, !idle(vs, theGRC))
	},
}

// idle reports that the GRC has a token in hand and a request in its queues, phantoms not counted.
func idle(vs invariants.Views, grc model.Site) bool {
	g := of(vs, grc)
	waiting := g.LRQ.Where(func(i model.Site) bool { return vs[i-1].Waits })
	return g.inHand > 0 && !(g.GRQ.Empty() && waiting.Empty())
}

// utilisation is "resources are used as much as possible": k-concurrent entering.
func utilisation(k int) invariants.Property {
	full := func(vs invariants.Views) bool { return vs.Count(func(v *model.View) bool { return v.InCS }) >= k }
	return invariants.Property{
		Name: "utilisation", Kind: invariants.Liveness,
		Doc: fmt.Sprintf("while fewer than k = %d are in their critical section, whoever waits gets in, or others until they are k, "+
			"even if nobody exits and nobody else asks", k),
		Pending: func(vs invariants.Views) uint64 {
			if full(vs) {
				return 0
			}
			return invariants.Waiting(vs)
		},
		Goal: func(vs invariants.Views) uint64 {
			if full(vs) {
				return ^uint64(0)
			}
			return vs.Mask(func(v *model.View) bool { return v.InCS })
		},
		Along: func(e *model.Event) bool { return e.Kind != model.ExitEvent && e.Kind != model.RequestEvent },
		Vain:  invariants.Each("waits, while a token is left"),
	}
}

// entersAtOnce is "It can enter its critical section with zero delay and no messages".
var entersAtOnce = invariants.Property{
	Name: "enters-at-once", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a collector that asks with a token in hand enters in this step, and sends no message",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.If(of(s.Before, s.Event.Site).inHand > 0, s.Event.Entries == 1 && len(s.Event.Sends) == 0)
	},
}
