package claims

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/model"
)

// terminalColumns is how many columns the ledger has on a terminal.
const terminalColumns = 80

// ledgerText writes a ledger for a terminal: a block for every claim, and the commands that show what refutes it.
func ledgerText(w io.Writer, p *program.Program, l *ledger.Ledger, paint terminal.Palette) error {
	var b strings.Builder
	a := l.Algorithm
	fmt.Fprintf(&b, "%s\n", paint.Bold(a.Name))
	lines(&b, "", fmt.Sprintf("%s. %s. %s", a.Authors, a.Title, a.Venue))
	variants := 0
	for _, column := range l.Columns {
		variants = max(variants, layout.Width(column.Variant))
	}
	phrases := CellPhrases{Algorithm: a, Code: func(text string) string { return text }}
	for _, row := range l.Rows {
		b.WriteString("\n")
		name := row.Claim.Property
		if name != "" {
			name += ": "
		}
		for k, line := range layout.Wrap(name+row.Claim.Source, terminalColumns) {
			if k == 0 && row.Claim.Property != "" {
				line = paint.Bold(row.Claim.Property) + strings.TrimPrefix(line, row.Claim.Property)
			}
			b.WriteString(line + "\n")
		}
		lines(&b, "  ", claimText(row))
		for k, cell := range row.Cells {
			if cell.Verdict == ledger.NotAbout {
				continue
			}
			verdict, rest := phrases.Text(row, cell)
			text := verdict
			if rest != "" {
				text += ": " + rest
			}
			indent := 2 + variants + 2
			for n, line := range layout.Wrap(text, terminalColumns-indent) {
				switch {
				case n > 0:
					line = layout.Pad("", indent) + line
				default:
					line = "  " + layout.Pad(l.Columns[k].Variant, variants+2) + painted(paint, cell, verdict, line)
				}
				b.WriteString(line + "\n")
			}
		}
	}
	b.WriteString("\n")
	if r := firstRefutation(l); r != nil {
		fmt.Fprintf(&b, "a trace: %s --property %s\n\n", p.Check(r.Line), r.Property)
	}
	for _, k := range spoken(l) {
		lines(&b, "", fmt.Sprintf("%s: %s", l.Columns[k].Variant, tally(l, k)))
	}
	lines(&b, "", Explored(l))
	_, err := io.WriteString(w, b.String())
	return err
}

// spoken are the columns of which some claim speaks.
func spoken(l *ledger.Ledger) []int {
	var all []int
	for k := range l.Columns {
		if slices.ContainsFunc(l.Rows, func(row ledger.Row) bool { return row.Cells[k].Verdict != ledger.NotAbout }) {
			all = append(all, k)
		}
	}
	return all
}

// lines writes a text in the lines of a terminal.
func lines(b *strings.Builder, indent, text string) {
	for _, line := range layout.Wrap(text, terminalColumns-layout.Width(indent)) {
		b.WriteString(indent + line + "\n")
	}
}

// painted paints the verdict at the beginning of a line.
func painted(paint terminal.Palette, cell ledger.Cell, verdict, line string) string {
	if len(line) < len(verdict) {
		return line
	}
	colour := func(text string) string { return text }
	switch cell.Verdict {
	case ledger.Refuted, ledger.Breaks:
		colour = paint.Bad
	case ledger.HoldsOnly, ledger.Partial, ledger.Vacuous, ledger.NotDecided:
		colour = paint.Warn
	}
	return colour(line[:len(verdict)]) + line[len(verdict):]
}

// claimText is what the paper says, with its number, what it takes for granted, and why it is not decided.
func claimText(row ledger.Row) string {
	text := row.Claim.Text
	if f := row.Claim.Figure; f.Of != nil {
		text += fmt.Sprintf(" (paper: %s)", f)
	}
	if row.Claim.Assumes != "" {
		text += fmt.Sprintf(" (assumes %s)", row.Claim.Assumes)
	}
	if row.Claim.Without != "" {
		text += fmt.Sprintf(" (with %s)", row.Claim.Without)
	}
	if row.Claim.Reason != "" {
		text += ". Not decided: " + row.Claim.Reason
	}
	return text
}

// Explored says how many configurations and states the ledger rests on.
func Explored(l *ledger.Ledger) string {
	complete, limited := map[string]bool{}, map[string]bool{}
	for _, r := range l.Runs {
		if r.Complete() {
			complete[r.Line] = true
			delete(limited, r.Line)
		} else {
			limited[r.Line] = true
		}
	}
	text := fmt.Sprintf("explored: %s states; %d configurations completely", layout.Grouped(l.States), len(complete))
	if len(limited) > 0 {
		text += fmt.Sprintf(", %d in part", len(limited))
	}
	return text
}

// firstRefutation is the first of the ledger that has a trace.
func firstRefutation(l *ledger.Ledger) *ledger.Refutation {
	for _, row := range l.Rows {
		for _, cell := range row.Cells {
			if r := cell.Refutation; r != nil && r.Steps > 0 {
				return r
			}
		}
	}
	return nil
}

// tally counts the verdicts of a column.
func tally(l *ledger.Ledger, column int) string {
	var parts []string
	for _, verdict := range []ledger.Verdict{
		ledger.Holds, ledger.Refuted, ledger.HoldsOnly, ledger.Breaks, ledger.Vacuous, ledger.Partial, ledger.NotDecided,
	} {
		n := 0
		for _, row := range l.Rows {
			if row.Cells[column].Verdict == verdict {
				n++
			}
		}
		if verdict == ledger.HoldsOnly {
			verdict += " " + ledger.FIFO
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// LedgerMarkdown writes a ledger as a section with a table.
func LedgerMarkdown(w io.Writer, l *ledger.Ledger) error {
	var b strings.Builder
	a := l.Algorithm
	fmt.Fprintf(&b, "## %s\n\n%s: *%s*. %s.\n\n", a.Name, a.Authors, a.Title, a.Venue)
	b.WriteString("| where | claim | property |")
	columns := spoken(l)
	for _, k := range columns {
		fmt.Fprintf(&b, " %s |", l.Columns[k].Variant)
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat(" --- |", 3+len(columns)))
	phrases := CellPhrases{Algorithm: a, Code: func(text string) string { return "`" + text + "`" }}
	for _, row := range l.Rows {
		property := ""
		if row.Claim.Property != "" {
			property = "`" + row.Claim.Property + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", layout.Escape(row.Claim.Source), layout.Escape(claimText(row)), property)
		for _, k := range columns {
			cell := row.Cells[k]
			verdict, rest := phrases.Text(row, cell)
			verdict, rest = layout.Escape(verdict), layout.Escape(rest)
			if cell.Verdict == ledger.Refuted || cell.Verdict == ledger.Breaks {
				verdict = "**" + verdict + "**"
			}
			if rest != "" {
				verdict += ": " + rest
			}
			fmt.Fprintf(&b, " %s |", verdict)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%s.\n", Explored(l))
	_, err := io.WriteString(w, b.String())
	return err
}

// same reports that the repaired variant is the published one, because there is nothing to repair.
func same(l *ledger.Ledger) bool {
	return len(l.Algorithm.Repairs) == 0 && len(l.Columns) == 1 && l.Columns[0].Variant == model.Published
}
