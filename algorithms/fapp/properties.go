package fapp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	p := newProtocol(c)
	all := []invariants.Property{
		invariants.Mutex.From("section 3.3.3"),
		invariants.NoDeadlock.From("section 2.2"),
		invariants.Starved.From("section 2.2"),
		invariants.Spurious.From("section 2.2"), invariants.Environment,
		invariants.OneToken.From("section 3.1"),
		invariants.EntersFree.From("section 2.2"),
		invariants.TokenInside.From("section 1"),
		tree.From("section 3.3.3"),
		entersWithToken.From("section 3.3.3, Rule 2"),
		PriorityOrder.From("section 3.3.3"),
		PriorityOrderRegistered.From("section 3.3.3"),
		BoundedLists.From("section 3.3.3"),
		servedFirst.From("section 3.3.3"),
		removesFirst.From("section 3.3.3: remove the first process tuple <M, m> from PL"),
		listKept.From("section 3.3.3: remove the first process tuple <M, m> from PL"),
		sorted.From("section 3.3.3"),
		rule1(c).From("section 3.3.3, Rule 1"),
		p.rule2().From("section 3.3.3, Rule 2"),
		stops(c).From("section 3.3.3"),
		dummy.From("section 3.3.3"),
	}
	all = append(all, invariants.Endless(c.Processes, "section 2.2", Registered, "stands in its own list, and in those of all nodes on the way to the token")...)
	if distinct := len(slices.Compact(slices.Sorted(slices.Values(p.p)))); distinct < len(p.p) && c.Processes <= 8 {
		all = append(all, p.firstCome().From("section 3.3.3: equal-priority processes are served first come, first served"))
	}
	if c.Faultless() {
		all = append(all, invariants.MaxConcurrency(min(1, invariants.Together(c))).From("section 3.3.3"))
		if _, limited := c.TotalRequests(); limited {
			all = append(all, invariants.RunMessages.From("abstract: low message complexity; no number is given"))
		}
	}
	return all
}

// PriorityOrder says that "a process is allowed to enter into its CS only when no higher priority process is pending".
var PriorityOrder = invariants.Property{
	Name: "priority-order", Kind: invariants.Stepwise,
	Doc:   "no process enters its critical section while one of higher base priority waits",
	Hears: invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(urgent(s).Empty())
	},
}

// PriorityOrderRegistered is [PriorityOrder] for the requests that have left their mark all the way to the token.
var PriorityOrderRegistered = invariants.Property{
	Name: "priority-order-registered", Kind: invariants.Stepwise,
	Doc: "no process enters its critical section while one of higher base priority waits that every node on its way to " +
		"the token has in its list",
	Hears: invariants.Entering,
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(urgent(s).Intersect(Registered(s.Before)).Empty())
	},
}

// listKept lays the list that is there after a step beside what Rule 1 and Rule 2 are about: the list that a request has joined, as it joined it.
var listKept = invariants.Property{
	Name: "list-kept", Kind: invariants.Stepwise, ByEvent: true,
	Doc: "the first of PL leaves it if it is served, and all others stay as they are: when a token comes, at an exit, and after a request has joined PL " +
		"as rule-1 and sorted-lists say, which go by the list and the parent that the node had before",
	Hears: func(e *model.Event) bool {
		return e.Kind == model.ExitEvent || e.Kind == model.RequestEvent || e.Kind == model.DeliverEvent
	},
	Step: func(s invariants.Step) invariants.Opinion {
		before, after := about(s.Before[s.Event.Site-1]), about(s.After[s.Event.Site-1]).PL
		want := before.PL
		for n := range invariants.Notes[joined](s.Event) {
			want = n.PL
			if m, is := invariants.Delivered[Req](s.Event); is && n.e != entry(m) {
				return invariants.Violated
			}
		}
		own := s.Event.Kind == model.RequestEvent
		if invariants.Noting[heard](s.Event) != invariants.Delivering[Req](s.Event) || invariants.Noting[asked](s.Event) != own ||
			invariants.Noting[joined](s.Event) != (own || invariants.Delivering[Req](s.Event)) {
			return invariants.Violated // rule-1, sorted-lists and stops would say nothing
		}
		for n := range invariants.Notes[heard](s.Event) {
			if n.m != s.Event.Message.Value || n.parent != before.parent || n.before != before.PL || n.after != want {
				return invariants.Violated
			}
		}
		for n := range invariants.Notes[asked](s.Event) {
			if n.before != before.PL || n.after != want {
				return invariants.Violated
			}
		}
		if invariants.Noting[invariants.Decision[entry]](s.Event) {
			want = want.Rest()
		}
		return invariants.That(after == want)
	},
}

// BoundedLists says that a neighbour has at most one entry.
var BoundedLists = invariants.Property{
	Name: "bounded-lists", Kind: invariants.Invariant,
	Doc:    "no priority list has two entries of one neighbour",
	BySite: true,
	State: func(vs invariants.Views) invariants.Opinion {
		used := vs.Any(func(v *model.View) bool { return !about(v).asks.Empty() })
		return invariants.If(used, !vs.Any(func(v *model.View) bool { return about(v).twice != 0 }))
	},
	Detail: func(vs invariants.Views) string {
		var all []string
		for k, v := range vs {
			if j := about(v).twice; j != 0 {
				all = append(all, fmt.Sprintf("PL_%d has more than one entry of %d", k+1, j))
			}
		}
		return strings.Join(all, ", ")
	},
}

// tree says that requests find the root. A token in flight is where it is going: "the new node that gets the token ... forms the new
// root".
var tree = invariants.Property{
	Name: "tree", Kind: invariants.Invariant,
	Doc: "from every process the parents lead to the one that has the token, or to which it is on its way, in n-1 steps at the most",
	State: func(vs invariants.Views) invariants.Opinion {
		root := func(i model.Site) bool { return vs[i-1].Holds+vs[i-1].Coming > 0 }
		for i := range vs {
			at, steps := model.Site(i+1), 0
			for !root(at) {
				if at = about(vs[at-1]).parent; at == 0 || steps == len(vs)-1 {
					return invariants.Violated
				}
				steps++
			}
		}
		return invariants.If(len(vs) > 1, true)
	},
}

// entersWithToken is "After a process gets the token it enters the critical section".
var entersWithToken = invariants.Property{
	Name: "enters-with-token", Kind: invariants.Stepwise,
	Doc:     "a process to which the token comes enters its critical section",
	Hears:   invariants.Delivering[Token],
	ByEvent: true,
	Step:    func(s invariants.Step) invariants.Opinion { return invariants.That(s.Event.Entries > 0) },
}

// urgent are the processes that wait and have a higher base priority than the one that enters.
func urgent(s invariants.Step) model.Sites {
	var all model.Sites
	for k, v := range s.Before {
		if v.Waits && about(v).p > about(s.Before[s.Event.Site-1]).p {
			all = all.With(model.Site(k + 1))
		}
	}
	return all
}

// Registered are the processes that have an entry in their own list, and in the list of every node on the way of
// parents from them to the token an entry for the one before it. A token in flight is where it is going.
func Registered(vs invariants.Views) model.Sites {
	var all model.Sites
	for i := range model.Site(len(vs)) {
		if leads(vs, i+1) {
			all = all.With(i + 1)
		}
	}
	return all
}

func leads(vs invariants.Views, i model.Site) bool {
	at, before := i, i
	for range vs {
		v := vs[at-1]
		if !about(v).asks.Has(before) {
			return false
		}
		if v.Holds+v.Coming > 0 {
			return true
		}
		at, before = about(v).parent, at
	}
	return false // the parents of a state without a token may lead in a circle
}

func about(v *model.View) more { return v.More.(more) }

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{invariants.SentByOwner.From("section 3.1"), asksParent.From("section 3.3.3")}
}

// asksParent is "it sends a token request <M, r> to its parent process".
var asksParent = invariants.Property{
	Name: "asks-parent", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "a process that asks and does not hold the token sends one request, with its base priority, to its parent, and nothing else",
	Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
	Step: func(s invariants.Step) invariants.Opinion {
		i, sends := s.Event.Site, s.Event.Sends
		about := s.Before[i-1].More.(more)
		return invariants.If(about.parent != 0, len(sends) == 1 && sends[0].To == about.parent && sends[0].Value == Req{i, about.p})
	},
}
