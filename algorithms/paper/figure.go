package paper

import (
	"fmt"
	"math"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Form is how a paper's number bounds the values found.
type Form string

// The forms of numbers.
const (
	AtMost  Form = "at most"          // no value is larger
	AtBest  Form = "at best"          // the smallest value is exactly that
	UpTo    Form = "up to"            // the largest value is exactly that
	Exactly Form = "exactly"          // every value is that
	Steady  Form = "independent of R" // the largest value is the same in all configurations, which differ in R
)

// Figure is a number in a paper. The zero Figure is none: the property itself knows what is claimed.
type Figure struct {
	Form
	Formula
}

// Formula is what a paper's number is.
type Formula struct {
	Text string // in the paper's letters: "n + 1"
	Of   func(c model.Config) int
}

// The formulas that several papers have.
var (
	N       = Formula{"n", func(c model.Config) int { return c.Processes }}
	NMinus1 = Formula{"n - 1", func(c model.Config) int { return c.Processes - 1 }}
	NPlus1  = Formula{"n + 1", func(c model.Config) int { return c.Processes + 1 }}
	MinNM   = Formula{"min(n, m)", func(c model.Config) int { return min(c.Processes, c.Groups) }}
)

// None reports that the paper gives no number.
func (f Figure) None() bool { return f.Form == "" }

// Number is a figure that depends on nothing.
func Number(form Form, n int) Figure {
	return Figure{form, Formula{fmt.Sprint(n), func(model.Config) int { return n }}}
}

// Kept reports whether the value found in a configuration is what the paper says. A steady figure is judged across
// configurations, here it must only be finite.
func (f Figure) Kept(c model.Config, v invariants.Value) bool {
	switch f.Form {
	case AtMost:
		return !v.Unbounded && v.Max <= f.Of(c)
	case AtBest:
		return v.Min == f.Of(c)
	case UpTo:
		return !v.Unbounded && v.Max == f.Of(c)
	case Exactly:
		return !v.Unbounded && v.Min == f.Of(c) && v.Max == f.Of(c)
	}
	return !v.Unbounded
}

// Lacks reports whether all that is wrong with the value found is that the number is not attained, which may be so
// because the configuration is small.
func (f Figure) Lacks(c model.Config, v invariants.Value) bool {
	switch f.Form {
	case AtBest:
		return v.Never || v.Min > f.Of(c)
	case UpTo:
		return !v.Unbounded && v.Max < f.Of(c)
	}
	return false
}

// Each is what the figure says of every single value in a configuration; nil if it speaks of all together, or not of values.
func (f Figure) Each(c model.Config) *invariants.Claimed {
	switch f.Form {
	case AtMost, UpTo:
		return &invariants.Claimed{Min: math.MinInt, Max: f.Of(c)}
	case Exactly:
		return &invariants.Claimed{Min: f.Of(c), Max: f.Of(c)}
	}
	return nil
}

// String is the figure without its number in any configuration: "at most n + 1".
func (f Figure) String() string {
	if f.Text == "" {
		return string(f.Form)
	}
	return fmt.Sprintf("%s %s", f.Form, f.Text)
}

// In is the figure, one with a number, in a configuration: "at most n + 1 = 4".
func (f Figure) In(c model.Config) string {
	n := fmt.Sprint(f.Of(c))
	if n == f.Text {
		return fmt.Sprintf("%s %s", f.Form, n)
	}
	return fmt.Sprintf("%s %s = %s", f.Form, f.Text, n)
}
