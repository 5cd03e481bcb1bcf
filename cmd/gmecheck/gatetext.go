package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
	"github.com/gmecheck/gmecheck/invariants"
)

// gateText writes the report of a gate for a reader: what is not met, then a table of all checks.
func gateText(w io.Writer, report *gate.Report, paint palette) {
	for _, x := range report.Results {
		if x.Outcome() != gate.Met {
			gateFailure(w, x, paint)
		}
	}
	name, model := len("check"), len("model")
	for _, x := range report.Results {
		name, model = max(name, width(x.Check.Name)), max(model, width(x.Model()))
	}
	fmt.Fprintf(w, "%s  %s  %12s  %12s  %s\n", pad("check", name), pad("model", model), "states", "expectations", "outcome")
	for _, x := range report.Results {
		states := ""
		if x.Found != nil {
			states = grouped(x.Found.States)
		}
		met := fmt.Sprintf("%d of %d", x.Met(), len(x.Rows))
		fmt.Fprintf(w, "%s  %s  %12s  %12s  %s\n", pad(x.Check.Name, name), pad(x.Model(), model), states, met, outcome(x.Outcome(), paint))
	}
	met, all := 0, 0
	for _, x := range report.Results {
		met, all = met+x.Met(), all+len(x.Rows)
	}
	fmt.Fprintf(w, "\nverdict: %s: %d of %d expectations are met\n", outcome(report.Outcome(), paint), met, all)
}

// gateFailure writes what of a check is not met, and why.
func gateFailure(w io.Writer, x *gate.Result, paint palette) {
	fmt.Fprintf(w, "%s (%s:%d)\n", paint.bold(x.Check.Name), x.Check.File, x.Check.At.Line)
	rows, undecided := x.Open()
	subject := 0
	for _, row := range rows {
		subject = max(subject, len(row.Subject))
	}
	for _, row := range rows {
		fmt.Fprintf(w, "  %s  expected %s, found %s", paint.bad(pad(row.Subject, subject)), row.Want, row.Got)
		if f := row.Finding; f != nil && f.Detail != "" && f.Verdict == invariants.Refuted {
			fmt.Fprintf(w, ": %s", f.Detail)
		}
		fmt.Fprintln(w)
		if row.Traced() {
			for k, step := range row.Finding.Trace {
				fmt.Fprintf(w, "%6d  %s\n", k+1, step)
			}
		}
		if row.File != "" {
			fmt.Fprintf(w, "        gmecheck replay %s\n", row.File)
		}
	}
	if len(undecided) > 0 {
		fmt.Fprintf(w, "  undecided: %s\n", strings.Join(undecided, ", "))
	}
	fmt.Fprintln(w)
}

// gateChanges writes which lines of the manifests were rewritten.
func gateChanges(w io.Writer, files []gate.Rewritten) {
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

func outcome(o gate.Outcome, paint palette) string {
	switch o {
	case gate.Met:
		return paint.good(string(o))
	case gate.Inconclusive:
		return paint.warn(string(o))
	}
	return paint.bad(strings.ToUpper(string(o)))
}
