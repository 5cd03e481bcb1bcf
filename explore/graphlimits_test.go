package explore_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// chart is one site that goes from state to state, as it is told.
type chart struct {
	model.Protocol[int, int]
	to  [][]int // by state: where it may go
	ask int     // that many different requests have it go there; 0: one
}

func (c chart) Demands(model.Site, model.Groups) []model.Demand {
	all := make([]model.Demand, max(1, c.ask))
	for k := range all {
		all[k].Priority = k
	}
	return all
}

func (c chart) Request(_ model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	*v = c.to[*v][out.Choose("z", 0, len(c.to[*v])-1)]
}
func (c chart) MayRequest(_ model.Site, v int) bool        { return len(c.to[v]) > 0 }
func (chart) Start(model.Site) int                         { return 0 }
func (chart) InCS(model.Site, int) bool                    { return false }
func (chart) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }

// judge judges one property of a chart, all of whose states can be reached.
func (c chart) judge(t *testing.T, p invariants.Property) invariants.Finding {
	t.Helper()
	sys := system.Compose(c, model.Config{Processes: 1, Requests: []int{model.Unlimited}, Network: model.Bag})
	findings, r, err := explore.CheckAll(t.Context(), sys, invariants.Panel{p}, explore.Options{})
	if err != nil || !r.Complete || r.States != len(c.to) {
		t.Fatalf("%v, complete %t, %d states", err, r.Complete, r.States)
	}
	return findings[0]
}

// TestLimitsOfGraph: a graph with one transition out of a state, or one weight, more than can be numbered has no answers.
func TestLimitsOfGraph(t *testing.T) {
	papertest.Seldom(t, 2)
	line := func(length, ask int) chart {
		c := chart{to: make([][]int, length+1), ask: ask}
		for k := range length {
			c.to[k] = []int{k + 1}
		}
		return c
	}
	size := invariants.Property{Name: "size", Kind: invariants.Cost, Size: func(vs invariants.Views) int { return vs[0].Holds }}
	// Each request of each state weighs something else, in the first lane from 0 to 199.
	weights := func(ask int) invariants.Property {
		return invariants.Property{Name: "weights", Kind: invariants.Cost, Gauge: &invariants.Gauge{
			Lanes: 2, Within: func(invariants.Views) uint64 { return 3 },
			Weigh: func(e *model.Event, before, after *model.View) question.EdgeWeight {
				n := before.Holds*ask + e.Demand.Priority
				return question.EdgeWeight{Begins: 1, Ends: 1, Weights: []int{n % 200, n / 200}}
			},
		}}
	}
	for _, test := range []struct {
		chart    chart
		property invariants.Property
		open     string
		most     int
	}{
		{line(1, 65_535), size, "", 1},
		{line(1, 65_536), size, "a state with more than 65,535 transitions", 0},
		{line(5, 13_107), weights(13_107), "", 199}, // 65,535 weights
		{line(4, 16_384), weights(16_384), "transitions with more than 65,535 different weights", 0},
	} {
		f := test.chart.judge(t, test.property)
		switch {
		case test.open != "":
			if f.Verdict != invariants.Inconclusive || f.Value != nil || f.Detail != test.open {
				t.Errorf("%d times %d transitions: %s, %v, %q", len(test.chart.to)-1, test.chart.ask, f.Verdict, f.Value, f.Detail)
			}
		case f.Value == nil || f.Value.Max != test.most:
			t.Errorf("%d times %d transitions: %s, %v, %q", len(test.chart.to)-1, test.chart.ask, f.Verdict, f.Value, f.Detail)
		}
	}
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

// TestManyBits: whatever bit of a word a question uses, what can be reached is told from what cannot, alone and beside another question.
func TestManyBits(t *testing.T) {
	fork := chart{to: [][]int{{1, 2}, nil, nil}} // what only 2 has is out of reach in 1
	for bit := range 64 {
		for goal, want := range map[int]invariants.Verdict{0: invariants.Holds, 2: invariants.Refuted} {
			p := invariants.Property{
				Name: "reached", Kind: invariants.Liveness,
				Pending: func(invariants.Views) uint64 { return 1 << bit },
				Goal: func(vs invariants.Views) uint64 {
					if goal == 0 || vs[0].Holds == goal {
						return 1 << bit
					}
					return 0
				},
			}
			if f := fork.judge(t, p); f.Verdict != want || want == invariants.Refuted && f.Steps != 1 {
				t.Errorf("bit %d, goal %d: %s after %d steps, want %s", bit, goal, f.Verdict, f.Steps, want)
			}
		}
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
			Weigh: func(_ *model.Event, before, after *model.View) question.EdgeWeight {
				w := question.EdgeWeight{Weights: []int{test.weights[step{before.Holds, after.Holds}]}}
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
