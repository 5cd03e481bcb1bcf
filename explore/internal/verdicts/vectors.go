package verdicts

import (
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Vectors judges states as vectors of nodes, with the budgets last, and steps between them: for all that is not in a hurry.
type Vectors struct {
	*Cache
	reader     *system.Reader
	expansions []*system.Expansion
}

// OfVectors returns the access of one worker to what its cache remembers.
func OfVectors(c *Cache, r *system.Reader) *Vectors {
	return &Vectors{c, r, make([]*system.Expansion, len(c.sys.Places))}
}

// numbers are those of a state's views, until it is called again.
func (v *Vectors) numbers(s []uint32) []uint32 {
	for k := range v.expansions {
		v.expansions[k] = v.reader.Expand(k, s[k], s[len(s)-1])
	}
	return v.NumbersOf(v.expansions)
}

// At judges a state.
func (v *Vectors) At(s []uint32) Verdict { return v.State(v.numbers(s)) }

// End judges a state as one in which a run ends.
func (v *Vectors) End(s []uint32) (all Verdict) {
	all.NonVacuous, all.Violated = v.judge.End(v.Views(v.numbers(s)))
	return all
}

// Step judges a step from a state to another.
func (v *Vectors) Step(from []uint32, e *model.Event, to []uint32) (all Verdict) {
	before := v.Views(v.numbers(from))
	all.NonVacuous, all.Violated = v.judge.Step(before, e, v.Views(v.numbers(to)))
	return all
}
