package explore_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// entries is violated by the step with which process i enters, and hears of nobody else.
func entries(i model.Site) invariants.Panel {
	return invariants.Panel{{
		Name: fmt.Sprint("never-in-", i), Kind: invariants.Stepwise,
		Hears: func(e *model.Event) bool { return e.Entries > 0 && e.Site == i },
		Step:  func(invariants.Step) invariants.Opinion { return invariants.Violated },
	}}
}

// TestSearchesOfOneSystem demands that what one search asks of a system changes nothing for the next, nor for one at the
// same time: every property of steps is violated, whoever searched before.
func TestSearchesOfOneSystem(t *testing.T) {
	sys := suzukikasami.Algorithm.New(suzukikasami.Algorithm.Config(model.Published))
	try := func(i model.Site, o explore.Options, walks bool) {
		panel := entries(i)
		o.Judge, o.MaxMemory = panel, 1<<40
		var violations []question.Violation
		if walks {
			sim, err := explore.Simulate(t.Context(), sys, explore.Walks{Judge: panel, Runs: 50})
			if err != nil {
				t.Error(err)
				return
			}
			violations = sim.Violations
		} else {
			r, err := explore.Check(t.Context(), sys, o)
			if err != nil {
				t.Error(err)
				return
			}
			violations = r.Violations
		}
		if len(violations) != 1 {
			t.Errorf("%s, %+v: %d violations", panel[0].Name, o, len(violations))
		}
	}
	if r, err := explore.Check(t.Context(), sys, explore.Options{}); err != nil || !r.Complete {
		t.Fatal(err)
	}
	for i := range model.Site(3) {
		try(i+1, explore.Options{}, false)
		try(i+1, explore.Options{}, true)
	}
	var all sync.WaitGroup
	for k := range 12 {
		all.Go(func() {
			try(model.Site(k%3+1), explore.Options{Workers: 1 + k%2, Symmetry: k%4 == 0, Mode: []explore.Mode{explore.BFS, explore.DFS}[k%4/3]}, k%5 == 0)
		})
	}
	all.Wait()
}
