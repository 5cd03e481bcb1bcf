package kmutex

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// division is "When the GRC has all tokens, It divides them": the tokens in hand and the queues as they stand then.
// phantoms are entries of the GRC's in its LRQ that nobody waits with.
type division struct {
	tokens   int
	LRQ, GRQ queue
	phantoms int
}

// phantoms counts the GRC's entries in its own LRQ with which it does not wait.
func (n node) phantoms() int {
	entries := n.LRQ.Where(func(e entry) bool { return e == entry(n.i) }).Len()
	if entries > 0 && n.requested && !n.mutex {
		entries--
	}
	return entries
}

// dividesAll is "When the GRC has all tokens, It divides them" and "then dequeue them all".
func (p *protocol) dividesAll() invariants.Property {
	return invariants.Property{
		Name: "divides-all", Kind: invariants.Stepwise, ByEvent: true,
		Doc: "after the GRC has divided its tokens, GRQ and LRQ are empty; it divides them when a request or a token comes to it and it has all " +
			"tokens in hand then",
		Hears: func(e *model.Event) bool { return e.Kind == model.DeliverEvent || invariants.Noting[division](e) },
		Step: func(s invariants.Step) invariants.Opinion {
			grc := of(s.After, s.Event.Site)
			if invariants.Noting[division](s.Event) {
				return invariants.That(grc.GRQ.Empty() && grc.LRQ.Empty())
			}
			return invariants.If(p.allInHand(s) && !(grc.GRQ.Empty() && grc.LRQ.Empty()), false)
		},
	}
}

// allInHand reports that what is delivered finds, or makes, all tokens in hand at the GRC.
func (p *protocol) allInHand(s invariants.Step) bool {
	before := of(s.Before, s.Event.Site)
	inHand := before.inHand
	t, came := invariants.Delivered[TOKEN](s.Event)
	if came && t.inner.Empty() && t.outer.Empty() {
		inHand += 1 + t.more
	}
	return before.typ == GRC && inHand == p.k
}

// divided is what became of a division: tokens by whose LRC they were sent to, and in whose queues an LRC is.
type divided struct {
	division
	to, turns    map[model.Site]int // by LRC: tokens sent to it, and tokens in whose queue of LRCs it is
	own, foreign int                // tokens for the GRC's own group, and for LRCs
}

// outcome lays what is sent in a step beside the division that it follows from.
func (p *protocol) outcome(s invariants.Step, d division) divided {
	o := divided{division: d, to: map[model.Site]int{}, turns: map[model.Site]int{}, own: s.Event.Entries}
	queues := []queue{of(s.After, s.Event.Site).held.outer} // of the token with which the GRC enters
	for _, m := range s.Event.Sends {
		t, ok := m.Value.(TOKEN)
		switch {
		case !ok:
		case p.group(m.To) == p.group(s.Event.Site):
			o.own++
		default:
			o.to[m.To] += 1 + t.more
			o.foreign += 1 + t.more
		}
		queues = append(queues, t.outer)
	}
	for _, q := range queues {
		for _, g := range q.All() {
			o.turns[g]++
		}
	}
	return o
}

// all reports whether something holds for each LRC in the GRQ.
func (o divided) all(holds func(g model.Site) bool) bool {
	return o.GRQ.Index(func(g model.Site) bool { return !holds(g) }) < 0
}

// once reports whether an LRC gets a token, at once or in its turn, for each time that it is in the GRQ. Published, it may be twice: "until GRQ is
// empty" adds it to a token's queue as often.
func (o divided) once() bool {
	return o.all(func(g model.Site) bool { return o.to[g]+o.turns[g] == o.entries(g) })
}

// entries is how often an LRC is in the GRQ.
func (o divided) entries(g model.Site) int {
	return o.GRQ.Where(func(j model.Site) bool { return j == g }).Len()
}

// share reports whether so many tokens are sent to each LRC in the GRQ, and none in its turn.
func (o divided) share(s int) bool {
	return o.all(func(g model.Site) bool { return o.to[g] == s && o.turns[g] == 0 })
}

// aCase is one of the six cases of section III.B, for q LRCs and p nodes of the own group.
type aCase struct {
	name, doc string
	applies   func(p, q, k int) bool
	kept      func(p, q, k int, o divided) bool
}

// cases are those of section III.B. The baseline sends one token to each LRC where it has enough of them.
func (p *protocol) cases() []invariants.Property {
	equal := func(k, parts int) int {
		if p.baseline() {
			return 1
		}
		return k / parts
	}
	as := func(share string) string {
		if p.baseline() {
			return "one token"
		}
		return share + " tokens, rounded down"
	}
	all := []aCase{
		{
			"case-1A", "p <= k nodes of its own group and no LRC wait: each gets a token",
			func(p, q, k int) bool { return q == 0 && p <= k },
			func(p, _, _ int, o divided) bool { return o.own == p && o.foreign == 0 },
		},
		{
			"case-1B", "p > k nodes of its own group and no LRC wait: all k tokens go to them",
			func(p, q, k int) bool { return q == 0 && p > k },
			func(_, _, k int, o divided) bool { return o.own == k && o.foreign == 0 },
		},
		{
			"case-2A", "q >= k LRCs and nobody of its own group wait: the k tokens go to LRCs, each entry of the GRQ into the queue of one",
			func(p, q, k int) bool { return p == 0 && q >= k },
			func(_, _, k int, o divided) bool { return o.foreign == k && o.own == 0 && o.once() },
		},
		{
			"case-2B", "q < k LRCs and nobody of its own group wait: each LRC gets " + as("k/q"),
			func(p, q, k int) bool { return p == 0 && q < k },
			func(_, q, k int, o divided) bool { return o.share(equal(k, q)) && o.own == 0 },
		},
		{
			"case-3A", "q >= k-1 LRCs and its own group wait: k-1 tokens go to LRCs, each entry of the GRQ into the queue of one; one token stays " +
				"for the own group",
			func(p, q, k int) bool { return p > 0 && q > 0 && q >= k-1 },
			func(_, _, k int, o divided) bool { return o.foreign == k-1 && o.own == 1 && o.once() },
		},
		{
			"case-3B", "q < k-1 LRCs and p nodes of its own group wait: each LRC gets " + as("k/(q+1)") + "; the others are for the own " +
				"group",
			func(p, q, k int) bool { return p > 0 && q > 0 && q < k-1 },
			func(p, q, k int, o divided) bool {
				s := equal(k, q+1)
				return o.share(s) && o.own == min(p, k-q*s)
			},
		},
	}
	var properties []invariants.Property
	for _, c := range all {
		properties = append(properties, p.divides(c.name, c.doc, func(o divided) invariants.Opinion {
			nodes, lrcs := o.LRQ.Len(), o.GRQ.Len()
			if !c.applies(nodes, lrcs, p.k) {
				return invariants.Silent
			}
			return invariants.That(o.tokens == p.k && c.kept(nodes, lrcs, p.k, o))
		}))
	}
	return append(properties, p.divides("equal-shares", "all LRCs that wait get equally many tokens, if there are more tokens than LRCs",
		func(o divided) invariants.Opinion {
			if lrcs := model.SetOf(o.GRQ.Slice()...).Len(); lrcs < 2 || o.tokens <= lrcs {
				return invariants.Silent
			}
			first := o.to[o.GRQ.Front()]
			return invariants.That(o.all(func(g model.Site) bool { return o.to[g] == first }))
		}))
}

// divides is a property of divisions in which every entry is a request: where it is not, p counts more than there are.
func (p *protocol) divides(name, doc string, judge func(divided) invariants.Opinion) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Stepwise, ByEvent: true, Doc: "when the GRC divides k tokens, no entry of its own in the LRQ being without a request, and " + doc,
		Hears: invariants.Noting[division],
		Step: func(s invariants.Step) invariants.Opinion {
			first := slices.IndexFunc(s.Event.Notes, func(note any) bool { _, ok := note.(division); return ok })
			d := s.Event.Notes[first].(division)
			if d.phantoms > 0 { // these tokens come home at once, and are divided again
				return invariants.Silent
			}
			return judge(p.outcome(s, d))
		},
	}
}
