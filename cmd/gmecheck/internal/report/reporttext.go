package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
)

// Text writes the report for a reader: the verdicts as a table, then the shortest traces.
func (rep *Report) Text(w io.Writer, line string, paint terminal.Palette) {
	fmt.Fprintf(w, "%s\n", paint.Bold(line))
	s := rep.Search
	state := "complete"
	if !s.Complete {
		state = paint.Warn("NOT complete: " + s.Limit)
	}
	fmt.Fprintf(w, "%s: %s\n", state, s.counts())
	for _, growing := range s.Growing {
		fmt.Fprintf(w, "  %s\n", growing)
	}
	if s.Symmetry != nil {
		s.Symmetry.text(w)
	}
	if s.Complete && s.Limit != "" {
		fmt.Fprintln(w, paint.Warn("some properties are inconclusive: "+s.Limit))
	}
	fmt.Fprintln(w)
	var t layout.Table
	for _, p := range rep.Properties {
		steps := ""
		if p.Steps != nil {
			steps = english.Plural(*p.Steps, "step", "")
			if !*p.Shortest && p.Loop == nil {
				steps += " (not shortest)"
			}
			if p.Loop != nil {
				steps += fmt.Sprintf(", then again from %d", *p.Loop+1)
			}
		}
		found := ""
		if p.Value != nil {
			found = p.Value.text
		}
		t.Add(p.Name, p.Verdict, found, steps, p.Source)
	}
	t.Text(w, "")
	WriteViolations(w, rep.Properties, paint)
	for _, why := range rep.open() {
		fmt.Fprintf(w, "\n%s\n", paint.Warn(why))
	}
	if rep.Scenario != nil {
		fmt.Fprintf(w, "\n%s\n", rep.Scenario.text())
	}
	WriteNever(w, rep.Coverage)
	fmt.Fprintf(w, "\nverdict: %s\n", rep.Verdict)
}

// WriteViolations writes the trace of every violation.
func WriteViolations(w io.Writer, all []Property, paint terminal.Palette) {
	for _, p := range all {
		if p.Steps == nil {
			continue
		}
		fmt.Fprintf(w, "\n%s", paint.Bad(p.Name+" is violated"))
		if p.Detail != "" {
			fmt.Fprintf(w, ": %s", p.Detail)
		}
		fmt.Fprintln(w)
		for k, step := range p.Trace {
			fmt.Fprintf(w, "%4d  %s\n", k+1, step)
		}
	}
}

// WriteNever writes which events never happened.
func WriteNever(w io.Writer, coverage []Coverage) {
	var never []string
	for _, c := range coverage {
		if c.Count == 0 {
			never = append(never, c.Event)
		}
	}
	if len(never) > 0 {
		fmt.Fprintf(w, "\nnever happened: %s\n", strings.Join(never, ", "))
	}
}

// open says which properties are inconclusive although the search is complete, and why: a line for each reason.
func (rep *Report) open() []string {
	var reasons []string
	names := map[string][]string{}
	for _, p := range rep.Properties {
		if p.Verdict != string(invariants.Inconclusive) || p.Detail == "" {
			continue
		}
		if names[p.Detail] == nil {
			reasons = append(reasons, p.Detail)
		}
		names[p.Detail] = append(names[p.Detail], p.Name)
	}
	for k, reason := range reasons {
		reasons[k] = "inconclusive: " + strings.Join(names[reason], ", ") + ": " + reason
	}
	return reasons
}

// counts is the line of counts: of states visited, and of those that they represent.
func (s *Search) counts() string {
	states, transitions := english.Plural(s.States, "state", ""), english.Plural(s.Transitions, "transition", "")
	if y := s.Symmetry; y != nil && y.Permutations > 1 {
		states += " that represent " + layout.Grouped(y.States)
		transitions += " that represent " + layout.Grouped(y.Transitions)
	}
	return fmt.Sprintf("%s, %s, depth %d", states, transitions, s.Depth)
}
