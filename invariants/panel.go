package invariants

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Panel is a list of properties that judge a search together; property p of the list is bit p of its masks.
type Panel []Property

var (
	_ question.Judge   = Panel(nil)
	_ question.Divided = Panel(nil)
	_ question.Brief   = Panel(nil)
)

// Parts divides the panel into such of at most so many properties.
func (ps Panel) Parts(most int) (all []question.Panel[Finding]) {
	for part := range slices.Chunk(ps, most) {
		all = append(all, part)
	}
	return all
}

// State judges a state.
func (ps Panel) State(views []*model.View) (spoke, violated uint64) {
	return ps.collect("State", func(p *Property) Opinion {
		switch {
		case p.State != nil:
			return p.State(views)
		case p.Witness != nil && p.Witness(views):
			return Violated // so that the search keeps the way there
		}
		return Silent
	})
}

// Seeks are the properties that want a witness.
func (ps Panel) Seeks() (bits uint64) {
	for k, p := range ps {
		if p.Witness != nil {
			bits |= 1 << k
		}
	}
	return bits
}

// PropertyName is the name of property p.
func (ps Panel) PropertyName(p int) string { return ps[p].Name }

// End judges a state without a transition.
func (ps Panel) End(views []*model.View) (spoke, violated uint64) {
	return ps.collect("End", func(p *Property) Opinion {
		if p.End == nil {
			return Silent
		}
		return p.End(views)
	})
}

// Step judges a transition.
func (ps Panel) Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64) {
	return ps.collect("Step", func(p *Property) Opinion {
		if p.Step == nil || p.Hears != nil && !p.Hears(e) {
			return Silent
		}
		return p.Step(Step{Before: before, After: after, Event: e})
	})
}

// Divide is the panel twice, its properties in the same places: with what properties that are BySite say of states and those that are ByEvent of steps,
// and with all else.
func (ps Panel) Divide() (alone, rest question.Judge) {
	some, others := slices.Clone(ps), slices.Clone(ps)
	for k, p := range ps {
		if some[k].Witness = nil; p.BySite {
			others[k].State = nil
		} else {
			some[k].State = nil
		}
		if p.ByEvent {
			others[k].Step = nil
		} else {
			some[k].Step = nil
		}
	}
	return some, others
}

// Sees is all that its properties of states, those that judge ends included, ask for of a view; nil if one of them may ask for all.
func (ps Panel) Sees() func(*model.View) any {
	return ps.sees(func(p Property) bool { return p.State != nil || p.Witness != nil })
}

// sees is all that the properties that ask for something ask for of a view; nil if one of them may ask for all.
func (ps Panel) sees(asks func(Property) bool) func(*model.View) any {
	deaf, sees := false, Panel{}
	for _, p := range ps {
		switch {
		case !asks(p):
		case p.Sees != nil:
			sees = append(sees, p)
		case !p.Deaf:
			return nil
		default:
			deaf = true
		}
	}
	type seen struct{ one, others any }
	return func(v *model.View) (all any) {
		if deaf {
			all = v.Brief()
		}
		for k := range sees {
			all = seen{sees[k].seen(v), all}
		}
		return all
	}
}

// seen is what a property that tells it asks for of a view.
func (p *Property) seen(v *model.View) any {
	defer failing(p.Name, "Sees")
	seen := p.Sees(v)
	if seen != nil && !reflect.ValueOf(seen).Comparable() {
		panic(model.Mistake{Problem: fmt.Sprintf("returns a %T, which cannot be compared", seen)})
	}
	return seen
}

// Stepless reports that no property judges steps.
func (ps Panel) Stepless() bool {
	return !slices.ContainsFunc(ps, func(p Property) bool { return p.Step != nil })
}

// Hears reports whether some property judges steps with such an event.
func (ps Panel) Hears(e *model.Event) bool {
	k := 0
	defer func() {
		if r := recover(); r != nil {
			panic(model.PropertyBroken(ps[k].Name, "Hears", r))
		}
	}()
	for k = range ps {
		if p := &ps[k]; p.Step != nil && (p.Hears == nil || p.Hears(e)) {
			return true
		}
	}
	return false
}

// Questions are the panel's properties of the graph of all states, for a search.
func (ps Panel) Questions() question.Questions {
	q := question.Questions{Sees: ps.sees(Property.OnGraph)}
	for k, p := range ps {
		p = p.Guarded()
		switch {
		case p.Along != nil:
			q.Inevitable = append(q.Inevitable, question.Inevitable{Property: k, Pending: plain(p.Pending), Goal: plain(p.Goal), Along: p.Along})
		case p.Pending != nil:
			q.CanReach = append(q.CanReach, question.CanReach{Property: k, Pending: plain(p.Pending), Goal: plain(p.Goal)})
		case p.Fair != nil:
			q.Fair = append(q.Fair, question.Fair{Property: k, Pending: plain(p.Fair), Cause: plain(p.Cause), Start: p.Start})
		case p.Size != nil:
			q.Quantities = append(q.Quantities, question.Quantity{Property: k, Of: func(views []*model.View) int { return p.Size(views) }})
		case p.Gauge != nil:
			g := p.Gauge
			q.Intervals = append(q.Intervals, question.Interval{
				Property: k, Lanes: g.Lanes, Within: plain(g.Within), Armed: plain(g.Armed), Counts: plain(g.Counts),
				Weigh: g.Weigh, Leaving: g.Leaving, Whole: g.Whole, Again: g.Again, Renews: g.Renews, Endless: g.Endless, Sizeless: g.Sizeless, Last: plain(g.Last), Ending: g.Ending, Resting: g.Resting, Running: g.Running,
			})
		case p.Chain != nil:
			c := p.Chain
			q.Chains = append(q.Chains, question.Chain{
				Property: k, Within: bit(c.Within), Armed: bit(c.Armed), Begins: c.Begins, Ends: c.Ends, Drops: c.Drops,
			})
		}
	}
	return q
}

// plain takes the name off the argument's type.
func plain(f func(Views) uint64) func([]*model.View) uint64 {
	if f == nil {
		return nil
	}
	return func(views []*model.View) uint64 { return f(views) }
}

// bit is 1 where f holds.
func bit(f func(Views) bool) func([]*model.View) uint64 {
	if f == nil {
		return nil
	}
	return func(views []*model.View) uint64 {
		if f(views) {
			return 1
		}
		return 0
	}
}

// collect asks the properties one after another. It knows at which it is, so that a panic can be told of: that costs less
// than if each property knew its name.
func (ps Panel) collect(function string, judge func(*Property) Opinion) (spoke, violated uint64) {
	k := 0
	defer func() {
		if r := recover(); r != nil {
			panic(model.PropertyBroken(ps[k].Name, function, r))
		}
	}()
	for k = range ps {
		switch judge(&ps[k]) {
		case Violated:
			violated |= 1 << k
			spoke |= 1 << k
		case Fine:
			spoke |= 1 << k
		}
	}
	return spoke, violated
}

// failing, deferred, names the property in the panic of one of its functions, so that it ends the search like that of a
// handler: with the trace.
func failing(property, function string) {
	if r := recover(); r != nil {
		panic(model.PropertyBroken(property, function, r))
	}
}

// Guarded returns the property with functions whose panics name it: each panics with a [*model.Broken].
func (p Property) Guarded() Property {
	name := p.Name
	p.State, p.End, p.Step, p.Hears = named(name, "State", p.State), named(name, "End", p.End), named(name, "Step", p.Step), named(name, "Hears", p.Hears)
	p.Pending, p.Goal, p.Along = named(name, "Pending", p.Pending), named(name, "Goal", p.Goal), named(name, "Along", p.Along)
	p.Witness, p.Sees, p.Cause = named(name, "Witness", p.Witness), named(name, "Sees", p.Sees), named(name, "Cause", p.Cause)
	p.Fair, p.Size = named(name, "Fair", p.Fair), named(name, "Size", p.Size)
	p.Detail, p.StepDetail = named(name, "Detail", p.Detail), named(name, "StepDetail", p.StepDetail)
	if vain := p.Vain; vain != nil {
		p.Vain = func(vs Views, bits uint64) string {
			defer failing(name, "Vain")
			return vain(vs, bits)
		}
	}
	if p.Gauge != nil {
		p.Gauge = p.Gauge.guarded(name)
	}
	if p.Chain != nil {
		p.Chain = p.Chain.guarded(name)
	}
	return p
}

// named is a function of a property whose panics name both.
func named[A, R any](property, function string, f func(A) R) func(A) R {
	if f == nil {
		return nil
	}
	return func(a A) R {
		defer failing(property, function)
		return f(a)
	}
}

func (c *Chain) guarded(property string) *Chain {
	return &Chain{
		Within: named(property, "Within", c.Within), Armed: named(property, "Armed", c.Armed),
		Begins: named(property, "Begins", c.Begins), Ends: named(property, "Ends", c.Ends), Drops: named(property, "Drops", c.Drops),
	}
}

func (g *Gauge) guarded(property string) *Gauge {
	h := *g
	h.Within, h.Armed = named(property, "Within", g.Within), named(property, "Armed", g.Armed)
	h.Counts, h.Last = named(property, "Counts", g.Counts), named(property, "Last", g.Last)
	h.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
		defer failing(property, "Weigh")
		return g.Weigh(e, before, after)
	}
	return &h
}
