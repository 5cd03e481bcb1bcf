package fapp

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// The rules of section 3.3.3 by which lists are kept and the next one is chosen, each judged at the step that obeys it.

// servedFirst goes by the priorities in the list, not by those of the processes: Rule 1 has raised them.
var servedFirst = invariants.ServedFirst("by the priority that it has in the root's list", func(_ invariants.Step, a, b entry) bool {
	return a.r > b.r
})

// sorted says where a request joins a list.
var sorted = invariants.Property{
	Name: "sorted-lists", Kind: invariants.Stepwise,
	Doc:   "a request joins a list behind all that are as urgent as it, and before all that are less urgent",
	Hears: invariants.Noting[joined],
	Step: invariants.EachNote(func(_ invariants.Step, n joined) invariants.Opinion {
		for k, e := range n.PL.All() {
			rest := n.PL.Slice()
			less := func(x entry) bool { return x.r < n.e.r }
			if e == n.e && !slices.ContainsFunc(rest[:k], less) && !slices.ContainsFunc(rest[k+1:], func(x entry) bool { return !less(x) }) {
				return invariants.If(n.PL.Len() > 1, true)
			}
		}
		return invariants.Violated
	}),
}

// rule1 compares the lists without regard to their order, which [sorted] is about.
func rule1(c model.Config) invariants.Property {
	inAnyOrder := func(all []entry) []entry {
		return slices.SortedFunc(slices.Values(all), func(a, b entry) int { return cmp.Or(cmp.Compare(a.K, b.K), cmp.Compare(a.r, b.r)) })
	}
	return invariants.Property{
		Name: "rule-1", Kind: invariants.Stepwise,
		Doc: "a request raises all less urgent ones in a list by one, and no others; at the root it takes the place of the " +
			"same neighbour's old one",
		Hears: invariants.Noting[heard],
		Step: invariants.EachNote(func(_ invariants.Step, n heard) invariants.Opinion {
			want := []entry{entry(n.m)}
			for _, e := range n.before.All() {
				switch {
				case e.K == n.m.K && (n.parent == 0 || c.Has(ReplaceAlways)):
				case e.r < n.m.r:
					want = append(want, entry{e.K, e.r + 1})
				default:
					want = append(want, e)
				}
			}
			return invariants.If(!n.before.Empty(), slices.Equal(inAnyOrder(want), inAnyOrder(n.after.Slice())))
		}),
	}
}

// stops is exact for each of the repairs.
func stops(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "stops", Kind: invariants.Stepwise,
		Doc: "at a node that is not the root a request stops if a more urgent one is in the list, and otherwise goes on to the " +
			"parent; no-echo and stop-by-others are the exceptions that their names say",
		Hears: invariants.Noting[heard],
		Step: invariants.EachNote(func(s invariants.Step, n heard) invariants.Opinion {
			stop := c.Has(NoEcho) && n.parent == n.m.K
			for _, e := range n.before.All() {
				stop = stop || e.r > n.m.r && !(c.Has(StopByOthers) && e.K == n.parent)
			}
			var want []Req
			if !stop {
				want = []Req{{s.Event.Site, n.m.r}}
			}
			return invariants.If(n.parent != 0, slices.Equal(want, requestsTo(s.Event, n.parent)))
		}),
	}
}

// dummy is how the lists that the token leaves behind follow it.
var dummy = invariants.Property{
	Name: "dummy-request", Kind: invariants.Stepwise,
	Doc:   "behind the token goes a request with the highest priority in the list that it leaves, and none if the list is empty",
	Hears: invariants.Noting[left],
	Step: invariants.EachNote(func(s invariants.Step, n left) invariants.Opinion {
		requests := requestsTo(s.Event, n.g)
		if n.PL.Empty() {
			return invariants.That(len(requests) == 0)
		}
		highest := 0
		for _, e := range n.PL.All() {
			highest = max(highest, e.r)
		}
		return invariants.That(slices.Equal(requests, []Req{{s.Event.Site, highest}}))
	}),
}

// requestsTo lists the requests that an event sends to j.
func requestsTo(e *model.Event, j model.Site) []Req {
	var all []Req
	for _, m := range e.Sends {
		if r, ok := m.Value.(Req); ok && m.To == j {
			all = append(all, r)
		}
	}
	return all
}
