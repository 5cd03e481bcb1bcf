package paper

import "github.com/gmecheck/gmecheck/model"

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

// Measurement is what executions of a formula's loads gave.
type Measurement struct {
	Loads   int    // executed
	Differ  int    // of them, in which the formula is not what was measured
	Example string // the first of these, or the last load if there are none
}
