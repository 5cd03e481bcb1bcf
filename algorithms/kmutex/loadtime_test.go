package kmutex_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/invariants"
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
		f, asked := papertest.Found(t, &kmutex.Algorithm, line, "load-time")
		if asked != (want != "") || asked && f.Value.String() != want {
			t.Errorf("%s: %+v, asked for: %t; want %s", line, f, asked, want)
		}
	}
}

// TestFree: that somebody gets in even if nobody exits is not asked where time stops until somebody has; elsewhere it holds with times as it does without.
func TestFree(t *testing.T) {
	for times, want := range map[string]bool{"": true, " --delay 1 --cs 1": false, " --delay 1..inf --cs 1": false, " --delay 1 --cs 1..inf": true} {
		line := "--variant repaired -n 4 --tokens 2 --requesters 1,2" + times
		f, asked := papertest.Found(t, &kmutex.Algorithm, line, "utilisation")
		if asked != want || asked && f.Verdict != invariants.Holds {
			t.Errorf("%s: %+v, asked for: %t", line, f, asked)
		}
	}
}
