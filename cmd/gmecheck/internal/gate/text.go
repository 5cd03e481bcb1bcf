package gate

import (
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	answers "github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
)

// text writes the report of a gate for a reader: what is not met, then a table of all checks.
func text(out io.Writer, report *Report, screen terminal.Screen) error {
	w, paint := &strings.Builder{}, screen.Palette
	for _, x := range report.Results {
		if x.Outcome() != Met {
			failure(w, x, paint)
		}
	}
	t := layout.Table{Head: []string{"outcome", "check", "expectations", "states", "model"}} // no line begins with a name that somebody gave
	for _, x := range report.Results {
		states := ""
		if x.Found != nil {
			states = layout.Grouped(x.Found.States)
		}
		t.Add(outcome(x.Outcome(), paint), x.Name(), fmt.Sprintf("%d of %d", x.Met(), len(x.Rows)), states, x.Model()+x.Check.Algorithm.Within())
	}
	t.Text(w, "", screen.Columns)
	met, all := 0, 0
	for _, x := range report.Results {
		met, all = met+x.Met(), all+len(x.Rows)
	}
	fmt.Fprintf(w, "\nverdict: %s: %d of %d expectations are met\n", outcome(report.Outcome(), paint), met, all)
	return screen.Print(out, w.String())
}

// failure writes what of a check is not met, and why.
func failure(w io.Writer, x *Result, paint terminal.Palette) {
	fmt.Fprintf(w, "%s: %s (%s:%d)\n", outcome(x.Outcome(), paint), paint.Bold(x.Name()), names.Shown(x.Check.File), x.Check.At.Line)
	rows, undecided := x.Open()
	subject := 0
	for _, row := range rows {
		subject = max(subject, len(row.Subject))
	}
	for _, row := range rows {
		fmt.Fprintf(w, "  %s  expected %s, found %s", paint.Bad(layout.Pad(row.Subject, subject)), row.Want, row.Got)
		if f := row.Finding; f != nil && f.Detail != "" && f.Verdict == invariants.Refuted {
			fmt.Fprintf(w, ": %s", f.Detail)
		}
		fmt.Fprintln(w)
		if row.Traced() {
			if start := row.Finding.Start; start != "" {
				fmt.Fprintf(w, "        start %s\n", start)
			}
			for k, step := range row.Finding.Trace {
				fmt.Fprintf(w, "%6d  %s\n", k+1, step)
			}
		}
		if row.File != "" {
			fmt.Fprintf(w, "        %s\n", answers.Replaying(x.Program, row.File))
			fmt.Fprintf(w, "        %s\n", answers.Exploring(x.Program, row.File))
		}
	}
	if len(undecided) > 0 {
		fmt.Fprintf(w, "  undecided: %s\n", strings.Join(undecided, ", "))
	}
	fmt.Fprintln(w)
}

// changes writes which lines of the manifests were rewritten.
func changes(w io.Writer, files []Rewritten) {
	for _, file := range files {
		for _, c := range file.Changes {
			fmt.Fprintf(w, "rewritten: %s:%d\n  - %s\n", names.Shown(file.File), c.Line, c.Was)
			if c.Is != "" {
				fmt.Fprintf(w, "  + %s\n", c.Is)
			}
		}
	}
	if len(files) == 0 {
		fmt.Fprint(w, "nothing is rewritten\n")
	}
	fmt.Fprintln(w)
}

func outcome(o Outcome, paint terminal.Palette) string {
	switch o {
	case Met:
		return paint.Good(string(o))
	case Inconclusive:
		return paint.Warn(string(o))
	}
	return paint.Bad(strings.ToUpper(string(o)))
}
