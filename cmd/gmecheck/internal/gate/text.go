package gate

import (
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
)

// text writes the report of a gate for a reader: what is not met, then a table of all checks.
func text(w io.Writer, report *Report, paint terminal.Palette) {
	for _, x := range report.Results {
		if x.Outcome() != Met {
			failure(w, x, paint)
		}
	}
	name, model := len("check"), len("model")
	for _, x := range report.Results {
		name, model = max(name, layout.Width(x.Check.Name)), max(model, layout.Width(x.Model()))
	}
	fmt.Fprintf(w, "%s  %s  %12s  %12s  %s\n", layout.Pad("check", name), layout.Pad("model", model), "states", "expectations", "outcome")
	for _, x := range report.Results {
		states := ""
		if x.Found != nil {
			states = layout.Grouped(x.Found.States)
		}
		met := fmt.Sprintf("%d of %d", x.Met(), len(x.Rows))
		fmt.Fprintf(w, "%s  %s  %12s  %12s  %s\n", layout.Pad(x.Check.Name, name), layout.Pad(x.Model(), model), states, met, outcome(x.Outcome(), paint))
	}
	met, all := 0, 0
	for _, x := range report.Results {
		met, all = met+x.Met(), all+len(x.Rows)
	}
	fmt.Fprintf(w, "\nverdict: %s: %d of %d expectations are met\n", outcome(report.Outcome(), paint), met, all)
}

// failure writes what of a check is not met, and why.
func failure(w io.Writer, x *Result, paint terminal.Palette) {
	fmt.Fprintf(w, "%s (%s:%d)\n", paint.Bold(x.Check.Name), x.Check.File, x.Check.At.Line)
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
			fmt.Fprintf(w, "        %s replay %s\n", x.Program, row.File)
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
			fmt.Fprintf(w, "%s:%d\n  - %s\n", file.File, c.Line, c.Was)
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
