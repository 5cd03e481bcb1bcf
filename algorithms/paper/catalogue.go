package paper

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Demand is what a configuration must have so that some properties are judged in it.
type Demand struct {
	Words  string // empty where the algorithm has them by itself
	Flags  string // the same, in flags
	change func(*Algorithm, *model.Config)
}

// Demands are those of the properties that an algorithm does not have without faults, in a bag, and without times.
var Demands = []Demand{
	{"", "without faults and times", func(*Algorithm, *model.Config) {}},
	{"faults", "with --loss, --duplicate, --crash or --early", func(_ *Algorithm, c *model.Config) { c.Loss = 1 }},
	{"faults, in fifo", "with --net fifo and one of --loss, --duplicate, --crash or --early", func(_ *Algorithm, c *model.Config) { c.Loss, c.Network = 1, model.FIFO }},
	{"early expiries alone", "with --early and no other fault", func(_ *Algorithm, c *model.Config) { c.Early = 1 }},
	{"times", "with --delay or --cs", timed},
	{"times and faults", "with --delay or --cs, and --loss or --crash", func(a *Algorithm, c *model.Config) { timed(a, c); c.Loss = 1 }},
}

func timed(a *Algorithm, c *model.Config) {
	c.Times = &model.Times{Delay: model.Interval{Hi: 1}, CS: model.Interval{Hi: 1}}
	if len(a.Timers) > 0 {
		c.Timeouts = model.ByClock
	}
}

// Catalogue lists the properties that an algorithm has as published, each with the first demand of those it is judged with: of those that are judged unless
// others are named, or with further of those that are judged only where they are named.
func (a *Algorithm) Catalogue(further bool) (all []Listed) {
	for k := range Demands {
		d := &Demands[k]
		if k > 0 && a.Own && (a.Shared || d.Words != "times") {
			continue // its faults bring none, and a shared memory has no times
		}
		c := a.With(model.Published, func(c *model.Config) { d.change(a, c) })
		usual := a.Properties(c)
		properties := usual
		if further {
			properties = a.AllProperties(c)[len(usual):]
		}
		for _, p := range properties {
			if !slices.ContainsFunc(all, func(q Listed) bool { return q.Name == p.Name }) {
				all = append(all, Listed{p, d})
			}
		}
	}
	return all
}

// Listed is a property, and what a configuration needs to have it.
type Listed struct {
	invariants.Property
	Needs *Demand
}
