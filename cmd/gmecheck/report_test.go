package main

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNever lists what never happened: messages that were there and never delivered, faults with a budget.
func TestNever(t *testing.T) {
	c := model.Config{Loss: 1, Duplicate: 1, Crash: 1, Early: 1}
	r := &explore.Result{Complete: true, Coverage: map[string]int{"lose(a)": 1, "drop(b)": 2, "deliver(b)": 3, "duplicate(b)": 0}}
	var never []string
	for _, event := range newReport(c, explore.BFS, r, nil).Coverage {
		if event.Count == 0 {
			never = append(never, event.Event)
		}
	}
	if want := []string{"crash", "deliver(a)", "duplicate", "duplicate(b)", "early expiry"}; !slices.Equal(never, want) {
		t.Errorf("never happened: %q, want %q", never, want)
	}
	r.Early = true
	if idle := idleFaults(c, r); !slices.Equal(idle, []string{"duplicate", "crash"}) {
		t.Errorf("idle: %q", idle)
	}
}

// TestExit checks which of several reasons decides, and that a verdict without a limit is never hidden.
func TestExit(t *testing.T) {
	finding := func(kind invariants.Kind, verdict invariants.Verdict) invariants.Finding {
		return invariants.Finding{Property: invariants.Property{Kind: kind}, Verdict: verdict}
	}
	reasons := []struct { // the gravest first
		finding invariants.Finding
		want    int
	}{
		{finding(invariants.Invariant, invariants.Refuted), exitSafety},
		{finding(invariants.NoEnd, invariants.Refuted), exitDeadlock},
		{finding(invariants.Bound, invariants.Refuted), exitLiveness},
		{finding(invariants.Cost, invariants.Refuted), exitCost},
		{finding(invariants.Invariant, invariants.Inconclusive), exitInconclusive},
		{finding(invariants.Invariant, invariants.Vacuous), exitVacuous},
		{finding(invariants.Invariant, invariants.Holds), exitFine},
	}
	var all []invariants.Finding
	for _, r := range slices.Backward(reasons) {
		if got := exitOf([]invariants.Finding{r.finding}, true, false); got != r.want {
			t.Errorf("%s %s alone: %d, want %d", r.finding.Property.Kind, r.finding.Verdict, got, r.want)
		}
		if all = append(all, r.finding); exitOf(all, true, false) != r.want {
			t.Errorf("%s %s among lesser ones: %d, want %d", r.finding.Property.Kind, r.finding.Verdict, exitOf(all, true, false), r.want)
		}
	}
	if exitOf(all, false, true) != exitSafety {
		t.Error("a limit hides a violation")
	}
	for kind, want := range map[invariants.Kind]int{invariants.Stepwise: exitSafety, invariants.Liveness: exitLiveness} {
		if got := exitOf([]invariants.Finding{finding(kind, invariants.Refuted)}, true, false); got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
	for _, test := range []struct {
		complete, idle bool
		want           int
	}{{true, false, exitFine}, {true, true, exitVacuous}, {false, true, exitInconclusive}, {false, false, exitInconclusive}} {
		if got := exitOf(nil, test.complete, test.idle); got != test.want {
			t.Errorf("complete %v, idle %v: %d, want %d", test.complete, test.idle, got, test.want)
		}
	}
}
