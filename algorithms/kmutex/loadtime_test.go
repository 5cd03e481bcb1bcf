package kmutex_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestLoadTime has numbers of another model, where normal nodes ask, collectors that are not the GRC, and the GRC. Without bounds there is none.
func TestLoadTime(t *testing.T) {
	for line, want := range map[string]string{
		"-n 9 --tokens 2 --requesters 4,7 --delay 1 --cs 1":                    "5..6",
		"-n 4 --tokens 2 --requesters 3,4 --delay 1 --cs 1":                    "5..7",
		"--variant repaired -n 4 --tokens 2 --requesters 1,3 --delay 2 --cs 2": "6..8",
		"-n 4 --tokens 2 --requesters 1,4 --delay 1..inf --cs 1":               "",
		"-n 4 --tokens 2 --requesters 1,4 --delay 1 --cs 1..inf":               "",
	} {
		c := papertest.Model(t, &kmutex.Algorithm, line)
		panel := invariants.Panel(kmutex.Algorithm.Properties(c))
		panel = slices.DeleteFunc(panel, func(p invariants.Property) bool { return p.Name != "load-time" })
		if want == "" {
			if len(panel) > 0 {
				t.Errorf("%s: load-time is asked for", line)
			}
			continue
		}
		findings, r, err := explore.CheckAll(t.Context(), kmutex.Algorithm.New(c), panel, explore.Options{})
		if err != nil || !r.Complete || len(findings) != 1 || findings[0].Value.String() != want {
			t.Errorf("%s: %+v, %v; want %s", line, findings, err, want)
		}
	}
}

// TestFree: that somebody gets in even if nobody exits is not asked where time stops until somebody has; elsewhere it holds with times as it does without.
func TestFree(t *testing.T) {
	asks := func(c model.Config) bool {
		return slices.ContainsFunc(kmutex.Algorithm.Properties(c), func(p invariants.Property) bool { return p.Name == "utilisation" })
	}
	const line = "--variant repaired -n 4 --tokens 2 --requesters 1,2"
	for times, want := range map[string]bool{"": true, " --delay 1 --cs 1": false, " --delay 1..inf --cs 1": false, " --delay 1 --cs 1..inf": true} {
		c := papertest.Model(t, &kmutex.Algorithm, line+times)
		if got := asks(c); got != want {
			t.Errorf("%s: utilisation is asked for: %t", line+times, got)
		}
		if want {
			panel := slices.DeleteFunc(invariants.Panel(kmutex.Algorithm.Properties(c)), func(p invariants.Property) bool { return p.Name != "utilisation" })
			findings, r, err := explore.CheckAll(t.Context(), kmutex.Algorithm.New(c), panel, explore.Options{})
			if err != nil || !r.Complete || findings[0].Verdict != invariants.Holds {
				t.Errorf("%s: %+v, %v", line+times, findings, err)
			}
		}
	}
}
