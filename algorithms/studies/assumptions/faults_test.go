package assumptions

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

func TestFaults(t *testing.T) {
	for faults, want := range map[Faults]string{
		{}:           "zero faults",
		{Crash: 1}:   "one crash",
		{2, 0, 1, 0}: "2 losses and one crash",
		{1, 3, 0, 2}: "one loss and 3 duplicates and 2 early expiries",
	} {
		if got := faults.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	want := []Faults{{}, {Early: 1}, {Loss: 1}, {Loss: 1, Early: 1}, {Loss: 2}, {Loss: 2, Early: 1}}
	if got := (Faults{Loss: 2, Early: 1}).within(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSmallest: one fault of several that are allowed is enough, and some violations need none.
func TestSmallest(t *testing.T) {
	a, c := parse(t, "suzuki-kasami -n 2 --loss 1 --duplicate 1 --crash 1")
	findings, _, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel(a.Properties(c)), explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := Smallest(t.Context(), a, c, findings, explore.Options{})
	if err != nil || len(scenarios) != 6 {
		t.Fatalf("%+v, %v", scenarios, err)
	}
	for _, s := range scenarios {
		d := s.Faults.In(c)
		again, _, err := explore.CheckAll(t.Context(), a.New(d), invariants.Panel(a.Properties(d)), explore.Options{})
		if err != nil || s.Faults.Sum() != 1 || !s.Complete || !slices.ContainsFunc(again, func(f invariants.Finding) bool {
			return f.Property.Name == s.Finding.Property.Name && f.Verdict == invariants.Refuted && f.Steps == s.Finding.Steps
		}) {
			t.Errorf("%s: %+v, %v", s.Finding.Property.Name, s.Faults, err)
		}
	}
}
