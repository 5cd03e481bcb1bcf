package claims

import (
	"fmt"
	"math"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/invariants"
)

// CellPhrases write a cell. A configuration is marked as code, and the verdict with emphasis, as the document has them.
type CellPhrases struct {
	Algorithm *paper.Algorithm
	Code      func(string) string
}

// shownReaches are how many configurations a cell shows that a claim holds in.
const shownReaches = 3

// cell is the cell as answers have it.
func (w CellPhrases) cell(row ledger.Row, cell ledger.Cell) answer.Cell {
	if cell.Verdict == ledger.NotAbout {
		return answer.Cell{}
	}
	verdict, rest := w.Text(row, cell)
	c := answer.Cell{Verdict: verdict, Rest: rest}
	switch cell.Verdict {
	case ledger.Refuted, ledger.Breaks:
		c.Mood = answer.Bad
	case ledger.HoldsOnly, ledger.Partial, ledger.Vacuous, ledger.NotDecided:
		c.Mood = answer.Open
	}
	return c
}

// Text is the verdict and what goes with it: "holds: 0..4; to -n 3 -m 2 (13,041 states)".
func (w CellPhrases) Text(row ledger.Row, cell ledger.Cell) (verdict, rest string) {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	verdict = string(cell.Verdict)
	if cell.Value != nil && (cell.Kind == invariants.Bound || cell.Kind == invariants.Cost) {
		number := cell.Value.String()
		if cell.Value.Claimed != nil && row.Claim.Figure.None() {
			number += ", paper " + cell.Value.Claimed.String()
		}
		if cell.Attained && cell.Verdict == ledger.Holds && cell.Value.Max > 0 && !strings.HasSuffix(number, "attained") {
			number += ", attained"
		}
		parts = append(parts, number)
	}
	switch cell.Verdict {
	case ledger.NotAbout:
		return "-", ""
	case ledger.NotDecided:
		if row.Claim.Reason == "" {
			add("%s", cell.Reason)
		}
	case ledger.Refuted:
		if cell.Refutation != nil {
			parts = append(parts, w.refuted(*cell.Refutation))
		}
	case ledger.HoldsOnly:
		verdict += " " + cell.Assumption
		parts = append(parts, w.reaches(cell.Holds), "otherwise refuted, "+w.refuted(*cell.Refutation))
	case ledger.Holds, ledger.Vacuous:
		if len(cell.Holds) > 0 {
			parts = append(parts, w.reaches(cell.Holds))
		}
		if row.Claim.Without != "" {
			verdict = "nothing breaks"
		}
	case ledger.Breaks:
		verdict = w.Code(cell.Refutation.Property) + " breaks first"
		parts = append(parts, w.refuted(*cell.Refutation))
	case ledger.Partial:
		verdict = cell.Reason
		if len(cell.Holds) > 0 {
			parts = append(parts, w.reaches(cell.Holds))
		} else if len(cell.Within) > 0 {
			verdict += fmt.Sprintf(" to depth %d", cell.Within[0].Depth)
			parts = append(parts, fmt.Sprintf("%s (%s)", w.flags(cell.Within[0]), w.states(cell.Within[0], true)))
		}
	}
	if last := cell.Within; cell.Verdict == ledger.Holds && len(last) > 0 && len(cell.Holds) > 0 && last[0].States > cell.Holds[0].States {
		add("not violated to depth %d at %s (%s)", last[0].Depth, w.flags(last[0]), w.states(last[0], false))
	}
	if len(cell.Growth) > 0 && (row.Claim.Figure.Form == paper.Steady || cell.Growth[0].Varies()) {
		parts = append(parts, w.growth(cell.Growth[0]))
	}
	for _, m := range cell.Means {
		if m.Half == 0 {
			add("%.3g at %s", m.Value, w.Code(m.Flags))
		} else {
			digits := max(0, -int(math.Floor(math.Log10(m.Half)))) // of the value as many as the first of the interval
			add("%.*f ± %.*f at %s", digits, m.Value, digits, m.Half, w.Code(m.Flags))
		}
	}
	for _, c := range cell.Compared {
		add("%s", c)
	}
	if len(cell.Means) > 0 && cell.Reason != "" {
		add("none at %s", cell.Reason)
	}
	if m := cell.Executed; m != nil {
		add("%d of %d loads agree", m.Loads-m.Differ, m.Loads)
		parts = append(parts, m.Example)
	}
	if row.Claim.Reading != "" && cell.Verdict != ledger.NotDecided && cell.Verdict != ledger.Vacuous {
		add("reading: %s", row.Claim.Reading)
	}
	return verdict, strings.Join(parts, "; ")
}

// refuted says how long the trace is, if there is one, and in which configuration.
func (w CellPhrases) refuted(r ledger.Refutation) string {
	text := english.Plural(r.Steps, "step", "")
	if r.Unshown {
		text = "true of no state"
	}
	if r.Endless {
		text += fmt.Sprintf(", then again from %d,", r.Loop+1)
	}
	if r.Long {
		text += " (perhaps not shortest)"
	}
	return text + " at " + w.Code(ledger.Flags(w.Algorithm, r.Config))
}

func (w CellPhrases) flags(r ledger.Reach) string {
	return w.Code(ledger.Flags(w.Algorithm, r.Config))
}

// reaches says how far a claim was found to hold.
func (w CellPhrases) reaches(all []ledger.Reach) string {
	var texts []string
	for k, r := range ledger.Telling(all, shownReaches) {
		texts = append(texts, fmt.Sprintf("%s (%s)", w.flags(r), w.states(r, k == 0)))
	}
	return "to " + strings.Join(texts, ", ")
}

// states says how many states were explored, and always of what if they are not all states.
func (w CellPhrases) states(r ledger.Reach, unit bool) string {
	switch n := layout.Grouped(r.States); {
	case w.Algorithm.New(r.Config).EndsOnForms():
		return n + " canonical forms"
	case unit:
		return n + " states"
	default:
		return n
	}
}

// growth shows a number as it grows: "R = 1..4 at -n 3 -m 1: 1, 2, 3, 4".
func (w CellPhrases) growth(g ledger.Growth) string {
	var values []string
	for k, v := range g.Values {
		if g.Endless[k] {
			values = append(values, "unbounded")
		} else {
			values = append(values, fmt.Sprint(v))
		}
	}
	return fmt.Sprintf("%s: %s for R = %s", w.Code(growthFlags(w.Algorithm, g)), strings.Join(values, ", "), strings.Join(g.Requests, ", "))
}

// growthFlags is the configurations of a growth, R in the place of the requests that differ, or without those of all.
func growthFlags(a *paper.Algorithm, g ledger.Growth) string {
	at := strings.Join(dropFlag(strings.Fields(ledger.Flags(a, g.Config)), "-r"), " ")
	if g.Of != "R" {
		at += " " + g.Of
	}
	return at
}

// dropFlag is words without a flag and its value.
func dropFlag(words []string, flag string) []string {
	var rest []string
	for k := 0; k < len(words); k++ {
		if words[k] == flag {
			k++
			continue
		}
		rest = append(rest, words[k])
	}
	return rest
}
