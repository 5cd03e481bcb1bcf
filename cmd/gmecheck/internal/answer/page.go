// Package answer prints the answers of verbs in their three forms: as text for a terminal, as Markdown, and as JSON. A verb
// writes its answer once for readers, on a [Page], and once for programs, as an [Object].
package answer

import (
	"io"
	"strings"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
)

// Page is an answer for readers, as text or as Markdown.
type Page interface {
	Head(line, about string) // begins with the line of a model, and what is said of it
	Paper(name, authors, title, venue string)
	Line(text string)                    // is not wrapped
	Paragraph(text string)               // may be wrapped
	Gap()                                // sets off what follows, where the form does not do so by itself
	Caption(text string)                 // of a table
	Table(t *layout.Table, block string) // block indents it
	Records(columns []string, all []Record)
	Notes(all []string)    // on what is above
	Terminal(write func()) // what only a reader at a terminal wants to know
	Remarks(all []string)  // that end a page
	Ending(text string)    // a sentence that does, without its full stop

	Code(text string) string   // marks a name or a command
	Strong(text string) string // marks what is not to be missed in a table
	Warn(text string) string   // marks a verdict that is open
	Bad(text string) string    // marks one that is bad
}

// text is the form for a terminal.
type text struct {
	terminal.Screen
	*strings.Builder
}

func (p text) Head(line, about string) {
	p.Line(p.Bold(line))
	if about != "" {
		p.Line(about)
	}
}

func (p text) Line(line string)                     { p.WriteString(line + "\n") }
func (p text) Paragraph(text string)                { layout.Paragraph(p.Builder, "", text, p.Columns) }
func (p text) Gap()                                 { p.WriteString("\n") }
func (p text) Caption(text string)                  { p.Line(text) }
func (p text) Table(t *layout.Table, indent string) { t.Text(p, indent, p.Columns) }
func (p text) Code(text string) string              { return text }
func (p text) Strong(text string) string            { return text }

func (p text) Notes(all []string) {
	for k, note := range all {
		if k == 0 {
			p.Gap()
		}
		p.Line(note)
	}
}

func (p text) Terminal(write func()) { write() }

func (p text) Remarks(all []string) {
	for _, remark := range all {
		p.Line(remark)
	}
}

// markdown is the form for documents. Its blocks have an empty line between them.
type markdown struct{ *strings.Builder }

func (p markdown) Head(line, about string) {
	p.WriteString(p.Code(line))
	if about != "" {
		p.WriteString(", " + about)
	}
	p.WriteString("\n")
}

func (p markdown) Line(line string)      { p.WriteString(line + "\n") }
func (p markdown) Paragraph(text string) { p.WriteString("\n" + text + "\n") }
func (p markdown) Gap()                  {}

func (p markdown) Caption(text string) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	p.WriteString(strings.ToUpper(text[:1]) + text[1:] + ":\n")
}

func (p markdown) Table(t *layout.Table, _ string) {
	p.WriteString("\n")
	t.Markdown(p)
}

func (p markdown) Notes(all []string) {
	for k, note := range all {
		if k == 0 {
			p.WriteString("\n")
		}
		p.Line("- " + note)
	}
}

func (p markdown) Terminal(func()) {}

func (p markdown) Remarks(all []string) {
	for k, remark := range all {
		if k == 0 {
			p.WriteString("\n")
		}
		p.Line(remark)
	}
}

func (p markdown) Code(text string) string   { return "`" + text + "`" }
func (p markdown) Strong(text string) string { return "**" + text + "**" }
func (p markdown) Warn(text string) string   { return text }
func (p markdown) Bad(text string) string    { return text }

// Markdown is a page as a document has it.
func Markdown(write func(Page)) string {
	p := markdown{&strings.Builder{}}
	write(p)
	return p.String()
}

// Print prints an answer in the form that the flags of a verb name.
func Print(w io.Writer, inJSON, inMarkdown bool, object func() any, write func(Page)) error {
	switch {
	case inJSON:
		return JSON(w, object())
	case inMarkdown:
		_, err := io.WriteString(w, Markdown(write))
		return err
	}
	p := text{terminal.ScreenOf(w), &strings.Builder{}}
	write(p)
	return p.Print(w, p.String())
}
