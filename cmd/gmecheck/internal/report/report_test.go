package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNever lists what never happened: messages that were there and never delivered, faults with a budget.
func TestNever(t *testing.T) {
	c := model.Config{Loss: 1, Duplicate: 1, Crash: 1, Early: 1}
	r := &explore.Result{Complete: true, Coverage: map[string]int{"lose(a)": 1, "drop(b)": 2, "deliver(b)": 3, "duplicate(b)": 0}}
	var never []string
	for _, event := range Coverage(c, r) {
		if event.Count == 0 {
			never = append(never, event.Event)
		}
	}
	if want := []string{"crash", "deliver(a)", "duplicate", "duplicate(b)", "early expiry"}; !slices.Equal(never, want) {
		t.Errorf("never happened: %q, want %q", never, want)
	}
	r.Early = true
	if idle := IdleFaults(c, r); !slices.Equal(idle, []string{"duplicate", "crash"}) {
		t.Errorf("idle: %q", idle)
	}
}

// TestBoundedFromOneOfSeveral: text and JSON say that a search was bounded, and in which initial state a run begins.
func TestBoundedFromOneOfSeveral(t *testing.T) {
	write := func(bounded bool, start string) (text, object string) {
		f := invariants.Finding{Property: invariants.Property{Name: "p"}, Verdict: invariants.Refuted, Start: start, Trace: []string{"a(1)"}, Steps: 1}
		r := Report{Result: &explore.Result{Complete: true, Bounded: bounded, States: 2, Transitions: 1, Depth: 1}, Findings: []invariants.Finding{f}}
		r.Scenarios = []assumptions.Scenario{{Finding: f, Complete: true}}
		var b, j strings.Builder
		r.Text(&b, "model", terminal.Screen{})
		if err := answer.JSON(&j, r.Object()); err != nil {
			t.Fatal(err)
		}
		return b.String(), j.String()
	}
	text, object := write(true, "turn=2")
	if !strings.Contains(text, "complete: 2 states, 1 transition, depth 1, within the boundary\n") || !strings.Contains(text, "start turn=2\n") {
		t.Error(text)
	}
	if !strings.Contains(object, `"bounded": true,`) || strings.Count(object, `"start": "turn=2",`) != 2 {
		t.Error(object)
	}
	text, object = write(false, "")
	if strings.Contains(text, "boundary") || strings.Contains(text, "start") || strings.Contains(object, "bounded") || strings.Contains(object, "start") {
		t.Errorf("%s%s", text, object)
	}
}
