package explore_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// heard makes the free moves of the last site watched.
func heard(last model.Site) invariants.Property {
	return invariants.Property{
		Name:  "heard",
		Hears: func(e *model.Event) bool { return e.Site == last },
		Step:  func(invariants.Step) invariants.Opinion { return invariants.Fine },
	}
}

// seats are where three sites sit: side by side, and where the last of them has no bit among those that sleep.
var seats = [][]model.Site{nil, nil, nil, {1, 16, 17}, {15, 17, 18}}

// TestSleep demands that no state is lost, and none found in a later level, because a site slept: in random protocols of
// several sites that can do much at the same time, and send each other messages all the while.
func TestSleep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProtocol(t)
		p.Sites, p.Seats = 3, rapid.SampledFrom(seats).Draw(t, "seats")
		c := model.Config{
			Processes: 3, Requests: []int{1, 1, 1},
			Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
			Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"), OrderedTimers: rapid.Bool().Draw(t, "ordered timers"),
		}
		faults := []*int{nil, &c.Loss, &c.Crash, &c.Early}
		if p.Seats != nil {
			c.Processes, c.Requests = 18, slices.Repeat([]int{1}, 18)
			faults = faults[:2]
		}
		if fault := rapid.SampledFrom(faults).Draw(t, "fault"); fault != nil {
			*fault, c.Requests[0] = 1, 0
		}
		want := draw(system.Compose(p, c))
		perLevel, edges := []int{}, 0
		for s, level := range want.level {
			if level == len(perLevel) {
				perLevel = append(perLevel, 0)
			}
			perLevel[level]++
			edges += len(want.edges[s])
		}
		o := explore.Options{Workers: rapid.IntRange(1, 2).Draw(t, "workers"), Judge: invariants.Panel{heard(p.seat(2))}}
		r, err := explore.Check(t.Context(), system.Compose(p, c), o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete || !slices.Equal(r.Levels, perLevel) || r.Transitions != edges {
			t.Fatalf("states by level: %d, %d transitions; there are %d, %d", r.Levels, r.Transitions, perLevel, edges)
		}
		o.MaxDepth = rapid.IntRange(1, len(perLevel)).Draw(t, "max-depth")
		r, err = explore.Check(t.Context(), system.Compose(p, c), o)
		if err != nil {
			t.Fatal(err)
		}
		if levels := perLevel[:min(o.MaxDepth+1, len(perLevel))]; r.Complete != (len(levels) == len(perLevel)) || !slices.Equal(r.Levels, levels) {
			t.Fatalf("max-depth %d: complete %t, states by level: %d; there are %d", o.MaxDepth, r.Complete, r.Levels, perLevel)
		}
	})
}
