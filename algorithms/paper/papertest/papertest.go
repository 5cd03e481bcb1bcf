// Package papertest is what the tests of algorithms share: tables of counts and verdicts by model, and whether the engine
// and the naive checker agree on small configurations. It knows the list of all algorithms, so tests that use it stand in
// the external test package; there, the protocol itself comes from export_test.go.
package papertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What stands in a table of verdicts for a property; any other number is the length of the shortest trace that violates it.
const (
	Holds   = -1
	Vacuous = -2 // it had nothing to say
)

// Result is what a search saw.
type Result struct {
	Counts   naive.Result
	Verdicts map[string]int // by property that judges states, ends or steps
	Classes  []string       // of the events that occurred, sorted
}

// Explore searches every state and judges the properties of states, ends and steps.
func Explore(t testing.TB, a *paper.Algorithm, c model.Config) Result {
	t.Helper()
	properties := a.Properties(c)
	r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: invariants.Panel(properties)})
	if err != nil || !r.Complete {
		t.Fatalf("%s: not complete: %v", describe(c), err)
	}
	result := Result{
		Counts:   naive.Result{States: r.States, Transitions: r.Transitions, Depth: r.Depth},
		Verdicts: map[string]int{},
	}
	for k, p := range properties {
		switch {
		case p.State == nil && p.End == nil && p.Step == nil, p.OnGraph(): // needs more than a look at states and steps
		case r.Spoke>>k&1 == 1:
			result.Verdicts[p.Name] = Holds
		default:
			result.Verdicts[p.Name] = Vacuous
		}
	}
	for _, v := range r.Violations {
		if p := properties[v.Property]; !p.OnGraph() {
			result.Verdicts[p.Name] = len(v.Path)
		}
	}
	for class, n := range r.Coverage {
		if n > 0 {
			result.Classes = append(result.Classes, class)
		}
	}
	slices.Sort(result.Classes)
	return result
}

// compare reports every property whose verdict is not the wanted one. Properties that are not in want must hold.
func (r Result) compare(t testing.TB, of string, properties []invariants.Property, want map[string]int) {
	t.Helper()
	judged := map[string]bool{}
	for _, p := range properties {
		got, looked := r.Verdicts[p.Name]
		if !looked {
			continue
		}
		judged[p.Name] = true
		wanted, named := want[p.Name]
		if !named {
			wanted = Holds
		}
		if got != wanted {
			t.Errorf("%s: %s: %s, want %s", of, p.Name, told(got), told(wanted))
		}
	}
	for name := range want {
		if !judged[name] {
			t.Errorf("%s: no property of states, ends or steps is named %s", of, name)
		}
	}
}

// told is a verdict in words.
func told(verdict int) string {
	switch verdict {
	case Holds:
		return "holds"
	case Vacuous:
		return "is vacuous"
	default:
		return fmt.Sprintf("is violated after %d steps", verdict)
	}
}

func describe(c model.Config) string {
	return fmt.Sprint(c, " loss=", c.Loss, " duplicate=", c.Duplicate, " crash=", c.Crash, " timeouts=", c.Timeouts,
		" early=", c.Early, " ", c.Params, " ", strings.Join(c.Repairs, ","))
}

// Found explores a model, as the tables write it, for one property; false: the model does not have it.
func Found(t testing.TB, a *paper.Algorithm, line, property string) (f invariants.Finding, asked bool) {
	t.Helper()
	c := Model(t, a, line)
	panel := slices.DeleteFunc(invariants.Panel(a.AllProperties(c)), func(p invariants.Property) bool { return p.Name != property })
	if len(panel) == 0 {
		return f, false
	}
	findings, r, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{})
	if err != nil || !r.Complete {
		t.Fatalf("%s: %v", line, err)
	}
	return findings[0], true
}
