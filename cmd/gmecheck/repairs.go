package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples/repairs"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func newRepairs() *cobra.Command {
	var maxSets int
	cmd := &cobra.Command{
		Use:   "repairs ALGORITHM",
		Short: "Find all minimal sets of repairs under which the properties hold, and the violations that each prevents",
		Long: "repairs finds all minimal sets of repairs under which the properties hold at one size: the properties that are\n" +
			"named, or all that hold with all repairs. It shows the violations that return without each repair of a set. One\n" +
			"repair may break what another mends, so it refutes every smaller set, by replaying a counterexample or exploring.",
		Example: "  gmecheck repairs srt-gme -n 2\n" +
			"  gmecheck repairs drs-gme -n 2 --loss 1 --property gme,starved --trace-dir traces",
		Args:              oneAlgorithm,
		ValidArgsFunction: completeAlgorithm,
	}
	configured := modelFlags(cmd)
	f := newExplorations(cmd, configured, 1_000_000)
	cmd.Flags().IntVar(&maxSets, "max-sets", 0, "end after this many explorations (0: no limit)")
	fixedValues(cmd, "max-sets")
	hide(cmd, setOfRepairs...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := refuse(cmd, "repairs begins with the published variant and tries all sets of repairs", setOfRepairs...); err != nil {
			return err
		}
		if maxSets < 0 {
			return &options.UsageError{Flag: "max-sets", Given: fmt.Sprint(maxSets), Allowed: "a number from 1, or 0 for no limit"}
		}
		a, c, err := modelOf(args, configured)
		if err != nil {
			return err
		}
		return f.repairs(cmd, a, c, maxSets)
	}
	return cmd
}

// setOfRepairs are the model's flags that choose a set of repairs.
var setOfRepairs = []string{"variant", "repair", "without"}

func (f *explorations) repairs(cmd *cobra.Command, a *paper.Algorithm, c model.Config, maxSets int) error {
	o, err := f.limits(cmd)
	if err != nil {
		return err
	}
	if _, err := f.selected(a, c); err != nil {
		return err
	}
	asked := repairs.Options{Properties: f.properties, Explore: o, MaxTime: f.maxTime, MaxSets: maxSets}
	if !f.quiet {
		show := newProgress(cmd)
		asked.Progress = func(at repairs.Progress) { show.show(repairsProgress(at)) }
		defer show.clear()
	}
	r, err := repairs.Find(cmd.Context(), a, c, asked)
	if err != nil {
		return explained(err)
	}
	if f.traceDir != "" {
		if err := writeNeeds(f.traceDir, a, r); err != nil {
			return err
		}
	}
	stdout := cmd.OutOrStdout()
	switch {
	case f.json:
		err = writeJSON(stdout, newRepairsReport(r))
	case f.markdown:
		repairsText{a: a, r: r, markdown: true}.write(stdout)
	default:
		repairsText{a: a, r: r, paint: palette{on: colourful(stdout)}}.write(stdout)
	}
	if err != nil {
		return err
	}
	return ending(repairsExit(r))
}

func repairsProgress(at repairs.Progress) string {
	set := strings.Join(at.Repairs, ",")
	if set == "" {
		set = "published"
	}
	line := fmt.Sprintf("%s of %s sets  %d explored  %d minimal  %s", grouped(at.Count.Looked()), grouped(at.Count.Sets),
		at.Count.Explored, at.Minimal, set)
	if at.Explore.States > 0 {
		line += fmt.Sprintf(": level %d  %s states", at.Explore.Level, grouped(at.Explore.States))
	}
	return line
}

// repairsExit is 0 only if these are all minimal sets, and there is one. If there is none, it says what is wrong with all
// repairs.
func repairsExit(r *repairs.Report) int {
	switch {
	case !r.Complete:
		return exitInconclusive
	case len(r.Minimal) > 0:
		return exitFine
	}
	findings := append(append([]invariants.Finding{}, r.Repaired.Findings...), r.LeftOut...)
	return exitOf(findings, r.Repaired.Result.Complete, false)
}

// writeNeeds writes the shortest trace of what returns without each repair of each set.
func writeNeeds(dir string, a *paper.Algorithm, r *repairs.Report) error {
	for k, m := range r.Minimal {
		for _, need := range m.Needs {
			if returns := need.Returns(); len(returns) > 0 {
				name := fmt.Sprintf("%s-set%d-without-%s.trace", a.Name, k+1, need.Repair)
				if err := writeTrace(dir, name, a, need.Config, returns[0]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
