package paper

import (
	"fmt"

	"gmecheck/invariants"
	"gmecheck/model"
)

// Claim is one statement of a paper: a lemma, a theorem, a formula or a cell of a table. It is decided by a property, by
// executions that it lays beside a formula, or not at all; exactly one of Property, Measure and Reason is given.
type Claim struct {
	Source string // where it stands: "section V, Lemma 1"
	Text   string // what it says, in one line

	Property string                           // the name of the property that decides it
	Figure   Figure                           // the number that the paper gives for the property's value, if it gives one
	Measure  func(variant string) Measurement // executes the loads for which the paper has a formula
	Reason   string                           // why no exploration of finite sizes can decide it

	// At lists the configurations that decide it, each as the model's flags on the command line; nil: the defaults.
	At       []string
	Variants []string // those that it speaks of; nil: all but the algorithm's own variants
	Assumes  string   // what the paper takes for granted here: "reliable channels"
}

// Speaks reports whether the claim is about a variant.
func (c Claim) Speaks(variant string) bool {
	if c.Variants == nil {
		return variant == model.Published || variant == model.Repaired
	}
	for _, v := range c.Variants {
		if v == variant {
			return true
		}
	}
	return false
}

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
	Form    Form
	Formula string // in the paper's letters: "n + 1"
	Of      func(c model.Config) int
}

// None reports that the paper gives no number.
func (f Figure) None() bool { return f.Form == "" }

// Number is a figure that depends on nothing.
func Number(form Form, n int) Figure {
	return Figure{form, fmt.Sprint(n), func(model.Config) int { return n }}
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

// In is the figure, one with a number, in a configuration: "at most n + 1 = 4".
func (f Figure) In(c model.Config) string {
	n := fmt.Sprint(f.Of(c))
	if n == f.Formula {
		return fmt.Sprintf("%s %s", f.Form, n)
	}
	return fmt.Sprintf("%s %s = %s", f.Form, f.Formula, n)
}

// Measurement is what executions of a formula's loads gave.
type Measurement struct {
	Loads   int    // executed
	Differ  int    // of them, in which the formula is not what was measured
	Example string // the first of these, or the last load if there are none
}
