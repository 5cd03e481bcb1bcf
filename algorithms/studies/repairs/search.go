package repairs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// search is one search for the minimal sets.
type search struct {
	ctx     context.Context
	a       *paper.Algorithm
	base    model.Config
	options Options

	names   []string // of the chosen properties
	known   map[Set]answer
	traces  [][]string // counterexamples; the one that refuted a set last comes first
	minimal []Set
	report  *Report
}

// answer is the verdict on all chosen properties together.
type answer struct {
	verdict  invariants.Verdict
	pursuit  *counterexamples.Pursuit // that refuted it, if it was not explored
	findings []invariants.Finding     // if it was
}

// errLimit ends the search for minimal sets before all are found; the report says why.
var errLimit = errors.New("limit")

func (s *search) run() error {
	all := full(len(s.a.Repairs))
	if err := s.choose(all); err != nil {
		return err
	}
	if len(s.names) == 0 {
		s.report.Complete, s.report.Limit = s.report.Repaired.Result.Complete, s.report.Repaired.Result.Limit
		return nil
	}
	smaller, err := s.shrink(all)
	standing := Reducible
	if err == nil {
		standing = Irreducible
		err = s.ascend(len(s.a.Repairs))
	}
	if err != nil && err != errLimit {
		return err
	}
	if err := s.conclude(err == nil, smaller, standing); err != nil {
		return err
	}
	s.report.Price, err = s.price(all)
	return err
}

// choose explores the set of all repairs, and settles which properties are asked for.
func (s *search) choose(all Set) error {
	s.names = s.options.Properties
	if len(s.names) == 0 {
		for _, p := range s.a.Properties(s.config(all)) {
			s.names = append(s.names, p.Name)
		}
	}
	repaired, err := s.explore(all, s.panel(s.config(all)))
	if err != nil {
		return err
	}
	if len(s.options.Properties) == 0 {
		s.names = nil
		var kept []invariants.Finding
		for _, f := range repaired.Findings {
			if f.Verdict == invariants.Holds {
				s.names, kept = append(s.names, f.Property.Name), append(kept, f)
			} else {
				s.report.LeftOut = append(s.report.LeftOut, f)
			}
		}
		repaired.Findings = kept
	}
	s.report.Repaired, s.report.Properties = repaired, s.names
	s.note(all, repaired)
	s.report.Count.Explored++
	return nil
}

// shrink takes repairs away from a set that holds as long as one can go. The counterexamples on the way are those that
// refute most of the smaller sets, too. It returns nothing if the set itself does not hold.
func (s *search) shrink(set Set) (Set, error) {
	if s.known[set].verdict != invariants.Holds {
		return 0, nil
	}
	for again := true; again; {
		again = false
		for k := range s.a.Repairs {
			if !set.has(k) {
				continue
			}
			verdict, err := s.decide(set.without(k))
			if err != nil {
				return set, err
			}
			if verdict == invariants.Holds {
				set, again = set.without(k), true
			}
		}
	}
	return set, nil
}

// ascend decides all sets of k repairs, small ones first, but for those above a minimal one.
func (s *search) ascend(k int) error {
	for set := range bySize(k) {
		if slices.ContainsFunc(s.minimal, set.contains) {
			if _, asked := s.known[set]; !asked {
				s.report.Count.Above++
			}
			continue
		}
		verdict, err := s.decide(set)
		if err != nil {
			return err
		}
		if verdict == invariants.Holds {
			s.minimal = append(s.minimal, set)
		}
	}
	return nil
}

// decide finds the verdict on a set: by what is known, by pursuit, or else by exploration.
func (s *search) decide(set Set) (invariants.Verdict, error) {
	if a, ok := s.known[set]; ok {
		return a.verdict, nil
	}
	if s.options.Progress != nil {
		s.options.Progress(s.progress(set))
	}
	if s.ctx.Err() != nil {
		s.report.Limit = explore.Interruption(s.ctx, s.options.MaxTime)
		return "", errLimit
	}
	p, err := s.pursue(set)
	if err != nil {
		return "", err
	}
	if p != nil {
		s.known[set] = answer{verdict: invariants.Refuted, pursuit: p}
		s.report.Count.Pursued++
		return invariants.Refuted, nil
	}
	if s.options.MaxSets > 0 && s.report.Count.Explored >= s.options.MaxSets {
		s.report.Limit = fmt.Sprintf("max-sets %d", s.options.MaxSets)
		return "", errLimit
	}
	e, err := s.rounds(set)
	if err != nil {
		return "", err
	}
	if s.ctx.Err() != nil {
		s.report.Limit = explore.Interruption(s.ctx, s.options.MaxTime)
		return "", errLimit
	}
	s.report.Count.Explored++
	return s.note(set, e), nil
}

// rounds explores a set until something refutes it. Endless runs and numbers come in a second round: they cost more than
// all else, and hardly any set survives the first.
func (s *search) rounds(set Set) (Exploration, error) {
	var first, second invariants.Panel
	for _, p := range s.panel(s.config(set)) {
		if p.OnGraph() && p.Pending == nil {
			second = append(second, p)
		} else {
			first = append(first, p)
		}
	}
	if len(first) == 0 {
		return s.exploreUntil(set, second, true)
	}
	e, err := s.exploreUntil(set, first, true)
	if err != nil || len(second) == 0 || e.Verdict() != invariants.Holds {
		return e, err
	}
	f, err := s.exploreUntil(set, second, true)
	f.Findings = append(e.Findings, f.Findings...)
	return f, err
}

// note remembers what an exploration says of a set, and its counterexamples.
func (s *search) note(set Set, e Exploration) invariants.Verdict {
	verdict := e.Verdict()
	s.known[set] = answer{verdict: verdict, findings: e.Findings}
	for _, f := range e.Returns() {
		if counterexamples.Pursuable(f.Property) {
			s.traces = slices.Insert(s.traces, 0, f.Trace)
		}
	}
	return verdict
}

// pursue looks for a counterexample that refutes the set, too.
func (s *search) pursue(set Set) (*counterexamples.Pursuit, error) {
	c := s.config(set)
	sys, panel := s.a.New(c), s.panel(c)
	for k, steps := range s.traces {
		p, err := counterexamples.Pursue(sys, panel, steps)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c.Repairs, err)
		}
		if p != nil {
			s.traces = slices.Insert(slices.Delete(s.traces, k, k+1), 0, steps)
			return p, nil
		}
	}
	return nil, nil
}

// explore explores a set to its end: every property gets its shortest counterexample.
func (s *search) explore(set Set, panel invariants.Panel) (Exploration, error) {
	return s.exploreUntil(set, panel, false)
}

func (s *search) exploreUntil(set Set, panel invariants.Panel, first bool) (Exploration, error) {
	e := Exploration{Config: s.config(set), named: len(s.options.Properties) > 0}
	o := s.options.Explore
	o.StopAtFirst = first
	if show := s.options.Progress; show != nil {
		p := s.progress(set)
		o.Progress = func(at explore.Progress) { p.Explore = at; show(p) }
	}
	var err error
	e.Findings, e.Result, err = explore.CheckAll(s.ctx, s.a.New(e.Config), panel, o)
	if err == nil && s.ctx.Err() != nil && !e.Result.Complete {
		e.Result.Limit = explore.Interruption(s.ctx, s.options.MaxTime)
	}
	return e, err
}

func (s *search) progress(set Set) Progress {
	return Progress{Count: s.report.Count, Minimal: len(s.minimal), Repairs: set.names(s.report.Repairs)}
}

// config is the configuration with the repairs of a set.
func (s *search) config(set Set) model.Config {
	c := s.base.Clone()
	c.Repairs = set.names(s.report.Repairs)
	return c
}

// panel is the chosen properties.
func (s *search) panel(c model.Config) invariants.Panel {
	return slices.DeleteFunc(s.a.AllProperties(c), func(p invariants.Property) bool { return !slices.Contains(s.names, p.Name) })
}
