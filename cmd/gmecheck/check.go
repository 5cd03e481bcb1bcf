package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	list "gmecheck/algorithms/names"
	"gmecheck/algorithms/options"
	"gmecheck/algorithms/paper"
	"gmecheck/counterexamples"
	"gmecheck/counterexamples/assumptions"
	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// checkFlags are the flags of check beside those of the model.
type checkFlags struct {
	properties  []string
	search      string
	workers     int
	symmetry    string
	maxStates   int
	maxDepth    int
	maxMemory   string
	maxTime     time.Duration
	stopAtFirst bool
	traceDir    string
	scenario    string
	json        bool
	quiet       bool
	survivalFlags
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check ALGORITHM",
		Short: "Explore everything: a verdict for every property, a shortest trace for every violation",
		Example: "  gmecheck check srt-gme --variant published -n 3 -m 2\n" +
			"  gmecheck check drs-gme --variant repaired -n 2 --loss 1 --json",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	flags, configured := cmd.Flags(), modelFlags(cmd)
	flags.StringSliceVar(&f.properties, "property", nil, "judge only these properties (default: all that the algorithm has)")
	flags.StringVar(&f.search, "search", "bfs", "bfs (shortest traces) or dfs (does not judge what can still be reached, such as starved)")
	f.limits(flags)
	flags.BoolVar(&f.stopAtFirst, "stop-at-first", false, "end at the first violation")
	flags.StringVar(&f.traceDir, "trace-dir", "", "write a trace file for every violation into this directory")
	flags.StringVar(&f.scenario, "fault-scenario", "", "min: for every violation the fewest faults, within the budgets, that cause it")
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

// limitKeys are the flags of limits.
var limitKeys = []string{"workers", "symmetry", "max-states", "max-depth", "max-memory", "max-time"}

// limits registers the flags that a gate's manifest has, too.
func (f *checkFlags) limits(flags *pflag.FlagSet) {
	flags.IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines that search; the answer is the same for any number")
	flags.StringVar(&f.symmetry, "symmetry", "off", "auto: of states that differ in the names of processes and groups only, search one (see README); off: all")
	flags.IntVar(&f.maxStates, "max-states", 0, "stop after so many states (0: no limit)")
	flags.IntVar(&f.maxDepth, "max-depth", 0, "search no deeper than this level (0: no limit)")
	flags.StringVar(&f.maxMemory, "max-memory", "", "stop when the process holds so much, such as 2GiB")
	flags.DurationVar(&f.maxTime, "max-time", 0, "stop after this time, such as 10m (0: no limit)")
}

// searches are the values of --search.
var searches = []string{string(explore.BFS), string(explore.DFS)}

// symmetries are the values of --symmetry.
var symmetries = []string{"off", "auto"}

// complete gives the flags of the search completion of their values.
func (f *checkFlags) complete(cmd *cobra.Command, configured *options.Flags) {
	values := map[string][]string{
		"search": searches, "symmetry": symmetries, "fault-scenario": {"min"}, "workers": nil, "max-states": nil, "max-depth": nil,
		"max-memory": nil, "max-time": nil,
	}
	for name, all := range values {
		if cmd.Flags().Lookup(name) == nil {
			continue // another verb's
		}
		fixedValues(cmd, name, all...)
	}
	properties := func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		a, err := find(args[0])
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		c, err := configured.Config(a)
		if err != nil { // flags still to be completed
			c = a.Config(model.Published)
		}
		return inList(propertyNames(a.Properties(c)), typed), cobra.ShellCompDirectiveNoFileComp
	}
	must(cmd.RegisterFlagCompletionFunc("property", properties))
	must(cmd.MarkFlagDirname("trace-dir"))
}

func propertyNames(all []invariants.Property) []string {
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// options checks the flags of the search.
func (f *checkFlags) options() (explore.Options, error) {
	o := explore.Options{
		Mode: explore.Mode(f.search), Workers: f.workers, MaxStates: f.maxStates, MaxDepth: f.maxDepth,
		MaxTime: f.maxTime, StopAtFirst: f.stopAtFirst, Symmetry: f.symmetry == "auto",
	}
	refuse := func(flag, given, allowed string) (explore.Options, error) {
		return o, &options.UsageError{Flag: flag, Given: given, Allowed: allowed}
	}
	switch {
	case !slices.Contains(searches, f.search):
		return o, &options.UsageError{Flag: "search", Given: f.search, Allowed: list.Or(searches), Nearest: list.Nearest(f.search, searches)}
	case !slices.Contains(symmetries, f.symmetry):
		return o, &options.UsageError{Flag: "symmetry", Given: f.symmetry, Allowed: list.Or(symmetries), Nearest: list.Nearest(f.symmetry, symmetries)}
	case o.Symmetry && o.Mode == explore.DFS:
		return o, &options.UsageError{Flag: "symmetry", Given: f.symmetry, Problem: "a depth-first search is not reduced", Allowed: "off, or --search bfs"}
	case f.scenario != "" && f.scenario != "min":
		return refuse("fault-scenario", f.scenario, "min")
	case f.workers < 1 || f.workers > 256:
		return refuse("workers", fmt.Sprint(f.workers), "1 to 256")
	case f.maxStates < 0:
		return refuse("max-states", fmt.Sprint(f.maxStates), "a number from 1, or 0 for no limit")
	case f.maxDepth < 0:
		return refuse("max-depth", fmt.Sprint(f.maxDepth), "a number from 1, or 0 for no limit")
	case f.maxTime < 0:
		return refuse("max-time", f.maxTime.String(), "a time such as 30s or 10m, or 0 for no limit")
	case f.maxMemory != "":
		bytes, err := humanize.ParseBytes(f.maxMemory)
		if err != nil || bytes < 32<<20 || bytes > 1<<46 {
			return refuse("max-memory", f.maxMemory, "a size from 32MiB, such as 512MiB or 2GiB")
		}
		o.MaxMemory = int64(bytes)
	}
	return o, nil
}

// selected returns the properties that are judged. What can still be reached is a question about the whole graph, which a
// depth-first search does not keep.
func (f *checkFlags) selected(a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	all := invariants.Panel(a.Properties(c))
	graph := func(p invariants.Property) bool { return f.search == string(explore.DFS) && p.OnGraph() }
	if len(f.properties) == 0 {
		all = slices.DeleteFunc(all, graph)
		return all, nil
	}
	var panel invariants.Panel
	for _, name := range f.properties {
		k := slices.IndexFunc(all, func(p invariants.Property) bool { return p.Name == name })
		if k < 0 {
			names := propertyNames(all)
			return nil, &options.UsageError{
				Flag: "property", Given: name, Problem: a.Name + " has no such property in this configuration",
				Allowed: list.Or(names), Nearest: list.Nearest(name, names),
			}
		}
		if graph(all[k]) {
			return nil, &options.UsageError{Flag: "search", Given: f.search, Problem: name + " needs a breadth-first search", Allowed: "bfs"}
		}
		if slices.ContainsFunc(panel, func(p invariants.Property) bool { return p.Name == name }) {
			return nil, &options.UsageError{Flag: "property", Given: strings.Join(f.properties, ","), Problem: name + " stands in it twice"}
		}
		panel = append(panel, all[k])
	}
	return panel, nil
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
		show := newProgress(cmd.ErrOrStderr())
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
	if f.traceDir != "" {
		if err := writeTraces(f.traceDir, a, c, findings); err != nil {
			return err
		}
	}
	if f.json {
		err = rep.json(stdout)
	} else {
		rep.text(stdout, options.Line(a, c), palette{on: colourful(stdout)})
	}
	if err != nil {
		return err
	}
	f.survivalFlags.tell(cmd.ErrOrStderr(), f.quiet, o, r)
	return ending(exitOf(findings, r.Complete, len(idleFaults(c, r)) > 0))
}

// search explores one configuration.
func search(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, o explore.Options) ([]invariants.Finding, *explore.Result, error) {
	findings, r, err := panel.Check(ctx, a.New(c), o)
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

// writeTraces writes one file for every violation.
func writeTraces(dir string, a *paper.Algorithm, c model.Config, findings []invariants.Finding) error {
	for _, f := range findings {
		if f.Verdict != invariants.Refuted {
			continue
		}
		if err := writeTrace(dir, fmt.Sprintf("%s-%s.trace", a.Name, f.Property.Name), a, c, f); err != nil {
			return err
		}
	}
	return nil
}

// writeTrace writes the trace of a violation.
func writeTrace(dir, name string, a *paper.Algorithm, c model.Config, f invariants.Finding) error {
	t := counterexamples.Trace{
		Model: options.Line(a, c), Fingerprint: c.Fingerprint(), Property: f.Property.Name, Steps: f.Trace, Loop: -1,
	}
	if f.Endless {
		t.Loop = f.Loop
	}
	if err := os.WriteFile(filepath.Join(dir, name), t.Format(), 0o666); err != nil {
		return &options.UsageError{Flag: "trace-dir", Given: dir, Problem: err.Error()}
	}
	return nil
}
