// Package compare is the verb compare: algorithms side by side on one workload.
package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/comparison"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/ladder"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// compareBudget is how many states the ladder of each algorithm explores for its verdicts.
const compareBudget = "100K"

// Verb is the verb.
var Verb = program.Verb{
	OfPapers: true,
	Use:      "compare [ALGORITHM]...",
	Short:    "Algorithms side by side: messages, delay, overtaking, concurrency, verdicts",
	Long: "compare explores all algorithms, or those named, with the same number of processes and the same requests. It shows\n" +
		"the rows of the survey's tables, with the papers' numbers beside the findings. The verdicts are those of each\n" +
		"algorithm's ladder, as claims shows them: the smallest configuration known that violates a property, or the largest\n" +
		"that was explored. Messages are counted over whole runs: alone, where one process asks once; all, where everybody\n" +
		"asks, divided by the requests. Delays are at any load. Models that are known to have no end are explored up to\n" +
		layout.Grouped(ladder.EndlessMaxStates) + " states, unless --max-states is given. An algorithm ignores flags of the model that it has no use for. An\n" +
		"algorithm that cannot have the size is left out.",
	Examples: []string{
		"compare",
		"compare raymond naimi-trehel suzuki-kasami -n 4",
		"compare k-mutex -n 4 --markdown",
	},
	Args:     program.Algorithms,
	Complete: program.CompleteAlgorithms,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{ladder.New(p, cmd, flags.Model(p, cmd), compareMaxStates, compareBudget)}
	useless := append([]string{"property", "trace-dir"}, flags.SetOfRepairs...)
	flags.Hide(cmd, useless...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := flags.Refuse(cmd, "compare shows every variant, and the same of each", useless...); err != nil {
			return err
		}
		return f.run(cmd, args)
	}
}

// command is the flags of the verb.
type command struct{ *ladder.Flags }

func (f command) run(cmd *cobra.Command, args []string) error {
	explored, err := f.Searches(cmd)
	if err != nil {
		return err
	}
	all := f.Program.Algorithms
	if len(args) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(a *paper.Algorithm) bool { return !slices.Contains(args, a.Name) })
	}
	for _, a := range all {
		if a.NoRequests {
			return &options.UsageError{Problem: fmt.Sprintf("compare sets messages and delays against requests, and nobody requests anything in %s, a protocol of one's own", a.Name)}
		}
	}
	if err := usedByAny(cmd, all); err != nil {
		return err
	}
	flags := func(a *paper.Algorithm) string {
		given := []string{"-n 3"}
		for _, name := range options.Names(all) {
			if flag := cmd.Flags().Lookup(name); flag.Changed && options.Useful(a, name) {
				given = append(given, fmt.Sprintf("--%s=%s", name, flag.Value))
			}
		}
		return strings.Join(given, " ")
	}
	c, err := comparison.Of(cmd.Context(), all, flags, func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
		return explored(ctx, a, c, panel, 0)
	})
	if err != nil {
		return err
	}
	if len(c.Lines) == 0 {
		return &options.UsageError{Problem: "nothing is left to compare: " + c.Skipped[0].Reason}
	}
	verdicts, err := f.commonVerdicts(cmd, c)
	if err != nil {
		return err
	}
	err = f.Print(cmd, func() any { return object(f.Program, c, verdicts) }, func(p answer.Page) { write(p, c, verdicts) })
	if err != nil {
		return err
	}
	return exit.Err(exitOfComparison(c, verdicts))
}

// usedByAny refuses a flag that none of the algorithms has a use for.
func usedByAny(cmd *cobra.Command, all []*paper.Algorithm) error {
	for _, name := range options.Names(all) {
		flag := cmd.Flags().Lookup(name)
		used := slices.ContainsFunc(all, func(a *paper.Algorithm) bool { return options.Useful(a, name) })
		if flag.Changed && !used {
			return &options.UsageError{Flag: name, Given: flag.Value.String(), Problem: "none of these algorithms has a use for it"}
		}
	}
	return nil
}

// exitOfComparison is the code of the common properties, as for a check.
func exitOfComparison(c *comparison.Comparison, all [][]commonVerdict) int {
	found := map[int]bool{}
	for _, l := range c.Lines {
		found[exit.Inconclusive] = found[exit.Inconclusive] || l.Limited()
	}
	for _, v := range slices.Concat(all...) {
		switch {
		case v.verdict == invariants.Refuted:
			found[exit.OfViolation(v.kind)] = true
		case v.verdict == invariants.Inconclusive:
			found[exit.Inconclusive] = true
		case v.verdict == invariants.Vacuous && v.property != invariants.FairStarvation.Name:
			found[exit.Vacuous] = true
		}
	}
	return exit.Gravest(found)
}

// compareMaxStates is the limit for one exploration, unless the command line has its own.
const compareMaxStates = 400_000
