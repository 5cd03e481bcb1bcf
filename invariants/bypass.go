package invariants

import (
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// FairStarvation says that a process that waits is served in the end: no maximal run that is fair leaves it waiting,
// neither one that ends, which is always fair, nor an endless one; see [question.Fair] for which of these are fair. It is
// vacuous where nobody ever waits.
var FairStarvation = Property{
	Name: "fair-starvation", Kind: Liveness,
	Doc: "no maximal run in which i waits for ever: none that ends, and no endless one that is fair to every message, exit, " +
		"recovery, due timer and internal event",
	Fair:   func(vs Views) uint64 { return vs.Mask(waits) },
	Vain:   Each("waits for ever"),
	End:    NoDeadlock.End,
	Detail: NoDeadlock.Detail,
}

// Bypass measures how often others enter between i's request and i's entry, the worst over all i.
func Bypass(n int) Property {
	return Property{
		Name: "bypass", Kind: Bound,
		Doc:   "the most entries of others between i's request and i's entry",
		Gauge: overtaking(n, nil, nil),
	}
}

// BypassRegistered is [Bypass], counted only in states in which i's request is registered: bit i-1 of registered.
func BypassRegistered(n int, registered func(Views) uint64) Property {
	return Property{
		Name: "bypass-registered", Kind: Bound,
		Doc:   "the most entries of others while i's request is registered, until i's entry",
		Gauge: overtaking(n, registered, nil),
	}
}

// BypassSessions measures how many sessions are opened between i's request and i's entry, its own not included.
func BypassSessions(n int, opens func(e *model.Event, before, after *model.View) bool) Property {
	return Property{
		Name: "bypass-sessions", Kind: Bound,
		Doc:   "the most sessions opened by others between i's request and i's entry",
		Gauge: overtaking(n, nil, opens),
	}
}

// Endless are the properties of how long i may have to wait that every algorithm has: [FairStarvation], [Bypass], and
// [BypassRegistered] unless registered is nil.
func Endless(n int, source string, registered func(Views) model.Sites) []Property {
	all := []Property{FairStarvation.From(source), Bypass(n).From(source + "; no number is given")}
	if registered != nil {
		all = append(all, BypassRegistered(n, Bits(registered)).From(source+"; no number is given"))
	}
	return all
}

// Bits makes a mask of a set of sites: site i is bit i-1.
func Bits(f func(Views) model.Sites) func(Views) uint64 {
	return func(vs Views) uint64 { return uint64(f(vs)) >> 1 }
}

// overtaking has one lane for each process, open while it waits. A weight is an entry of another process, or with opens
// a session that another process opens.
func overtaking(n int, registered func(Views) uint64, opens func(e *model.Event, before, after *model.View) bool) *Gauge {
	return &Gauge{
		Lanes:  n,
		Within: func(vs Views) uint64 { return vs.Mask(waits) },
		Counts: registered,
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			t := waiting(e)
			w := e.Entries
			if opens != nil {
				w = 0
				if opens(e, before, after) {
					w = 1
				}
			}
			if w > 0 {
				t.Weights = others(n, e.Site, w)
			}
			return t
		},
	}
}

// waiting begins the lane of a process with its request and ends it with its entry.
func waiting(e *model.Event) (t question.EdgeWeight) {
	if e.Kind == model.RequestEvent {
		t.Begins = 1 << (e.Site - 1)
	}
	if e.Entries > 0 {
		t.Ends = 1 << (e.Site - 1)
	}
	return t
}

// others is a weight in every lane but that of site i.
func others(n int, i model.Site, w int) []int {
	weights := make([]int, n)
	for l := range weights {
		if l != int(i)-1 {
			weights[l] = w
		}
	}
	return weights
}

// BypassOfResource is [Bypass] where every request names one of m resources (the groups of requests and views): only
// entries of the same resource count. With registered it is [BypassRegistered].
func BypassOfResource(n, m int, registered func(Views) uint64) Property {
	p := Bypass(n)
	if registered != nil {
		p = BypassRegistered(n, registered)
	}
	lane := func(i model.Site, r model.Group) int { return (int(i)-1)*m + int(r) - 1 }
	spread := func(bits uint64) (lanes uint64) { // from processes to their lanes
		for i := range n {
			if bits>>i&1 != 0 {
				lanes |= (1<<m - 1) << (i * m)
			}
		}
		return lanes
	}
	named := func(v *model.View) model.Groups { // who is inside unasked may be so for no resource
		return v.Groups & model.UpTo[model.Group](m)
	}
	p.Gauge = &Gauge{
		Lanes: n * m,
		Within: func(vs Views) (lanes uint64) {
			for i, v := range vs[:n] {
				if v.Waits {
					for r := range named(v).All() {
						lanes |= 1 << lane(model.Site(i+1), r)
					}
				}
			}
			return lanes
		},
		Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
			var t question.EdgeWeight
			if int(e.Site) > n {
				return t
			}
			if e.Kind == model.RequestEvent {
				t.Begins = 1 << lane(e.Site, e.Demand.Group)
			}
			if e.Entries == 0 {
				return t
			}
			t.Weights = make([]int, n*m)
			for r := range named(after).All() {
				t.Ends |= 1 << lane(e.Site, r)
				for j := range model.Site(n) {
					if j+1 != e.Site {
						t.Weights[lane(j+1, r)] = e.Entries
					}
				}
			}
			return t
		},
	}
	if registered != nil {
		p.Gauge.Counts = func(vs Views) uint64 { return spread(registered(vs)) }
	}
	return p
}
