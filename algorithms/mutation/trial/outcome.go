package trial

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
)

// Outcome is what became of a mutant.
type Outcome string

// The outcomes.
const (
	Killed   Outcome = "killed"      // a property says something else than of the algorithm as it is
	Endless  Outcome = "endless"     // a search ends nowhere that is complete for the algorithm as it is
	Broken   Outcome = "broken"      // a handler or a property panics
	Counts   Outcome = "counts only" // survives; there are other states or transitions
	Survived Outcome = "same counts" // survives, and perhaps it is the same algorithm
)

// Dead reports that the gate notices.
func (o Outcome) Dead() bool { return o == Killed || o == Endless || o == Broken }

// Result is a mutant with what became of it.
type Result struct {
	Mutant  *mutate.Mutant
	Outcome Outcome
	Answers []Answer // of the checks that were run, the last one decides
}

// Decide compares what was found with a mutant with what is found without.
func Decide(m *mutate.Mutant, base, found []Answer) Result {
	r := Result{Mutant: m, Outcome: Survived, Answers: found}
	for k := range found {
		a := &found[k]
		at := slices.IndexFunc(base, func(b Answer) bool { return b.Check == a.Check })
		switch {
		case a.Kills() != nil:
			r.Outcome = Killed
		case a.Broken != "":
			r.Outcome = Broken
		case a.Limit != "":
			r.Outcome = Endless
		case a.Counts != base[at].Counts:
			r.Outcome = Counts
		}
		if r.Outcome.Dead() {
			break
		}
	}
	return r
}
