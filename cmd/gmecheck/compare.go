package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/comparison"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// compareBudget is how many states the ladder of each algorithm explores for its verdicts.
const compareBudget = "100K"

func newCompare() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "compare [ALGORITHM]...",
		Short: "Algorithms side by side: messages, delay, overtaking, concurrency, verdicts",
		Long: "compare explores all algorithms, or those named, with the same number of processes and the same requests. It shows\n" +
			"the rows of the survey's tables, with the papers' numbers beside the findings. The verdicts are those of each\n" +
			"algorithm's ladder, as claims shows them: the smallest configuration known that violates a property, or the largest\n" +
			"that was explored. Messages are counted over whole runs: alone, where one process asks once; all, where everybody\n" +
			"asks, divided by the requests. Delays are at any load. An algorithm ignores flags of the model that it has no use\n" +
			"for. An algorithm that cannot have the size is left out.",
		Example:           "  gmecheck compare\n  gmecheck compare raymond naimi-trehel suzuki-kasami -n 4\n  gmecheck compare k-mutex -n 4 --markdown",
		Args:              anyAlgorithms,
		ValidArgsFunction: completeAlgorithms,
	}
	f := newExplorations(cmd, modelFlags(cmd), compareMaxStates)
	var ladder ladderFlags
	ladder.add(cmd, compareBudget)
	useless := append([]string{"property", "trace-dir"}, setOfRepairs...)
	hide(cmd, useless...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := refuse(cmd, "compare shows every variant, and the same of each", useless...); err != nil {
			return err
		}
		return f.compare(cmd, args, ladder)
	}
	return cmd
}

// anyAlgorithms refuses arguments that name no algorithm, or one twice.
func anyAlgorithms(_ *cobra.Command, args []string) error {
	for k, name := range args {
		if _, err := find(name); err != nil {
			return err
		}
		if slices.Contains(args[:k], name) {
			return &options.UsageError{Problem: fmt.Sprintf("%s is named twice", name)}
		}
	}
	return nil
}

// completeAlgorithms completes algorithms that are not named yet.
func completeAlgorithms(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	all, directive := completeAlgorithm(cmd, nil, typed)
	return slices.DeleteFunc(all, func(c cobra.Completion) bool {
		name, _, _ := strings.Cut(c, "\t")
		return slices.Contains(args, name)
	}), directive
}

func (f *explorations) compare(cmd *cobra.Command, args []string, ladder ladderFlags) error {
	search, err := f.searches(cmd)
	if err != nil {
		return err
	}
	all := algorithms.All()
	if len(args) > 0 {
		all = slices.DeleteFunc(all, func(a *paper.Algorithm) bool { return !slices.Contains(args, a.Name) })
	}
	if err := usedByAny(cmd, all); err != nil {
		return err
	}
	flags := func(a *paper.Algorithm) string {
		given := []string{"-n 3"}
		for _, name := range options.Names() {
			if flag := cmd.Flags().Lookup(name); flag.Changed && options.Useful(a, name) {
				given = append(given, fmt.Sprintf("--%s=%s", name, flag.Value))
			}
		}
		return strings.Join(given, " ")
	}
	c, err := comparison.Of(cmd.Context(), all, flags, func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
		return search(ctx, a, c, panel, 0)
	})
	if err != nil {
		return err
	}
	if len(c.Lines) == 0 {
		return &options.UsageError{Problem: "nothing is left to compare: " + c.Skipped[0].Reason}
	}
	verdicts, err := f.commonVerdicts(cmd, c, ladder)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	switch {
	case f.json:
		err = comparisonJSON(stdout, c, verdicts)
	case f.markdown:
		err = comparisonMarkdown(stdout, c, verdicts)
	default:
		err = comparisonText(stdout, c, verdicts)
	}
	if err != nil {
		return err
	}
	return ending(exitOfComparison(c, verdicts))
}

// usedByAny refuses a flag that none of the algorithms has a use for.
func usedByAny(cmd *cobra.Command, all []*paper.Algorithm) error {
	for _, name := range options.Names() {
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
		found[exitInconclusive] = found[exitInconclusive] || !l.Result.Complete
	}
	for _, v := range slices.Concat(all...) {
		switch {
		case v.verdict == invariants.Refuted:
			found[refutedExit(v.kind)] = true
		case v.verdict == invariants.Inconclusive:
			found[exitInconclusive] = true
		case v.verdict == invariants.Vacuous && v.property != invariants.FairStarvation.Name:
			found[exitVacuous] = true
		}
	}
	return gravest(func(code int) bool { return found[code] })
}
