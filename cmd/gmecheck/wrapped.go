package main

import "strings"

// wrapped is a table whose cells are wrapped at the widths of their columns.
type wrapped struct {
	widths []int
	rows   []wrappedRow
}

type wrappedRow struct {
	cells  [][]string            // the lines of each cell
	paints []func(string) string // by column; nil: as it is
}

// add adds a row; paints may be nil, or have nil for columns that are not painted.
func (t *wrapped) add(cells []string, paints []func(string) string) {
	row := wrappedRow{paints: paints}
	for k, cell := range cells {
		row.cells = append(row.cells, wrap(cell, t.widths[k]))
	}
	t.rows = append(t.rows, row)
}

// height is the number of lines of the row's longest cell.
func (r wrappedRow) height() int {
	height := 0
	for _, cell := range r.cells {
		height = max(height, len(cell))
	}
	return height
}

// write writes the rows, with an empty line beside those that have several lines.
func (t *wrapped) write(b *strings.Builder) {
	for k, row := range t.rows {
		if k > 0 && max(row.height(), t.rows[k-1].height()) > 1 {
			b.WriteString("\n")
		}
		for n := range row.height() {
			var line strings.Builder
			for k, cell := range row.cells {
				text := ""
				if n < len(cell) {
					text = cell[n]
				}
				space := pad("", t.widths[k]-width(text)+2)
				if row.paints != nil && row.paints[k] != nil && text != "" {
					text = row.paints[k](text)
				}
				line.WriteString(text + space)
			}
			b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
}
