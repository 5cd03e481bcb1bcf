package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples/assumptions"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// assumptionsMaxStates is the default limit of each exploration: with every fault once there are many states.
const assumptionsMaxStates = 2_000_000

// assumptions answers which assumptions each property needs.
func (f *explorations) assumptions(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	if err := refuse(cmd, "both networks are tried", "net"); err != nil {
		return err
	}
	if !cmd.Flags().Changed("max-states") {
		f.maxStates = assumptionsMaxStates
	}
	o, err := f.limits(cmd)
	if err != nil {
		return err
	}
	if _, err := f.selected(a, assumptions.All(a, c).In(a, c)); err != nil {
		return err
	}
	asked := assumptions.Options{Properties: f.properties, Explore: o, MaxTime: f.maxTime}
	if !f.quiet {
		show := newProgress(cmd)
		asked.Progress = func(at assumptions.Progress) { show.show(assumptionsProgress(at)) }
		defer show.clear()
	}
	r, err := assumptions.Find(cmd.Context(), a, c, asked)
	if err != nil {
		return explained(err)
	}
	if f.traceDir != "" {
		if err := writeOutside(f.traceDir, a, r); err != nil {
			return err
		}
	}
	stdout := cmd.OutOrStdout()
	switch {
	case f.json:
		err = writeJSON(stdout, newAssumptionsReport(r))
	case f.markdown:
		assumptionsText{a: a, r: r, markdown: true}.write(stdout)
	default:
		assumptionsText{a: a, r: r, paint: palette{on: colourful(stdout)}}.write(stdout)
	}
	if err != nil {
		return err
	}
	return ending(assumptionsExit(r))
}

func assumptionsProgress(at assumptions.Progress) string {
	line := fmt.Sprintf("combination %d of %d  assuming %s", at.Done+1, at.Of, at.Set)
	if at.Explore.States > 0 {
		line += fmt.Sprintf(": level %d  %s states", at.Explore.Level, grouped(at.Explore.States))
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
	return exitOf(findings, r.Complete, false)
}

// writeOutside writes the shortest trace of every violation just outside a weakest combination, and of those that there
// are under all assumptions.
func writeOutside(dir string, a *paper.Algorithm, r *assumptions.Report) error {
	for _, p := range r.Properties {
		name := a.Name + "-" + p.Property.Name
		if f := p.Verdicts[r.All]; len(p.Weakest) == 0 && f.Verdict == invariants.Refuted {
			if err := writeTrace(dir, name+".trace", a, r.Strongest, f); err != nil {
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
				if err := writeTrace(dir, file, a, out.Config, out.Finding); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
