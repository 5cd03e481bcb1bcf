// Package check is the verb check: it explores one model, and gives every property a verdict and every violation a
// shortest trace.
package check

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "check ALGORITHM",
	Short: "Explore everything: a verdict for every property, a shortest trace for every violation",
	Long: "check explores every state that the model can reach. It prints a verdict for every property, and a shortest trace\n" +
		"for every violation. The exit code is 0 only if the search was complete and every property holds.",
	Examples: []string{
		"check srt-gme --variant published -n 3 -m 2",
		"check drs-gme --variant repaired -n 2 --loss 1 --json",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{Flags: search.Flags{Program: p}}
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.StringSliceVar(&f.Properties, "property", nil, "judge only these `properties` (default: all of the algorithm but its further ones)")
	set.StringVar(&f.Search, "search", "bfs", "`order` of the search: bfs (shortest traces), or dfs (no properties of what can still happen, such as starved)")
	set.StringArrayVar(&f.invariants, "invariant", nil, "judge this `expression` in every state, too (see docs/expressions.md); may be repeated")
	f.Limits(set)
	f.ReduceFlag(set)
	set.BoolVar(&f.StopAtFirst, "stop-at-first", false, "end at the first violation")
	set.StringVar(&f.TraceDir, "trace-dir", "", "write a trace file for every violation into this `directory`")
	set.StringVar(&f.shortest, "shortest", bySteps, "which traces are shown of states, ends and steps that violate a property: those with the fewest `what`: steps, or in a model with times time (see docs/time.md)")
	flags.Complete(cmd, "shortest", bySteps, byTime)
	set.StringVar(&f.Scenario, "fault-scenario", "", "`min`: find the fewest faults, within the budgets, that cause each violation")
	set.BoolVar(&f.stats, "stats", false, "tell what the search took: time, memory, states of each level, how often each event happened")
	set.BoolVar(&f.JSON, "json", false, "print the report as JSON, and nothing else")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	f.survivalFlags.add(cmd, p)
	f.Complete(cmd, configured)
	flags.OfModel(cmd, p, configured, "invariant", where.Complete)
	cmd.RunE = p.OnModel(configured, f.run)
}

// command is the flags of check.
type command struct {
	search.Flags
	invariants []string // expressions
	stats      bool
	shortest   string
	survivalFlags
}

func (f *command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	ctx, stdout := cmd.Context(), cmd.OutOrStdout()
	o, err := f.Options()
	if err != nil {
		return err
	}
	if f.shortest != bySteps {
		if err := f.refuseShortest(c); err != nil {
			return err
		}
	}
	o.Partly = true
	explore.KeepBelow(o.MaxMemory)
	panel, err := f.Selected(a, c)
	if err != nil {
		return err
	}
	sys := a.New(c)
	if o.Reduce != "" {
		problem, allowed := "", "off"
		switch {
		case c.Times != nil:
			problem = "a step that can wait may let a deadline pass, and steps take time here"
		case sys.Within != nil:
			problem = a.Name + " has a boundary"
		case sys.Questioned() && o.Reduce == explore.Invariants:
			problem, allowed = "the properties of "+a.Name+" see whole sites", "off or deadlock"
		}
		if problem != "" {
			return &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: problem, Allowed: allowed}
		}
	}
	var kinds []string // of message, that expressions ask for
	if len(f.invariants) > 0 {
		if o.Reduce != "" {
			return &options.UsageError{Flag: "reduce", Given: f.Reduce, Problem: "an expression of --invariant may be about states that are left out", Allowed: "off"}
		}
		if o.Symmetry {
			return &options.UsageError{Flag: "symmetry", Given: f.Symmetry, Problem: "an expression of --invariant may tell processes apart", Allowed: "off"}
		}
		sys = sys.Showing()
		var more invariants.Panel
		if more, kinds, err = where.Invariants("invariant", f.invariants, sys); err != nil {
			return err
		}
		panel = append(panel, more...)
	}
	if f.told = cmd.ErrOrStderr(); f.Quiet {
		f.told = io.Discard
	}
	if err := f.survivalFlags.configure(&o, f.Program, a, c, panel); err != nil {
		return err
	}
	warn := func(err error) { fmt.Fprintf(cmd.ErrOrStderr(), "%s: warning: %v\n", f.Program.Name, err) }
	if o.Checkpoint != nil {
		o.Checkpoint.Warn = warn
	}
	if o.Store != nil {
		o.Store.Warn = warn
	}
	if err := f.MakeTraceDir(); err != nil {
		return err
	}
	if !f.Quiet {
		defer terminal.Searching(cmd, &o)()
	}
	again := a.New(c) // the search's own is full of what it has seen
	findings, r, err := explore.CheckAll(ctx, sys, panel, o)
	if err != nil {
		return f.survivalFlags.explain(search.Explained(err))
	}
	if f.shortest == byTime {
		if findings, err = sooner(ctx, sys, findings, o.MaxStates); err != nil {
			return search.Explained(err)
		}
	}
	files, unwritten := f.WriteTraces(a, c, findings) // takes nothing away from the report
	rep := &report.Report{
		Config: c, Mode: o.Mode, Result: r, Findings: findings, Left: f.Left(a, c), Stats: f.stats,
		Traces: report.Traces{Program: f.Program.Name, System: again, Files: files},
	}
	if !a.Own && len(f.invariants) == 0 {
		rep.Traces.Model, rep.Traces.Repairs = options.Line(a, c), c.Variant == model.Published && len(a.Repairs) > 0
	}
	if f.Scenario == "min" {
		o := o
		o.Checkpoint, o.Store, o.Reduce = nil, nil, "" // of the whole model
		if rep.Scenarios, err = assumptions.Smallest(ctx, a, c, findings, o); err != nil {
			return search.Explained(err)
		}
		rep.Scenarios = answer.List(rep.Scenarios) // it was asked for
	}
	if f.JSON {
		err = answer.JSON(stdout, rep.Object())
	} else {
		err = rep.Text(stdout, options.Line(a, c), terminal.ScreenOf(stdout))
	}
	if err != nil {
		return err
	}
	if r.Complete && kinds != nil {
		for _, line := range where.Undelivered(kinds, r.Coverage) {
			warn(errors.New(line))
		}
	}
	f.survivalFlags.tell(cmd.ErrOrStderr(), f.Program, f.Quiet, o, r)
	if unwritten != nil {
		return unwritten
	}
	return exit.Err(rep.Exit())
}
