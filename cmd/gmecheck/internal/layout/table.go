package layout

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// Table is a table for a terminal or for Markdown; all its rows have the same length.
type Table struct {
	Head  []string // nil: none, for a terminal only
	rows  [][]string
	Prose bool // the first column is not of names, which Markdown writes as code
}

func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Text writes columns, with nothing behind the last word of a row.
func (t *Table) Text(w io.Writer, indent string) {
	rows := t.rows
	if t.Head != nil {
		rows = append([][]string{t.Head}, rows...)
	}
	var widths []int
	for _, row := range rows {
		for k, cell := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], Width(cell))
		}
	}
	for _, row := range rows {
		line := indent
		for k, cell := range row {
			line += Pad(cell, widths[k]+2)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// Markdown writes the table, with the first column as code unless it is prose.
func (t *Table) Markdown(w io.Writer) {
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(t.Head, " | "), strings.Repeat(" --- |", len(t.Head)))
	escape := strings.NewReplacer("|", `\|`)
	for _, row := range t.rows {
		var cells []string
		for k, cell := range row {
			cell = escape.Replace(cell)
			if k == 0 && cell != "" && !t.Prose {
				cell = "`" + cell + "`"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
}

// Escape keeps a text from being taken for the end of a cell, or for marks, except in code.
func Escape(text string) string {
	marks := strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;")
	parts := strings.Split(text, "`")
	for k := range parts {
		if k%2 == 0 {
			parts[k] = marks.Replace(parts[k])
		}
	}
	return strings.Join(parts, "`")
}

// Pad fills a text up with spaces.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-Width(text)))
}

// Width is the number of columns of a text.
func Width(text string) int { return utf8.RuneCountInString(text) }

// Grouped writes a number with commas between its thousands.
func Grouped(n int) string { return humanize.Comma(int64(n)) }
