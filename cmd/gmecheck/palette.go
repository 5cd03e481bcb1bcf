package main

import (
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f := file(w)
	return f != nil && isatty.IsTerminal(f.Fd())
}

// colourful reports whether w may be painted: a terminal whose user has not said NO_COLOR.
func colourful(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

// palette paints words on a terminal, and leaves them alone elsewhere or where NO_COLOR is set.
type palette struct{ on bool }

func (p palette) paint(text string, attributes ...color.Attribute) string {
	c := color.New(attributes...)
	if p.on {
		c.EnableColor()
	} else {
		c.DisableColor()
	}
	return c.Sprint(text)
}

func (p palette) bold(text string) string { return p.paint(text, color.Bold) }
func (p palette) bad(text string) string  { return p.paint(text, color.FgRed, color.Bold) }
func (p palette) good(text string) string { return p.paint(text, color.FgGreen) }
func (p palette) warn(text string) string { return p.paint(text, color.FgYellow) }
