package explore_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// met is what a simulation says, in words: for comparisons.
func met(panel invariants.Panel, sim *explore.Simulation) []any {
	var all []any
	for _, f := range panel.Findings(&question.Result{Violations: sim.Violations}) {
		all = append(all, f.Property.Name, f.Verdict, f.Trace, f.Detail)
	}
	return append(all, sim.Walks, sim.Steps, sim.Longest, sim.Ended, sim.Coverage, sim.Spoke)
}

// TestSimulate: the answer depends on the seed alone, every trace can be walked in the graph of all states and violates
// its property there, and none is shorter than the search's.
func TestSimulate(t *testing.T) {
	for _, c := range []model.Config{
		srtgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{1, 1} }),
		drsgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests, c.Crash = 2, []int{1, 1}, 1 }),
	} {
		a := &srtgme.Algorithm
		if c.Algorithm == drsgme.Algorithm.Name {
			a = &drsgme.Algorithm
		}
		panel := invariants.Panel(slices.DeleteFunc(a.Properties(c), invariants.Property.OnGraph))
		full, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel})
		if err != nil {
			t.Fatal(err)
		}
		simulate := func(seed uint64, workers int) *explore.Simulation {
			sim, err := explore.Simulate(t.Context(), a.New(c), explore.Walks{Judge: panel, Seed: seed, Runs: 2000, MaxDepth: 100, Workers: workers})
			if err != nil || sim.Limit != "" || sim.Walks != 2000 {
				t.Fatalf("%+v, %v", sim, err)
			}
			return sim
		}
		one := simulate(1, 1)
		for _, workers := range []int{2, 8} {
			if got := simulate(1, workers); !reflect.DeepEqual(met(panel, got), met(panel, one)) {
				t.Errorf("%s, %d workers: %v; with one worker: %v", c.Algorithm, workers, met(panel, got), met(panel, one))
			}
		}
		if reflect.DeepEqual(met(panel, simulate(2, 1)), met(panel, one)) {
			t.Errorf("%s: another seed walks the same ways", c.Algorithm)
		}
		lengths := map[int]int{}
		for _, v := range full.Violations {
			lengths[v.Property] = len(v.Path)
		}
		g := draw(a.New(c))
		for _, v := range one.Violations {
			if shortest, violated := lengths[v.Property]; !violated || len(v.Path) < shortest || v.Shortest {
				t.Errorf("%s, %s: %d steps, shortest: %v; the search finds %d, %v", c.Algorithm, panel[v.Property].Name, len(v.Path), v.Shortest, shortest, violated)
			}
			g.walk(t, panel[v.Property], v)
		}
		// So many walks of such a small system meet everything.
		var differ []string
		for p := range panel {
			if (one.Spoke^full.Spoke)>>p&1 != 0 && panel[p].Name != "rs-heard-idle" { // to such a step one walk in many thousands comes
				differ = append(differ, panel[p].Name)
			}
		}
		if len(one.Violations) != len(full.Violations) || len(differ) > 0 {
			t.Errorf("%s: %d violations; the search: %d; only one of them judges %v", c.Algorithm, len(one.Violations), len(full.Violations), differ)
		}
	}
}

// walk takes the steps of a violation and sees that they violate the property.
func (g *drawn) walk(t *testing.T, p invariants.Property, v question.Violation) {
	t.Helper()
	s, bad := 0, g.violated(p)[0]
	for _, step := range v.Path {
		k := slices.IndexFunc(g.edges[s], func(x edge) bool { return x.label == step.Label })
		if k < 0 {
			t.Fatalf("%s: %s is not possible", p.Name, step.Label)
		}
		if bad {
			t.Errorf("%s is violated before the trace ends", p.Name)
		}
		bad = g.violates(p, s, g.edges[s][k])
		s = g.edges[s][k].to
		bad = bad || g.violated(p)[s]
	}
	if !bad {
		t.Errorf("%s is not violated at the end of its trace", p.Name)
	}
}

// TestSimulateLimits: walks end at the limit of their depth; a context that is done, and a handler that panics, are told.
func TestSimulateLimits(t *testing.T) {
	c := suzuki(3, 1, 1, 1)
	sim, err := explore.Simulate(t.Context(), suzukikasami.Algorithm.New(c), explore.Walks{Runs: 10, MaxDepth: 3})
	if err != nil || sim.Steps != 30 || sim.Longest != 3 || sim.Ended != 0 || sim.Walks != 10 || sim.Limit != "" {
		t.Errorf("%+v, %v", sim, err)
	}
	sim, err = explore.Simulate(t.Context(), suzukikasami.Algorithm.New(c), explore.Walks{})
	if err != nil || sim.Walks != 1 || sim.Ended != 1 || sim.Coverage["exit"] != 3 {
		t.Errorf("%+v, %v", sim, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sim, err = explore.Simulate(ctx, suzukikasami.Algorithm.New(c), explore.Walks{Runs: 10})
	if err != nil || sim.Walks != 0 || sim.Limit != "interrupted" {
		t.Errorf("%+v, %v", sim, err)
	}
	var broken *explore.Broken
	want, slow := "", everyStep // so that walks meet
	slow.Step = func(invariants.Step) invariants.Opinion {
		time.Sleep(200 * time.Microsecond)
		return invariants.Fine
	}
	for _, workers := range []int{1, 2, 8, 8, 8, 8, 8} {
		c := model.Config{Processes: 3, Groups: 3, Requests: []int{2, 1, 1}}
		_, err = explore.Simulate(t.Context(), system.Compose(brittle{}, c), explore.Walks{Judge: invariants.Panel{slow}, Runs: 50, Workers: workers})
		if !errors.As(err, &broken) {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%v after %q", err, broken.Trace); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers: %s, not %s", workers, got, want)
		}
	}
	_, err = explore.Simulate(t.Context(), system.Compose(fragile{}, model.Config{Processes: 3, Requests: []int{2, 0, 1}}), explore.Walks{Runs: 10, Workers: 2})
	if !errors.As(err, &broken) || len(broken.Trace) < 2 {
		t.Errorf("%v", err)
	}
}

// TestWalksProgress: whoever waits for long walks is told of each.
func TestWalksProgress(t *testing.T) {
	var mu sync.Mutex
	told := map[int]bool{}
	c := model.Config{Processes: 3, Requests: []int{1, 0, 0}, Network: model.FIFO}
	sim, err := explore.Simulate(t.Context(), system.Compose(fragile{}, c), explore.Walks{Runs: 20, Workers: 2, Progress: func(n int) {
		mu.Lock()
		defer mu.Unlock()
		told[n] = true
	}})
	if err != nil || sim.Walks != 20 || len(told) != 20 || !told[1] || !told[20] {
		t.Errorf("%v, %v, told of %v", sim, err, told)
	}
}
