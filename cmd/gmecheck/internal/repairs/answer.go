package repairs

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/repairs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/invariants"
)

// page is the answer for readers.
type page struct {
	answer.Page
	a *paper.Algorithm
	r *repairs.Report
}

func (p page) write() {
	p.Head(options.Line(p.a, p.r.Config)+p.a.Within(), "")
	p.question()
	for k, m := range p.r.Minimal {
		p.Gap()
		p.Paragraph(fmt.Sprintf("set %d: %s", k+1, p.set(m)))
		if len(m.Needs) > 0 {
			needs := &layout.Table{Head: []string{"repair", "returns without it"}}
			for _, need := range m.Needs {
				needs.Add(need.Repair, returnsText(need))
			}
			p.Table(needs, "  ")
		}
	}
	if len(p.r.Price) > 0 {
		price := &layout.Table{Head: []string{"price of all repairs", "published", "repaired"}}
		for _, cost := range p.r.Price {
			price.Add(cost.Property.Name, report.ValueText(cost.Published), report.ValueText(cost.Repaired))
		}
		p.Gap()
		p.Table(price, "  ")
	}
	p.Gap()
	p.work()
}

// question says what is to hold, and how many sets make it hold.
func (p page) question() {
	var out []string
	for _, f := range p.r.LeftOut {
		out = append(out, fmt.Sprintf("%s (%s)", p.Code(f.Property.Name), f.Verdict))
	}
	if len(p.r.Properties) == 0 {
		p.Paragraph("no property holds with all repairs: " + strings.Join(out, ", "))
		if p.r.Limit != "" {
			p.Paragraph(p.Warn("NOT complete: " + p.r.Limit))
		}
		return
	}
	p.Paragraph("to hold: " + p.names(p.r.Properties))
	if len(out) > 0 {
		p.Paragraph("left out, since they do not hold with all repairs: " + strings.Join(out, ", "))
	}
	p.Gap()
	found := len(p.r.Minimal)
	switch {
	case !p.r.Complete && p.r.Limit != "":
		p.Paragraph(p.Warn(fmt.Sprintf("minimal sets of repairs found so far: %d (%s)", found, p.r.Limit)))
	case !p.r.Complete:
		p.Paragraph(p.Warn(fmt.Sprintf("minimal sets of repairs found: %d; on some sets a limit left no verdict", found)))
	case found == 0:
		p.Paragraph(p.Bad("no set of repairs makes them hold"))
		for _, f := range p.r.Repaired.Findings {
			if f.Verdict != invariants.Holds {
				p.Paragraph(fmt.Sprintf("with all repairs %s is %s", p.Code(f.Property.Name), report.VerdictText(f)))
			}
		}
	default:
		p.Paragraph(fmt.Sprintf("all minimal sets of repairs: %d", found))
	}
}

// set is a minimal set, and what its being minimal rests on.
func (p page) set(m repairs.Minimal) string {
	text := p.names(m.Repairs)
	if len(m.Repairs) == 0 {
		text = "none; all of it holds as published"
	}
	switch m.Standing {
	case repairs.Irreducible:
		text += " (no single repair of it can go; smaller sets were not all looked at)"
	case repairs.Reducible:
		text += " (it holds; whether a repair of it can go was not all looked at)"
	}
	if len(m.Unless) > 0 {
		var unless []string
		for _, set := range m.Unless {
			unless = append(unless, "{"+strings.Join(set, ", ")+"}")
		}
		text += " (minimal, unless a smaller set without a verdict holds: " + strings.Join(unless, ", ") + ")"
	}
	return text
}

// work says what is not needed, and on what all this rests.
func (p page) work() {
	switch {
	case len(p.r.NotNeeded) == 0:
	case p.r.Complete:
		p.Paragraph("not needed at this size: " + p.names(p.r.NotNeeded))
	default:
		p.Paragraph("in none of the sets found: " + p.names(p.r.NotNeeded))
	}
	if len(p.r.Repairs) == 0 {
		p.Paragraph(p.Code(p.a.Name) + " has no repairs")
		return
	}
	count := p.r.Count
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{count.Explored, "explored"}, {count.Pursued, "refuted by a counterexample of another"},
		{count.Above, "above a minimal one"}, {count.Sets - count.Looked(), "not looked at"},
	} {
		if part.n > 0 {
			parts = append(parts, layout.Grouped(part.n)+" "+part.what)
		}
	}
	p.Paragraph(fmt.Sprintf("sets of repairs: %s (%s)", layout.Grouped(count.Sets), strings.Join(parts, ", ")))
}

func (p page) names(all []string) string {
	var marked []string
	for _, name := range all {
		marked = append(marked, p.Code(name))
	}
	return strings.Join(marked, ", ")
}

// returnsText is what returns without a repair: "gme 4 steps, deadlock 7 steps; vacuous: spurious".
func returnsText(need repairs.Need) string {
	var all []string
	for _, f := range need.Returns() {
		all = append(all, f.Property.Name+" "+report.TraceText(f))
	}
	text := strings.Join(all, ", ")
	if idle := vacuous(need); len(idle) > 0 {
		text = joined(text, "vacuous: "+strings.Join(idle, ", "))
	}
	if !need.Result.Complete {
		text = joined(text, "not all decided: "+need.Result.Limit)
	}
	return text
}

// vacuous names the properties that have nothing to say without a repair.
func vacuous(need repairs.Need) []string {
	var all []string
	for _, f := range need.Findings {
		if f.Verdict == invariants.Vacuous {
			all = append(all, f.Property.Name)
		}
	}
	return all
}

func joined(text, more string) string {
	if text == "" {
		return more
	}
	return text + "; " + more
}

// object is the answer for programs.
func object(a *paper.Algorithm, r *repairs.Report) any {
	return answer.Of(
		"schema", "gmecheck/repairs", "schema_version", 1, "model", report.ModelObject(r.Config), "bounded?", a.Boundary, // published, without repairs
		"properties", answer.List(r.Properties),
		"left_out", answer.Each(r.LeftOut, func(f invariants.Finding) any {
			return answer.Of("name", f.Property.Name, "verdict", f.Verdict)
		}),
		"complete", r.Complete, "limit?", r.Limit, // complete: sets are all minimal sets
		"sets", answer.Each(r.Minimal, minimalObject),
		"not_needed", answer.List(r.NotNeeded), "undecided", answer.List(r.Undecided),
		"price", answer.Each(r.Price, func(p repairs.Price) any { // null where it was not decided
			return answer.Of("name", p.Property.Name, "kind", p.Property.Kind,
				"published", report.ValueObject(p.Published), "repaired", report.ValueObject(p.Repaired))
		}),
		// replayed: refuted by another set's counterexample; above: supersets of a minimal set
		"count", answer.Of("sets", r.Count.Sets, "explored", r.Count.Explored, "replayed", r.Count.Pursued, "above", r.Count.Above),
	)
}

func minimalObject(m repairs.Minimal) any {
	return answer.Of(
		"repairs", m.Repairs,
		"standing", m.Standing, // minimal, or irreducible or reducible where a limit came too early
		"unless", answer.List(m.Unless), // smaller sets without a verdict
		"needs", answer.Each(m.Needs, needObject), // one for each repair without which it does not hold
		"fingerprint", m.Config.Fingerprint(),
	)
}

func needObject(need repairs.Need) any {
	returns := need.Returns()
	o := answer.Of(
		"repair", need.Repair, "verdict", need.Verdict(), // of the set without it
		"returns", answer.Each(returns, func(f invariants.Finding) any { // shortest trace first
			return answer.Of("name", f.Property.Name, "steps", f.Steps, "shortest", f.Shortest, "detail?", f.Detail, "value?", report.ValueObject(f.Value))
		}),
		"vacuous", answer.List(vacuous(need)), "complete", need.Result.Complete, // returns is all that does
	)
	if len(returns) > 0 {
		if returns[0].Trace != nil {
			o.Add("start?", returns[0].Start)
			o.Add("trace", returns[0].Trace)
		}
		if returns[0].Endless {
			o.Add("loop", returns[0].Loop)
		}
	}
	return o
}
