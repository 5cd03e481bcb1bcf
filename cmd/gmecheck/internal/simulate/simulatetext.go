package simulate

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// text writes the report for a reader: what was met as a table, then the traces.
func (rep *simulation) text(w io.Writer, line string, paint terminal.Palette) {
	fmt.Fprintln(w, paint.Bold(line))
	s := rep.Walks
	walks := english.Plural(s.Walked, "walk", "")
	if s.Limit != "" {
		fmt.Fprintln(w, paint.Warn(fmt.Sprintf("only %s of %s: %s", layout.Grouped(s.Walked), layout.Grouped(s.Runs), s.Limit)))
	}
	fmt.Fprintf(w, "%s at random, seed %d: %s, at most %s in one\n\n", walks, s.Seed, english.Plural(s.Steps, "step", ""), layout.Grouped(s.Longest))
	var t layout.Table
	for _, p := range rep.Properties {
		verdict := p.Verdict
		switch {
		case p.Steps != nil:
			verdict = fmt.Sprintf("%s after %s", p.Verdict, english.Plural(*p.Steps, "step", ""))
		case rep.silent[p.Name]:
			verdict = "had nothing to say in " + walks
		default:
			verdict += " in " + walks
		}
		t.Add(p.Name, verdict, p.Source)
	}
	t.Text(w, "")
	report.WriteViolations(w, rep.Properties, paint)
	report.WriteNever(w, rep.Coverage)
	verdict := rep.Verdict
	if verdict == notViolated {
		verdict = fmt.Sprintf("not violated in %s, which proves nothing", walks)
	}
	fmt.Fprintf(w, "\nverdict: %s\n", verdict)
}
