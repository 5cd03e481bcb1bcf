package explore_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// heard makes the free moves of the last site watched.
var heard = invariants.Property{
	Name:  "heard",
	Hears: func(e *model.Event) bool { return e.Site == 3 },
	Step:  func(invariants.Step) invariants.Opinion { return invariants.Fine },
}

// TestSleep demands that no state is lost, and none found in a later level, because a site slept: in random protocols of
// several sites that can do much at the same time, and send each other messages all the while.
func TestSleep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProtocol(t)
		p.Sites = 3
		c := model.Config{
			Processes: 3, Requests: []int{1, 1, 1}, Loss: rapid.IntRange(0, 1).Draw(t, "losses"),
			Network: rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
		}
		want := draw(model.Compose[local, int](p, c))
		r, err := explore.Check(t.Context(), model.Compose[local, int](p, c), explore.Options{Workers: 1, Judge: invariants.Panel{heard}})
		if err != nil {
			t.Fatal(err)
		}
		edges := 0
		for _, e := range want.edges {
			edges += len(e)
		}
		if last := want.level[len(want.level)-1]; r.States != len(want.level) || r.Depth != last || r.Transitions != edges {
			t.Fatalf("%d states, %d transitions, depth %d; there are %d, %d, %d", r.States, r.Transitions, r.Depth, len(want.level), edges, last)
		}
		perLevel := make([]int, r.Depth+1)
		for _, l := range want.level {
			perLevel[l]++
		}
		if !slices.Equal(r.Levels, perLevel) {
			t.Fatalf("states by level: %d; there are %d", r.Levels, perLevel)
		}
	})
}
