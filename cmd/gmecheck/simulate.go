package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// simulateFlags are the flags of simulate beside those of the model.
type simulateFlags struct {
	checkFlags
	seed uint64
	runs int
}

func newSimulate() *cobra.Command {
	f := simulateFlags{checkFlags: checkFlags{search: string(explore.DFS), symmetry: "off"}} // a walk is a path, too
	cmd := &cobra.Command{
		Use:   "simulate ALGORITHM",
		Short: "Walk at random: a trace for every violation on the way, never a proof",
		Long: "simulate walks from the initial state at random, for models that are too large for check. It judges the properties\n" +
			"of states, steps and ends on the way. It may miss violations: if it meets none, the exit code is 20, as for every\n" +
			"incomplete check. Equal seeds give equal answers.",
		Example: "  gmecheck simulate srt-gme --variant published -n 4 -m 2 -r 3\n" +
			"  gmecheck simulate drs-gme --variant repaired -n 5 --loss 2 --seed 7 --runs 100000 --trace-dir traces",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	flags, configured := cmd.Flags(), modelFlags(cmd)
	flags.StringSliceVar(&f.properties, "property", nil, "judge only these properties (default: all that a walk can judge)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random numbers")
	flags.IntVar(&f.runs, "runs", 1000, "number of walks")
	flags.IntVar(&f.maxDepth, "max-depth", 1000, "the most steps of a walk")
	flags.DurationVar(&f.maxTime, "max-time", 0, "stop after this time, such as 10m (0: no limit)")
	flags.IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines that walk; the answer is the same for any number")
	flags.StringVar(&f.traceDir, "trace-dir", "", "write a trace file for every violation into this directory")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.complete(cmd, configured)
	fixedValues(cmd, "seed")
	fixedValues(cmd, "runs")
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

func (f *simulateFlags) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	switch {
	case f.runs < 1:
		return &options.UsageError{Flag: "runs", Given: fmt.Sprint(f.runs), Allowed: "a number from 1"}
	case f.maxDepth < 1:
		return &options.UsageError{Flag: "max-depth", Given: fmt.Sprint(f.maxDepth), Allowed: "a number from 1"}
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	panel, err := f.walked(a, c)
	if err != nil {
		return err
	}
	if err := makeTraceDir(f.traceDir); err != nil {
		return err
	}
	walks := explore.Walks{
		Judge: panel, Seed: f.seed, Runs: f.runs, MaxDepth: o.MaxDepth, MaxTime: o.MaxTime, Workers: o.Workers,
	}
	if !f.quiet {
		show := newProgress(cmd)
		walks.Progress = func(n int) { show.show(fmt.Sprintf("walk %s of %s", grouped(n), grouped(f.runs))) }
		defer show.clear()
	}
	rep, findings, err := simulate(cmd.Context(), a, c, panel, walks)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	if f.json {
		err = writeJSON(stdout, rep)
	} else {
		rep.text(stdout, options.Line(a, c), palette{on: colourful(stdout)})
	}
	if err != nil {
		return err
	}
	if f.traceDir != "" {
		if err := writeTraces(f.traceDir, a, c, findings); err != nil {
			return err
		}
	}
	return exit(exitOf(findings, false, false))
}

// walked returns the properties that are judged: those that a walk can violate.
func (f *simulateFlags) walked(a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	for _, p := range a.Properties(c) {
		if p.OnGraph() && slices.Contains(f.properties, p.Name) {
			return nil, &options.UsageError{
				Flag: "property", Given: p.Name, Problem: "a walk does not violate it: it is about all states, which check explores",
			}
		}
	}
	return f.selected(a, c)
}

// simulationReport is the answer of simulate, in the form that --json prints.
type simulationReport struct {
	Schema        string           `json:"schema"`
	SchemaVersion int              `json:"schema_version"`
	Model         modelReport      `json:"model"`
	Walks         walksReport      `json:"walks"`
	Properties    []propertyReport `json:"properties"`
	Coverage      []coverageReport `json:"coverage"`
	Verdict       string           `json:"verdict"`

	silent map[string]bool // properties that never had anything to say
}

type walksReport struct {
	Seed     uint64 `json:"seed"`
	Runs     int    `json:"runs"`   // asked for
	Walked   int    `json:"walked"` // to their end
	MaxDepth int    `json:"max_depth"`
	Steps    int    `json:"steps"`
	Longest  int    `json:"longest"`
	Ended    int    `json:"ended"` // in a state without a transition
	Limit    string `json:"limit,omitempty"`
}

// notViolated is the verdict on what no walk has violated.
const notViolated = "not violated"

func simulate(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, w explore.Walks) (*simulationReport, []invariants.Finding, error) {
	sim, err := explore.Simulate(ctx, a.New(c), w)
	if err != nil {
		return nil, nil, explained(err)
	}
	r := &explore.Result{Limit: sim.Limit, Coverage: sim.Coverage, Early: sim.Early, Violations: sim.Violations}
	findings := panel.Findings(r)
	like := newReport(c, "", r, findings)
	rep := &simulationReport{
		Schema: "gmecheck/simulation", SchemaVersion: 1, Model: like.Model, Properties: like.Properties, Coverage: like.Coverage,
		Walks: walksReport{
			Seed: w.Seed, Runs: w.Runs, Walked: sim.Walks, MaxDepth: w.MaxDepth, Steps: sim.Steps, Longest: sim.Longest,
			Ended: sim.Ended, Limit: sim.Limit,
		},
		Verdict: notViolated, silent: map[string]bool{},
	}
	for k := range rep.Properties {
		p := &rep.Properties[k]
		if p.Steps != nil {
			rep.Verdict = string(invariants.Refuted)
			continue
		}
		p.Verdict = notViolated
		rep.silent[p.Name] = sim.Spoke>>k&1 == 0
	}
	return rep, findings, nil
}
