package repairs

import (
	"fmt"
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/studies/repairs"
	"github.com/gmecheck/gmecheck/invariants"
)

// repairsText is the answer of repairs for a reader, on a terminal or as Markdown.
type repairsText struct {
	a        *paper.Algorithm
	r        *repairs.Report
	markdown bool
	paint    terminal.Palette
}

func (t repairsText) write(w io.Writer) {
	var b strings.Builder
	b.WriteString(t.paint.Bold(t.code(options.Line(t.a, t.r.Config))) + "\n")
	t.question(&b)
	for k, m := range t.r.Minimal {
		t.gap(&b)
		t.paragraph(&b, fmt.Sprintf("set %d: %s", k+1, t.set(m)))
		if len(m.Needs) > 0 {
			needs := &layout.Table{Head: []string{"repair", "returns without it"}}
			for _, need := range m.Needs {
				needs.Add(need.Repair, returnsText(need))
			}
			t.table(&b, needs)
		}
	}
	if len(t.r.Price) > 0 {
		price := &layout.Table{Head: []string{"price of all repairs", "published", "repaired"}}
		for _, p := range t.r.Price {
			price.Add(p.Property.Name, report.ValueText(p.Published), report.ValueText(p.Repaired))
		}
		t.gap(&b)
		t.table(&b, price)
	}
	t.gap(&b)
	t.work(&b)
	io.WriteString(w, b.String())
}

// question says what is to hold, and how many sets make it hold.
func (t repairsText) question(b *strings.Builder) {
	var out []string
	for _, f := range t.r.LeftOut {
		out = append(out, fmt.Sprintf("%s (%s)", t.code(f.Property.Name), f.Verdict))
	}
	if len(t.r.Properties) == 0 {
		t.paragraph(b, "no property holds with all repairs: "+strings.Join(out, ", "))
		if t.r.Limit != "" {
			t.paragraph(b, t.paint.Warn("NOT complete: "+t.r.Limit))
		}
		return
	}
	t.paragraph(b, "to hold: "+t.names(t.r.Properties))
	if len(out) > 0 {
		t.paragraph(b, "left out, since they do not hold with all repairs: "+strings.Join(out, ", "))
	}
	t.gap(b)
	found := len(t.r.Minimal)
	switch {
	case !t.r.Complete && t.r.Limit != "":
		t.paragraph(b, t.paint.Warn(fmt.Sprintf("minimal sets of repairs found so far: %d (%s)", found, t.r.Limit)))
	case !t.r.Complete:
		t.paragraph(b, t.paint.Warn(fmt.Sprintf("minimal sets of repairs found: %d; on some sets a limit left no verdict", found)))
	case found == 0:
		t.paragraph(b, t.paint.Bad("no set of repairs makes them hold"))
		for _, f := range t.r.Repaired.Findings {
			if f.Verdict != invariants.Holds {
				t.paragraph(b, fmt.Sprintf("with all repairs %s is %s", t.code(f.Property.Name), report.VerdictText(f)))
			}
		}
	default:
		t.paragraph(b, fmt.Sprintf("all minimal sets of repairs: %d", found))
	}
}

// set is a minimal set, and what its being minimal rests on.
func (t repairsText) set(m repairs.Minimal) string {
	text := t.names(m.Repairs)
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
func (t repairsText) work(b *strings.Builder) {
	switch {
	case len(t.r.NotNeeded) == 0:
	case t.r.Complete:
		t.paragraph(b, "not needed at this size: "+t.names(t.r.NotNeeded))
	default:
		t.paragraph(b, "in none of the sets found: "+t.names(t.r.NotNeeded))
	}
	if len(t.r.Repairs) == 0 {
		t.paragraph(b, t.code(t.a.Name)+" has no repairs")
		return
	}
	count := t.r.Count
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
	t.paragraph(b, fmt.Sprintf("sets of repairs: %s (%s)", layout.Grouped(count.Sets), strings.Join(parts, ", ")))
}

// gap sets off what follows; a paragraph of Markdown does so by itself.
func (t repairsText) gap(b *strings.Builder) {
	if !t.markdown {
		b.WriteString("\n")
	}
}

func (t repairsText) paragraph(b *strings.Builder, text string) {
	if t.markdown {
		b.WriteString("\n" + text + "\n")
	} else {
		layout.Paragraph(b, "", text)
	}
}

func (t repairsText) table(b *strings.Builder, rows *layout.Table) {
	if t.markdown {
		b.WriteString("\n")
		rows.Markdown(b)
	} else {
		rows.Text(b, "  ")
	}
}

// code marks a name as such.
func (t repairsText) code(name string) string {
	if t.markdown {
		return "`" + name + "`"
	}
	return name
}

func (t repairsText) names(all []string) string {
	var marked []string
	for _, name := range all {
		marked = append(marked, t.code(name))
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
	var vacuous []string
	for _, f := range need.Findings {
		if f.Verdict == invariants.Vacuous {
			vacuous = append(vacuous, f.Property.Name)
		}
	}
	if len(vacuous) > 0 {
		text = joined(text, "vacuous: "+strings.Join(vacuous, ", "))
	}
	if !need.Result.Complete {
		text = joined(text, "not all decided: "+need.Result.Limit)
	}
	return text
}

func joined(text, more string) string {
	if text == "" {
		return more
	}
	return text + "; " + more
}
