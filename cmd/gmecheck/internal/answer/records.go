package answer

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
)

// Record is a statement with what was found of it in several columns. As text it is a paragraph for each column, because the
// cells are long; in Markdown it is a row of a table.
type Record struct {
	Name, Where, Says string
	Cells             []Cell // by column; without a verdict where the statement does not speak of it
}

// Cell is what was found.
type Cell struct {
	Verdict, Rest string
	Mood          Mood
}

// Mood is how a verdict is marked.
type Mood int

// The moods.
const (
	Plain Mood = iota
	Open
	Bad
)

// mostColumns is how long the lines of records may be.
const mostColumns = 80

// narrow is how many columns the paragraphs of records have.
func (p text) narrow() int { return layout.Within(p.Columns, mostColumns) }

func (p text) lines(indent, text string) {
	for _, line := range layout.Wrap(text, p.narrow()-layout.Width(indent)) {
		p.Line(indent + line)
	}
}

func (p text) Paper(name, authors, title, venue string) {
	p.Line(p.Bold(name))
	if authors == "" { // there is no paper
		return
	}
	p.lines("", fmt.Sprintf("%s. %s. %s", authors, title, venue))
}

func (p markdown) Paper(name, authors, title, venue string) {
	p.Line("## " + name)
	if authors != "" {
		p.Line(fmt.Sprintf("\n%s: *%s*. %s.", authors, title, venue))
	}
}

func (p text) Records(columns []string, all []Record) {
	name := 0
	for _, column := range columns {
		name = max(name, layout.Width(column))
	}
	for _, r := range all {
		p.Gap()
		head := r.Where
		switch {
		case r.Name != "" && r.Where != "":
			head = r.Name + ": " + head
		case r.Name != "":
			head = r.Name
		}
		for k, line := range layout.Wrap(head, p.narrow()) {
			if k == 0 && r.Name != "" {
				line = p.Bold(r.Name) + strings.TrimPrefix(line, r.Name)
			}
			p.Line(line)
		}
		p.lines("  ", r.Says)
		for k, cell := range r.Cells {
			if cell.Verdict == "" {
				continue
			}
			indent := 2 + name + 2
			for n, line := range layout.Wrap(cell.text(), p.narrow()-indent) {
				if n == 0 {
					p.Line("  " + layout.Pad(columns[k], name+2) + p.painted(cell, line))
				} else {
					p.Line(layout.Pad("", indent) + line)
				}
			}
		}
	}
}

func (c Cell) text() string {
	if c.Rest == "" {
		return c.Verdict
	}
	return c.Verdict + ": " + c.Rest
}

// painted is a line with its verdict painted, if all of it stands there.
func (p text) painted(c Cell, line string) string {
	if len(line) < len(c.Verdict) {
		return line
	}
	switch verdict, rest := line[:len(c.Verdict)], line[len(c.Verdict):]; c.Mood {
	case Bad:
		return p.Bad(verdict) + rest
	case Open:
		return p.Warn(verdict) + rest
	}
	return line
}

func (p markdown) Records(columns []string, all []Record) {
	spoken := make([]bool, len(columns)) // of which some record speaks
	for _, r := range all {
		for k, cell := range r.Cells {
			spoken[k] = spoken[k] || cell.Verdict != ""
		}
	}
	row := func(cells ...string) { p.Line("| " + strings.Join(cells, " | ") + " |") }
	head, rule := []string{"where", "claim", "property"}, []string{"---", "---", "---"}
	for k, column := range columns {
		if spoken[k] {
			head, rule = append(head, column), append(rule, "---")
		}
	}
	p.WriteString("\n")
	row(head...)
	row(rule...)
	for _, r := range all {
		name := ""
		if r.Name != "" {
			name = p.Code(r.Name)
		}
		cells := []string{layout.Escape(r.Where), layout.Escape(r.Says), name}
		for k, cell := range r.Cells {
			if spoken[k] {
				cells = append(cells, p.cell(cell))
			}
		}
		row(cells...)
	}
}

func (p markdown) cell(c Cell) string {
	if c.Verdict == "" {
		return "-"
	}
	c.Verdict, c.Rest = layout.Escape(c.Verdict), layout.Escape(c.Rest)
	if c.Mood == Bad {
		c.Verdict = p.Strong(c.Verdict)
	}
	return c.text()
}

func (p text) Ending(text string)     { p.lines("", text) }
func (p markdown) Ending(text string) { p.Line("\n" + text + ".") }
