package algorithms_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// TestCatalogue demands that the catalogue of an algorithm has every property that some model of it has, whatever its faults, its network
// and its times, and that a property is not said to need what it does without.
func TestCatalogue(t *testing.T) {
	named := func(name string) func(paper.Listed) bool { return func(p paper.Listed) bool { return p.Name == name } }
	for _, a := range algorithms.All() {
		usual, further := a.Catalogue(false), a.Catalogue(true)
		for _, p := range further {
			if slices.ContainsFunc(usual, named(p.Name)) {
				t.Errorf("%s: %s is listed twice", a.Name, p.Name)
			}
		}
		all := slices.Concat(usual, further)
		for faults := range 16 {
			for _, network := range []model.Network{model.Bag, model.FIFO} {
				for _, times := range []bool{false, true} {
					c := a.With(model.Published, func(c *model.Config) {
						c.Loss, c.Duplicate, c.Crash, c.Network = faults&1, faults>>1&1, faults>>2&1, network
						if len(a.Timers) > 0 && !times {
							c.Early = faults >> 3
						}
						if times {
							c.Times = &model.Times{Delay: model.Interval{Lo: 1, Hi: 2}, CS: model.Interval{Hi: 2}}
						}
						if times && len(a.Timers) > 0 {
							c.Timeouts = model.ByClock
						}
					})
					for _, p := range a.AllProperties(c) {
						at := slices.IndexFunc(all, named(p.Name))
						if at < 0 {
							t.Errorf("%s: %s, which %s has, is not in the catalogue", a.Name, p.Name, c)
							continue
						}
						needs := all[at].Needs.Words
						if c.Faultless() && needs != "" && needs != "times" || !times && (needs == "times" || needs == "times and faults") || network == model.Bag && needs == "faults, in fifo" {
							t.Errorf("%s: %s needs %s, and %s has it", a.Name, p.Name, needs, c)
						}
					}
				}
			}
		}
	}
}
