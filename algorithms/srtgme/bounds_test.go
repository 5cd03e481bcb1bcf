package srtgme_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestMessages: requests that a process sends back after its entry are on its account until it asks again, also in the runs
// whose entries, taken alone, cost what the paper says.
func TestMessages(t *testing.T) {
	for _, test := range []struct{ line, messages, captain, follower string }{
		{"--variant repaired -n 2 -m 1", "0..3", "0..2", "3"},
		{"--variant repaired -n 3 -m 1", "0..5", "0..3", "3..4"},
		{"-n 3 -m 1", "0..6", "0..4", "4..5"},
	} {
		want := map[string]string{
			"messages": test.messages, "messages-captain": test.captain, "messages-follower": test.follower, "messages-unaccounted": "0",
		}
		c := papertest.Model(t, &srtgme.Algorithm, test.line)
		panel := invariants.Panel(srtgme.Algorithm.Properties(c))
		r, err := explore.Check(t.Context(), srtgme.Algorithm.New(c), explore.Options{Judge: panel, Questions: panel.Questions()})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range panel.Findings(r) {
			if w := want[f.Property.Name]; w != "" && (f.Value == nil || f.Value.String() != w) {
				t.Errorf("%s: %s: %v, want %s", test.line, f.Property.Name, f.Value, w)
			}
		}
	}
}

// TestFurtherNumbers: who leaves last, and what is sent.
func TestFurtherNumbers(t *testing.T) {
	for _, test := range []struct{ line, property, want string }{
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-captain", "1..2"}, // the complete of the last follower is still on its way
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-captain-alone", "1"},
		{"--variant repaired -n 2 -m 2 -r 2", "sync-delay-follower", "2"},
		{"-n 2 -m 2 -r 2", "sync-delay-captain", "1..unbounded"},
		{"-n 3 -m 1", "requests-to-entry", "0..2"},
		{"-n 3 -m 1", "run-starts", "0..2"},
		{"-n 2 -m 1", "run-completes", "0..1"},
	} {
		c := papertest.Model(t, &srtgme.Algorithm, test.line)
		panel := slices.DeleteFunc(invariants.Panel(srtgme.Algorithm.Further(c)), func(p invariants.Property) bool { return p.Name != test.property })
		findings, _, err := explore.CheckAll(t.Context(), srtgme.Algorithm.New(c), panel, explore.Options{})
		if err != nil || len(findings) != 1 || findings[0].Value == nil || findings[0].Value.String() != test.want {
			t.Errorf("%s: %s is %v, want %s: %v", test.line, test.property, findings, test.want, err)
		}
	}
}

// TestCoGlobalInTime: time passes while messages are on their way to whoever nothing stands in the way of. Where stays have an end it is not asked.
func TestCoGlobalInTime(t *testing.T) {
	for times, want := range map[string]bool{"--delay 1 --cs 1..inf": true, "--delay 0..2 --cs 1..inf": true, "--delay 1..inf --cs 0..inf": true, "--delay 1..inf --cs 1": false} {
		line := "--variant repaired -n 2 " + times
		f, asked := papertest.Found(t, &srtgme.Algorithm, line, "co-global")
		if asked != want || asked && f.Verdict != invariants.Holds {
			t.Errorf("%s: %+v, asked for: %t", line, f, asked)
		}
	}
}
