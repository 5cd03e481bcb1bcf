package paper

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Demand is what a configuration must have so that some properties are judged in it.
type Demand struct {
	Words   string                // empty where the algorithm has them by itself
	Flags   string                // the same, in flags
	Variant string                // empty: as published
	Change  func(c *model.Config) // nil: nothing but the variant
}

// Demands are those of the properties that the algorithm does not have as published, without faults, in a bag, and without times.
func (a *Algorithm) Demands() []Demand {
	all := []Demand{{Flags: "without faults and times"}}
	if a.Own && a.Shared {
		return all // faults of one's own protocol bring no properties, and a shared memory has no times
	}
	times := Demand{Words: "times", Flags: "with --delay or --cs", Change: a.timed}
	if a.Own {
		return append(all, times)
	}
	all = append(all,
		Demand{Words: "faults", Flags: "with --loss, --duplicate, --crash or --early", Change: func(c *model.Config) { c.Loss = 1 }},
		Demand{Words: "faults, in fifo", Flags: "with --net fifo and one of --loss, --duplicate, --crash or --early", Change: func(c *model.Config) { c.Loss, c.Network = 1, model.FIFO }},
		Demand{Words: "early expiries alone", Flags: "with --early and no other fault", Change: func(c *model.Config) { c.Early = 1 }},
		times,
		Demand{Words: "times and faults", Flags: "with --delay or --cs, and --loss or --crash", Change: func(c *model.Config) { a.timed(c); c.Loss = 1 }})
	for _, variant := range a.AllVariants()[1:] {
		all = append(all, Demand{Words: "--variant " + variant, Flags: "with --variant " + variant, Variant: variant})
	}
	if a.Also != nil {
		all = append(all, a.Also()...)
	}
	return all
}

// OneRequest is the demand of one request in all, in an algorithm of n processes by default.
func OneRequest(n int) Demand {
	requests := make([]int, n)
	requests[n-1] = 1
	return Demand{Words: "one request in all", Flags: "with one request in all, such as --requests " + model.RequestsText(requests), Change: func(c *model.Config) { c.Requests = requests }}
}

// timed lets times pass in a configuration.
func (a *Algorithm) timed(c *model.Config) {
	c.Times = &model.Times{Delay: model.Interval{Hi: 1}, CS: model.Interval{Hi: 1}}
	if len(a.Timers) > 0 {
		c.Timeouts = model.ByClock
	}
}

// Catalogue lists the properties that an algorithm has, each with the first demand of those it is judged with: of those that are judged unless
// others are named, or with further of those that are judged only where they are named.
func (a *Algorithm) Catalogue(further bool) (all []Listed) {
	for _, d := range a.Demands() {
		c := a.With(cmp.Or(d.Variant, model.Published), func(c *model.Config) {
			if d.Change != nil {
				d.Change(c)
			}
		})
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
	Needs Demand
}
