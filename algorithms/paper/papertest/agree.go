package papertest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TB is what Agree needs of a test, one of rapid's included.
type TB interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
}

// Agree fails the test unless the engine, with one worker and with three, breadth first and depth first, finds in the
// model what the naive checker finds: states, transitions, depth, and for every property of states and ends whether it
// spoke, whether it is violated and how many steps from the start.
func Agree[V, M comparable](t TB, p model.Protocol[V, M], c model.Config, props []invariants.Property) {
	t.Helper()
	want := look(p, c, props)
	var first *explore.Result
	for _, o := range []explore.Options{{Workers: 1}, {Workers: 3}, {Mode: explore.DFS}} {
		o.Judge = invariants.Panel(props)
		got, err := explore.Check(t.Context(), system.Compose(p, c), o)
		if err != nil {
			t.Errorf("%s: %v", describe(c), err)
			return
		}
		if !got.Complete || got.States != want.States || got.Transitions != want.Transitions {
			t.Errorf("%s, %d workers %s: %d states and %d transitions, complete: %v; naive: %+v", describe(c), o.Workers,
				o.Mode, got.States, got.Transitions, got.Complete, want.Result)
		}
		if o.Mode != explore.DFS && got.Depth != want.Depth {
			t.Errorf("%s, %d workers: depth %d; naive: %+v", describe(c), o.Workers, got.Depth, want.Result)
		}
		want.compare(t, c, o, got, props)
		if first == nil {
			first = got
		}
		if got.Spoke != first.Spoke || !maps.Equal(got.Coverage, first.Coverage) {
			t.Errorf("%s, %d workers %s: spoke %b, coverage %v; with one worker: %b, %v", describe(c), o.Workers, o.Mode,
				got.Spoke, got.Coverage, first.Spoke, first.Coverage)
		}
	}
}

// seen is what the naive checker saw.
type seen struct {
	naive.Result
	spoke    []bool
	violated []int // level of the first state that violates the property, or Holds
}

func look[V, M comparable](p model.Protocol[V, M], c model.Config, props []invariants.Property) seen {
	s := seen{spoke: make([]bool, len(props)), violated: slices.Repeat([]int{Holds}, len(props))}
	s.Result = naive.Explore(p, c, func(depth int, views []model.View, end bool) {
		pointers := make(invariants.Views, len(views))
		for k := range views {
			pointers[k] = &views[k]
		}
		for k, property := range props {
			worst := invariants.Silent
			if property.State != nil {
				worst = property.State(pointers)
			}
			if property.End != nil && end {
				worst = max(worst, property.End(pointers))
			}
			s.spoke[k] = s.spoke[k] || worst != invariants.Silent
			if worst == invariants.Violated && s.violated[k] == Holds {
				s.violated[k] = depth
			}
		}
	})
	return s
}

// compare compares the verdicts on all properties but those of steps, which the naive checker does not judge.
func (s seen) compare(t TB, c model.Config, o explore.Options, got *explore.Result, props []invariants.Property) {
	t.Helper()
	levels := slices.Repeat([]int{Holds}, len(props))
	for _, v := range got.Violations {
		levels[v.Property] = len(v.Path)
	}
	for k, p := range props {
		if p.Step != nil {
			continue
		}
		if spoke := got.Spoke>>k&1 == 1; spoke != s.spoke[k] {
			t.Errorf("%s, %d workers %s: %s spoke: %v; naive: %v", describe(c), o.Workers, o.Mode, p.Name, spoke, s.spoke[k])
		}
		agree := levels[k] == s.violated[k]
		if o.Mode == explore.DFS {
			agree = (levels[k] == Holds) == (s.violated[k] == Holds) && levels[k] >= s.violated[k]
		}
		if !agree {
			t.Errorf("%s, %d workers %s: %s: %d steps; naive: %d", describe(c), o.Workers, o.Mode, p.Name, levels[k],
				s.violated[k])
		}
	}
}

// AgreeOn calls Agree on models, each written as on the command line without the name of the algorithm; with SAMPLE on a third of them.
func AgreeOn[V, M comparable](
	t *testing.T, a *paper.Algorithm, protocol func(model.Config) model.Protocol[V, M], lines ...string,
) {
	t.Helper()
	for _, line := range lines {
		if !Drawn(a.Name+" "+line, 3) {
			continue
		}
		c := Model(t, a, line)
		Agree(t, protocol(c), c, a.Properties(c))
	}
}

// AgreeOnSmall calls Agree on every small configuration of the algorithm, or with SAMPLE on a third of them, that has at most limit states, and compares the
// verdicts on properties of steps, and sync-delay where neither faults nor timers come in between. Of those with more the engine searches that many, so that a panic in a handler would be noticed.
func AgreeOnSmall[V, M comparable](
	t *testing.T, a *paper.Algorithm, limit int, protocol func(model.Config) model.Protocol[V, M],
) {
	t.Helper()
	compared, larger, delays := 0, 0, 0
	for _, c := range SomeSmall(a) {
		r, err := explore.Check(t.Context(), system.Compose(protocol(c), c), explore.Options{MaxStates: limit})
		switch {
		case err != nil:
			t.Errorf("%s: %v", describe(c), err)
		case r.Complete:
			Agree(t, protocol(c), c, a.Properties(c))
			agreeOnSteps(t, a, c)
			if c.Faultless() && c.Timeouts == model.Off && delaysAgree(t, protocol(c), c) {
				delays++
			}
			compared++
		default:
			larger++
		}
	}
	if compared == 0 && !Sampled() {
		t.Errorf("%s: no configuration has %d states or less", a.Name, limit)
	}
	t.Logf("%s: %d configurations compared, sync-delay in %d, %d have more than %d states", a.Name, compared, delays, larger, limit)
}

// Small lists small configurations: every variant on both networks, with one or two requests, in the two smallest
// sizes, and in the smallest with every fault and with the timers on, off and ordered.
func Small(a *paper.Algorithm) []model.Config {
	var all []model.Config
	least := max(2, a.Processes.Min)
	add := func(variant string, net model.Network, n, requests int, change func(*model.Config)) {
		c := a.With(variant, func(c *model.Config) {
			c.Processes, c.Network = n, net
			c.Requests = slices.Repeat([]int{requests}, min(3, n))
			for len(c.Requests) < n {
				c.Requests = append(c.Requests, 0)
			}
			change(c)
		})
		if a.Check == nil || a.Check(c) == nil {
			all = append(all, c)
		}
	}
	for _, variant := range a.AllVariants() {
		for _, net := range []model.Network{model.Bag, model.FIFO} {
			for _, requests := range []int{1, 2} {
				for n := least; n <= min(least+1, a.Processes.Max); n++ {
					add(variant, net, n, requests, func(*model.Config) {})
				}
				if len(a.Timers) > 0 {
					add(variant, net, least, requests, func(c *model.Config) { c.Timeouts = model.Off })
				}
			}
			add(variant, net, least, 1, func(c *model.Config) { c.Loss = 1 })
			add(variant, net, least, 1, func(c *model.Config) { c.Duplicate = 1 })
			add(variant, net, least, 1, func(c *model.Config) { c.Crash = 1 })
			if len(a.Timers) > 0 {
				add(variant, net, least, 1, func(c *model.Config) { c.Early = 1 })
			}
			if len(a.Durations) > 0 {
				add(variant, net, least, 1, func(c *model.Config) { c.OrderedTimers, c.Loss = true, 1 })
			}
		}
	}
	return all
}
