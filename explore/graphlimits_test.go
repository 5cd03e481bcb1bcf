package explore_test

import (
	"testing"

	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// fan has one site that chooses once among demands times choices, and then among as many as then says.
type fan struct {
	model.Protocol[int, int]
	demands, choices, then int
}

func (f fan) Demands(model.Site, model.Groups) []model.Demand {
	all := make([]model.Demand, f.demands)
	for k := range all {
		all[k].Priority = k
	}
	return all
}

func (f fan) Request(_ model.Site, v *int, d model.Demand, out *model.Outbox[int]) {
	if *v == 0 {
		*v = d.Priority*f.choices + out.Choose("y", 1, f.choices)
	} else {
		*v = *v*f.then + f.demands*f.choices + out.Choose("z", 1, f.then)
	}
}

func (f fan) MayRequest(_ model.Site, v int) bool {
	return v == 0 || v <= f.demands*f.choices && f.then > 0
}
func (fan) Start(model.Site) int                         { return 0 }
func (fan) InCS(model.Site, int) bool                    { return false }
func (fan) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }

// TestLimitsOfGraph: a graph with one transition out of a state, or one weight, more than can be numbered has no answers.
func TestLimitsOfGraph(t *testing.T) {
	size := invariants.Property{Name: "size", Kind: invariants.Cost, Size: func(vs invariants.Views) int { return vs[0].Holds }}
	weights := invariants.Property{Name: "weights", Kind: invariants.Bound, Gauge: &invariants.Gauge{
		Lanes: 2, Within: func(invariants.Views) uint64 { return 3 },
		Weigh: func(_ *model.Event, before, after *model.View) explore.Tally {
			w := explore.Tally{Weights: []int{after.Holds % 300, after.Holds / 300}}
			if w.Ends = 3; before.Holds == 0 {
				w.Begins, w.Ends = 3, 0
			}
			return w
		},
	}}
	for _, test := range []struct {
		fan      fan
		property invariants.Property
		limit    string
	}{
		{fan{demands: 255, choices: 257}, size, ""},
		{fan{demands: 256, choices: 256}, size, "a state with more than 65,535 transitions"},
		{fan{demands: 1, choices: 255, then: 256}, weights, ""}, // 255 + 255 * 256 weights
		{fan{demands: 1, choices: 256, then: 255}, weights, "transitions with more than 65,535 different weights"},
	} {
		sys := model.Compose(test.fan, model.Config{Processes: 1, Requests: []int{model.Unlimited}, Network: model.Bag})
		first := test.fan.demands * test.fan.choices
		findings, r, err := invariants.Panel{test.property}.Check(t.Context(), sys, explore.Options{})
		if err != nil || !r.Complete || r.States != 1+first+first*test.fan.then || r.Limit != test.limit {
			t.Fatalf("%+v: %v, complete %t, %d states, limit %q", test.fan, err, r.Complete, r.States, r.Limit)
		}
		f := findings[0]
		if test.limit != "" {
			if f.Verdict != invariants.Inconclusive || f.Value != nil {
				t.Errorf("%+v: %s, %v", test.fan, f.Verdict, f.Value)
			}
		} else if most := first; f.Value == nil || test.fan.then == 0 && f.Value.Max != most {
			t.Errorf("%+v: %s, %v", test.fan, f.Verdict, f.Value)
		}
	}
}

// fork chooses one of many ways to the same cycle, of two states.
type fork struct{ model.Protocol[int, int] }

const ways = 2000 // more successors than are looked up together

func (fork) Request(_ model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	switch *v {
	case 0:
		*v = out.Choose("y", 1, ways)
	case ways + 1:
		*v = ways + 2
	default:
		*v = ways + 1
	}
}

func (fork) MayRequest(model.Site, int) bool              { return true }
func (fork) Start(model.Site) int                         { return 0 }
func (fork) InCS(model.Site, int) bool                    { return false }
func (fork) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }

// TestLateCycle demands that a cycle is seen although the only transition that does not lead a level up leads to a state
// that was met a short while before, by transitions that do.
func TestLateCycle(t *testing.T) {
	round := invariants.Property{Name: "round", Kind: invariants.Liveness, Fair: func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.Holds > ways })
	}}
	sys := model.Compose(fork{}, model.Config{Processes: 1, Requests: []int{model.Unlimited}, Network: model.Bag})
	findings, r, err := invariants.Panel{round}.Check(t.Context(), sys, explore.Options{})
	if err != nil || !r.Complete || r.Limit != "" {
		t.Fatal(err, r.Limit)
	}
	if f := findings[0]; f.Verdict != invariants.Refuted || !f.Endless || f.Loop != 2 || f.Steps != 4 {
		t.Errorf("%s after %d steps, round from %d: %q", f.Verdict, f.Steps, f.Loop, f.Trace)
	}
}
