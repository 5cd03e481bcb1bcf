package ledger

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
)

// judge decides one cell from what was explored.
func (b *book) judge(row *Row, col int) Cell {
	claim, variant := row.Claim, b.Columns[col].Variant
	switch {
	case !claim.Speaks(variant):
		return Cell{}
	case claim.Reason != "":
		return Cell{Verdict: NotDecided, Reason: claim.Reason}
	case claim.Without != "":
		return Cell{Verdict: NotDecided, Reason: "what breaks first without it has not been explored"}
	case claim.Measure != nil:
		return executed(claim.Measure(variant))
	case row.Cells[col].Verdict == NotDecided: // the flags leave no configuration for it
		return row.Cells[col]
	}
	var runs []*Run
	for _, s := range row.Sizes {
		if r := s.Runs[col]; r != nil {
			runs = append(runs, r)
		}
	}
	return decide(claim, runs)
}

// executed is the cell of a formula.
func executed(m paper.Measurement) Cell {
	c := Cell{Verdict: Holds, Executed: &m}
	if m.Differ > 0 {
		c.Verdict = Refuted
	}
	return c
}

// decide is the verdict over all configurations of a claim: the worst, in the order refuted, not decided, vacuous, holds.
func decide(claim paper.Claim, runs []*Run) Cell {
	all := Cell{Verdict: Holds}
	for k, r := range runs {
		one := in(claim, r)
		if k > 0 {
			one.Value = union(all.Value, one.Value)
			one.Attained = one.Attained || all.Attained
		}
		if k == 0 || worse(one, all) {
			all = one
		} else {
			all.Value, all.Attained = one.Value, one.Attained
		}
	}
	if claim.Figure.Form == paper.Steady && all.Verdict == Holds && !steady(claim.Property, runs) {
		all.Verdict = Refuted
	}
	return all
}

// in is the verdict in one configuration.
func in(claim paper.Claim, r *Run) Cell {
	f := r.finding(claim.Property)
	if f == nil {
		return Cell{Verdict: NotDecided, Reason: r.lacks(claim.Property), Run: r}
	}
	c := Cell{Run: r, Kind: f.Property.Kind, Value: f.Value}
	if !claim.Figure.None() && f.Value != nil {
		c.Verdict = Refuted
		if claim.Figure.Kept(r.Config, *f.Value) {
			c.Verdict = Holds
		}
		c.Attained = claim.Figure.Of != nil && !f.Value.Unbounded && f.Value.Max == claim.Figure.Of(r.Config)
	} else {
		c.Verdict = verdictOf(f.Verdict)
		if f.Value != nil && f.Value.Claimed != nil {
			c.Attained = !f.Value.Unbounded && f.Value.Max == f.Value.Claimed.Max
		}
	}
	switch c.Verdict {
	case Refuted:
		c.Finding, c.Trace = f, f.Trace
		if claim.Figure.Form == paper.AtBest {
			c.Trace = f.Least
		}
	case NotDecided:
		if c.Reason = r.Result.Limit; c.Reason == "" {
			c.Reason = "the exploration is not complete"
		}
	}
	return c
}

// lacks says why the run has no word on a property.
func (r *Run) lacks(property string) string {
	usual := r.algorithm.Properties(r.algorithm.Config(r.Config.Variant))
	if slices.ContainsFunc(usual, func(p invariants.Property) bool { return p.Name == property }) {
		return property + " is not judged in this configuration"
	}
	return fmt.Sprintf("no property %s yet", property)
}

func verdictOf(v invariants.Verdict) Verdict {
	switch v {
	case invariants.Holds:
		return Holds
	case invariants.Refuted:
		return Refuted
	case invariants.Vacuous:
		return Vacuous
	}
	return NotDecided
}

// worse reports that a decides rather than b: by the verdict, among refutations by the shorter trace.
func worse(a, b Cell) bool {
	rank := map[Verdict]int{Holds: 0, Vacuous: 1, NotDecided: 2, Refuted: 3}
	if a.Verdict == Refuted && b.Verdict == Refuted {
		return len(a.Trace) < len(b.Trace)
	}
	return rank[a.Verdict] > rank[b.Verdict]
}

// union is the range of two values, with the claim of the first.
func union(a, b *invariants.Value) *invariants.Value {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	u := *a
	u.Min, u.Max, u.Unbounded = min(a.Min, b.Min), max(a.Max, b.Max), a.Unbounded || b.Unbounded
	if !u.Unbounded && a.Claimed != nil && b.Claimed != nil && *a.Claimed != *b.Claimed {
		u.Claimed = nil // the claims differ from configuration to configuration
	}
	return &u
}

// steady reports that the largest value is the same in all runs.
func steady(property string, runs []*Run) bool {
	most := -1
	for _, r := range runs {
		v := r.finding(property).Value
		if v == nil || most >= 0 && v.Max != most {
			return false
		}
		most = v.Max
	}
	return true
}
