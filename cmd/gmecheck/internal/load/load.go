// Package load is the verb load: averages of models of any size, by simulation.
package load

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "load ALGORITHM...",
	Short: "Estimate averages under a load: messages per entry, waiting times, throughput of a model of any size, by simulation",
	Long: "load runs the handlers in simulated time: messages, critical sections and pauses between requests take times that are\n" +
		"drawn, handlers take none. It makes several runs, leaves out the beginning of each, and prints means with intervals of 95 %.\n" +
		"Properties are judged in the first events of each run, mutual exclusion in all of them; a violation is shown with its\n" +
		"trace. mean computes the same averages exactly where a model is small. Equal seeds give equal answers. With --sweep it\n" +
		"measures at several values of a flag, and draws several algorithms into one picture.",
	Examples: []string{
		"load suzuki-kasami -n 16 --think exp:10",
		"load raymond -n 15 --latency const:1 --think const:0 --precision 1%",
		"load srt-gme --variant repaired -n 4 -m 2 --rate 0.05",
		"load raymond naimi-trehel suzuki-kasami -n 16 --sweep rate=0.001..0.1x12 --plot messages.svg --measure messages-per-entry",
	},
	Args:     arguments,
	Complete: program.CompleteAlgorithms,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := newCommand(p, cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var all []*paper.Algorithm
		for _, name := range args {
			a, err := p.Find(name)
			if err != nil {
				return err
			}
			all = append(all, a)
		}
		if len(all) == 0 {
			all = p.Algorithms
		}
		if f.over != "" {
			return f.sweep(cmd, all)
		}
		if err := flags.Refuse(cmd, "it is for --sweep", "plot", "csv", "measure"); err != nil {
			return err
		}
		if len(all) > 1 {
			return &options.UsageError{Problem: "load takes several algorithms only with --sweep"}
		}
		return f.run(cmd, all[0])
	}
}

// arguments refuses anything but known algorithms; none means the only one.
func arguments(p *program.Program, verb string, args []string) error {
	if len(args) == 0 {
		return program.OneAlgorithm(p, verb, args)
	}
	return program.Algorithms(p, verb, args)
}

func (f *command) run(cmd *cobra.Command, a *paper.Algorithm) error {
	x, err := f.experiment(cmd, a)
	if err != nil {
		return err
	}
	if err := f.MakeTraceDir(); err != nil {
		return err
	}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		x.options.Progress = func(runs, entries int) {
			show.Show(fmt.Sprintf("simulating: %d runs, %s entries", runs, layout.Grouped(entries)))
		}
		defer show.Clear()
	}
	if err := x.run(cmd.Context()); err != nil {
		return err
	}
	files, unwritten := f.WriteTraces(x.algorithm, x.told, x.findings) // takes nothing away from the report
	x.traces = report.Traces{Program: f.Program.Name, Files: files}
	if x.told.Processes <= a.Processes.Max {
		x.traces.System = a.New(x.told)
	}
	if err := answer.Print(cmd.OutOrStdout(), f.JSON, f.markdown, x.object, x.write); err != nil {
		return err
	}
	if unwritten != nil {
		return unwritten
	}
	return exit.Err(x.exit())
}

// experiment is a model under a load, and what came of it.
type experiment struct {
	algorithm *paper.Algorithm
	config    model.Config
	options   load.Options
	links     []string         // of options, as they were given
	final     bool             // who crashes does not recover
	panel     invariants.Panel // judged in the first events of each run
	always    []string         // the properties that are judged at all entries

	result   *load.Result
	findings []invariants.Finding
	told     model.Config // the model that has the traces: its budgets are large enough
	traces   report.Traces
}

// title is the model on a line. Its faults have no budgets.
func (x *experiment) title() string {
	a := *x.algorithm
	a.Budgets = paper.Budgets{}
	return options.Line(&a, x.config)
}

func (x *experiment) run(ctx context.Context) (err error) {
	if x.result, err = load.Run(ctx, x.algorithm.New(x.config), x.options); errors.Is(err, measures.ErrBoundary) || errors.Is(err, measures.ErrMemory) {
		return &options.UsageError{Problem: err.Error()}
	} else if err != nil {
		return err
	}
	x.findings = x.panel.Findings(&explore.Result{Violations: x.result.Violations, Limit: "a run proves nothing"})
	for _, u := range x.result.Untold {
		f := &x.findings[u.Property]
		f.Verdict, f.Steps, f.Detail = invariants.Refuted, u.Events, fmt.Sprintf("after %s events, too many to be told", layout.Grouped(u.Events))
	}
	x.told = x.config.Clone()
	x.told.Unsearched = false
	for _, u := range x.result.Used {
		for i := range x.told.Requests {
			x.told.Requests[i] = max(x.told.Requests[i], u.Requests[i])
		}
		x.told.Loss, x.told.Duplicate, x.told.Crash = max(x.told.Loss, u.Losses), max(x.told.Duplicate, u.Duplicates), max(x.told.Crash, u.Crashes)
		x.told.Early = max(x.told.Early, u.Early)
	}
	return nil
}

// exit is the exit code: that of what was violated, or that the precision was not reached.
func (x *experiment) exit() int {
	for _, f := range x.findings {
		if f.Verdict == invariants.Refuted {
			return exit.Of(x.findings, false, false)
		}
	}
	if x.result.Limit != "" || x.result.Runs < x.options.Runs {
		return exit.Inconclusive
	}
	return exit.Fine
}

// verdict is that on all properties.
func (x *experiment) verdict() string {
	for _, f := range x.findings {
		if f.Verdict == invariants.Refuted {
			return string(f.Verdict)
		}
	}
	if len(x.findings) == 0 {
		return notJudged
	}
	return x.unrefuted()
}

// unended reports that no run has come to its end, so that nothing is measured, and nothing is judged.
func (x *experiment) unended() bool { return x.result.Events == 0 && x.result.Judged == 0 }

// unrefuted is said of what no run has violated.
func (x *experiment) unrefuted() string {
	if x.unended() {
		return notJudged
	}
	return notViolated
}

// The verdicts where nothing is violated.
const (
	notViolated = "not violated"
	notJudged   = "not judged"
)
