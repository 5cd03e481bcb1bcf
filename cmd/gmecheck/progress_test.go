package main

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
)

// TestProgress: a line on a terminal says how far the search is, and then what is being done with its states.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		at   explore.Progress
		want string
	}{
		{explore.Progress{Level: 3, States: 12_345, Frontier: 678, Bytes: 1 << 20}, "level 3  12,345 states  "},
		{explore.Progress{Level: 3, States: 12_345, Stage: "questions", Done: 2, Of: 7, Bytes: 1 << 20},
			"12,345 states, all searched  questions: 2 of 7  1.0 MiB"},
	} {
		var out strings.Builder
		p := newProgress(newRoot(&out, &out))
		p.terminal = true
		p.update(test.at)
		if !strings.Contains(out.String(), test.want) {
			t.Errorf("%+v: %q, want %q", test.at, out.String(), test.want)
		}
	}
}
