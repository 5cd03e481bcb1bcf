// Package repairs says which repairs an algorithm needs: all minimal sets of them under which its properties hold, at one
// size, and what returns without each.
//
// Nothing is taken for granted of how repairs act together: one may break what another mends, so that a set may hold
// while a larger one does not. A set counts as minimal only if it holds and each of its proper subsets was seen not to.
// What makes this feasible is that one counterexample refutes many sets: every violation found is pursued in the next set
// ([gmecheck/counterexamples.Pursue]), and only a set that survives all of them is explored. A pursuit that succeeds is a run of
// that set, so this needs no assumption either.
package repairs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Options of a search. With the zero value it asks for all properties that hold with all repairs, and has no limit.
type Options struct {
	Properties []string        // by name; none: all that hold with all repairs
	Explore    explore.Options // workers and limits of each exploration
	MaxTime    time.Duration   // of everything; 0: no limit
	MaxSets    int             // explorations in search of the minimal sets; 0: no limit
	Progress   func(Progress)  // called before each set is looked at, and during explorations
}

// Progress is how far a search has come.
type Progress struct {
	Count   Count
	Minimal int      // sets found so far
	Repairs []string // the set being looked at
	Explore explore.Progress
}

// Report is the answer.
type Report struct {
	Config     model.Config // published, without repairs
	Repairs    []string     // all that the algorithm has
	Properties []string     // that are to hold
	Repaired   Exploration  // with all repairs
	// LeftOut is what all repairs do not make hold, if nothing was asked for by name.
	LeftOut   []invariants.Finding
	Minimal   []Minimal  // small ones first
	Complete  bool       // these are all
	Limit     string     // why not, if the search ended too early
	Undecided [][]string // the sets on which an exploration hit a limit
	Price     []Price    // of all repairs
	NotNeeded []string   // repairs in none of the minimal sets
	Count     Count
}

// Count is the work done.
type Count struct {
	Sets     int // all that there are
	Explored int
	Pursued  int // refuted by a counterexample of another set
	Above    int // supersets of a minimal set, of which nothing was asked
}

// Looked is how many sets there is an answer for.
func (c Count) Looked() int { return c.Explored + c.Pursued + c.Above }

// Minimal is a set of repairs under which the properties hold.
type Minimal struct {
	Repairs  []string
	Config   model.Config
	Standing Standing
	// Unless lists the subsets on which there is no verdict: if one of them holds, the set is not minimal.
	Unless [][]string
	Needs  []Need // one for each repair without which the set does not hold
}

// Standing is how much is known of a set that holds.
type Standing string

// The standings. Without a limit there is only the first.
const (
	Proper      Standing = "minimal"     // none of its proper subsets holds, but perhaps those without a verdict
	Irreducible Standing = "irreducible" // none of those with one repair less holds; a limit came before the others
	Reducible   Standing = "reducible"   // perhaps one with one repair less holds: a limit came before them
)

// Need is what one repair of a set prevents: the exploration of the set without it.
type Need struct {
	Repair string
	Exploration
}

// Exploration is the verdicts on the chosen properties under one set of repairs.
type Exploration struct {
	Config   model.Config
	Findings []invariants.Finding
	Result   *explore.Result

	named bool // the properties were asked for by name
}

// Returns lists the refuted properties, the one with the shortest trace first.
func (e Exploration) Returns() []invariants.Finding {
	all := slices.DeleteFunc(slices.Clone(e.Findings), func(f invariants.Finding) bool { return f.Verdict != invariants.Refuted })
	slices.SortStableFunc(all, func(f, g invariants.Finding) int { return f.Steps - g.Steps })
	return all
}

// Verdict is that on all of the properties together. That one is vacuous counts only if it was asked for by name: a set without a repair may never come to
// what the property speaks of, and need it as little.
func (e Exploration) Verdict() invariants.Verdict {
	verdict := invariants.Holds
	for _, worse := range []invariants.Verdict{invariants.Inconclusive, invariants.Vacuous, invariants.Refuted} {
		if worse == invariants.Vacuous && !e.named {
			continue
		}
		if slices.ContainsFunc(e.Findings, func(f invariants.Finding) bool { return f.Verdict == worse }) {
			verdict = worse
		}
	}
	return verdict
}

// Find searches. The configuration says everything but variant and repairs.
func Find(ctx context.Context, a *paper.Algorithm, c model.Config, o Options) (*Report, error) {
	if len(a.Repairs) > maxRepairs {
		return nil, fmt.Errorf("%s has %d repairs; at most %d can be combined", a.Name, len(a.Repairs), maxRepairs)
	}
	ctx, cancel := explore.Limited(ctx, o.MaxTime)
	defer cancel()
	c = c.Clone()
	c.Variant, c.Repairs = model.Published, nil
	s := &search{
		ctx: ctx, a: a, base: c, options: o, known: map[Set]answer{},
		report: &Report{Config: c, Repairs: a.RepairNames(), Count: Count{Sets: 1 << len(a.Repairs)}},
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.report, nil
}
