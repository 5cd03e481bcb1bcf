package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/invariants"
)

// writeAssumptions writes the answer of claims --assumptions for readers.
func writeAssumptions(p answer.Page, a *paper.Algorithm, r *assumptions.Report) {
	rows := &layout.Table{Head: []string{"property", "holds with", "just outside"}}
	var notes []string
	for _, property := range r.Properties {
		name := property.Property.Name
		if len(property.Weakest) == 0 {
			rows.Add(name, nowhere(property, r.All), "")
		}
		for _, weakest := range property.Weakest {
			rows.Add(name, weakest.Set.String(), outsideText(weakest))
			notes = append(notes, weakestNotes(property, weakest)...)
			name = ""
		}
	}
	p.Head(options.Line(a, r.Config)+a.Within(), fmt.Sprintf("where a fault is not excluded: %s", r.Faults))
	p.Gap()
	p.Table(rows, "")
	p.Notes(notes)
	if !r.Complete {
		limit := "on some combinations a limit left no verdict"
		if r.Limit != "" {
			limit = r.Limit
		}
		p.Line("\n" + p.Warn("NOT complete: "+limit))
	}
}

// nowhere says why a property holds under no combination.
func nowhere(p assumptions.Property, all assumptions.Set) string {
	f, judged := p.Verdicts[all]
	switch {
	case judged && f.Verdict == invariants.Refuted:
		return "not even with all of them: " + report.VerdictText(f)
	case judged && f.Verdict == invariants.Vacuous:
		return "vacuous with all of them"
	}
	return "not decided"
}

// outsideText is what happens without each assumption: "loss: 4 steps; crash: 6 steps".
func outsideText(w assumptions.Weakest) string {
	var all []string
	for _, out := range w.Outside {
		text := string(out.Verdict)
		switch {
		case !out.Claimed:
			text = notClaimed
		case out.Verdict == invariants.Refuted:
			text = report.TraceText(out.Finding)
		case out.Verdict == invariants.Inconclusive:
			text = "not decided"
		}
		all = append(all, out.Dropped.Without()+": "+text)
	}
	return strings.Join(all, "; ")
}

// weakestNotes is what the table has no room for.
func weakestNotes(p assumptions.Property, w assumptions.Weakest) []string {
	var notes []string
	if len(w.Unless) > 0 {
		notes = append(notes, fmt.Sprintf("%s with %s: perhaps less will do: there is no verdict with %s", p.Property.Name, w.Set,
			alternatives(strongest(w.Unless))))
	}
	if len(w.But) > 0 {
		notes = append(notes, fmt.Sprintf("%s with %s: but not with %s", p.Property.Name, w.Set, alternatives(w.But)))
	}
	return notes
}

func alternatives(sets []assumptions.Set) string {
	var all []string
	for _, s := range sets {
		all = append(all, s.String())
	}
	return strings.Join(all, " or ")
}

// strongest leaves out the sets of which another has more: what is violated there is violated with less, as a rule.
func strongest(sets []assumptions.Set) []assumptions.Set {
	return slices.DeleteFunc(slices.Clone(sets), func(s assumptions.Set) bool {
		return slices.ContainsFunc(sets, func(t assumptions.Set) bool { return t != s && t.Has(s) })
	})
}

// notClaimed stands in the place of a verdict on a property that the algorithm does not have under some faults.
const notClaimed = "not claimed"

// assumptionsObject is the answer of claims --assumptions for programs.
func assumptionsObject(a *paper.Algorithm, r *assumptions.Report) any {
	return answer.Of(
		"schema", "gmecheck/assumptions", "schema_version", 1, "model", report.ModelObject(r.Strongest), "bounded?", a.Boundary, // under all assumptions
		"assumptions", r.All.Names(), // all that were varied
		// the budget of each fault where it is not excluded
		"faults", answer.Of("loss", r.Faults.Loss, "duplicate", r.Faults.Duplicate, "crash", r.Faults.Crash, "early", r.Faults.Early),
		"complete", r.Complete, "limit?", r.Limit, "explored", r.Explored, // combinations
		"properties", answer.Each(r.Properties, func(p assumptions.Property) any {
			verdicts := []any{} // fewest assumptions first; none where weaker ones say it all
			for _, set := range r.All.Subsets() {
				if f, ok := p.Verdicts[set]; ok {
					verdicts = append(verdicts, answer.Of("assumptions", set.Names(), "verdict", f.Verdict,
						"steps?", report.StepsOf(f), "value?", report.ValueObject(f.Value)))
				}
			}
			return answer.Of("name", p.Property.Name, "kind", p.Property.Kind, "source", p.Property.Source,
				"weakest", answer.Each(p.Weakest, weakestObject), "verdicts", verdicts)
		}),
	)
}

func weakestObject(w assumptions.Weakest) any {
	names := func(s assumptions.Set) any { return s.Names() }
	return answer.Of(
		"assumptions", w.Set.Names(),
		"unless", answer.Each(w.Unless, names), // weaker combinations without a verdict
		"but", answer.Each(w.But, names), // stronger combinations under which it does not hold
		"outside", answer.Each(w.Outside, outsideObject),
	)
}

func outsideObject(out assumptions.Outside) any {
	if !out.Claimed {
		return answer.Of("dropped", out.Dropped.String(), "verdict", notClaimed)
	}
	o := answer.Of("dropped", out.Dropped.String(), "verdict", out.Verdict, "steps?", report.StepsOf(out.Finding))
	if out.Verdict == invariants.Refuted {
		o.Add("shortest", out.Shortest)
		o.Add("detail?", out.Detail)
		o.Add("start?", out.Start)
		o.Add("trace", answer.List(out.Trace))
	}
	if out.Endless {
		o.Add("loop", out.Loop)
	}
	return o
}
