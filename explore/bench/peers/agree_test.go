//go:build !race

package main

import (
	"io"
	"testing"
	"time"
)

// The peers that are installed find the states and transitions that gmecheck finds.
func TestPeersAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles verifiers")
	}
	rows := []tool{gmecheck(1), spinDepthFirst(), rumur(1), tlc(1, false)}
	r, err := measure(t.Context(), small, rows, options{runs: 1, limit: 5 * time.Minute}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.rows {
		if row.missing() {
			t.Logf("%v is not installed", row.tool)
		}
	}
	if r.rows[1].missing() && r.rows[2].missing() && r.rows[3].missing() {
		t.Skip("no peer is installed")
	}
}
