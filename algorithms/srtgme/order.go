package srtgme

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What the paper says of priority levels, of their order in token.queue, and of the choice of the next session.

// level says that an entry that has been in the queue during K-1 switches has at least level K. It is judged without
// counting switches: an entry starts with a level of at least 1, every switch of its token raises it by at least one,
// and nothing lowers it.
func level(c model.Config) invariants.Property {
	aged := invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		t, _, _ := handed(s.Event)
		return invariants.That(risen(n.before, t.queue, 1))
	})
	joined := invariants.EachNote(func(_ invariants.Step, n decided) invariants.Opinion {
		started := n.after.Index(func(e entry) bool { return e.level < 1 }) < 0
		return invariants.If(n.queued(), started && risen(n.before, n.after, 0))
	})
	return invariants.Property{
		Name: "level", Kind: invariants.Stepwise,
		Doc: fmt.Sprintf("each session switch raises the level of every entry that stays, and who joins an entry lowers it for nobody: so one that has seen K-1 = %d "+
			"switches has the highest level, K = %d, or more", c.Priorities-1, c.Priorities),
		Source: "section V.B",
		Hears: func(e *model.Event) bool {
			return invariants.Noting[passed](e) || invariants.Noting[decided](e)
		},
		ByEvent: true,
		Step:    func(s invariants.Step) invariants.Opinion { return max(aged(s), joined(s)) },
	}
}

// risen reports that every entry of before that is still in after has a level higher by at least so much.
func risen(before, after queue, by int) bool {
	for _, e := range before.All() {
		if _, f, ok := find(after, e.X); ok && f.level < e.level+by {
			return false
		}
	}
	return true
}

var agingStep = invariants.Property{
	Name: "aging-step", Kind: invariants.Stepwise,
	Doc:     "when a session ends, the entries that stay keep their order and their requests, each with a level higher by exactly one",
	Source:  "section IV: before sending the token the priority level of all entries in token.queue are incremented by one",
	Hears:   invariants.Noting[passed],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		t, _, _ := handed(s.Event)
		stay := n.before.Where(func(e entry) bool { return e.X != t.typ })
		for k, e := range stay.All() {
			e.level++
			if t.queue.Len() != stay.Len() || t.queue.At(k) != e {
				return invariants.Violated
			}
		}
		return invariants.If(!stay.Empty(), true)
	}),
}

var joinLevel = invariants.Property{
	Name: "join-level", Kind: invariants.Stepwise,
	Doc: "a request that joins the queue raises the level of its entry to its priority if that is higher, a new entry has " +
		"the priority as its level, and no other entry changes",
	Source:  "section IV, add_request; section III: assigned equal to the priority of the highest priority process",
	Hears:   invariants.Noting[decided],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n decided) invariants.Opinion {
		if !n.queued() {
			return invariants.Silent
		}
		_, was, _ := find(n.before, n.X)
		_, is, found := find(n.after, n.X)
		others := func(q queue) queue { return q.Where(func(e entry) bool { return e.X != n.X }) }
		return invariants.That(found && is.level == max(was.level, n.Z) && others(n.before) == others(n.after))
	}),
}

// entryLevel takes section III at its word, at every end of a session: there, too, aging has raised levels, as section V.B says.
var entryLevel = invariants.Property{
	Name: "entry-level", Kind: invariants.Stepwise,
	Doc:    "when a session ends, the level of every entry is the highest priority of the requests in it",
	Source: "section III: the priority level of an entry is equal to the priority of the highest priority process in it",
	Hears:  invariants.Noting[passed],
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		return invariants.That(n.before.Index(func(e entry) bool { return e.level != highest(s.Before, e) }) < 0)
	}),
}

func headLevel() invariants.Property {
	return never("head-level", "no entry of a token's queue has a higher level than its head",
		"section III: the entry with highest priority level always remains at the head of the token.queue",
		func(m more) bool { return m.entries > 1 },
		func(_ *model.View, m more) string {
			return unless(!m.misplaced, "has, or gets, a token whose head has not the highest level")
		})
}

// servedFirst: the queue is in the order of the levels and, among equal ones, of arrival, as head-level, fcfs-entry and
// moved-forward say. So the head is the first by the rule.
var servedFirst = invariants.Property{
	Name: "served-first", Kind: invariants.Stepwise,
	Doc:     "the session that is opened next is that of the head of the queue",
	Source:  "section V.B: the highest level is at the front, FCFS is used among sessions having same priority levels",
	Hears:   invariants.Noting[passed],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		next, found := n.chosen(s.Event)
		return invariants.If(n.before.Len() > 1, found && next == n.before.Front())
	}),
}

var prioLevel = invariants.Property{
	Name: "prio-level", Kind: invariants.Stepwise,
	Doc:     "no other entry of the queue has a higher level than the one that is chosen",
	Source:  "section V.B: the entry with the highest priority level is always at the front",
	Hears:   invariants.Noting[passed],
	ByEvent: true,
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		next, found := n.chosen(s.Event)
		return invariants.That(found && n.before.Index(func(e entry) bool { return e.level > next.level }) < 0)
	}),
}

// prioRaw does not know of aging: the priorities are those that the processes have announced.
var prioRaw = invariants.Property{
	Name: "prio-raw", Kind: invariants.Stepwise,
	Doc:    "no other entry of the queue has a request of a higher priority than the one that is chosen",
	Source: "section VII: favors the requests with higher priority levels; not claimed once aging has acted",
	Hears:  invariants.Noting[passed],
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		next, found := n.chosen(s.Event)
		most := highest(s.Before, next)
		return invariants.That(found && n.before.Index(func(e entry) bool { return highest(s.Before, e) > most }) < 0)
	}),
}

// prioUnaged is prio-raw where aging has not acted: every entry still has the level that its requests gave it.
var prioUnaged = invariants.Property{
	Name: "prio-unaged", Kind: invariants.Stepwise,
	Doc:    "where no entry has been raised by aging, the one that is chosen has a request of the highest priority in the queue",
	Source: "section VII: favors the requests with higher priority levels",
	Hears:  invariants.Noting[passed],
	Step: func(s invariants.Step) invariants.Opinion {
		if entryLevel.Step(s) != invariants.Fine {
			return invariants.Silent
		}
		return prioRaw.Step(s)
	},
}

// highest is the highest priority among the requests of an entry.
func highest(vs invariants.Views, e entry) int {
	Z := 0
	for _, i := range e.who.All() {
		Z = max(Z, of(vs[i-1]).Z)
	}
	return Z
}

var fcfsEntry = invariants.Property{
	Name: "fcfs-entry", Kind: invariants.Stepwise,
	Doc:     "Add_request lets an entry pass only entries of a lower level",
	Source:  "section V.B: FCFS among sessions of the same priority level",
	Hears:   invariants.Noting[decided],
	ByEvent: true,
	Step: invariants.EachNote(func(_ invariants.Step, n decided) invariants.Opinion {
		at, e, _ := find(n.after, n.X)
		from, _, joins := find(n.before, n.X)
		if !joins {
			from = n.before.Len()
		}
		for k, f := range n.after.All() {
			if k > at && k <= from && f.level >= e.level {
				return invariants.Violated
			}
		}
		return invariants.If(n.queued(), true)
	}),
}

var movedForward = invariants.Property{
	Name: "moved-forward", Kind: invariants.Stepwise,
	Doc:     "Add_request leaves no entry of a lower level before the entry that the request has joined",
	Source:  "section IV: the entry is moved forward according to its new priority level",
	Hears:   invariants.Noting[decided],
	ByEvent: true,
	Step: invariants.EachNote(func(_ invariants.Step, n decided) invariants.Opinion {
		at, e, _ := find(n.after, n.X)
		for k, f := range n.after.All() {
			if k < at && f.level < e.level {
				return invariants.Violated
			}
		}
		return invariants.If(n.queued() && n.before.Len() > 0, true)
	}),
}

var fcfsJoin = invariants.Property{
	Name: "fcfs-join", Kind: invariants.Stepwise,
	Doc:    "Add_request puts no request before a waiting request of another session and the same priority",
	Source: "section V.B: FCFS among sessions of the same priority level, here request by request",
	Hears:  invariants.Noting[decided],
	Step: invariants.EachNote(func(s invariants.Step, n decided) invariants.Opinion {
		at, _, _ := find(n.after, n.X)
		for k, f := range n.after.All() {
			overtaken := func(i model.Site) bool {
				v := s.After[i-1]
				return v.Waits && of(v).X == f.X && of(v).Z == n.Z
			}
			if k > at && !f.who.Where(overtaken).Empty() {
				return invariants.Violated
			}
		}
		return invariants.If(n.queued(), true)
	}),
}
