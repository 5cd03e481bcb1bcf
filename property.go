package gmecheck

import (
	"fmt"
	"math"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Always claims that f is true of every reachable state.
func (p *Model[V]) Always(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("Always %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: "it is true of every reachable state",
		State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(f(World[V]{views: vs})) },
		Detail: says("it is not true of the last state"),
	})
}

// Never claims that f is true of no reachable state.
func (p *Model[V]) Never(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("Never %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: "it is true of no reachable state",
		State:  func(vs invariants.Views) invariants.Opinion { return invariants.That(!f(World[V]{views: vs})) },
		Detail: says("it is true of the last state"),
	})
}

// NeverTwo claims that f is not true of the variables of two sites in the same reachable state; the verb views can prove it for many
// sites. If f is never true of one, it is vacuous.
func (p *Model[V]) NeverTwo(name string, f func(v V) bool) {
	if f == nil {
		p.refuse("NeverTwo %q has no function", name)
		return
	}
	of := func(v *model.View) bool { return f(as[V](v.More.(*look).vars)) }
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: "it is not true of two sites in any reachable state",
		State: func(vs invariants.Views) invariants.Opinion {
			n := World[V]{views: vs}.Count(f)
			return invariants.If(n > 0, n < 2)
		},
		Few:    &invariants.Few{Pair: func(v, w *model.View) bool { return of(v) && of(w) }},
		Detail: says("it is true of two sites in the last state"),
	})
}

// Sometimes claims that f is true of some reachable state, and wants a run that leads there: a guard against models in which
// nothing happens. If it holds, the trace of its [Verdict] is a shortest such run, which the command line shows where nothing else is
// judged (check --property NAME).
func (p *Model[V]) Sometimes(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("Sometimes %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Invariant, Doc: "it is true of some reachable state",
		Witness: func(vs invariants.Views) bool { return f(World[V]{views: vs}) },
	})
}

// AtEnd claims that f is true of every state in which a run ends because nothing can happen any more: there is no deadlock in
// the others. What is possible without changing anything leads nowhere; a timeout may wait for it, see [Event.Patient].
// Without an end it is vacuous; see [Model.NeverEnds]. As long as a budget is left, of an event, of losses or of crashes, what it allows can happen, and
// so can an event that is [Event.Optional]: a run may stop there for good, but that is no end.
func (p *Model[V]) AtEnd(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("AtEnd %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.NoEnd, Doc: "it is true of every state in which nothing can happen any more",
		End:    func(vs invariants.Views) invariants.Opinion { return invariants.That(f(World[V]{vs, true})) },
		Detail: says("nothing can happen any more, and it is not true of the last state"),
	})
}

// NeverEnds claims that something can happen in every reachable state, as other model checkers demand by default of every model. What an end is says
// [Model.AtEnd].
func (p *Model[V]) NeverEnds(name string) {
	p.claim(invariants.Property{
		Name: name, Kind: invariants.NoEnd, Doc: "something can happen in every reachable state",
		State:  func(invariants.Views) invariants.Opinion { return invariants.Fine },
		AtEnds: true, Deaf: true,
		End:    func(invariants.Views) invariants.Opinion { return invariants.Violated },
		Detail: says("nothing can happen any more"),
	})
}

// Steps claims that f is true of every step that a run can take. [Step.Is] asks which it is.
func (p *Model[V]) Steps(name string, f func(step Step[V]) bool) {
	if f == nil {
		p.refuse("Steps %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Stepwise, Doc: "it is true of every step",
		Step: func(s invariants.Step) invariants.Opinion {
			x := Step[V]{Before: World[V]{s.Before, true}, After: World[V]{s.After, true}, Event: s.Event.Class(), Site: s.Event.Site}
			if m, is := s.Event.Message.Value.(envelope); is {
				if x.Message = m.message; !m.secret {
					x.From = m.from
				}
			}
			return invariants.That(f(x))
		},
		StepDetail: stepDetail,
	})
}

// LeadsTo claims, of every site, that whenever from is true of its variables, to is true of them then or later, on every run: on
// those that end, and on those that go on for ever and are fair (see [Model.Event]). The whole run is its trace: one that ends, or
// one that repeats its last steps for ever.
func (p *Model[V]) LeadsTo(name string, from, to func(v V) bool) {
	if from == nil || to == nil {
		p.refuse("LeadsTo %q needs two functions", name)
		return
	}
	p.claim(leadsTo(name, "site",
		func(vs invariants.Views) uint64 { return bits(vs, from) },
		func(vs invariants.Views) uint64 { return bits(vs, to) ^ model.UpTo[Site](len(vs)).Mask() }))
}

// bits are the sites, from bit 0, of whose variables f is true.
func bits[V comparable](vs invariants.Views, f func(V) bool) uint64 {
	return World[V]{views: vs}.Where(f).Mask()
}

// leadsTo claims of each of several that its bit of cause leads to a state without its bit of pending.
func leadsTo(name, who string, cause, pending func(invariants.Views) uint64) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Liveness, Doc: "of every " + who + " the first leads to the second, on every run that ends and every fair one that does not",
		Cause: cause, Fair: pending,
		Vain: func(_ invariants.Views, sites uint64) string {
			var all []string
			for i := range model.SetOfMask[Site](sites).All() {
				all = append(all, fmt.Sprintf("%s %d waits for ever", who, i))
			}
			return strings.Join(all, ", ")
		},
	}
}

// Responds claims that whenever cause is true of a state, effect is true of it or of a later one, on every run that ends and
// every fair one that does not, as [Model.LeadsTo] claims it of single sites.
func (p *Model[V]) Responds(name string, cause, effect func(w World[V]) bool) {
	if cause == nil || effect == nil {
		p.refuse("Responds %q needs two functions", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Liveness, Doc: "the first leads to the second, on every run that ends and every fair one that does not",
		Cause: func(vs invariants.Views) uint64 { return bit(cause(World[V]{views: vs})) },
		Fair:  func(vs invariants.Views) uint64 { return bit(!effect(World[V]{views: vs})) },
		Vain:  func(invariants.Views, uint64) string { return "it is never true after its cause" },
	})
}

// Eventually claims that f is true of some state of every run that ends, and of every fair one that does not.
func (p *Model[V]) Eventually(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("Eventually %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Liveness, Doc: "every run that ends, and every fair one that does not, comes to a state of which it is true",
		Start: true,
		Fair:  func(vs invariants.Views) uint64 { return bit(!f(World[V]{views: vs})) },
		Vain:  func(invariants.Views, uint64) string { return "it is true of no state of the run" },
	})
}

// CanReach claims that from every reachable state a state can be reached of which f is true.
func (p *Model[V]) CanReach(name string, f func(w World[V]) bool) {
	if f == nil {
		p.refuse("CanReach %q has no function", name)
		return
	}
	p.claim(invariants.Property{
		Name: name, Kind: invariants.Liveness, Doc: "from every reachable state a state can be reached of which it is true",
		Pending: func(invariants.Views) uint64 { return 1 },
		Goal:    func(vs invariants.Views) uint64 { return bit(f(World[V]{views: vs})) },
		Vain: func(invariants.Views, uint64) string {
			if p.within != nil { // outside it may well become true
				return "from the last state on it can never be true within the boundary; what lies outside was not searched"
			}
			return "from the last state on it can never be true"
		},
	})
}

// Measured is a number that [Model.Measure], [Model.Overtaking] or [Model.Ticks] has registered. One that has no bound violates its property,
// whether [Measured.AtMost] claims one or not.
type Measured struct {
	at       int
	property *[]invariants.Property
	refuse   func(format string, args ...any)
}

// Measure finds the least and the largest value of a number over all reachable states. Alone it claims nothing. The values are found by complete
// searches in memory; one on disk or depth first judges [Measured.AtMost] without them.
func (p *Model[V]) Measure(name string, f func(w World[V]) int) Measured {
	if f == nil {
		p.refuse("Measure %q has no function", name)
		return Measured{}
	}
	return p.claim(invariants.Property{
		Name: name, Kind: invariants.Cost, Doc: "the least and the largest value over all reachable states",
		Size: func(vs invariants.Views) int { return f(World[V]{views: vs}) },
	})
}

// AtMost claims that the number is never larger than most. Of [Model.Measure] every state is judged by itself, so that a search that a limit ends
// can violate it, too; of the others the answer comes when the search is complete.
func (m Measured) AtMost(most int) Measured {
	if m.property == nil {
		return m
	}
	if x := &(*m.property)[m.at]; x.Claimed != nil {
		m.refuse("AtMost of %q is there twice", x.Name)
	} else {
		*x = x.Claiming(&invariants.Claimed{Min: math.MinInt, Max: most})
	}
	return m
}

// Overtaking finds how often other sites can go in while one waits: the number of times that in becomes true at other sites from
// the step in which waits becomes true at a site to the step in which in becomes true there; the largest over all sites and
// runs. It counts only waits that begin with a step, end with in, and last till then: one that is true from the beginning, that ends before in is
// true, that begins and ends with the same step, or that is not served though the run ends is none of them, so claim beside it with [Model.LeadsTo] that whoever waits goes in.
// A wait that begins while in is true ends when in becomes true anew.
//
// It claims that there is a largest number: it is violated where others can go in without end while one waits, whether or not that one could still
// be served, also without [Measured.AtMost].
func (p *Model[V]) Overtaking(name string, waits, in func(v V) bool) Measured {
	if waits == nil || in == nil {
		p.refuse("Overtaking %q needs two functions", name)
		return Measured{}
	}
	site := func(f func(v V) bool) func(e *model.Event, v *model.View) Sites {
		return func(e *model.Event, v *model.View) (is Sites) {
			if f(as[V](v.More.(*look).vars)) {
				is = SetOf(e.Site)
			}
			return is
		}
	}
	return p.claim(overtaking(name, p.n, func(vs invariants.Views) uint64 { return bits(vs, waits) }, site(waits), site(in)))
}

// overtaking measures how often others of n go in while one waits; waits and in say of whom they are true, as far as the site of an event shows it.
func overtaking(name string, n int, within func(vs invariants.Views) uint64, waits, in func(e *model.Event, v *model.View) Sites) invariants.Property {
	return invariants.Property{
		Name: name, Kind: invariants.Bound, Doc: "how often others go in while one waits",
		Gauge: &invariants.Gauge{
			Lanes: n, Endless: true, Within: within,
			Weigh: func(e *model.Event, before, after *model.View) (w question.EdgeWeight) {
				waited, waiting, enter := waits(e, before), waits(e, after), in(e, after).Minus(in(e, before))
				w.Ends, w.Begins, w.Drops = enter.Mask(), waiting.Minus(waited).Minus(enter).Mask(), waited.Minus(waiting).Minus(enter).Mask()
				if !enter.Empty() {
					for k := range n {
						w.Weights = append(w.Weights, enter.Without(Site(k+1)).Len())
					}
				}
				return w
			},
		},
	}
}

func (p *core) claim(x invariants.Property) Measured {
	p.open("property " + x.Name)
	if !named(x.Name, notInProperties) {
		p.refuse("property %q: allowed is a name of characters that can be printed, without commas, quotes, # and blanks", x.Name)
	}
	for _, y := range p.properties {
		if x.Name == y.Name {
			p.refuse("two properties are named %q", x.Name)
		}
	}
	p.properties = append(p.properties, x.Noted())
	return Measured{len(p.properties) - 1, &p.properties, p.refuse}
}

func bit(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}

func stepDetail(*model.Event) string { return "it is not true of the last step" }

func says(text string) func(invariants.Views) string {
	return func(invariants.Views) string { return text }
}
