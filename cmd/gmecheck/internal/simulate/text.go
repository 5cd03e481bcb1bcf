package simulate

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
)

// text writes the answer for a reader: what was met as a table, then the traces.
func (s *simulation) text(out io.Writer, line string, screen terminal.Screen) error {
	w := &strings.Builder{}
	fmt.Fprintln(w, screen.Bold(line))
	found := s.found
	walks := english.Plural(found.Walks, "walk", "")
	if found.Limit != "" {
		fmt.Fprintln(w, screen.Warn(fmt.Sprintf("only %s of %s: %s", layout.Grouped(found.Walks), layout.Grouped(s.walks.Runs), found.Limit)))
	}
	fmt.Fprintf(w, "%s at random, seed %d: %s, at most %s in one\n\n", walks, s.walks.Seed, english.Plural(found.Steps, "step", ""), layout.Grouped(found.Longest))
	if len(s.findings) == 0 {
		fmt.Fprintln(w, screen.Warn(report.Nothing(s.left)))
	}
	var t layout.Table
	for k, f := range s.findings {
		verdict := notViolated + " in " + walks
		switch {
		case f.Verdict == invariants.Refuted:
			verdict = fmt.Sprintf("%s after %s", f.Verdict, english.Plural(f.Steps, "step", ""))
		case f.Witnessed():
			verdict = fmt.Sprintf("true after %s", english.Plural(f.Steps, "step", ""))
		case f.Property.Witness != nil:
			verdict = "true of no state in " + walks
		case found.Spoke>>k&1 == 0:
			verdict = "had nothing to say in " + walks
		}
		t.Add(f.Property.Name, verdict, f.Property.Source)
	}
	t.Text(w, "", screen.Columns)
	report.WriteLeft(w, "by walks", s.left)
	s.traces.Write(w, s.findings, screen)
	report.WriteNever(w, s.coverage)
	verdict := s.verdict()
	if verdict == notViolated {
		verdict = fmt.Sprintf("not violated in %s, which proves nothing", walks)
	}
	fmt.Fprintf(w, "\nverdict: %s\n", verdict)
	return screen.Print(out, w.String())
}
