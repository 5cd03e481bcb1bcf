package srtgme

import (
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What the paper says of opening a session, of letting followers in, and of passing the token.

// typeMatch judges a token's arrival before the process enters, by the type in the message.
var typeMatch = invariants.Property{
	Name: "type-match", Kind: invariants.Stepwise,
	Doc:     "a process that waits and gets the token finds the session that it asked for in token.type",
	Source:  "section III: token.type stores the type of the current session",
	Hears:   invariants.Noting[received],
	ByEvent: true,
	Step: invariants.EachNote(func(_ invariants.Step, n received) invariants.Opinion {
		return invariants.If(n.waits, n.typ == n.X)
	}),
}

// tokenKept is the half of one-token that copies of the token leave alone.
var tokenKept = invariants.Property{
	Name: "token-kept", Kind: invariants.Invariant,
	Doc:    "tokens held and tokens in flight together are at least one",
	Source: `section III: "A unique token exists in the system"`,
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(vs.Tokens() > 0) },
	Detail: func(invariants.Views) string { return "there is no token" },
}

// startMatch takes the session of a start from the token that goes to the next captain with it, or from the holder's.
var startMatch = invariants.Property{
	Name: "start-match", Kind: invariants.Stepwise,
	Doc:    "a start is sent only to a process that waits for the session of the token",
	Source: "section V.A: the holder can send the start message to only those processes requesting for the same session",
	Hears:  invariants.Sending[start],
	Step: func(s invariants.Step) invariants.Opinion {
		t, _, _ := handed(s.Event)
		X := t.typ
		for d := range invariants.Notes[decided](s.Event) {
			X = d.typ
		}
		for _, f := range started(s.Event) {
			if v := s.Before[f-1]; !v.Waits || of(v).X != X {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// tokenStays judges every step that sends the token; the process that leaves its CS in the step is out.
var tokenStays = invariants.Property{
	Name: "token-stays", Kind: invariants.Stepwise,
	Doc:    "the token is sent only when nobody is in its CS and no start is on its way",
	Source: "section V.A: the token is not transferred until the current captain and all its followers have come out",
	Hears:  invariants.Sending[token],
	Step: func(s invariants.Step) invariants.Opinion {
		inside := s.After.Any(func(v *model.View) bool { return v.InCS })
		coming := s.Before.Any(func(v *model.View) bool { return of(v).starts > 0 })
		return invariants.That(!inside && !coming)
	},
}

// captures compares the chosen entry with what is sent. Who of the entry becomes captain is open in the paper.
var captures = invariants.Property{
	Name: "captures", Kind: invariants.Stepwise,
	Doc: "when a session ends, the token goes to one process of the chosen entry and a start to each of the others, all " +
		"of them counted in token.followers, and no request for the session stays in the queue",
	Source:  "section V.C: it captures all the processes (requesting for the same session) whose requests are in token.queue",
	Hears:   invariants.Noting[passed],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		t, captain, sent := handed(s.Event)
		next, found := n.chosen(s.Event)
		granted := model.ListOf(append(started(s.Event), captain)...)
		same := func(i model.Site, in model.List[model.Site]) int {
			return in.Where(func(j model.Site) bool { return i == j }).Len()
		}
		for _, i := range next.who.All() {
			found = found && same(i, granted) == same(i, next.who)
		}
		_, _, left := find(t.queue, t.typ)
		return invariants.That(sent && found && !left && granted.Len() == next.who.Len() && t.followers == granted.Len()-1)
	}),
}

// entryPolicy judges what a holder does with a request: the start is sent, or the holder itself enters, at once.
var entryPolicy = invariants.Property{
	Name: "entry-policy", Kind: invariants.Stepwise,
	Doc: "a holder grants a request at once if it is for the session of the token and the queue is empty; any other " +
		"request joins the queue",
	Source:  "section V.B: the start is sent only if token.queue is empty, otherwise the request is added; section IV",
	Hears:   invariants.Noting[decided],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n decided) invariants.Opinion {
		_, was, _ := find(n.before, n.X)
		_, is, found := find(n.after, n.X)
		joined := found && is.who == was.who.Add(n.j)
		granted := s.Event.Site == n.j && s.Event.Entries > 0
		for _, f := range started(s.Event) {
			granted = granted || f == n.j
		}
		if n.typ == n.X && n.before.Empty() {
			return invariants.That(granted && !n.queued())
		}
		return invariants.That(joined && !granted)
	}),
}

// coCaptain judges what a holder decides on a request that nothing stands in the way of.
var coCaptain = invariants.Property{
	Name: "co-captain", Kind: invariants.Stepwise,
	Doc: "a holder queues no waiting request while no other session is queued, attended or started and no complete is " +
		"in flight",
	Source: "section V.C",
	Hears:  invariants.Noting[decided],
	Step: invariants.EachNote(func(s invariants.Step, n decided) invariants.Opinion {
		j := s.After[n.j-1]
		other := n.before.Index(func(e entry) bool { return e.X != n.X }) >= 0 ||
			s.After.Any(func(v *model.View) bool {
				m := of(v)
				return m.X != n.X && (v.InCS || m.starts > 0) || m.completes > 0
			})
		return invariants.If(j.Waits && of(j).X == n.X && !other, !n.queued())
	}),
}

// sync2T is the synchronization delay as a property of states: where a queue waits and nobody is in the CS, the last
// followers' completes (or their starts) are all that it waits for, and the token follows them: 2T.
var sync2T = invariants.Property{
	Name: "sync-2T", Kind: invariants.Invariant,
	Doc:    "a holder whose queue waits while nobody is in the CS waits only for starts and completes of its followers",
	Source: "section VI, synchronization delay",
	State: func(vs invariants.Views) invariants.Opinion {
		starts, held := 0, false
		for _, v := range vs {
			if v.InCS {
				return invariants.Silent
			}
			starts += of(v).starts
			held = held || of(v).queue()
		}
		return invariants.If(held, !vs.Any(func(v *model.View) bool {
			m := of(v)
			return m.queue() && (m.state != HS || m.followers < 1 || m.completes+starts != m.followers)
		}))
	},
	Detail: func(vs invariants.Views) string {
		return say(vs, func(_ *model.View, m more) string {
			return unless(!m.queue(), "holds a queue in %v for %d followers", m.state, m.followers)
		}) + ", and nobody is in the CS"
	},
}
