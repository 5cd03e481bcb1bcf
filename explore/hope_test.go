package explore_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/ringcoordinator"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// hopeCases are small configurations, with the lengths of the traces to the states in which hope is in vain.
var hopeCases = []struct {
	a       *paper.Algorithm
	variant string
	change  func(*model.Config)
	want    map[string]int
}{
	{&suzukikasami.Algorithm, model.Published, func(c *model.Config) { c.Requests = []int{2, 1, 1} }, nil},
	{&suzukikasami.Algorithm, model.Published, func(c *model.Config) { c.Loss = 1 }, map[string]int{"starved": 3}}, // the token, on its way
	{&ringcoordinator.Algorithm, model.Published, func(c *model.Config) {}, nil},
	{&drsgme.Algorithm, model.Published, func(c *model.Config) { c.Processes = 2 }, map[string]int{"starved": 2, "token-lost": 2}},
	{&drsgme.Algorithm, model.Repaired, func(c *model.Config) { c.Processes, c.Loss, c.Crash = 2, 1, 1 }, nil},
	{&drsgme.Extended, model.Repaired, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }, nil},
	{&kmutex.Algorithm, model.Published, func(c *model.Config) { c.Processes, c.Tokens = 4, 1 }, map[string]int{"starved": 5}},
	{&tokenring.Algorithm, model.Published, func(c *model.Config) { c.Groups = 2 }, map[string]int{"starved": 7}},
	{
		&banerjeechrysanthis.Algorithm, model.Published,
		func(c *model.Config) { c.Processes, c.Network = 2, model.FIFO },
		map[string]int{"starved": 5, "request-kept": 5},
	},
	{&banerjeechrysanthis.Algorithm, model.Repaired, func(c *model.Config) { c.Network = model.FIFO }, nil},
}

func TestHopes(t *testing.T) {
	for _, test := range hopeCases {
		c := test.a.With(test.variant, test.change)
		t.Run(fmt.Sprint(c, c.Variant), func(t *testing.T) {
			panel := invariants.Panel(test.a.Properties(c))
			plain := plainly(test.a.New(c), panel)
			var first *question.Result
			for _, workers := range []int{1, 2, 8} {
				r, err := explore.Check(t.Context(), test.a.New(c), explore.Options{Judge: panel, Questions: panel.Questions(), Workers: workers})
				if err != nil || !r.Complete || r.Limit != "" {
					t.Fatalf("%+v %v", r, err)
				}
				got := map[string]int{}
				for _, f := range panel.Findings(r) {
					switch {
					case f.Property.Pending == nil, f.Property.Along != nil: // what must happen is another question
					case f.Verdict == invariants.Refuted:
						got[f.Property.Name] = f.Steps
						if f.Detail == "" || !f.Shortest {
							t.Errorf("%s: %q, shortest %v", f.Property.Name, f.Detail, f.Shortest)
						}
					case f.Verdict != invariants.Holds:
						t.Errorf("%s is %s", f.Property.Name, f.Verdict)
					}
				}
				if !maps.Equal(got, test.want) || !maps.Equal(got, plain) {
					t.Errorf("%d workers: violated after %v, want %v; plainly %v", workers, got, test.want, plain)
				}
				if first == nil {
					first = r
				}
				if !reflect.DeepEqual(traces(panel, r), traces(panel, first)) {
					t.Errorf("%d workers find other traces than one", workers)
				}
			}
		})
	}
}

// TestHopesUnjudged: a search that is cut short, or depth first, has no verdict; hopes that are never pending are vacuous.
func TestHopesUnjudged(t *testing.T) {
	for _, test := range []struct {
		options  explore.Options
		requests []int
		want     invariants.Verdict
	}{
		{explore.Options{}, []int{1, 1, 1}, invariants.Holds},
		{explore.Options{}, []int{0, 0, 0}, invariants.Vacuous},
		{explore.Options{MaxStates: 100}, []int{1, 1, 1}, invariants.Inconclusive},
		{explore.Options{MaxDepth: 5}, []int{1, 1, 1}, invariants.Inconclusive},
		{explore.Options{MaxDepth: 15}, []int{1, 1, 1}, invariants.Holds},
		{explore.Options{Mode: explore.DFS}, []int{1, 1, 1}, invariants.Inconclusive},
	} {
		c := suzuki(3, test.requests...)
		panel := invariants.Panel{invariants.Starved}
		test.options.Judge, test.options.Questions = panel, panel.Questions()
		r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), test.options)
		if err != nil {
			t.Fatal(err)
		}
		if got := panel.Findings(r)[0].Verdict; got != test.want {
			t.Errorf("%+v: %s, want %s", test.options, got, test.want)
		}
	}
}

func traces(panel invariants.Panel, r *question.Result) [][]string {
	var all [][]string
	for _, f := range panel.Findings(r) {
		all = append(all, append([]string{f.Property.Name, string(f.Verdict), f.Detail}, f.Trace...))
	}
	return all
}

// plainly judges the hopes of a panel by one forward search from every state: the level of the first state in which a
// pending bit is in vain, for each property.
func plainly(sys *system.System, panel invariants.Panel) map[string]int {
	type state [20]uint32 // the nodes, and at the end the budgets
	r, sites := sys.NewReader(), len(sys.Places)
	var start state
	copy(start[:], sys.Start())
	start[19] = sys.StartBudget()
	number, states, levels := map[state]int{start: 0}, []state{start}, []int{0}
	var next [][]int
	var views []invariants.Views
	for k := 0; k < len(states); k++ {
		s, calm := states[k], system.Still
		var vs invariants.Views
		for i := range sites {
			x := r.Expand(i, s[i], s[19])
			vs, calm = append(vs, sys.View(x.View)), min(calm, x.Calm)
		}
		views, next = append(views, vs), append(next, nil)
		for i := range sites {
			for _, m := range r.Expand(i, s[i], s[19]).Moves {
				t := s
				left, possible := sys.Pay(s[19], m.Cost, calm)
				if !possible {
					continue
				}
				t[i], t[19] = m.Next, left
				for _, d := range m.Sends {
					t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
				}
				to, known := number[t]
				if !known {
					to = len(states)
					number[t] = to
					states, levels = append(states, t), append(levels, levels[k]+1)
				}
				next[k] = append(next[k], to)
			}
		}
	}
	found := map[string]int{}
	for _, p := range panel {
		if p.Pending == nil || p.Along != nil {
			continue
		}
		goals := make([]uint64, len(states))
		for k := range states {
			goals[k] = p.Goal(views[k])
		}
		for k := range states {
			if want := p.Pending(views[k]); want != 0 && !search(next, goals, k, want) {
				found[p.Name] = levels[k]
				break
			}
		}
	}
	return found
}

// search reports whether all bits wanted are found from state k on.
func search(next [][]int, goals []uint64, k int, want uint64) bool {
	seen, todo := map[int]bool{k: true}, []int{k}
	for len(todo) > 0 {
		k, todo = todo[0], todo[1:]
		if want &^= goals[k]; want == 0 {
			return true
		}
		for _, to := range slices.Backward(next[k]) {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return false
}
