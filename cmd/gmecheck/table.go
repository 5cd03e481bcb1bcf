package main

import (
	"fmt"
	"io"
	"strings"
)

// table is a table for a terminal or for Markdown; all its rows have the same length.
type table struct {
	head  []string // nil: none, for a terminal only
	rows  [][]string
	prose bool // the first column is not of names, which Markdown writes as code
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// text writes columns, with nothing behind the last word of a row.
func (t *table) text(w io.Writer, indent string) {
	rows := t.rows
	if t.head != nil {
		rows = append([][]string{t.head}, rows...)
	}
	var widths []int
	for _, row := range rows {
		for k, cell := range row {
			if k == len(widths) {
				widths = append(widths, 0)
			}
			widths[k] = max(widths[k], width(cell))
		}
	}
	for _, row := range rows {
		line := indent
		for k, cell := range row {
			line += pad(cell, widths[k]+2)
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// markdown writes the table, with the first column as code unless it is prose.
func (t *table) markdown(w io.Writer) {
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(t.head, " | "), strings.Repeat(" --- |", len(t.head)))
	escape := strings.NewReplacer("|", `\|`)
	for _, row := range t.rows {
		var cells []string
		for k, cell := range row {
			cell = escape.Replace(cell)
			if k == 0 && cell != "" && !t.prose {
				cell = "`" + cell + "`"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
}
