package report

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
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
