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

// chart is one site that goes from state to state, as it is told.
type chart struct {
	model.Protocol[int, int]
	to [][]int // by state: where it may go
}

func (c chart) Request(_ model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	*v = c.to[*v][out.Choose("z", 0, len(c.to[*v])-1)]
}
func (c chart) MayRequest(_ model.Site, v int) bool        { return len(c.to[v]) > 0 }
func (chart) Start(model.Site) int                         { return 0 }
func (chart) InCS(model.Site, int) bool                    { return false }
func (chart) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }

// judge judges one property of a chart.
func (c chart) judge(t *testing.T, p invariants.Property) invariants.Finding {
	t.Helper()
	sys := model.Compose(c, model.Config{Processes: 1, Requests: []int{model.Unlimited}, Network: model.Bag})
	findings, r, err := invariants.Panel{p}.Check(t.Context(), sys, explore.Options{})
	if err != nil || !r.Complete || r.Limit != "" {
		t.Fatalf("%v, complete %t, limit %q", err, r.Complete, r.Limit)
	}
	return findings[0]
}

// TestLateCycle demands that a cycle is seen although the only transition that does not lead a level up leads to a state
// that was met a short while before, by transitions that do.
func TestLateCycle(t *testing.T) {
	const ways = 2000 // more successors than are looked up together
	c := chart{to: make([][]int, ways+3)}
	for k := range ways {
		c.to[0], c.to[k+1] = append(c.to[0], k+1), []int{ways + 1}
	}
	c.to[ways+1], c.to[ways+2] = []int{ways + 2}, []int{ways + 1}
	f := c.judge(t, invariants.Property{Name: "round", Kind: invariants.Liveness, Fair: func(vs invariants.Views) uint64 {
		return vs.Mask(func(v *model.View) bool { return v.Holds > ways })
	}})
	if f.Verdict != invariants.Refuted || !f.Endless || f.Loop != 2 || f.Steps != 4 {
		t.Errorf("%s after %d steps, round from %d: %q", f.Verdict, f.Steps, f.Loop, f.Trace)
	}
}

// TestLimitsOfGauges: sizes that have no numbers, or are none, are told instead of wrong ones.
func TestLimitsOfGauges(t *testing.T) {
	type step [2]int
	line, round := chart{to: [][]int{{1}, {2}, nil}}, chart{to: [][]int{{1}, {2}, {1, 3}, nil}}
	for _, test := range []struct {
		chart     chart
		weights   map[step]int
		open      string
		size      int
		unbounded bool
	}{
		{line, map[step]int{{0, 1}: 29_000, {1, 2}: 1000}, "", 30_000, false},
		{line, map[step]int{{0, 1}: 29_000, {1, 2}: 1001}, "sizes of more than 30000, or runs of more than 65535 steps", 0, false},
		{line, map[step]int{{0, 1}: -29_000, {1, 2}: -1000}, "", -30_000, false},
		{line, map[step]int{{0, 1}: -29_000, {1, 2}: -1001}, "sizes of more than 30000, or runs of more than 65535 steps", 0, false},
		{round, map[step]int{{1, 2}: 3, {2, 1}: 0}, "", 0, true},
		{round, map[step]int{{1, 2}: 3, {2, 1}: -2}, "a cycle whose transitions have weights of both signs", 0, false},
	} {
		f := test.chart.judge(t, invariants.Property{Name: "size", Kind: invariants.Cost, Gauge: &invariants.Gauge{
			Lanes: 1, Within: func(invariants.Views) uint64 { return 1 },
			Weigh: func(_ *model.Event, before, after *model.View) explore.Tally {
				w := explore.Tally{Weights: []int{test.weights[step{before.Holds, after.Holds}]}}
				if before.Holds == 0 {
					w.Begins = 1
				}
				if after.Holds == len(test.chart.to)-1 {
					w.Ends = 1
				}
				return w
			},
		}})
		switch {
		case test.open != "":
			if f.Verdict != invariants.Inconclusive || f.Value != nil || f.Detail != test.open {
				t.Errorf("%v: %s, %v, %q", test.weights, f.Verdict, f.Value, f.Detail)
			}
		case f.Value == nil || f.Value.Unbounded != test.unbounded || !test.unbounded && f.Value.Max != test.size:
			t.Errorf("%v: %s, %v", test.weights, f.Verdict, f.Value)
		}
	}
}
