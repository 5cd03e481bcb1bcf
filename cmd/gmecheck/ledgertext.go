package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/model"
)

// terminal is how many columns the ledger has on a terminal.
const terminal = 80

// ledgerText writes a ledger for a terminal: a block for every claim, and the commands that show what refutes it.
func ledgerText(w io.Writer, l *ledger.Ledger, paint palette) error {
	var b strings.Builder
	a := l.Algorithm
	fmt.Fprintf(&b, "%s\n", paint.bold(a.Name))
	lines(&b, "", fmt.Sprintf("%s. %s. %s", a.Authors, a.Title, a.Venue))
	variants := 0
	for _, column := range l.Columns {
		variants = max(variants, width(column.Variant))
	}
	phrases := cellPhrases{a, func(text string) string { return text }}
	for _, row := range l.Rows {
		b.WriteString("\n")
		name := row.Claim.Property
		if name != "" {
			name += ": "
		}
		for k, line := range wrap(name+row.Claim.Source, terminal) {
			if k == 0 && row.Claim.Property != "" {
				line = paint.bold(row.Claim.Property) + strings.TrimPrefix(line, row.Claim.Property)
			}
			b.WriteString(line + "\n")
		}
		lines(&b, "  ", claimText(row))
		for k, cell := range row.Cells {
			if cell.Verdict == ledger.NotAbout {
				continue
			}
			verdict, rest := phrases.text(row, cell)
			text := verdict
			if rest != "" {
				text += ": " + rest
			}
			indent := 2 + variants + 2
			for n, line := range wrap(text, terminal-indent) {
				switch {
				case n > 0:
					line = pad("", indent) + line
				default:
					line = "  " + pad(l.Columns[k].Variant, variants+2) + painted(paint, cell, verdict, line)
				}
				b.WriteString(line + "\n")
			}
		}
	}
	b.WriteString("\n")
	if r := firstRefutation(l); r != nil {
		fmt.Fprintf(&b, "a trace: gmecheck check %s --property %s\n\n", r.Line, r.Property)
	}
	for _, k := range spoken(l) {
		lines(&b, "", fmt.Sprintf("%s: %s", l.Columns[k].Variant, tally(l, k)))
	}
	lines(&b, "", explored(l))
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
	for _, line := range wrap(text, terminal-width(indent)) {
		b.WriteString(indent + line + "\n")
	}
}

// painted paints the verdict at the beginning of a line.
func painted(paint palette, cell ledger.Cell, verdict, line string) string {
	if len(line) < len(verdict) {
		return line
	}
	colour := func(text string) string { return text }
	switch cell.Verdict {
	case ledger.Refuted, ledger.Breaks:
		colour = paint.bad
	case ledger.HoldsOnly, ledger.Partial, ledger.Vacuous, ledger.NotDecided:
		colour = paint.warn
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

// explored says how many configurations and states the ledger rests on.
func explored(l *ledger.Ledger) string {
	complete, limited := map[string]bool{}, map[string]bool{}
	for _, r := range l.Runs {
		if r.Complete() {
			complete[r.Line] = true
			delete(limited, r.Line)
		} else {
			limited[r.Line] = true
		}
	}
	text := fmt.Sprintf("explored: %s states; %d configurations completely", grouped(l.States), len(complete))
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

// ledgerMarkdown writes a ledger as a section with a table.
func ledgerMarkdown(w io.Writer, l *ledger.Ledger) error {
	var b strings.Builder
	a := l.Algorithm
	fmt.Fprintf(&b, "## %s\n\n%s: *%s*. %s.\n\n", a.Name, a.Authors, a.Title, a.Venue)
	b.WriteString("| where | claim | property |")
	columns := spoken(l)
	for _, k := range columns {
		fmt.Fprintf(&b, " %s |", l.Columns[k].Variant)
	}
	fmt.Fprintf(&b, "\n|%s\n", strings.Repeat(" --- |", 3+len(columns)))
	phrases := cellPhrases{a, func(text string) string { return "`" + text + "`" }}
	for _, row := range l.Rows {
		property := ""
		if row.Claim.Property != "" {
			property = "`" + row.Claim.Property + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", cellMarkdown(row.Claim.Source), cellMarkdown(claimText(row)), property)
		for _, k := range columns {
			cell := row.Cells[k]
			verdict, rest := phrases.text(row, cell)
			verdict, rest = cellMarkdown(verdict), cellMarkdown(rest)
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
	fmt.Fprintf(&b, "\n%s.\n", explored(l))
	_, err := io.WriteString(w, b.String())
	return err
}

// cellMarkdown keeps a text from being taken for the end of a cell, or for marks, except in code.
func cellMarkdown(text string) string {
	marks := strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;")
	parts := strings.Split(text, "`")
	for k := range parts {
		if k%2 == 0 {
			parts[k] = marks.Replace(parts[k])
		}
	}
	return strings.Join(parts, "`")
}

// same reports that the repaired variant is the published one, because there is nothing to repair.
func same(l *ledger.Ledger) bool {
	return len(l.Algorithm.Repairs) == 0 && len(l.Columns) == 1 && l.Columns[0].Variant == model.Published
}
