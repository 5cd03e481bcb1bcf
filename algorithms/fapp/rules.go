package fapp

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// The rules of section 3.3.3 by which lists are kept and the next one is chosen, each judged at the step that obeys it.

// servedFirst goes by the priorities in the list, not by those of the processes: Rule 1 has raised them.
var servedFirst = invariants.ServedFirst("by the priority that it has in the root's list", func(_ invariants.Step, a, b entry) bool {
	return a.r > b.r
})

// removesFirst is the other half of servedFirst. The list is that of the node after the step: what is left in it, and in its order.
var removesFirst = invariants.Property{
	Name: "removes-first", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "the root removes the first entry of its list when it serves that, and no other, whoever it is of: that enters, or gets the token",
	Hears: invariants.Noting[invariants.Decision[entry]],
	Step: invariants.EachNote(func(s invariants.Step, n invariants.Decision[entry]) invariants.Opinion {
		served := model.Site(0)
		if s.Event.Entries > 0 {
			served = s.Event.Site
		}
		for to := range invariants.Sent[Token](s.Event) {
			served = to
		}
		return invariants.That(n.Chosen == n.Among.Front() && served == n.Chosen.K && about(s.After[s.Event.Site-1]).PL == n.Among.Rest())
	}),
}

// sorted says where a request joins a list.
var sorted = invariants.Property{
	Name: "sorted-lists", Kind: invariants.Stepwise,
	Doc:     "a request joins a list behind all that are as urgent as it, and before all that are less urgent",
	Hears:   invariants.Noting[joined],
	ByEvent: true,
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
	same := func(want []entry, is model.List[entry]) bool {
		return slices.Equal(inAnyOrder(want), inAnyOrder(is.Slice()))
	}
	anothers := invariants.EachNote(func(_ invariants.Step, n heard) invariants.Opinion {
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
		return invariants.If(!n.before.Empty(), same(want, n.after))
	})
	own := invariants.EachNote(func(_ invariants.Step, n asked) invariants.Opinion {
		return invariants.If(!n.before.Empty(), same(append(n.before.Slice(), n.e), n.after))
	})
	return invariants.Property{
		Name: "rule-1", Kind: invariants.Stepwise,
		Doc: "another's request raises all less urgent ones in a list by one, and no others, and at the root takes the place of the same " +
			"neighbour's old one; a node's own raises none",
		Hears:   func(e *model.Event) bool { return invariants.Noting[heard](e) || invariants.Noting[asked](e) },
		ByEvent: true,
		Step:    func(s invariants.Step) invariants.Opinion { return max(anothers(s), own(s)) },
	}
}

// rule2 goes by the base priority, which is a parameter.
func (p *protocol) rule2() invariants.Property {
	return invariants.Property{
		Name: "rule-2", Kind: invariants.Stepwise,
		Doc:     "a process asks with its original priority, however much an earlier request of its was raised",
		Hears:   func(e *model.Event) bool { return e.Kind == model.RequestEvent },
		ByEvent: true,
		Step: func(s invariants.Step) invariants.Opinion {
			i := s.Event.Site
			own, asks := entry{i, p.p[i-1]}, invariants.Silent
			for n := range invariants.Notes[joined](s.Event) {
				asks = max(asks, invariants.That(n.e == own))
			}
			for _, r := range invariants.Sent[Req](s.Event) {
				asks = max(asks, invariants.That(entry(r) == own))
			}
			return asks
		},
	}
}

// firstCome has a lane for every ordered pair of processes of the same priority: from the request of the second one, while
// the first one is registered, until one of them enters.
func (p *protocol) firstCome() invariants.Property {
	n := p.c.Processes
	lane := func(i, j int) uint64 { return 1 << (i*n + j) }
	return invariants.Property{
		Name: "fcfs-equals", Kind: invariants.Bound,
		Doc:     "a process that asks while another of the same priority is registered does not enter before it: 1 if it does",
		Claimed: &invariants.Claimed{Max: 0},
		Gauge: &invariants.Gauge{
			Lanes: n * n,
			Within: func(vs invariants.Views) (lanes uint64) {
				for i, v := range vs {
					for j := range vs {
						if v.Waits && i != j {
							lanes |= lane(i, j)
						}
					}
				}
				return lanes
			},
			Armed: func(vs invariants.Views) (lanes uint64) {
				registered := Registered(vs)
				for i := range vs {
					for j := range vs {
						if registered.Has(model.Site(i+1)) && p.p[i] == p.p[j] {
							lanes |= lane(i, j)
						}
					}
				}
				return lanes
			},
			Weigh: func(e *model.Event, _, _ *model.View) (t question.EdgeWeight) {
				at := int(e.Site) - 1
				for i := range n {
					if i == at {
						continue
					}
					if e.Kind == model.RequestEvent {
						t.Begins |= lane(i, at)
					}
					if e.Entries > 0 {
						if t.Weights == nil {
							t.Weights = make([]int, n*n)
						}
						t.Weights[i*n+at] = 1
						t.Ends |= lane(i, at) | lane(at, i)
					}
				}
				return t
			},
		},
	}
}

// stops is exact for each of the repairs.
func stops(c model.Config) invariants.Property {
	return invariants.Property{
		Name: "stops", Kind: invariants.Stepwise,
		Doc: "at a node that is not the root a request stops if a more urgent one is in the list, and otherwise goes on to the " +
			"parent; no-echo and stop-by-others are the exceptions that their names say",
		Hears:   invariants.Noting[heard],
		ByEvent: true,
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

// dummy is how the lists that the token leaves behind follow it. The list is that of the node after the step.
var dummy = invariants.Property{
	Name: "dummy-request", Kind: invariants.Stepwise, ByEvent: true,
	Doc:   "behind the token goes a request with the highest priority in the list that it leaves, and none if the list is empty",
	Hears: invariants.Sending[Token],
	Step: func(s invariants.Step) invariants.Opinion {
		var want []Req
		highest, PL := 0, about(s.After[s.Event.Site-1]).PL
		for _, e := range PL.All() {
			highest = max(highest, e.r)
		}
		if !PL.Empty() {
			want = []Req{{s.Event.Site, highest}}
		}
		for to := range invariants.Sent[Token](s.Event) {
			if !slices.Equal(requestsTo(s.Event, to), want) {
				return invariants.Violated
			}
		}
		return invariants.Fine
	},
}

// requestsTo lists the requests that an event sends to j.
func requestsTo(e *model.Event, j model.Site) []Req {
	var all []Req
	for to, r := range invariants.Sent[Req](e) {
		if to == j {
			all = append(all, r)
		}
	}
	return all
}
