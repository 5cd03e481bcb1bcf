package main

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/mutation/table"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// brief is a mutant that survives, with the lines that change.
func brief(r trial.Result, record *table.Record) string {
	var b strings.Builder
	m := r.Mutant
	why, equivalent := record.Reason(m.ID)
	switch {
	case equivalent:
		why = "equivalent: " + why
	case why == "":
		why = "unexplained"
	}
	fmt.Fprintf(&b, "%s  %s  %s, %s: %s\n", m.ID, m.Where(), m.Operator, r.Outcome, why)
	for _, line := range m.Diff() {
		fmt.Fprintf(&b, "    %s\n", line)
	}
	return b.String()
}

// detailed is a mutant with all that was found.
func detailed(r trial.Result) string {
	var b strings.Builder
	m := r.Mutant
	fmt.Fprintf(&b, "%s  %s  %s: %s\n", m.ID, m.Where(), m.Operator, r.Outcome)
	for _, line := range m.Diff() {
		fmt.Fprintf(&b, "    %s\n", line)
	}
	for _, a := range r.Answers {
		fmt.Fprintf(&b, "%s: %d states, %d transitions, %.1f s", a.Name, a.States, a.Transitions, a.Seconds)
		switch {
		case a.Broken != "":
			fmt.Fprintf(&b, "; %s", a.Broken)
		case a.Limit != "":
			fmt.Fprintf(&b, "; ends nowhere: %s", a.Limit)
		}
		b.WriteString("\n")
		for _, s := range a.Properties {
			if !s.Kills {
				fmt.Fprintf(&b, "    %s: %s\n", s.Property, s.Got)
				continue
			}
			fmt.Fprintf(&b, "  * %s: expected %s, found %s", s.Property, s.Want, s.Got)
			if s.Detail != "" {
				fmt.Fprintf(&b, ": %s", s.Detail)
			}
			b.WriteString("\n")
			for _, step := range s.Trace {
				fmt.Fprintf(&b, "        %s\n", step)
			}
		}
	}
	return b.String()
}
