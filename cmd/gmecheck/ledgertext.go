package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// ledgerText writes a ledger for a terminal: the rows as a table, the sizes, and how to see a trace.
func ledgerText(w io.Writer, l *ledger.Ledger, paint palette) error {
	var b strings.Builder
	a := l.Algorithm
	fmt.Fprintf(&b, "%s\n", paint.bold(a.Name))
	paragraph(&b, "", fmt.Sprintf("%s. %s. %s", a.Authors, a.Title, a.Venue))
	b.WriteString("\n")
	names := len("property")
	for _, row := range l.Rows {
		names = max(names, len(row.Claim.Property))
	}
	t := wrapped{widths: []int{20, 44, names}}
	head := []string{"where", "claim", "property"}
	for _, column := range l.Columns {
		t.widths = append(t.widths, 22)
		head = append(head, column.Variant)
	}
	t.widths = append(t.widths, 5)
	t.add(append(head, "size"), nil)
	for _, row := range l.Rows {
		cells := []string{row.Claim.Source, claimText(row), row.Claim.Property}
		paints := make([]func(string) string, len(t.widths))
		for k, cell := range row.Cells {
			cells = append(cells, cellText(row, cell))
			switch cell.Verdict {
			case ledger.Refuted:
				paints[3+k] = paint.bad
			case ledger.HoldsOnly, ledger.Vacuous, ledger.NotDecided:
				paints[3+k] = paint.warn
			}
		}
		t.add(append(cells, sizeNumbers(row)), paints)
	}
	t.write(&b)
	if len(l.Sizes) > 0 {
		b.WriteString("\nsizes\n")
	}
	for _, s := range l.Sizes {
		paragraph(&b, "  ", fmt.Sprintf("%d: %s (%s)", s.Number, s.Flags, explored(l, s)))
	}
	if trace := traceHint(l); trace != "" {
		fmt.Fprintf(&b, "\na trace: %s\n", trace)
	}
	b.WriteString("\n")
	for k, column := range l.Columns {
		fmt.Fprintf(&b, "%s: %s\n", column.Variant, tally(l, k))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// claimText is what the paper says, with its number, what it takes for granted, and why it is not decided.
func claimText(row ledger.Row) string {
	text := row.Claim.Text
	if row.Claimed != "" {
		text += fmt.Sprintf(" (paper: %s)", row.Claimed)
	}
	if row.Claim.Assumes != "" {
		text += fmt.Sprintf(" (assumes %s)", row.Claim.Assumes)
	}
	if row.Claim.Reason != "" {
		text += ". Not decided: " + row.Claim.Reason
	}
	return text
}

// cellText is a verdict with what goes with it: "holds: 0..4, attained", "refuted: 4 steps".
func cellText(row ledger.Row, cell ledger.Cell) string {
	var parts []string
	if cell.Value != nil && (cell.Kind == invariants.Bound || cell.Kind == invariants.Cost) {
		parts = append(parts, cell.Value.String())
		if cell.Value.Claimed != nil && row.Claimed == "" {
			parts = append(parts, "paper "+cell.Value.Claimed.String())
		}
		if cell.Attained && cell.Verdict == ledger.Holds && cell.Value.Max > 0 {
			parts = append(parts, "attained")
		}
	}
	text := string(cell.Verdict)
	switch {
	case cell.Verdict == ledger.NotAbout:
		return "-"
	case cell.Verdict == ledger.HoldsOnly:
		text += " " + cell.Assumption
		parts = append(parts, "otherwise refuted, "+stepsText(cell.Trace))
	case cell.Verdict == ledger.Refuted && len(cell.Trace) > 0:
		parts = append(parts, stepsText(cell.Trace))
		if cell.Finding.Endless {
			parts = append(parts, fmt.Sprintf("then again from %d", cell.Finding.Loop+1))
		}
	case cell.Verdict == ledger.NotDecided && row.Claim.Reason == "":
		parts = append(parts, cell.Reason)
	}
	if m := cell.Executed; m != nil {
		parts = append(parts, fmt.Sprintf("%d of %d loads agree", m.Loads-m.Differ, m.Loads), m.Example)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

func stepsText(trace []string) string { return english.Plural(len(trace), "step", "") }

func sizeNumbers(row ledger.Row) string {
	var all []string
	for _, s := range row.Sizes {
		all = append(all, fmt.Sprint(s.Number))
	}
	return strings.Join(all, ",")
}

// explored says how large each variant's exploration was: "published: 75 states".
func explored(l *ledger.Ledger, s *ledger.Size) string {
	var all []string
	for k, r := range s.Runs {
		switch {
		case r == nil:
		case r.Result.Complete:
			all = append(all, fmt.Sprintf("%s: %s states", l.Columns[k].Variant, grouped(r.Result.States)))
		default:
			all = append(all, fmt.Sprintf("%s: NOT complete, %s", l.Columns[k].Variant, r.Result.Limit))
		}
	}
	return strings.Join(all, "; ")
}

// traceHint is the command that shows the trace of the first refuted claim that has one.
func traceHint(l *ledger.Ledger) string {
	for _, row := range l.Rows {
		for _, cell := range row.Cells {
			if len(cell.Trace) > 0 {
				return traceCommand(row, cell)
			}
		}
	}
	return ""
}

// traceCommand shows the trace of a refuted claim.
func traceCommand(row ledger.Row, cell ledger.Cell) string {
	return fmt.Sprintf("gmecheck check %s --property %s", cell.Run.Line, row.Claim.Property)
}

// tally counts the verdicts of a column.
func tally(l *ledger.Ledger, column int) string {
	var parts []string
	for _, verdict := range []ledger.Verdict{ledger.Holds, ledger.Refuted, ledger.HoldsOnly, ledger.Vacuous, ledger.NotDecided} {
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
	for _, column := range l.Columns {
		fmt.Fprintf(&b, " %s |", column.Variant)
	}
	fmt.Fprintf(&b, " size |\n|%s\n", strings.Repeat(" --- |", 4+len(l.Columns)))
	for _, row := range l.Rows {
		property := ""
		if row.Claim.Property != "" {
			property = "`" + row.Claim.Property + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", cellMarkdown(row.Claim.Source), cellMarkdown(claimText(row)), property)
		for _, cell := range row.Cells {
			text := cellMarkdown(cellText(row, cell))
			if cell.Verdict == ledger.Refuted {
				text = strings.Replace(text, string(ledger.Refuted), "**refuted**", 1)
			}
			fmt.Fprintf(&b, " %s |", text)
		}
		fmt.Fprintf(&b, " %s |\n", sizeNumbers(row))
	}
	b.WriteString("\n")
	for _, s := range l.Sizes {
		fmt.Fprintf(&b, "%d. `%s` (%s)\n", s.Number, s.Flags, explored(l, s))
	}
	if trace := traceHint(l); trace != "" {
		fmt.Fprintf(&b, "\nA trace: `%s`\n", trace)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cellMarkdown keeps a text from being taken for the end of a cell, or for marks.
func cellMarkdown(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;").Replace(text)
}

// same reports that the repaired variant is the published one, because there is nothing to repair.
func same(l *ledger.Ledger) bool {
	return len(l.Algorithm.Repairs) == 0 && len(l.Columns) == 1 && l.Columns[0].Variant == model.Published
}
