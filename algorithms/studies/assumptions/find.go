package assumptions

import (
	"context"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Options of a search. With the zero value it asks for all properties and has no limit.
type Options struct {
	Properties []string        // by name; none: all that the algorithm has
	Explore    explore.Options // workers and limits of each exploration
	MaxTime    time.Duration   // of everything; 0: no limit
	Progress   func(Progress)  // called before each combination, and during explorations
}

// Progress is how far a search has come.
type Progress struct {
	Done, Of int // combinations
	Set      Set // the one being explored
	Explore  explore.Progress
}

// Report is the answer.
type Report struct {
	Config     model.Config // that was asked about, without faults
	Strongest  model.Config // under all assumptions
	Faults     Faults       // the budget of each fault where it is not excluded
	All        Set          // the assumptions that were varied
	Properties []Property
	Complete   bool   // no exploration hit a limit on which an answer depends
	Limit      string // why the search ended too early, if it did
	Explored   int
}

// Property is what one property needs.
type Property struct {
	Property invariants.Property
	Weakest  []Weakest // few assumptions first
	// Verdicts are those of all combinations in which the property is claimed; a property of states and steps has none
	// where a weaker combination says it all.
	Verdicts map[Set]invariants.Finding
}

// Weakest is a combination of assumptions under which a property holds, while it does not under any weaker one.
type Weakest struct {
	Set    Set
	Config model.Config
	// Unless lists the weaker combinations on which there is no verdict.
	Unless []Set
	// But lists stronger combinations under which the property does not hold.
	But     []Set
	Outside []Outside // one for each assumption of the set
}

// Outside is what happens without one of the assumptions.
type Outside struct {
	Dropped Set
	Config  model.Config
	Claimed bool // false: the algorithm claims no such property there
	invariants.Finding
}

// Find searches. The faults of the configuration are the budgets where they are not excluded, but at least one each; its
// network does not matter.
func Find(ctx context.Context, a *paper.Algorithm, c model.Config, o Options) (*Report, error) {
	ctx, cancel := explore.Limited(ctx, o.MaxTime)
	defer cancel()
	s := &search{ctx: ctx, a: a, base: c.Clone(), options: o}
	all := All(a, c)
	s.report = &Report{Config: Faults{}.In(c), Strongest: s.config(all), Faults: faultsOf(s.config(0)), All: all}
	if err := s.run(); err != nil {
		return nil, err
	}
	return s.report, nil
}

// search is one search for the weakest assumptions.
type search struct {
	ctx     context.Context
	a       *paper.Algorithm
	base    model.Config
	options Options
	report  *Report
}

// run explores the combinations, those with few assumptions first.
func (s *search) run() error {
	judged := s.a.Properties
	if len(s.options.Properties) > 0 {
		judged = s.a.AllProperties
	}
	for _, p := range judged(s.config(s.report.All)) {
		if len(s.options.Properties) == 0 || slices.Contains(s.options.Properties, p.Name) {
			s.report.Properties = append(s.report.Properties, Property{Property: p, Verdicts: map[Set]invariants.Finding{}})
		}
	}
	sets := s.report.All.Subsets()
	for k, set := range sets {
		if err := s.look(set, Progress{Done: k, Of: len(sets), Set: set}); err != nil {
			return err
		}
	}
	s.report.Complete = true
	for k := range s.report.Properties {
		if err := s.conclude(&s.report.Properties[k]); err != nil {
			return err
		}
	}
	return nil
}

// look explores one combination, for the properties on which there is no verdict yet.
func (s *search) look(set Set, at Progress) error {
	c := s.config(set)
	panel := slices.DeleteFunc(invariants.Panel(s.a.AllProperties(c)), func(p invariants.Property) bool {
		k := slices.IndexFunc(s.report.Properties, func(q Property) bool { return q.Property.Name == p.Name })
		return k < 0 || carriesOver(p) && s.report.Properties[k].holdsBelow(set)
	})
	if len(panel) == 0 {
		return nil
	}
	o := s.options.Explore
	o.StopAtFirst = false // every property has its own shortest trace
	if show := s.options.Progress; show != nil {
		show(at)
		o.Progress = func(p explore.Progress) { at.Explore = p; show(at) }
	}
	findings, _, err := explore.CheckAll(s.ctx, s.a.New(c), panel, o)
	if err != nil {
		return err
	}
	s.report.Explored++
	if s.ctx.Err() != nil && s.report.Limit == "" {
		s.report.Limit = explore.Interruption(s.ctx, s.options.MaxTime)
	}
	for _, f := range findings {
		k := slices.IndexFunc(s.report.Properties, func(q Property) bool { return q.Property.Name == f.Property.Name })
		s.report.Properties[k].Verdicts[set] = f
	}
	return nil
}

// conclude finds the weakest combinations of one property.
func (s *search) conclude(p *Property) error {
	sets := s.report.All.Subsets()
	if carriesOver(p.Property) {
		if err := s.carryOver(p, sets); err != nil {
			return err
		}
	}
	for _, set := range sets {
		if f, ok := p.Verdicts[set]; !ok || f.Verdict != invariants.Holds || p.holdsBelow(set) {
			continue
		}
		w := Weakest{Set: set, Config: s.config(set)}
		for _, other := range sets {
			f, judged := p.Verdicts[other]
			switch {
			case !judged || other == set:
			case set.Has(other) && f.Verdict == invariants.Inconclusive:
				w.Unless = append(w.Unless, other)
			case other.Has(set) && f.Verdict == invariants.Refuted:
				w.But = append(w.But, other)
			}
		}
		for dropped := range set.each {
			f, claimed := p.Verdicts[set&^dropped]
			w.Outside = append(w.Outside, Outside{dropped, s.config(set &^ dropped), claimed, f})
		}
		p.Weakest = append(p.Weakest, w)
	}
	for set, f := range p.Verdicts {
		// A verdict that is missing matters unless a weaker combination holds: then it cannot change what is weakest.
		if f.Verdict == invariants.Inconclusive && !p.holdsBelow(set) {
			s.report.Complete = false
		}
	}
	return nil
}

// carryOver takes violations over to the weaker combinations on which a limit left no verdict. Each is run there.
func (s *search) carryOver(p *Property, sets []Set) error {
	for _, weak := range sets {
		if f, ok := p.Verdicts[weak]; !ok || f.Verdict != invariants.Inconclusive {
			continue
		}
		for _, strong := range sets {
			from, ok := p.Verdicts[strong]
			if !ok || !strong.Has(weak) || from.Verdict != invariants.Refuted {
				continue
			}
			c := s.config(weak)
			found, err := counterexamples.Pursue(s.a.New(c), []invariants.Property{p.Property}, from.Trace)
			if err != nil {
				return err
			}
			if found != nil {
				p.Verdicts[weak] = invariants.Finding{
					Property: p.Property, Verdict: invariants.Refuted, Steps: len(found.Steps), Trace: found.Steps,
				}
				break
			}
		}
	}
	return nil
}

// holdsBelow reports that the property holds under a weaker combination.
func (p *Property) holdsBelow(set Set) bool {
	for below, f := range p.Verdicts {
		if below != set && set.Has(below) && f.Verdict == invariants.Holds {
			return true
		}
	}
	return false
}

func (s *search) config(set Set) model.Config { return set.In(s.a, s.base) }

// carriesOver reports that a violation of the property is one under all weaker assumptions, as the package says.
func carriesOver(p invariants.Property) bool {
	return (p.State != nil || p.Step != nil) && p.End == nil && !p.OnGraph()
}
