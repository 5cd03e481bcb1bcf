// Package repairs is the verb repairs: the minimal sets of repairs that properties need.
package repairs

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/repairs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	OfPapers: true,
	Use:      "repairs ALGORITHM",
	Short:    "Find all minimal sets of repairs under which the properties hold, and the violations that each prevents",
	Long: "repairs finds all minimal sets of repairs under which the properties hold at one size: the properties that are\n" +
		"named, or all that hold with all repairs. It shows the violations that return without each repair of a set. One\n" +
		"repair may break what another mends, so it refutes every smaller set, by replaying a counterexample or exploring.",
	Examples: []string{
		"repairs srt-gme -n 2",
		"repairs drs-gme -n 2 --loss 1 --property gme,starved --trace-dir traces",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var maxSets int
	configured := flags.Model(p, cmd)
	f := command{search.NewStudy(p, cmd, configured, 1_000_000)}
	cmd.Flags().IntVar(&maxSets, "max-sets", 0, "end after this many explorations (0: no limit)")
	flags.Complete(cmd, "max-sets")
	flags.Hide(cmd, flags.SetOfRepairs...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := flags.Refuse(cmd, "repairs begins with the published variant and tries all sets of repairs", flags.SetOfRepairs...); err != nil {
			return err
		}
		if maxSets < 0 {
			return &options.UsageError{Flag: "max-sets", Given: fmt.Sprint(maxSets), Allowed: "a number from 1, or 0 for no limit"}
		}
		a, c, err := p.Model(args, configured)
		if err != nil {
			return err
		}
		return f.run(cmd, a, c, maxSets)
	}
}

// command is the flags of the verb.
type command struct{ *search.Study }

func (f command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config, maxSets int) error {
	o, err := f.Limits()
	if err != nil {
		return err
	}
	if _, err := f.Selected(a, c); err != nil {
		return err
	}
	asked := repairs.Options{Properties: f.Properties, Explore: o, MaxTime: f.MaxTime, MaxSets: maxSets}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		asked.Progress = func(at repairs.Progress) { show.Show(repairsProgress(at)) }
		defer show.Clear()
	}
	r, err := repairs.Find(cmd.Context(), a, c, asked)
	if err != nil {
		return search.Explained(err)
	}
	if f.TraceDir != "" {
		if err := writeNeeds(f.TraceDir, a, r); err != nil {
			return err
		}
	}
	err = f.Print(cmd, func() any { return object(a, r) }, func(p answer.Page) { page{p, a, r}.write() })
	if err != nil {
		return err
	}
	return exit.Err(repairsExit(r))
}

func repairsProgress(at repairs.Progress) string {
	set := strings.Join(at.Repairs, ",")
	if set == "" {
		set = "published"
	}
	line := fmt.Sprintf("%s of %s sets decided, %d explored, %d minimal; now %s", layout.Grouped(at.Count.Looked()), layout.Grouped(at.Count.Sets),
		at.Count.Explored, at.Minimal, set)
	if at.Explore.States > 0 {
		line += fmt.Sprintf(": level %d, %s states", at.Explore.Level, layout.Grouped(at.Explore.States))
	}
	return line
}

// repairsExit is 0 only if these are all minimal sets, and there is one. If there is none, it says what is wrong with all
// repairs.
func repairsExit(r *repairs.Report) int {
	switch {
	case !r.Complete:
		return exit.Inconclusive
	case len(r.Minimal) > 0:
		return exit.Fine
	}
	findings := append(append([]invariants.Finding{}, r.Repaired.Findings...), r.LeftOut...)
	return exit.Of(findings, r.Repaired.Result.Complete, false)
}

// writeNeeds writes the shortest trace of what returns without each repair of each set.
func writeNeeds(dir string, a *paper.Algorithm, r *repairs.Report) error {
	for k, m := range r.Minimal {
		for _, need := range m.Needs {
			if returns := need.Returns(); len(returns) > 0 {
				name := fmt.Sprintf("%s-set%d-without-%s.trace", a.Name, k+1, need.Repair)
				if err := flags.WriteTrace(dir, name, a, need.Config, returns[0]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
