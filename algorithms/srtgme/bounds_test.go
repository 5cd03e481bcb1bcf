package srtgme_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestMessages: a start that reaches a process besides the one that lets it in is not charged to its entry.
func TestMessages(t *testing.T) {
	for _, line := range []string{"-n 3 -m 1", "--variant repaired -n 3 -m 1"} {
		c := papertest.Model(t, &srtgme.Algorithm, line)
		panel := invariants.Panel(srtgme.Algorithm.Properties(c))
		r, err := explore.Check(t.Context(), srtgme.Algorithm.New(c), explore.Options{Judge: panel, Questions: panel.Questions()})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range panel.Findings(r) {
			if f.Property.Name == "messages" && (f.Verdict != invariants.Holds || f.Value.Min != 0 || f.Value.Max != 4) {
				t.Errorf("%s: messages: %s, %v, want 0..n+1 = 0..4", line, f.Verdict, f.Value)
			}
		}
	}
}
