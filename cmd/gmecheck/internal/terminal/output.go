// Package terminal writes where a user reads: the output, its colours, and the line of progress.
package terminal

import (
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
)

// Output is stdout. It keeps the first error of writing: on a full disk no verb may pass for one that has said what it
// found, whatever its reports do with errors.
type Output struct {
	io.Writer
	Color  string // when words are painted: one of [Colors]; empty: auto
	before func() // if not nil, called before anything is written
	Err    error
}

func (a *Output) Write(p []byte) (int, error) {
	if a.before != nil {
		a.before()
	}
	n, err := a.Writer.Write(p)
	if a.Err == nil {
		a.Err = err
	}
	return n, err
}

// file is the file behind a writer; nil if there is none.
func file(w io.Writer) *os.File {
	if a, ok := w.(*Output); ok {
		w = a.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f := file(w)
	return f != nil && isatty.IsTerminal(f.Fd())
}

// Columns is the width of the terminal that w is; 0: it is none.
func Columns(w io.Writer) int {
	if !IsTerminal(w) {
		return 0
	}
	columns, _, err := term.GetSize(int(file(w).Fd()))
	if err != nil || columns < 1 {
		return 80
	}
	return max(columns, 20)
}

// Colors are the values of --color.
var Colors = []string{"auto", "always", "never"}

// colourful reports whether w is painted: by default a terminal that knows colours and whose user has not said NO_COLOR.
func colourful(w io.Writer) bool {
	if out, ok := w.(*Output); ok && out.Color != "" && out.Color != "auto" {
		return out.Color == "always"
	}
	return IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Screen is what a reader's output can show.
type Screen struct {
	Palette
	Columns int // 0: lines may have any length
}

// ScreenOf is what w can show.
func ScreenOf(w io.Writer) Screen { return Screen{Palette{On: colourful(w)}, Columns(w)} }

// Print writes a page in lines that fit.
func (s Screen) Print(w io.Writer, page string) error {
	if s.Columns > 0 {
		page = layout.Fold(page, s.Columns)
	}
	_, err := io.WriteString(w, page)
	return err
}

// Palette paints words, or leaves them alone.
type Palette struct{ On bool }

func (p Palette) paint(text string, attributes ...color.Attribute) string {
	c := color.New(attributes...)
	if p.On {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return c.Sprint(text)
}

func (p Palette) Bold(text string) string { return p.paint(text, color.Bold) }
func (p Palette) Bad(text string) string  { return p.paint(text, color.FgRed, color.Bold) }
func (p Palette) Good(text string) string { return p.paint(text, color.FgGreen) }
func (p Palette) Warn(text string) string { return p.paint(text, color.FgYellow) }

// Faint is for what is to be typed or looked up, not read.
func (p Palette) Faint(text string) string { return p.paint(text, color.Faint) }
