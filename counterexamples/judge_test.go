package counterexamples

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
)

// TestVerdicts: of each property, after how many steps it was violated first, the initial state included, and in which words; the one of which a replay
// has shown it comes first.
func TestVerdicts(t *testing.T) {
	always := invariants.Property{Name: "always", State: func(invariants.Views) invariants.Opinion { return invariants.Violated }}
	sys, trace := suzuki(nil), &Trace{Steps: served}
	s, err := NewScene(sys, trace)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Verdicts([]invariants.Property{always, invariants.Mutex, noEntry, nobody}, &Outcome{Result: Replayed, Property: "no-entry", Steps: 3})
	if err != nil || len(all) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for k, want := range []struct {
		name    string
		opinion invariants.Opinion
		first   int
	}{{"no-entry", invariants.Violated, 3}, {"always", invariants.Violated, 0}, {"mutex", invariants.Fine, -1}, {"nobody", invariants.Violated, 3}} {
		if v := all[k]; v.Property.Name != want.name || v.Opinion != want.opinion || v.First != want.first {
			t.Errorf("%s: opinion %d, first after %d; want %+v", v.Property.Name, v.Opinion, v.First, want)
		}
	}
	if got, want := all[3].Reason(), "nobody is violated: somebody is inside"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := all[1].Reason(), "always is violated"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := s.Saved(all); got.Property != "no-entry" || len(got.Steps) != 3 || got.Fingerprint != sys.Config.Fingerprint() {
		t.Errorf("saved as %+v", got)
	}
	if got := s.Saved(all[2:3]); got.Property != "" || len(got.Steps) != 3 {
		t.Errorf("a run that violates nothing is saved as %+v", got)
	}
	if trace.Property = "nobody"; s.Saved(all).Property != "nobody" {
		t.Errorf("the counterexample of nobody is saved as that of %s", s.Saved(all).Property)
	}
	if again, outcome := (&Begun{Trace: trace, Outcome: &Outcome{}}).Of("m", "", served); again != trace || outcome == nil {
		t.Errorf("the same steps are %+v, %v", again, outcome)
	}
	for start, steps := range map[string][]string{"": served[:2], "elsewhere": served} {
		if other, outcome := (&Begun{Trace: trace, Outcome: &Outcome{}}).Of("m", start, steps); other.Model != "m" || other.Start != start || len(other.Steps) != len(steps) || outcome != nil {
			t.Errorf("other steps are %+v, %v", other, outcome)
		}
	}
}
