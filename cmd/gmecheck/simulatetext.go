package main

import (
	"fmt"
	"io"

	"github.com/dustin/go-humanize/english"
)

// text writes the report for a reader: what was met as a table, then the traces.
func (rep *simulationReport) text(w io.Writer, line string, paint palette) {
	fmt.Fprintln(w, paint.bold(line))
	s := rep.Walks
	walks := english.Plural(s.Walked, "walk", "")
	if s.Limit != "" {
		fmt.Fprintln(w, paint.warn(fmt.Sprintf("only %s of %s: %s", grouped(s.Walked), grouped(s.Runs), s.Limit)))
	}
	fmt.Fprintf(w, "%s at random, seed %d: %s, at most %s in one\n\n", walks, s.Seed, english.Plural(s.Steps, "step", ""), grouped(s.Longest))
	var t table
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
		t.add(p.Name, verdict, p.Source)
	}
	t.text(w, "")
	writeViolations(w, rep.Properties, paint)
	writeNever(w, rep.Coverage)
	verdict := rep.Verdict
	if verdict == notViolated {
		verdict = fmt.Sprintf("not violated in %s, which proves nothing", walks)
	}
	fmt.Fprintf(w, "\nverdict: %s\n", verdict)
}
