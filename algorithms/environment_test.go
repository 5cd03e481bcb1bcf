package algorithms_test

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// known is what the environment remembers of one process: the property environment does without such a memory.
type known struct {
	waits, inside bool
	groups        model.Groups // demanded
	priority      int
	asked         bool // it entered because it had asked
}

// hears makes the environment hear of a step of the process.
func (k known) hears(c model.Config, e *model.Event) known {
	switch e.Kind {
	case model.RequestEvent:
		k = known{waits: true, groups: e.Demand.Set}
		if e.Demand.Set.Empty() && e.Demand.Group > 0 {
			k.groups = model.SetOf(e.Demand.Group)
		}
		if c.Priorities > 0 {
			k.priority = e.Demand.Priority
		}
	case model.ExitEvent:
		k = known{}
	}
	if e.Entries > 0 {
		k.asked = k.waits || k.inside && k.asked
		k.waits, k.inside = false, true
	}
	return k
}

// denies says where the view of a process differs from what the environment knows.
func (k known) denies(v *model.View) string {
	switch {
	case k.waits != v.Waits, k.inside != v.InCS:
		return "another phase"
	case k.waits && k.groups != v.Groups, k.inside && k.asked && (!v.Groups.Minus(k.groups).Empty() || v.Groups.Empty() && !k.groups.Empty()):
		return "other groups"
	case k.waits && k.priority != v.Priority, k.inside && k.asked && v.Priority != 0 && k.priority != v.Priority:
		return "another priority"
	}
	return ""
}

// TestEnvironment carries what the environment knows along every run of the first states of every algorithm, with and
// without faults, and compares it with the views: where the property environment holds, they are the same.
func TestEnvironment(t *testing.T) {
	const most = 3_000 // states, each with what is known there
	for _, a := range algorithms.All() {
		for _, variant := range a.AllVariants() {
			for _, faults := range []int{0, 1} {
				c := a.With(variant, func(c *model.Config) {
					c.Processes = min(c.Processes, 3)
					if a.Processes.Min > 3 {
						c.Processes = a.Processes.Min
					}
					c.Loss, c.Duplicate, c.Crash = faults, faults, faults
					if !a.Priorities.Unused() {
						c.Priorities = 2
					}
				})
				type place struct {
					state counterexamples.State
					known []known
				}
				run := counterexamples.NewRun(a.New(c))
				todo := []place{{run.State(), make([]known, c.Processes)}}
				seen := map[string]bool{}
				entered := false
				for n := 0; n < len(todo) && n < most; n++ {
					at := todo[n]
					run.GoTo(at.state)
					for i, v := range run.Views()[:c.Processes] {
						if why := at.known[i].denies(v); why != "" {
							t.Fatalf("%v: P%d: %s: the environment knows %+v, the view is %+v", c, i+1, why, at.known[i], *v)
						}
					}
					for _, choice := range run.Enabled() {
						if choice.Event.Unfaithful != "" {
							t.Fatalf("%v: %s: %s, and the property is not violated in the gate", c, choice.Label, choice.Event.Unfaithful)
						}
						next := place{choice.State, append([]known{}, at.known...)}
						if i := int(choice.Event.Site) - 1; i < c.Processes {
							next.known[i] = next.known[i].hears(c, choice.Event)
						}
						entered = entered || choice.Event.Entries > 0
						if key := fmt.Sprint(next); !seen[key] {
							seen[key], todo = true, append(todo, next)
						}
					}
				}
				if !entered && (a.Name != "gbp" || variant != model.Published) {
					t.Errorf("%v: nobody has entered", c)
				}
			}
		}
	}
}

// TestEnvironmentIsAsked: every algorithm has the properties on which the others rest.
func TestEnvironmentIsAsked(t *testing.T) {
	for _, a := range algorithms.All() {
		names := map[string]bool{}
		for _, p := range a.Properties(a.Config(model.Published)) {
			names[p.Name] = true
		}
		for _, p := range []invariants.Property{invariants.Environment, invariants.Spurious, invariants.FairStarvation} {
			if !names[p.Name] {
				t.Errorf("%s has no %s", a.Name, p.Name)
			}
		}
	}
}
