package main

import (
	"runtime"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
)

// TestOwnShare: without --max-memory there is a limit all the same, where the system tells how much memory there is.
func TestOwnShare(t *testing.T) {
	for given, limited := range map[string]bool{"": true, unlimited: false, "64MiB": true} {
		f := checkFlags{search: string(explore.BFS), symmetry: "off", workers: 1, maxMemory: given}
		o, err := f.options()
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS == "linux" && (o.MaxMemory > 0) != limited {
			t.Errorf("--max-memory %q: %d bytes", given, o.MaxMemory)
		}
	}
}
