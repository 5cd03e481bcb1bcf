// Package papertest is what the tests of algorithms share: the verdicts on small configurations, and whether the engine
// and the naive checker agree on them.
package papertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// Holds stands in a table of verdicts for a property that holds; any other number is the length of the shortest trace
// that violates it.
const Holds = -1

// Result is what a search saw.
type Result struct {
	Verdicts map[string]int // by property; properties that had nothing to say are missing
	Classes  []string       // of the events that occurred, sorted
}

// Explore searches every state and judges the properties of states, ends and steps.
func Explore(t testing.TB, a *paper.Algorithm, c model.Config) Result {
	t.Helper()
	properties := a.Properties(c)
	r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: invariants.Panel(properties)})
	if err != nil {
		t.Fatalf("%s: %v", describe(c), err)
	}
	result := Result{Verdicts: map[string]int{}}
	for k, p := range properties {
		if r.Spoke>>k&1 == 1 {
			result.Verdicts[p.Name] = Holds
		}
	}
	for _, v := range r.Violations {
		result.Verdicts[properties[v.Property].Name] = len(v.Path)
	}
	for class, n := range r.Coverage {
		if n > 0 {
			result.Classes = append(result.Classes, class)
		}
	}
	slices.Sort(result.Classes)
	return result
}

// Compare reports every property whose verdict is not the wanted one. Properties that are not in want must hold.
func (r Result) Compare(t *testing.T, a *paper.Algorithm, c model.Config, want map[string]int) {
	t.Helper()
	for _, p := range a.Properties(c) {
		if p.State == nil && p.End == nil && p.Step == nil {
			continue // needs more than a look at states and steps
		}
		wanted, violated := want[p.Name]
		if !violated {
			wanted = Holds
		}
		if got, judged := r.Verdicts[p.Name]; !judged {
			t.Errorf("%s: %s has nothing to say", describe(c), p.Name)
		} else if got != wanted {
			t.Errorf("%s: %s: %d steps, want %d", describe(c), p.Name, got, wanted)
		}
	}
}

func describe(c model.Config) string {
	return fmt.Sprint(c, " loss=", c.Loss, " duplicate=", c.Duplicate, " crash=", c.Crash, " timeouts=", c.Timeouts,
		" early=", c.Early, " ", c.Params, " ", strings.Join(c.Repairs, ","))
}
