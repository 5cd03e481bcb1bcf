package invariants

import (
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

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
	p.Witness, p.Cause = named(name, "Witness", p.Witness), named(name, "Cause", p.Cause)
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
