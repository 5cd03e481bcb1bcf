// Package gate runs the checks of manifests, compares what was found with what is expected, and reports it: as JSON, as
// JUnit and SARIF files, and to GitHub.
package gate

import (
	"errors"
	"fmt"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// Outcome is what became of an expectation.
type Outcome string

// Wrong is the outcome of a gate whose manifests have mistakes: nothing has run.
const Wrong Outcome = "wrong manifest"

// The outcomes. A check has the worst of its expectations, a gate the worst of its checks.
const (
	Met          Outcome = "met"
	Inconclusive Outcome = "inconclusive" // a limit was hit before it could be decided
	NotMet       Outcome = "not met"
)

// worse is the outcome that decides.
func worse(a, b Outcome) Outcome {
	for _, o := range []Outcome{NotMet, Inconclusive} {
		if a == o || b == o {
			return o
		}
	}
	return Met
}

// Report is the answer of a gate.
type Report struct {
	Program  string // its name, for what is to be typed
	Start    time.Time
	Results  []*Result
	Mistakes manifest.Errors // those that keep all checks from running
}

// Outcome is that of the gate.
func (r *Report) Outcome() Outcome {
	if len(r.Mistakes) > 0 {
		return Wrong
	}
	all := Met
	for _, x := range r.Results {
		all = worse(all, x.Outcome())
	}
	return all
}

// Err is what kept checks from running to their end, each named.
func (r *Report) Err() error {
	var all []error
	for _, x := range r.Results {
		if x.Err != nil {
			all = append(all, fmt.Errorf("%s:%d: check %q: %w", names.Shown(x.Check.File), x.Check.At.Line, x.Check.Name, x.Err))
		}
	}
	return errors.Join(all...)
}

// Result is the answer of one check.
type Result struct {
	Program string // its name, as in the report
	Check   *manifest.Check
	Rows    []Row
	Found   *explore.Result          // of a search; nil if it did not run
	Replay  *counterexamples.Outcome // of a replay; nil if it did not run
	Err     error                    // why it did not run to its end: a broken protocol
	Start   time.Time
	Seconds float64

	answer Answer // of a search
	ran    bool
}

// Outcome is that of the check.
func (x *Result) Outcome() Outcome {
	all := Met
	for _, row := range x.Rows {
		all = worse(all, row.Outcome)
	}
	return all
}

// Met is the number of expectations that are met.
func (x *Result) Met() int {
	met := 0
	for _, row := range x.Rows {
		if row.Outcome == Met {
			met++
		}
	}
	return met
}

// Open are the rows that are not met and have to be told one by one: where the search hit its limit, that is told for
// all that it left undecided.
func (x *Result) Open() (rows []*Row, undecided []string) {
	limit := false
	for k := range x.Rows {
		row := &x.Rows[k]
		switch {
		case row.Outcome == Met:
		case limit && row.Outcome == Inconclusive:
			undecided = append(undecided, row.Subject)
		default:
			limit = limit || row.Outcome == Inconclusive
			rows = append(rows, row)
		}
	}
	return rows, undecided
}

// Row is one expectation and what was found.
type Row struct {
	Subject string // a property's name, or complete, states, transitions, depth, faults, replay
	Want    string // in words
	Got     string
	Outcome Outcome
	At      manifest.Place // of the subject in the manifest, or of the check's name

	Expected invariants.Verdict  // of a property
	Finding  *invariants.Finding // of a property
	File     string              // of its trace, if one was written
	Edits    []manifest.Edit     // what would make the manifest say what was found
}

// Traced reports that the row is not met and has a run to show: a violation that is not expected, or not with so many
// steps; or the run on which a value that is not as expected is largest.
func (row *Row) Traced() bool {
	f := row.Finding
	return row.Outcome == NotMet && f != nil && (f.Shown() || f.Value != nil && len(f.Trace) > 0)
}

// Unexpected reports that the row is a violation where none is expected.
func (row *Row) Unexpected() bool {
	f := row.Finding
	return row.Outcome == NotMet && f != nil && f.Verdict == invariants.Refuted && row.Expected != invariants.Refuted
}

// Says is the row in one sentence.
func (row *Row) Says() string {
	text := fmt.Sprintf("%s: expected %s, found %s", row.Subject, row.Want, row.Got)
	if f := row.Finding; f != nil && f.Verdict == invariants.Refuted && f.Detail != "" {
		text += ": " + f.Detail
	}
	return text
}

// Trace is the violation as a trace file keeps it.
func (x *Result) Trace(row *Row) *counterexamples.Trace {
	t := &counterexamples.Trace{
		Model: x.Model(), Fingerprint: x.Check.Config.Fingerprint(), Property: x.Check.Traced(row.Finding.Property.Name),
		Start: row.Finding.Start, Steps: row.Finding.Trace, Endless: row.Finding.Endless, Loop: row.Finding.Loop,
	}
	return t
}
