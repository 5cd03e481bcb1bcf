package repairs

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
)

// conclude writes the report. If the search was not exhausted, a set that holds, unless it is empty, is reported with its
// standing beside the minimal ones.
func (s *search) conclude(exhausted bool, smaller Set, standing Standing) error {
	r := s.report
	var undecided []Set
	for set := range bySize(len(r.Repairs)) {
		if a, asked := s.known[set]; asked && a.verdict == invariants.Inconclusive {
			undecided = append(undecided, set)
			r.Undecided = append(r.Undecided, set.names(r.Repairs))
		}
	}
	r.Complete = exhausted && len(undecided) == 0
	found := slices.Clone(s.minimal)
	if !exhausted && smaller != 0 && !slices.ContainsFunc(found, smaller.contains) {
		found = append(found, smaller)
	}
	used := Set(0)
	for k, set := range found {
		m := Minimal{Repairs: set.names(r.Repairs), Config: s.config(set), Standing: Proper}
		if k >= len(s.minimal) {
			m.Standing = standing
		}
		for _, u := range undecided {
			if set.contains(u) {
				m.Unless = append(m.Unless, u.names(r.Repairs))
			}
		}
		if err := s.needs(&m, set); err != nil {
			return err
		}
		r.Minimal, used = append(r.Minimal, m), used|set
	}
	if len(found) > 0 {
		r.NotNeeded = (full(len(r.Repairs)) &^ used).names(r.Repairs)
	}
	return nil
}

// needs explores what returns without each repair of a set.
func (s *search) needs(m *Minimal, set Set) error {
	for k, name := range s.report.Repairs {
		if !set.has(k) {
			continue
		}
		e, err := s.without(set.without(k))
		if err != nil {
			return err
		}
		verdict := e.Verdict()
		if verdict == invariants.Holds || verdict == invariants.Inconclusive && m.Standing == Reducible {
			continue // nothing says that it is needed
		}
		m.Needs = append(m.Needs, Need{name, e})
	}
	return nil
}

// without explores a set that does not hold to its end. Where a limit comes before a violation that is known from the
// search, that one is reported.
func (s *search) without(set Set) (Exploration, error) {
	e, err := s.explore(set, s.panel(s.config(set)))
	if err != nil || len(e.Returns()) > 0 {
		return e, err
	}
	known := s.known[set]
	if known.findings != nil {
		e.Findings = known.findings
	}
	for k := range e.Findings {
		if f := &e.Findings[k]; known.pursuit != nil && f.Property.Name == known.pursuit.Property.Name {
			f.Verdict, f.Steps, f.Trace, f.Shortest = invariants.Refuted, len(known.pursuit.Steps), known.pursuit.Steps, false
		}
	}
	return e, nil
}
