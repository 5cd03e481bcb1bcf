package explore_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func suzuki(n int, requests ...int) model.Config {
	return suzukikasami.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Requests = n, requests
	})
}

// The counts are those that other model checkers find for the same protocol.
func TestCountsOfSuzukiKasami(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, test := range []struct {
		n                          int
		requests                   []int
		states, transitions, depth int
	}{
		{3, []int{1, 1, 1}, 726, 2079, 15},
		{3, []int{2, 2, 1}, 9992, 37026, 24},
		{3, []int{2, 2, 2}, 59380, 261266, 29},
		{4, []int{1, 1, 1, 1}, 123445, 685791, 24},
	} {
		for _, workers := range []int{1, 2, 8} {
			for _, mode := range []explore.Mode{explore.BFS, explore.DFS} {
				c := suzuki(test.n, test.requests...)
				panel := invariants.Panel(suzukikasami.Algorithm.Properties(c))
				r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Judge: panel, Workers: workers, Mode: mode})
				if err != nil {
					t.Fatal(err)
				}
				if !r.Complete || r.States != test.states || r.Transitions != test.transitions || mode == explore.BFS && r.Depth != test.depth {
					t.Errorf("n=%d %v, %d workers, %s: %+v", test.n, test.requests, workers, mode, r)
				}
				if len(r.Violations) > 0 {
					t.Errorf("n=%d %v: violations %+v", test.n, test.requests, r.Violations)
				}
			}
		}
	}
}

func BenchmarkSuzukiKasami(b *testing.B) {
	for b.Loop() {
		c := suzuki(3, 3, 3, 3)
		panel := invariants.Panel(suzukikasami.Algorithm.Properties(c))
		r, err := explore.Check(b.Context(), suzukikasami.Algorithm.New(c), explore.Options{Judge: panel})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Transitions)/r.Elapsed.Seconds(), "transitions/s")
		b.ReportMetric(float64(r.States)/r.Elapsed.Seconds(), "states/s")
		b.ReportMetric(r.BytesPerState, "bytes/state")
		b.ReportMetric(float64(r.Sizes.HandlerCalls), "handlercalls")
	}
}
