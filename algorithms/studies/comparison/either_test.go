package comparison

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
)

// TestEither: a process that no run of its own serves takes nothing from what the others need.
func TestEither(t *testing.T) {
	some, more := &invariants.Value{Min: 2, Max: 3}, &invariants.Value{Min: 3, Max: 5}
	if either(some, nil) != some || either(nil, some) != some || either(nil, nil) != nil {
		t.Error("2..3 or nothing is not 2..3")
	}
	if got := either(some, more); *got != (invariants.Value{Min: 2, Max: 5}) {
		t.Errorf("2..3 or 3..5 is %v", got)
	}
	endless := &invariants.Value{Unbounded: true, Never: true}
	if got := either(some, endless); *got != (invariants.Value{Min: 2, Max: 3, Unbounded: true}) {
		t.Errorf("2..3 or a run without an end is %v", got)
	}
}
