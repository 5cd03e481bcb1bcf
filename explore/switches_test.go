package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// switchProperties judge states, ends, steps, steps and states together, and what can still be reached.
var switchProperties = append(slices.Clone(randomProperties),
	invariants.Property{Name: "step", Step: func(s invariants.Step) invariants.Opinion {
		return invariants.If(s.Event.Kind == model.DeliverEvent, s.After[1].Holds != 1)
	}},
	invariants.Property{Name: "either", State: func(vs invariants.Views) invariants.Opinion {
		return invariants.That(vs[0].Holds != 2)
	}, Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(s.Before[1].Coming == s.After[1].Coming || s.After[1].Holds != 2)
	}},
	invariants.Property{
		Name:    "hope",
		Pending: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Holds == 1 }) },
		Goal: func(vs invariants.Views) uint64 {
			return vs.Mask(func(v *model.View) bool { return v.InCS && !v.Down })
		},
	},
)

// TestFewestSwitchesRandom compares the traces with those that come out of enumerating all shortest paths.
func TestFewestSwitchesRandom(t *testing.T) { rapid.Check(t, fewestSwitches) }

func fewestSwitches(t *rapid.T) {
	p := drawProtocol(t)
	c := model.Config{
		Processes: p.Sites, Requests: rapid.SliceOfN(rapid.IntRange(0, 2), p.Sites, p.Sites).Draw(t, "requests"),
		Network:  rapid.SampledFrom([]model.Network{model.Bag, model.FIFO}).Draw(t, "network"),
		Timeouts: rapid.SampledFrom([]model.Timeouts{model.Off, model.Patient}).Draw(t, "timeouts"), OrderedTimers: rapid.Bool().Draw(t, "ordered timers"),
	}
	if p.Sites == 2 {
		*rapid.SampledFrom([]*int{&c.Loss, &c.Duplicate, &c.Crash, &c.Early}).Draw(t, "fault") = 1
	}
	compareTraces(t, func() *system.System { return system.Compose(p, c) }, switchProperties)
}

func TestFewestSwitches(t *testing.T) {
	for _, test := range []struct {
		a      *paper.Algorithm
		change func(*model.Config)
	}{
		{&srtgme.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{1, 1} }},
		{&srtgme.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 3, []int{1, 1, 1} }},
		{&drsgme.Algorithm, func(c *model.Config) { c.Processes, c.Requests, c.Crash = 2, []int{1, 1}, 1 }},
		{&drsgme.Algorithm, func(c *model.Config) { c.Processes, c.Requests, c.Loss = 2, []int{1, 1}, 1 }},
		{&gbp.Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{1, 1} }},
		{&tokenring.Algorithm, func(c *model.Config) { c.Processes, c.Groups, c.Requests = 3, 2, []int{1, 1, 1} }},
	} {
		c := test.a.With(model.Published, test.change)
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			panel := slices.DeleteFunc(test.a.Properties(c), func(p invariants.Property) bool {
				return p.OnGraph() && (p.Pending == nil || p.Along != nil) // their traces are not shortest paths
			})
			if compareTraces(t, func() *system.System { return test.a.New(c) }, panel) == 0 {
				t.Error("nothing to compare")
			}
		})
	}
}

// compareTraces compares the traces that 1, 2 and 8 workers find with the best among all shortest ones, and returns how
// many were compared: not those with too many shortest paths.
func compareTraces(t papertest.TB, system func() *system.System, panel invariants.Panel) int {
	t.Helper()
	want := enumerate(system(), panel)
	for _, workers := range []int{1, 2, 8} {
		r, err := explore.Check(t.Context(), system(), explore.Options{Judge: panel, Questions: panel.Questions(), Workers: workers})
		if err != nil {
			t.Errorf("%v", err)
			return 0
		}
		got := map[int][]string{}
		for _, v := range r.Violations {
			got[v.Property] = []string{}
			for _, s := range v.Path {
				got[v.Property] = append(got[v.Property], s.Label)
			}
		}
		for k, p := range panel {
			best, violated := want[k]
			if violated != (got[k] != nil) || best != nil && !slices.Equal(best.labels, got[k]) {
				t.Errorf("%d workers, %s: %q, want %+v", workers, p.Name, got[k], best)
			}
		}
	}
	compared := 0
	for _, r := range want {
		if r != nil {
			compared++
		}
	}
	return compared
}

// run is a shortest trace that violates a property.
type run struct {
	switches int
	labels   []string
}

// maxPaths is how many paths are enumerated for a property.
const maxPaths = 200_000

// enumerate lists all paths that go one level up with each step but the last, and picks by property the best of the
// shortest ones that violate it; nil if there are too many paths.
func enumerate(sys *system.System, panel invariants.Panel) map[int]*run {
	g, all := draw(sys), map[int]*run{}
	for k, p := range panel {
		e := &enumeration{drawn: g, property: p, violated: g.violated(p)}
		if e.length = g.shortest(p, e.violated); e.length < 0 {
			continue
		}
		e.walk(0, -1, run{})
		if all[k] = e.best; e.paths > maxPaths {
			all[k] = nil
		}
	}
	return all
}

type enumeration struct {
	*drawn
	property invariants.Property
	violated []bool // by state
	length   int
	best     *run
	paths    int
}

// walk goes on from a state, in which a step of a site ended.
func (e *enumeration) walk(s, site int, r run) {
	if e.paths > maxPaths {
		return
	}
	if len(r.labels) == e.length {
		if e.paths++; e.violated[s] {
			e.offer(r)
		}
		return
	}
	for _, x := range e.edges[s] {
		next := run{r.switches, append(slices.Clip(r.labels), x.label)}
		if site >= 0 && site != x.site {
			next.switches++
		}
		if len(next.labels) == e.length && e.violates(e.property, s, x) {
			e.offer(next)
		}
		if e.level[x.to] == e.level[s]+1 {
			e.walk(x.to, x.site, next)
		}
	}
}

func (e *enumeration) offer(r run) {
	b := e.best
	if b == nil || r.switches < b.switches || r.switches == b.switches && slices.Compare(r.labels, b.labels) < 0 {
		e.best = &r
	}
}
