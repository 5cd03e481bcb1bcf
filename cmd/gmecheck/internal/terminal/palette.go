package terminal

import (
	"io"
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"
)

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f := file(w)
	return f != nil && isatty.IsTerminal(f.Fd())
}

// Colourful reports whether w may be painted: a terminal whose user has not said NO_COLOR.
func Colourful(w io.Writer) bool { return IsTerminal(w) && os.Getenv("NO_COLOR") == "" }

// Palette paints words on a terminal, and leaves them alone elsewhere or where NO_COLOR is set.
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
