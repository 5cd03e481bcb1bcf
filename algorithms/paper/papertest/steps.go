package papertest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// agreeOnSteps fails the test unless the engine finds of the properties of steps what [steps] finds.
func agreeOnSteps(t testing.TB, a *paper.Algorithm, c model.Config) {
	t.Helper()
	want := steps(a.New(c), a.Properties(c))
	if len(want) == 0 {
		return
	}
	got := Explore(t, a, c).Verdicts
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s: %s: %s; step by step it %s", describe(c), name, told(got[name]), told(want[name]))
		}
	}
}

// steps judges the properties of steps alone in all states of a system, breadth first, and gives the length of a shortest trace
// to a violation, [Holds] or [Vacuous] for each. It is simple on purpose, and independent of the engine.
func steps(sys *system.System, props []invariants.Property) map[string]int {
	found := map[string]int{}
	for _, p := range props {
		if p.Step != nil && p.State == nil && p.End == nil {
			found[p.Name] = Vacuous
		}
	}
	if len(found) == 0 {
		return found
	}
	run := counterexamples.NewRun(sys)
	key := func(s counterexamples.State) string { return fmt.Sprint(s.Nodes, s.Budget) }
	level, seen := []counterexamples.State{run.State()}, map[string]bool{key(run.State()): true}
	for depth := 1; len(level) > 0; depth++ {
		var next []counterexamples.State
		for _, s := range level {
			run.GoTo(s)
			before, choices := run.Views(), run.Enabled()
			for _, c := range choices {
				run.GoTo(c.State)
				step := invariants.Step{Before: before, After: run.Views(), Event: c.Event}
				for _, p := range props {
					if was, asked := found[p.Name]; !asked || was >= 0 || p.Hears != nil && !p.Hears(c.Event) {
						continue
					}
					switch p.Step(step) {
					case invariants.Violated:
						found[p.Name] = depth
					case invariants.Fine:
						found[p.Name] = Holds
					}
				}
				if k := key(c.State); !seen[k] {
					seen[k] = true
					next = append(next, c.State)
				}
			}
		}
		level = next
	}
	return found
}
