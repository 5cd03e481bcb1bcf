package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples/assumptions"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check ALGORITHM",
		Short: "Explore everything: a verdict for every property, a shortest trace for every violation",
		Long: "check explores every state that the model can reach. It prints a verdict for every property, and a shortest trace\n" +
			"for every violation. The exit code is 0 only if the search was complete and every property holds.",
		Example: "  gmecheck check srt-gme --variant published -n 3 -m 2\n" +
			"  gmecheck check drs-gme --variant repaired -n 2 --loss 1 --json",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	flags, configured := cmd.Flags(), modelFlags(cmd)
	flags.StringSliceVar(&f.properties, "property", nil, "judge only these properties (default: all of the algorithm)")
	flags.StringVar(&f.search, "search", "bfs", "bfs (shortest traces), or dfs (no properties of what can still happen, such as starved)")
	f.limits(flags)
	flags.BoolVar(&f.stopAtFirst, "stop-at-first", false, "end at the first violation")
	flags.StringVar(&f.traceDir, "trace-dir", "", "write a trace file for every violation into this directory")
	flags.StringVar(&f.scenario, "fault-scenario", "", "min: find the fewest faults, within the budgets, that cause each violation")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.survivalFlags.add(cmd)
	f.complete(cmd, configured)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.refuseNoProperty(cmd); err != nil {
			return err
		}
		a, c, err := modelOf(args, configured)
		if err != nil {
			return err
		}
		return f.run(cmd, a, c)
	}
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	ctx, stdout := cmd.Context(), cmd.OutOrStdout()
	o, err := f.options()
	if err != nil {
		return err
	}
	panel, err := f.selected(a, c)
	if err != nil {
		return err
	}
	if err := f.survivalFlags.configure(&o, a, c, panel); err != nil {
		return err
	}
	if err := makeTraceDir(f.traceDir); err != nil {
		return err
	}
	if !f.quiet {
		show := newProgress(cmd)
		o.Progress = show.update
		defer show.clear()
	}
	findings, r, err := search(ctx, a, c, panel, o)
	if err != nil {
		return f.survivalFlags.explain(err)
	}
	rep := newReport(c, o.Mode, r, findings)
	if f.scenario == "min" {
		o := o
		o.Checkpoint = nil // of the whole model
		scenarios, err := assumptions.Smallest(ctx, a, c, findings, o)
		if err != nil {
			return explained(err)
		}
		rep.Scenario = newScenarioReport(scenarios)
	}
	if f.json {
		err = writeJSON(stdout, rep)
	} else {
		rep.text(stdout, options.Line(a, c), palette{on: colourful(stdout)})
	}
	if err != nil {
		return err
	}
	f.survivalFlags.tell(cmd.ErrOrStderr(), f.quiet, o, r)
	if f.traceDir != "" { // after the report: a directory that is full takes nothing away from it
		if err := writeTraces(f.traceDir, a, c, findings); err != nil {
			return err
		}
	}
	return ending(exitOf(findings, r.Complete, len(idleFaults(c, r)) > 0))
}

// search explores one configuration.
func search(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, o explore.Options) ([]invariants.Finding, *explore.Result, error) {
	findings, r, err := explore.CheckAll(ctx, a.New(c), panel, o)
	return findings, r, explained(err)
}

// explained adds the trace and the stack to the error of a handler that panicked.
func explained(err error) error {
	var broken *explore.Broken
	if errors.As(err, &broken) {
		return fmt.Errorf("%w\nafter\n  %s\n%s", err, strings.Join(broken.Trace, "\n  "), broken.Stack)
	}
	return err
}
