package explore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gmecheck/model"

	"github.com/dustin/go-humanize"
)

// endless is the violation of a property by an endless run.
func (c *common) endless(p int, x endless) Violation {
	v := Violation{Property: p, Path: x.run.Path, Hopeless: 1 << x.lane, Endless: true, Loop: x.run.Loop}
	v.Final, v.Views = c.describe(x.at)
	return v
}

func (c *common) report(e engine, limit string) *Result {
	r := &Result{
		Complete: limit == "", Limit: limit, States: 0, Transitions: c.transitions,
		Depth: c.level, Levels: c.levels, Coverage: c.covered(), Early: c.early.Load(), Spoke: c.spoke &^ judged,
		Workers: c.options.Workers, Sizes: c.sys.Sizes(),
	}
	for _, n := range c.levels {
		r.States += n
	}
	if c.symmetry != nil {
		r.Reduction = &Reduction{States: c.represented.states, Transitions: c.represented.transitions}
	}
	c.memory.over.Store(true)
	e.culprits(c.found)
	var goals []goal
	properties := slices.Sorted(maps.Keys(c.found))
	for _, p := range properties {
		goals = append(goals, c.found[p])
	}
	for k, path := range e.pathsTo(goals) {
		v := c.violation(properties[k], path)
		v.Shortest, v.Hopeless = true, goals[k].vain(path.last)
		r.Violations = append(r.Violations, v)
	}
	c.measure(r)
	return r
}

// unsearched reports that there is nothing to report of.
func (c *common) unsearched(limit string) *Result {
	r := &Result{Limit: limit, Coverage: c.covered(), Workers: c.options.Workers, Sizes: c.sys.Sizes()}
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
func (c *common) measure(r *Result) {
	c.observe()
	r.Elapsed, r.PeakBytes = c.elapsed(), c.peakBytes()
	r.BytesPerState = float64(r.PeakBytes) / float64(max(1, r.States))
}

func (c *common) violation(p int, path path) Violation {
	v := Violation{Property: p}
	for _, s := range path.steps {
		v.Path = append(v.Path, Step{s.move.Event, c.sys.Label(s.site, s.from[s.site], s.move.Event)})
	}
	v.Final, v.Views = c.describe(path.last)
	return v
}

// describe says what a state is, and what it looks like.
func (c *common) describe(s state) (final []model.Description, views []*model.View) {
	r := c.sys.NewReader()
	for k := range c.sys.Places {
		final = append(final, c.sys.Describe(k, s[k]))
		views = append(views, c.sys.View(r.Expand(k, s[k], s[len(s)-1]).View))
	}
	return final, views
}

// Broken is a panic in a protocol's handler, with the trace that leads to it.
type Broken struct {
	*model.Broken
	Trace []string
}

func (b *Broken) Error() string { return b.Broken.Error() }

// Unwrap gives the model's error.
func (b *Broken) Unwrap() error { return b.Broken }

type brokenAt struct {
	cause *model.Broken
	at    state
	level int
}

func (b *brokenAt) Error() string { return b.cause.Error() }

func (c *common) explain(e engine, err error) error {
	var b *brokenAt
	if !errors.As(err, &b) {
		return err
	}
	return c.broken(b.cause, e.stem(b.at, b.level), b.at)
}

// broken tells of a handler's panic where these steps lead, or right after: steps are judged before it is known whether
// what they lead to can be expanded.
func (c *common) broken(cause *model.Broken, steps []pathStep, at state) *Broken {
	c.memory.over.Store(true)
	out := &Broken{Broken: cause}
	for _, s := range steps {
		out.Trace = append(out.Trace, c.sys.Label(s.site, s.from[s.site], s.move.Event))
	}
	if here := breaks(c.sys, at); here != nil {
		out.Broken = here
	} else if next, label := breaksAfter(c.sys, at); next != nil {
		out.Broken, out.Trace = next, append(out.Trace, label)
	}
	return out
}

// breaks is the panic of a handler at a state; nil if there is none.
func breaks(sys *model.System, s state) (broken *model.Broken) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *model.Broken:
			broken = r
		default:
			panic(r)
		}
	}()
	r := sys.NewReader()
	for k, node := range s[:len(s)-1] {
		r.Expand(k, node, s[len(s)-1])
	}
	return nil
}

// breaksAfter is the panic of a handler one step after a state, and the step: the one whose label comes first.
func breaksAfter(sys *model.System, s state) (first *model.Broken, label string) {
	for _, t := range expand(sys, sys.NewReader(), s) {
		broken := breaks(sys, t.to)
		if l := sys.Label(t.site, s[t.site], t.move.Event); broken != nil && (first == nil || l < label) {
			first, label = broken, l
		}
	}
	return first, label
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
