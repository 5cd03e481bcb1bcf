package srtgme

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The notes that events leave for the properties of steps.
type (
	// received: the token has come to a process.
	received struct {
		waits  bool
		X, typ model.Group
	}
	// decided: a holder in EC or HS has granted a request of P_j or put it into the queue.
	decided struct {
		j             model.Site
		X             model.Group
		Z             int
		before, after queue
	}
	// passed: a session has ended; the head of the queue before is the next one.
	passed struct{ before, after queue }
)

// queued reports that the request went through Add_request.
func (d decided) queued() bool { return d.before != d.after }

// typeMatch judges a token's arrival before the process enters, by the type in the message.
var typeMatch = invariants.Property{
	Name: "type-match", Kind: invariants.Stepwise,
	Doc:    "a process that waits and gets the token finds the session that it asked for in token.type",
	Source: "section III: token.type stores the type of the current session",
	Hears:  invariants.Noting[received],
	Step: invariants.EachNote(func(_ invariants.Step, n received) invariants.Opinion {
		return invariants.If(n.waits, n.typ == n.X)
	}),
}

var rsLemma = invariants.Property{
	Name: "rs-lemma", Kind: invariants.Invariant,
	Doc:    "of any two processes, one is in the request set of the other",
	Source: "not stated; what the request sets of section III are for",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(strangers(vs, false) == "") },
	Detail: func(vs invariants.Views) string { return strangers(vs, false) },
}

var rsLemmaW = invariants.Property{
	Name: "rs-lemma-w", Kind: invariants.Invariant,
	Doc:    "of any two processes, one is in the request set of the other, or a request of one is on its way to the other",
	Source: "not stated; what the request sets of section III are for",
	State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(strangers(vs, true) == "") },
	Detail: func(vs invariants.Views) string { return strangers(vs, true) },
}

// strangers names two processes neither of which knows the other; weak: nor will learn of it by a request in flight.
func strangers(vs invariants.Views, weak bool) string {
	knows := func(i, j int) bool {
		m := of(vs[i])
		return m.RS.Has(model.Site(j+1)) || weak && m.asking.Has(model.Site(j+1))
	}
	for j := range vs {
		for i := range j {
			if !knows(i, j) && !knows(j, i) {
				return fmt.Sprintf("P%d is not in RS of P%d, nor P%d in that of P%d", i+1, j+1, j+1, i+1)
			}
		}
	}
	return ""
}

var queueDup = invariants.Property{
	Name: "queue-dup", Kind: invariants.Invariant,
	Doc:    "no process stands twice in the queue of a token, in all its entries together",
	Source: `section II: "it will not make new requests unless the old request is serviced"`,
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(func(v *model.View) bool { return of(v).queues }),
			!vs.Any(func(v *model.View) bool { return of(v).repeated }))
	},
	Detail: func(vs invariants.Views) string {
		return say(vs, func(m more) string {
			if m.repeated {
				return "has, or gets, a token with a process twice in its queue"
			}
			return ""
		})
	},
}

var ghostR = invariants.Property{
	Name: "ghost-R", Kind: invariants.Invariant,
	Doc:    "a process in state R has a request that waits",
	Source: "section III: R is requesting for a session",
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(func(v *model.View) bool { return of(v).state == R }),
			!vs.Any(func(v *model.View) bool { return of(v).state == R && !v.Waits }))
	},
	Detail: func(vs invariants.Views) string {
		var all []string
		for i, v := range vs {
			if of(v).state == R && !v.Waits {
				all = append(all, fmt.Sprintf("P%d is in R and waits for nothing", i+1))
			}
		}
		return strings.Join(all, ", ")
	},
}

// level says that an entry that has been in the queue during K-1 switches has at least level K. It is judged without
// counting switches: an entry starts with a level of at least 1, every switch of its token raises it by at least one,
// and nothing lowers it.
func level(c model.Config) invariants.Property {
	aged := invariants.EachNote(func(_ invariants.Step, n passed) invariants.Opinion {
		return invariants.That(risen(n.before, n.after, 1))
	})
	joined := invariants.EachNote(func(_ invariants.Step, n decided) invariants.Opinion {
		started := n.after.Index(func(e entry) bool { return e.level < 1 }) < 0
		return invariants.If(n.queued(), started && risen(n.before, n.after, 0))
	})
	return invariants.Property{
		Name: "level", Kind: invariants.Stepwise,
		Doc: fmt.Sprintf("an entry that has seen K-1 = %d session switches has the highest level, K = %d, or more",
			c.Priorities-1, c.Priorities),
		Source: "section V.B",
		Hears: func(e *model.Event) bool {
			return invariants.Noting[passed](e) || invariants.Noting[decided](e)
		},
		Step: func(s invariants.Step) invariants.Opinion { return max(aged(s), joined(s)) },
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

var prioLevel = invariants.Property{
	Name: "prio-level", Kind: invariants.Stepwise,
	Doc:    "no other entry of the queue has a higher level than the one that is chosen",
	Source: "section V.B: the entry with the highest priority level is always at the front",
	Hears:  invariants.Noting[passed],
	Step: invariants.EachNote(func(_ invariants.Step, n passed) invariants.Opinion {
		chosen := n.before.Front().level
		return invariants.That(n.before.Index(func(e entry) bool { return e.level > chosen }) < 0)
	}),
}

var prioRaw = invariants.Property{
	Name: "prio-raw", Kind: invariants.Stepwise,
	Doc:    "no other entry of the queue has a request of a higher priority than the one that is chosen",
	Source: "section III; not claimed once aging has acted",
	Hears:  invariants.Noting[passed],
	Step: invariants.EachNote(func(s invariants.Step, n passed) invariants.Opinion {
		chosen := highest(s.Before, n.before.Front())
		return invariants.That(n.before.Index(func(e entry) bool { return highest(s.Before, e) > chosen }) < 0)
	}),
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
	Doc:    "Add_request lets an entry pass only entries of a lower level",
	Source: "section V.B: FCFS among sessions of the same priority level",
	Hears:  invariants.Noting[decided],
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
		starts := 0
		for _, v := range vs {
			if v.InCS {
				return invariants.Silent
			}
			starts += of(v).starts
		}
		held := vs.Any(func(v *model.View) bool { return of(v).queue })
		return invariants.If(held, !vs.Any(func(v *model.View) bool {
			m := of(v)
			return m.queue && (m.state != HS || m.followers < 1 || m.completes+starts != m.followers)
		}))
	},
	Detail: func(vs invariants.Views) string {
		return say(vs, func(m more) string {
			if !m.queue {
				return ""
			}
			return fmt.Sprintf("holds a queue in %v for %d followers", m.state, m.followers)
		}) + ", and nobody is in the CS"
	},
}

// of is what the paper's own properties ask about a site.
func of(v *model.View) more { return v.More.(more) }

// find is the entry of session X with its place.
func find(q queue, X model.Group) (at int, e entry, ok bool) {
	at = q.Index(func(e entry) bool { return e.X == X })
	if at < 0 {
		return at, entry{}, false
	}
	return at, q.At(at), true
}

// say names every process of which text has something to say.
func say(vs invariants.Views, text func(more) string) string {
	var all []string
	for i, v := range vs {
		if t := text(of(v)); t != "" {
			all = append(all, fmt.Sprintf("P%d %s", i+1, t))
		}
	}
	return strings.Join(all, ", ")
}
