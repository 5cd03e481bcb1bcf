package algorithms_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// TestCatalogue demands that the catalogue of an algorithm has every property that its claims name, and every one that some model of it has,
// whatever its variant, its faults, its network and its times, that a property is not said to need what it does without, and that whoever counts by
// accounts says whose they are.
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
		if counts := slices.ContainsFunc(all, func(p paper.Listed) bool { return strings.Contains(p.Doc, "account") }); counts != (a.Accounts != "") {
			t.Errorf("%s: a property counts by accounts: %v; its accounts are %q", a.Name, counts, a.Accounts)
		}
		for _, claim := range a.Claims() {
			if claim.Property != "" && !slices.ContainsFunc(all, named(claim.Property)) {
				t.Errorf("%s: %s, of a claim, is not in the catalogue", a.Name, claim.Property)
			}
		}
		for _, variant := range a.AllVariants()[1:] {
			for loss := range 2 {
				for _, p := range a.AllProperties(a.With(variant, func(c *model.Config) { c.Loss = loss })) {
					if !slices.ContainsFunc(all, named(p.Name)) {
						t.Errorf("%s: %s of the variant %s is not in the catalogue", a.Name, p.Name, variant)
					}
				}
			}
		}
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
						if all[at].Needs.Variant != "" {
							t.Errorf("%s: %s needs %s, and the published one has it in %s", a.Name, p.Name, needs, c)
						}
						if c.Faultless() && needs != "" && needs != "times" || !times && (needs == "times" || needs == "times and faults") || network == model.Bag && needs == "faults, in fifo" {
							t.Errorf("%s: %s needs %s, and %s has it", a.Name, p.Name, needs, c)
						}
					}
				}
			}
		}
	}
}
