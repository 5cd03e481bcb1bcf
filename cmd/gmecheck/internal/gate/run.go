package gate

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// Answer is what a search found.
type Answer struct {
	Findings []invariants.Finding // one for each property of the panel, in its order
	Found    *explore.Result
	Idle     []string // faults that have a budget and never happened
}

// Runner runs checks.
type Runner struct {
	Program string // the name of the program
	// Search explores the model of a check and judges its panel.
	Search func(ctx context.Context, c *manifest.Check) (Answer, error)
	// Begin, if not nil, is told of every check before it runs: number k, from 0, of n.
	Begin func(c *manifest.Check, k, n int)
}

// Run runs the checks of all manifests, one after another, whatever becomes of each.
func (r *Runner) Run(ctx context.Context, all []*manifest.Manifest) *Report {
	var checks []*manifest.Check
	for _, m := range all {
		checks = append(checks, m.Checks...)
	}
	report := &Report{Program: r.Program, Start: time.Now()}
	for k, c := range checks {
		if r.Begin != nil {
			r.Begin(c, k, len(checks))
		}
		x := &Result{Program: r.Program, Check: c, Start: time.Now()}
		switch {
		case ctx.Err() != nil:
			x.Rows = []Row{{Subject: "run", Want: "the check runs", Got: "interrupted before", Outcome: Inconclusive, At: c.At}}
		case c.Replay != nil:
			x.Err = x.replay()
		default:
			x.Err = x.search(ctx, r)
		}
		if x.Err != nil {
			first, _, _ := strings.Cut(x.Err.Error(), "\n")
			x.Rows = []Row{{Subject: "run", Want: "the check runs", Got: first, Outcome: NotMet, At: c.At}}
		}
		x.Seconds = time.Since(x.Start).Seconds()
		report.Results = append(report.Results, x)
	}
	return report
}

// search runs a check that explores a model, within the memory that it may have.
func (x *Result) search(ctx context.Context, r *Runner) error {
	if limit := x.Check.Search.MaxMemory; limit > 0 {
		debug.FreeOSMemory() // what earlier checks have left counts for nothing
	}
	a, err := r.Search(ctx, x.Check)
	if err != nil {
		return err
	}
	x.answer, x.Found, x.ran = a, a.Found, true
	x.judge()
	return nil
}

func (x *Result) replay() error {
	c := x.Check
	out, err := counterexamples.Replay(c.System(), c.Panel, c.Replay.Trace)
	if err != nil {
		return err
	}
	x.Replay, x.ran = out, true
	x.judge()
	return nil
}

// Name is the check's name as reports show it.
func (x *Result) Name() string { return names.Shown(x.Check.Name) }

// Model is the model as the command line takes it.
func (x *Result) Model() string { return options.Line(x.Check.Algorithm, x.Check.Config) }
