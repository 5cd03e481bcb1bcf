package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What a search tells that has left states out: none of its counts is one of all states.

// sparedCounts is the line of counts.
func sparedCounts(s *explore.Result) string {
	return english.Plural(s.States, "state", "") + " visited, " + english.Plural(s.Transitions, "transition", "") + " tried"
}

// writeSpared says below the line of counts what was left out.
func writeSpared(w io.Writer, s *explore.Result) {
	kept := ""
	switch {
	case !s.Complete:
	case s.Spared.For == string(explore.Invariants):
		kept = "a property that any state violates is violated by one of these, and all ends of runs are among them; "
	default:
		kept = "all ends of runs are among these; "
	}
	fmt.Fprintf(w, "reduced for %s: %show many states there are is not known\n", s.Spared.For, kept)
	if r := s.Spared.Second; r != nil {
		fmt.Fprintf(w, "shortest traces: a search of all states to depth %d, %s\n", r.Depth, english.Plural(r.States, "state", ""))
	}
}

// sparedObject is the reduction for programs.
func sparedObject(s *explore.Result) any {
	o := answer.Of("kept", s.Spared.For, "visited", s.States, "tried", s.Transitions, "looked_at", s.Spared.Looked)
	if r := s.Spared.Second; r != nil {
		o.Add("shortest_traces", answer.Of("complete_to_depth", r.Judged, "states", r.States))
	}
	return o
}

// writeUntried names the faults that have a budget, and are not among the transitions tried.
func writeUntried(w io.Writer, c model.Config, s *explore.Result) {
	if idle := invariants.IdleFaults(c, s); len(idle) > 0 {
		fmt.Fprintf(w, "\nnot among the transitions tried: %s\n", strings.Join(idle, ", "))
	}
}
