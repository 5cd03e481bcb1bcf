package layout

import (
	"cmp"
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
	Least int  // how narrow a column of sentences may become before columns are left out instead; 0: [narrowest]
}

func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// narrowest is the least of a table that says nothing else.
const narrowest = 30

// Text writes columns, with nothing behind the last word of a row, in lines of at most so many columns of the terminal; 0: of any
// length. Where there is no room, cells are broken between words, and then the last columns are left out; it returns how many.
func (t *Table) Text(w io.Writer, indent string, columns int) (without int) {
	rows := t.rows
	if t.Head != nil {
		rows = append([][]string{t.Head}, rows...)
	}
	widths := t.widths(rows)
	all := len(widths)
	for columns > 0 && !squeeze(widths, t.least(rows, len(widths)), columns-Width(indent)) && len(widths) > 1 {
		widths = t.widths(rows)[:len(widths)-1]
	}
	for _, row := range rows {
		writeRow(w, indent, row, widths)
	}
	if without = all - len(widths); without > 0 && t.Head != nil {
		left := "no room here for: " + strings.Join(t.Head[len(widths):], ", ")
		fmt.Fprint(w, Fold(indent+"("+left+")\n", columns))
	}
	return without
}

// widths are those that the columns have by themselves.
func (t *Table) widths(rows [][]string) (all []int) {
	for _, row := range rows {
		for k, cell := range row {
			if k == len(all) {
				all = append(all, 0)
			}
			all[k] = max(all[k], Width(cell))
		}
	}
	return all
}

// least are the widths below which no column can be, or should.
func (t *Table) least(rows [][]string, columns int) []int {
	all := make([]int, columns)
	for _, row := range rows {
		for k, cell := range row[:min(len(row), columns)] {
			all[k] = max(all[k], min(Width(cell), cmp.Or(t.Least, narrowest)))
			for _, word := range strings.Fields(cell) {
				all[k] = max(all[k], Width(word))
			}
		}
	}
	return all
}

// squeeze makes the widest columns narrower, one by one, until all fit, and reports whether they do.
func squeeze(widths, least []int, columns int) bool {
	for {
		total, widest := -2, -1
		for k, n := range widths {
			if n > 0 {
				total += n + 2
			}
			if n > least[k] && (widest < 0 || n > widths[widest]) {
				widest = k
			}
		}
		switch {
		case total <= columns:
			return true
		case widest < 0:
			return false
		}
		widths[widest]--
	}
}

func writeRow(w io.Writer, indent string, row []string, widths []int) {
	var cells [][]string
	height := 1
	for k, cell := range row[:min(len(row), len(widths))] {
		lines := []string{cell}
		if Width(cell) > widths[k] {
			lines = Wrap(cell, widths[k])
		}
		cells, height = append(cells, lines), max(height, len(lines))
	}
	for n := range height {
		line := indent
		for k, lines := range cells {
			text := ""
			if n < len(lines) {
				text = lines[n]
			}
			if widths[k] > 0 { // a column in which nothing stands is none
				line += Pad(text, widths[k]+2)
			}
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

// Width is the number of columns of a text; colours take none.
func Width(text string) int {
	if strings.Contains(text, "\x1b") {
		text = painted.ReplaceAllString(text, "")
	}
	return utf8.RuneCountInString(text)
}

// Grouped writes a number with commas between its thousands.
func Grouped(n int) string { return humanize.Comma(int64(n)) }
