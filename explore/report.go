package explore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// endless is the violation of a property by an endless run.
func (c *common) endless(p int, x endless) question.Violation {
	v := question.Violation{Property: p, Path: x.run.Path, Unreached: 1 << x.lane, Endless: true, Loop: x.run.Loop}
	v.Final, v.Views = c.describe(x.at)
	return v
}

func (c *common) report(e engine, limit string) *question.Result {
	r := &question.Result{
		Complete: limit == "", Limit: limit, States: 0, Transitions: c.transitions,
		Depth: c.level, Levels: c.levels, Coverage: c.covered(), Early: c.early.Load(), Spoke: c.spoke &^ verdicts.Judged,
		Workers: c.options.Workers, Sizes: c.sys.Sizes(),
	}
	for _, n := range c.levels {
		r.States += n
	}
	if c.symmetry != nil {
		r.Reduction = &question.Reduction{States: c.represented.states, Transitions: c.represented.transitions}
	}
	if len(c.found) > 0 {
		r.Violations = c.violations(e)
	}
	c.measure(r)
	return r
}

// violations finds a shortest trace of each violated property.
func (c *common) violations(e engine) (all []question.Violation) {
	c.memory.Lifted.Store(true)
	e.culprits(c.found)
	var goals []trace.Target
	properties := slices.Sorted(maps.Keys(c.found))
	for _, p := range properties {
		goals = append(goals, c.found[p])
	}
	for k, path := range e.pathsTo(goals) {
		v := c.violation(properties[k], path)
		v.Shortest, v.Unreached = true, goals[k].Unreached(path.Last)
		all = append(all, v)
	}
	return all
}

// unsearched reports that there is nothing to report of.
func (c *common) unsearched(limit string) *question.Result {
	r := &question.Result{Limit: limit, Coverage: c.covered(), Workers: c.options.Workers, Sizes: c.sys.Sizes()}
	c.measure(r)
	return r
}

// errWide is that the states of a checkpoint cannot be packed.
var errWide = errors.New("its states cannot be packed")

// covered is the transitions by the names of their classes: also of those that never changed a state, or never were
// possible in one.
func (c *common) covered() map[string]int {
	all := map[string]int{}
	for k, name := range c.sys.Classes() {
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
	r.Elapsed, r.PeakBytes = c.elapsed(), c.peakBytes()
	r.BytesPerState = float64(r.PeakBytes) / float64(max(1, r.States))
}

func (c *common) violation(p int, path trace.Path) question.Violation {
	v := question.Violation{Property: p}
	for _, s := range path.Steps {
		v.Path = append(v.Path, question.Step{Event: s.Move.Event, Label: c.sys.Label(s.Site, s.From[s.Site], s.Move.Event)})
	}
	v.Final, v.Views = c.describe(path.Last)
	return v
}

// describe says what a state is, and what it looks like.
func (c *common) describe(s packed.Vector) (final []system.Description, views []*model.View) {
	r := c.sys.NewReader()
	for k := range c.sys.Places {
		final = append(final, c.sys.Describe(k, s[k]))
		views = append(views, c.sys.View(r.Expand(k, s[k], s[len(s)-1]).View))
	}
	return final, views
}

func (c *common) reason(halted int32) string {
	switch halted {
	case haltStates:
		return fmt.Sprintf("max-states %d", c.options.MaxStates)
	case haltDisk:
		return (*c.shelf.failure.Load()).Error()
	case haltFull:
		return c.full.Load().Error()
	case haltWide:
		return fmt.Sprintf("a state of %d sites takes more than %s bits", len(c.sys.Places), humanize.Comma(64*int64(c.widest())))
	case haltMemory:
		return "max-memory " + humanize.IBytes(uint64(c.options.MaxMemory))
	}
	if errors.Is(c.ctx.Err(), context.DeadlineExceeded) && c.options.MaxTime > 0 {
		return fmt.Sprintf("max-time %v", c.options.MaxTime)
	}
	return "interrupted"
}
