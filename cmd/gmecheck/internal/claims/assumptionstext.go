package claims

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/studies/assumptions"
	"github.com/gmecheck/gmecheck/invariants"
)

// assumptionsText is the answer of claims --assumptions for a reader, on a terminal or as Markdown.
type assumptionsText struct {
	a        *paper.Algorithm
	r        *assumptions.Report
	markdown bool
	paint    terminal.Palette
}

func (t assumptionsText) write(w io.Writer) {
	rows := &layout.Table{Head: []string{"property", "holds with", "just outside"}}
	var notes []string
	for _, p := range t.r.Properties {
		name := p.Property.Name
		if len(p.Weakest) == 0 {
			rows.Add(name, t.nowhere(p), "")
		}
		for _, weakest := range p.Weakest {
			rows.Add(name, weakest.Set.String(), outsideText(weakest))
			notes = append(notes, weakestNotes(p, weakest)...)
			name = ""
		}
	}
	var b strings.Builder
	if line := options.Line(t.a, t.r.Config); t.markdown {
		fmt.Fprintf(&b, "`%s`, where a fault is not excluded: %s\n\n", line, t.r.Faults)
		rows.Markdown(&b)
	} else {
		fmt.Fprintf(&b, "%s\nwhere a fault is not excluded: %s\n\n", t.paint.Bold(line), t.r.Faults)
		rows.Text(&b, "")
	}
	for k, note := range notes {
		bullet := ""
		if t.markdown {
			bullet = "- "
		}
		if k == 0 {
			b.WriteString("\n")
		}
		b.WriteString(bullet + note + "\n")
	}
	if !t.r.Complete {
		limit := "on some combinations a limit left no verdict"
		if t.r.Limit != "" {
			limit = t.r.Limit
		}
		fmt.Fprintf(&b, "\n%s\n", t.paint.Warn("NOT complete: "+limit))
	}
	io.WriteString(w, b.String())
}

// nowhere says why a property holds under no combination.
func (t assumptionsText) nowhere(p assumptions.Property) string {
	f, judged := p.Verdicts[t.r.All]
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
