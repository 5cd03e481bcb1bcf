package gate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// command are the flags of gate.
type command struct {
	outputs
	program *program.Program
	update  bool
	json    bool
	quiet   bool
}

// Verb is the verb.
var Verb = program.Verb{
	Use:   "gate [FILE|DIR]...",
	Short: "Run the checks of manifests and compare the findings with their expectations: for CI",
	Long: "gate runs every check of the manifests that are named, or that a named directory contains (gate.yaml and\n" +
		"NAME.gate.yaml; by default in this directory and below), and compares the findings with the expectations.",
	Examples: []string{
		"gate",
		"gate gate.yaml --json",
	},
	Args:     program.Anything,
	Complete: complete,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{program: p}
	set := cmd.Flags()
	set.BoolVar(&f.update, "update", false, "rewrite the expectations in the manifests to the findings, and print the changes; what is not named there is not added")
	set.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else")
	set.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.register(cmd)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error { return f.run(cmd, paths) }
	cmd.AddCommand(initVerb.Built(p))
}

func complete(*program.Program, []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

func (f *command) run(cmd *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := f.check(); err != nil {
		return err
	}
	words := Vocabulary(f.program.Algorithms)
	all, err := manifest.Read(paths, words)
	if err != nil {
		return f.refuse(cmd, err)
	}
	report := f.runner(cmd).Run(cmd.Context(), all)
	stdout := cmd.OutOrStdout()
	beside := stdout // what is said besides the report
	if f.json {
		beside = cmd.ErrOrStderr()
	}
	var unwritten error // takes nothing away from the report
	if f.update {
		files, after, err := report.Update(all, words)
		changes(beside, files)
		if unwritten = err; err == nil {
			report = after
		}
	}
	unwritten = errors.Join(unwritten, f.write(beside, f.program.Version, report))
	if f.json {
		err = report.JSON(stdout)
	} else {
		err = text(stdout, report, terminal.ScreenOf(stdout))
	}
	if err := errors.Join(err, unwritten); err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		return err
	}
	switch report.Outcome() {
	case NotMet:
		return exit.Code(exit.Gate)
	case Inconclusive:
		return exit.Code(exit.Inconclusive)
	}
	return nil
}

// refuse reports what is wrong with manifests where reports go, and returns it.
func (f *command) refuse(cmd *cobra.Command, err error) error {
	var mistakes manifest.Errors
	if !errors.As(err, &mistakes) {
		return options.Usage(err)
	}
	report := &Report{Program: f.program.Name, Start: time.Now(), Mistakes: mistakes}
	beside := cmd.OutOrStdout()
	if f.json {
		beside = cmd.ErrOrStderr()
	}
	return errors.Join(options.Usage(err), f.write(beside, f.program.Version, report))
}

// Vocabulary says what a manifest may name.
func Vocabulary(list paper.List) manifest.Vocabulary {
	return manifest.Vocabulary{Algorithms: list, Keys: search.LimitKeys, Options: readLimits}
}

// readLimits reads the limits of a manifest's search as check reads its flags.
func readLimits(given map[string]string) (explore.Options, error) {
	f := search.Flags{Search: string(explore.BFS)}
	set := pflag.NewFlagSet("search", pflag.ContinueOnError)
	f.Limits(set)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if err := set.Set(key, given[key]); err != nil {
			return explore.Options{}, options.FlagError(set, err)
		}
	}
	o, err := f.Options()
	o.Partly = true // as check does
	return o, err
}

// runner runs checks as the verb check does, and shows its progress.
func (f *command) runner(cmd *cobra.Command) *Runner {
	stderr := cmd.ErrOrStderr()
	return &Runner{
		Program: f.program.Name,
		Begin: func(c *manifest.Check, k, n int) {
			if !f.quiet {
				fmt.Fprintf(stderr, "%d of %d: %s\n", k+1, n, names.Shown(c.Name))
			}
		},
		Search: func(ctx context.Context, c *manifest.Check) (Answer, error) {
			o := c.Search
			if !f.quiet {
				defer terminal.Searching(cmd, &o)()
			}
			findings, r, err := explore.CheckAll(ctx, c.System(), c.Panel, o)
			if err != nil {
				return Answer{}, search.Explained(err)
			}
			return Answer{Findings: findings, Found: r, Idle: invariants.IdleFaults(c.Config, r)}, nil
		},
	}
}
