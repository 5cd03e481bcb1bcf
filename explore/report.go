package explore

import (
	"errors"
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/liveness"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// endless is the violation of a property by an endless run.
func (c *common) endless(p int, x liveness.Endless) question.Violation {
	v := question.Violation{Property: p, Path: x.Run.Path, Unreached: 1 << x.Lane, Endless: x.Run.Endless, Loop: x.Run.Loop}
	v.Final, v.Views = trace.Describe(c.Sys, x.At)
	return v
}

func (c *common) report(e engine, limit string) (r *question.Result, err error) {
	r = &question.Result{
		Complete: limit == "", Limit: limit, States: 0, Transitions: c.transitions,
		Depth: c.level, Levels: c.levels, Coverage: c.covered(), Early: c.Early.Load(), Spoke: c.spoke &^ verdicts.Judged,
		Workers: c.Workers, Sizes: c.Sys.Sizes(),
	}
	for _, n := range c.levels {
		r.States += n
	}
	if c.Symmetry != nil {
		r.Reduction = &question.Reduction{States: c.represented.states, Transitions: c.represented.transitions}
	}
	if len(c.found) > 0 {
		if r.Violations, err = c.violations(e); err != nil {
			return nil, err
		}
	}
	c.measure(r)
	return r, nil
}

// violations finds a shortest trace of each violated property.
func (c *common) violations(e engine) (all []question.Violation, err error) {
	c.Memory.Lifted.Store(true)
	if err := e.culprits(c.found); err != nil {
		return nil, err
	}
	var goals []trace.Target
	properties := slices.Sorted(maps.Keys(c.found))
	for _, p := range properties {
		goals = append(goals, c.found[p])
	}
	paths, err := e.pathsTo(goals)
	for k, path := range paths {
		v := path.Violation(c.Sys, properties[k])
		v.Shortest, v.Unreached = true, goals[k].Unreached(path.Last)
		all = append(all, v)
	}
	return all, err
}

// unsearched reports that there is nothing to report of.
func (c *common) unsearched(limit string) *question.Result {
	r := &question.Result{Limit: limit, Coverage: c.covered(), Workers: c.Workers, Sizes: c.Sys.Sizes()}
	c.measure(r)
	return r
}

// errWide is that the states of a checkpoint cannot be packed.
var errWide = errors.New("its states cannot be packed")

// covered is the transitions by the names of their classes: also of those that never changed a state, or never were
// possible in one.
func (c *common) covered() map[string]int {
	all := map[string]int{}
	for k, name := range c.Sys.Classes() {
		all[name] = 0
		if k < len(c.coverage) {
			all[name] = c.coverage[k]
		}
	}
	return all
}

// measure notes what the search has cost.
func (c *common) measure(r *question.Result) {
	c.observe()
	r.Elapsed, r.PeakBytes = c.Elapsed(), c.PeakBytes()
	r.BytesPerState = float64(r.PeakBytes) / float64(max(1, r.States))
}

// FairLoop reports whether a run that repeats a loop for ever is fair: everything that is possible in all states of the
// loop happens on it. possible and taken are, for each step of the loop, the events possible before it and the event
// that it is; timers that are not due are left out of both, as nil where such a one is taken.
func FairLoop(possible [][]*model.Event, taken []*model.Event) bool {
	return liveness.FairLoop(possible, taken)
}
