package claims

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// assumptionsMaxStates is the default limit of each exploration: with every fault once there are many states.
const assumptionsMaxStates = 2_000_000

// assumptions answers which assumptions each property needs.
func (f command) assumptions(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	if err := flags.Refuse(cmd, "both networks are tried", "net"); err != nil {
		return err
	}
	if a.Shared {
		return &options.UsageError{Problem: "--assumptions: the processes of " + a.Name + " share a memory: no message is lost, comes twice or overtakes, and no process crashes"}
	}
	if err := flags.Refuse(cmd, "--assumptions explores once for each combination; --max-states and --max-time limit it", "budget"); err != nil {
		return err
	}
	if err := flags.Refuse(cmd, "--assumptions stores nothing that could be used again", "fresh"); err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-states") {
		f.MaxStates = assumptionsMaxStates
	}
	o, err := f.Limits()
	if err != nil {
		return err
	}
	if _, err := f.Selected(a, assumptions.All(a, c).In(a, c)); err != nil {
		return err
	}
	asked := assumptions.Options{Properties: f.Properties, Explore: o, MaxTime: f.MaxTime}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		asked.Progress = func(at assumptions.Progress) { show.Show(assumptionsProgress(at)) }
		defer show.Clear()
	}
	r, err := assumptions.Find(cmd.Context(), a, c, asked)
	if err != nil {
		return search.Explained(err)
	}
	if f.TraceDir != "" {
		if err := writeOutside(f.TraceDir, a, r); err != nil {
			return err
		}
	}
	err = f.Print(cmd, func() any { return assumptionsObject(a, r) }, func(p answer.Page) { writeAssumptions(p, a, r) })
	if err != nil {
		return err
	}
	return exit.Err(assumptionsExit(r))
}

func assumptionsProgress(at assumptions.Progress) string {
	line := fmt.Sprintf("combination %d of %d: assuming %s", at.Done+1, at.Of, at.Set)
	if at.Explore.States > 0 {
		line += fmt.Sprintf(": level %d, %s states", at.Explore.Level, layout.Grouped(at.Explore.States))
	}
	return line
}

// assumptionsExit is about what holds under none of the combinations: the verdict under all assumptions is that of the
// property.
func assumptionsExit(r *assumptions.Report) int {
	var findings []invariants.Finding
	for _, p := range r.Properties {
		if f, ok := p.Verdicts[r.All]; ok && len(p.Weakest) == 0 {
			findings = append(findings, f)
		}
	}
	return exit.Of(findings, r.Complete, false)
}

// writeOutside writes the shortest trace of every violation just outside a weakest combination, and of those that there
// are under all assumptions.
func writeOutside(dir string, a *paper.Algorithm, r *assumptions.Report) error {
	for _, p := range r.Properties {
		name := a.Name + "-" + p.Property.Name
		if f := p.Verdicts[r.All]; len(p.Weakest) == 0 && f.Verdict == invariants.Refuted {
			if err := flags.WriteTrace(dir, name+".trace", a, r.Strongest, f); err != nil {
				return err
			}
		}
		for k, w := range p.Weakest {
			for _, out := range w.Outside {
				if out.Verdict != invariants.Refuted {
					continue
				}
				with := strings.ReplaceAll(out.Dropped.Without(), " ", "-")
				file := fmt.Sprintf("%s-needs%d-with-%s.trace", name, k+1, with)
				if err := flags.WriteTrace(dir, file, a, out.Config, out.Finding); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
