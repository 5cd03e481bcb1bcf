package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/gate"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/explore"
)

// gateFlags are the flags of gate.
type gateFlags struct {
	gateFiles
	update bool
	json   bool
	quiet  bool
}

func newGate() *cobra.Command {
	var f gateFlags
	cmd := &cobra.Command{
		Use:   "gate [FILE|DIR]...",
		Short: "Run the checks of manifests and compare the findings with their expectations: for CI",
		Long: "gate runs every check of the manifests that are named, or that a named directory contains (gate.yaml and\n" +
			"NAME.gate.yaml; by default in this directory and below), and compares the findings with the expectations.",
		Example:           "  gmecheck gate\n  gmecheck gate gate.yaml --json",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeManifest,
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.update, "update", false, "rewrite the expectations in the manifests to the findings, and print the changes")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.register(cmd)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error { return f.run(cmd, paths) }
	return cmd
}

func completeManifest(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

func (f *gateFlags) run(cmd *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	limits := manifest.Limits{Keys: limitKeys, Options: readLimits}
	all, err := manifest.Read(paths, limits)
	if err != nil {
		return options.Usage(err)
	}
	if err := f.check(); err != nil {
		return err
	}
	report := f.runner(cmd).Run(cmd.Context(), all)
	stdout := cmd.OutOrStdout()
	beside := stdout // what is said besides the report
	if f.json {
		beside = cmd.ErrOrStderr()
	}
	if f.update {
		var files []gate.Rewritten
		if files, report, err = report.Update(all, limits); err != nil {
			return options.Usage(err)
		}
		gateChanges(beside, files)
	}
	unwritten := f.write(beside, report) // takes nothing away from the report
	if f.json {
		err = report.JSON(stdout)
	} else {
		gateText(stdout, report, palette{on: colourful(stdout)})
	}
	if err := errors.Join(err, unwritten); err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		return err
	}
	switch report.Outcome() {
	case gate.NotMet:
		return exit(exitGate)
	case gate.Inconclusive:
		return exit(exitInconclusive)
	}
	return nil
}

// readLimits reads the limits of a manifest's search as check reads its flags.
func readLimits(given map[string]string) (explore.Options, error) {
	f := checkFlags{search: string(explore.BFS)}
	set := pflag.NewFlagSet("search", pflag.ContinueOnError)
	f.limits(set)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if err := set.Set(key, given[key]); err != nil {
			return explore.Options{}, options.FlagError(set, err)
		}
	}
	return f.options()
}

// runner runs checks as the verb check does, and shows its progress.
func (f *gateFlags) runner(cmd *cobra.Command) *gate.Runner {
	stderr := cmd.ErrOrStderr()
	return &gate.Runner{
		Begin: func(c *manifest.Check, k, n int) {
			if !f.quiet {
				fmt.Fprintf(stderr, "%d of %d: %s\n", k+1, n, c.Name)
			}
		},
		Search: func(ctx context.Context, c *manifest.Check) (gate.Answer, error) {
			o := c.Search
			if !f.quiet {
				show := newProgress(cmd)
				o.Progress = show.update
				defer show.clear()
			}
			findings, r, err := search(ctx, c.Algorithm, c.Config, c.Panel, o)
			if err != nil {
				return gate.Answer{}, err
			}
			return gate.Answer{Findings: findings, Found: r, Idle: idleFaults(c.Config, r)}, nil
		},
	}
}
