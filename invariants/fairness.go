package invariants

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Starved says that whoever waits can still be served.
var Starved = Property{
	Name: "starved", Kind: Liveness,
	Doc:     "from every state in which i waits, a state in which i is served can be reached",
	Pending: func(vs Views) uint64 { return vs.Mask(waits) },
	Goal:    func(vs Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.InCS }) },
	Vain:    Each("waits and can never be served"),
	Deaf:    true,
}

// Mask has bit k set if f holds for the site at index k.
func (vs Views) Mask(f func(*model.View) bool) uint64 {
	mask := uint64(0)
	for k, v := range vs {
		if f(v) {
			mask |= 1 << k
		}
	}
	return mask
}

// Each says the same of every site whose bit is set, for [Property.Vain]: "P1 waits, P2 waits".
func Each(text string) func(vs Views, bits uint64) string {
	return func(vs Views, bits uint64) string {
		var all []string
		for k := range vs {
			if bits>>k&1 != 0 {
				all = append(all, fmt.Sprintf("P%d %s", k+1, text))
			}
		}
		return strings.Join(all, ", ")
	}
}

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
	Deaf:   true,
}

// Bypass measures how often others enter between i's request and i's entry, the worst over all i.
func Bypass(n int) Property { return bypass("entries of others", overtaking(n, nil, nil)) }

func bypass(what string, g *Gauge) Property {
	return Property{Name: "bypass", Kind: Bound, Doc: "the most " + what + " between i's request and i's entry", Gauge: g, Deaf: true}
}

// BypassRegistered is [Bypass], counted only in states in which i's request is registered, or has to do: bit i-1 of registered; meaning says so in words:
// "stands in the queue".
func BypassRegistered(n int, registered func(Views) uint64, meaning string) Property {
	return bypassRegistered("entries of others", meaning, overtaking(n, registered, nil))
}

func bypassRegistered(what, meaning string, g *Gauge) Property {
	return Property{
		Name: "bypass-registered", Kind: Bound, Gauge: g,
		Doc: "the most " + what + " while i's request is registered, until i's entry; registered: it " + meaning,
	}
}

// BypassSessions measures how many sessions are opened between i's request and i's entry, its own not included.
func BypassSessions(n int, opens func(e *model.Event, before, after *model.View) bool) Property {
	return Property{
		Name: "bypass-sessions", Kind: Bound,
		Doc:   "the most sessions opened by others between i's request and i's entry",
		Gauge: overtaking(n, nil, opens), Deaf: true,
	}
}

// Endless are the properties of how long i may have to wait that every algorithm has: [FairStarvation], [Bypass], and
// [BypassRegistered], with the meaning of registered, unless that is nil.
func Endless(n int, source string, registered func(Views) model.Sites, meaning string) []Property {
	all := []Property{FairStarvation.From(source), Bypass(n).From(source + "; no number is given")}
	if registered != nil {
		all = append(all, BypassRegistered(n, Bits(registered), meaning).From(source+"; no number is given"))
	}
	return all
}

// Bits makes a mask of a set of sites: site i is bit i-1.
func Bits(f func(Views) model.Sites) func(Views) uint64 {
	return func(vs Views) uint64 { return f(vs).Mask() }
}

// overtaking has one lane for each process, open while it waits. A weight is an entry of another process, or with opens
// a session that another process opens.
func overtaking(n int, registered func(Views) uint64, opens func(e *model.Event, before, after *model.View) bool) *Gauge {
	g := ToEntry(n, func(e *model.Event, before, after *model.View) []int {
		w := e.Entries
		if opens != nil {
			w = 0
			if opens(e, before, after) {
				w = 1
			}
		}
		return others(n, e.Site, w)
	})
	g.Endless, g.Counts = true, registered
	return g
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
func BypassOfResource(n, m int, registered func(Views) uint64, meaning string) Property {
	const what = "entries of others to the same resource"
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
		return v.Groups.Intersect(model.UpTo[model.Group](m))
	}
	g := &Gauge{
		Lanes: n * m, Endless: true,
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
	if registered == nil {
		return bypass(what, g)
	}
	g.Counts = func(vs Views) uint64 { return spread(registered(vs)) }
	return bypassRegistered(what, meaning, g)
}

// Decision is the note that a protocol leaves in the step that picks the one to be served next, by [model.Outbox.Note]. T
// is what the rule has to know of a candidate: its site, or the site with its time stamp or its priority.
type Decision[T comparable] struct {
	Chosen T
	Among  model.List[T] // all that are queued, the chosen one included, as the queue stood
}

// Arrival is the note that a protocol leaves in the step that puts somebody into a queue that is kept in order of arrival.
type Arrival[T comparable] struct {
	Joins T
	Queue model.List[T] // afterwards
}

// ServedFirst says of every [Decision] that nobody in the queue comes before the chosen one; rule is the order in words:
// "by time stamp". before reports whether a is to be served before b; it may ask the views of the step, so that it rests
// on what the environment has demanded and not on what the protocol has made of it. Nil: in the order of the queue.
//
// A step with but one candidate decides nothing. So the property is vacuous where nobody ever competes.
func ServedFirst[T comparable](rule string, before func(s Step, a, b T) bool) Property {
	return Property{
		Name: "served-first", Kind: Stepwise,
		Doc:   "the one picked to be served next is the first " + rule + " among those queued",
		Hears: Noting[Decision[T]], ByEvent: before == nil,
		Step: EachNote(func(s Step, d Decision[T]) Opinion {
			chosen := d.Among.Index(func(x T) bool { return x == d.Chosen })
			if chosen < 0 {
				return Violated
			}
			earlier := chosen
			if before != nil {
				earlier = d.Among.Where(func(x T) bool { return before(s, x, d.Chosen) }).Len()
			}
			return If(d.Among.Len() > 1, earlier == 0)
		}),
	}
}

// JoinsLast says of every [Arrival] that the one that joins stands behind all that were queued before. With it,
// [ServedFirst] in the order of the queue is first come, first served.
func JoinsLast[T comparable]() Property {
	return Property{
		Name: "joins-last", Kind: Stepwise,
		Doc:     "the one that joins a queue stands behind all that are in it",
		Hears:   Noting[Arrival[T]],
		ByEvent: true,
		Step: EachNote(func(_ Step, a Arrival[T]) Opinion {
			last := a.Queue.Len() - 1
			if last < 0 || a.Queue.At(last) != a.Joins {
				return Violated
			}
			return If(last > 0, true)
		}),
	}
}
