package counterexamples

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// graph is all states that can follow the initial one, with what each leads to: by any event, and by deliveries.
type graph struct {
	states       []State
	all, deliver [][]int
	views        []invariants.Views
}

func graphOf(r *Run) *graph {
	g, seen := &graph{}, map[string]int{}
	number := func(s State) int {
		key := string(from(r, s, 1).key)
		if _, known := seen[key]; !known {
			seen[key], g.states = len(g.states), append(g.states, s)
		}
		return seen[key]
	}
	number(r.State())
	for n := 0; n < len(g.states) && n < 2000; n++ {
		r.GoTo(g.states[n])
		g.views, g.all, g.deliver = append(g.views, r.Views()), append(g.all, nil), append(g.deliver, nil)
		for _, c := range r.Enabled() {
			k := number(c.State)
			g.all[n] = append(g.all[n], k)
			if c.Event.Kind == model.DeliverEvent {
				g.deliver[n] = append(g.deliver[n], k)
			}
		}
	}
	return g
}

// spread finds by iteration which states lead to a goal: some way (if any is true), or every way.
func (g *graph) spread(next [][]int, goal func(invariants.Views) bool, some bool) []bool {
	leads := make([]bool, len(g.states))
	for changed := true; changed; {
		changed = false
		for n := range g.states {
			yes, no := 0, 0
			for _, k := range next[n] {
				if leads[k] {
					yes++
				} else {
					no++
				}
			}
			if now := goal(g.views[n]) || yes > 0 && (some || no == 0); now != leads[n] {
				leads[n], changed = now, true
			}
		}
	}
	return leads
}

// TestAhead compares what is searched ahead of every state with the same questions answered on the whole graph.
func TestAhead(t *testing.T) {
	for name, sys := range map[string]*system.System{
		"endless":       endless(),
		"endless, two":  raymond.Algorithm.New(raymond.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{model.Unlimited, model.Unlimited} })),
		"what starves":  srtgme.Algorithm.New(srtgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 })),
		"what does not": srtgme.Algorithm.New(srtgme.Algorithm.With(model.Repaired, func(c *model.Config) { c.Processes = 2 })),
	} {
		r := NewRun(sys)
		g := graphOf(r)
		starves := 0
		for bit := range 2 {
			goal := func(vs invariants.Views) uint64 { return invariants.Starved.Goal(vs) & (1 << bit) }
			inside := func(vs invariants.Views) bool { return goal(vs) != 0 }
			can, must, does := g.spread(g.all, inside, true), g.spread(g.deliver, inside, false), g.spread(g.all, inside, false)
			for n, s := range g.states {
				check := func(what string, left uint64, decided, want bool) {
					if !decided || (left == 0) != want {
						t.Fatalf("%s: state %d, process %d: %s: %v, %v; want %v", name, n, bit+1, what, left, decided, want)
					}
				}
				left, decided := from(r, s, furthest).vain(1<<bit, goal)
				check("can be inside", left, decided, can[n])
				left, decided = from(r, s, furthest).avoidable(1<<bit, goal, func(e *model.Event) bool { return e.Kind == model.DeliverEvent })
				check("deliveries bring it in", left, decided, must[n])
				left, decided = from(r, s, furthest).avoidable(1<<bit, goal, func(*model.Event) bool { return true })
				check("all ways bring it in", left, decided, does[n])
				if !can[n] && g.views[n][bit%len(g.views[n])].Waits {
					starves++
				}
			}
		}
		if (starves > 0) != (name == "what starves") {
			t.Errorf("%s: a process waits in vain in %d states", name, starves)
		}
	}
}

// TestUndecided: where more can follow than is searched, neither answer is given.
func TestUndecided(t *testing.T) {
	sys := suzuki(func(c *model.Config) { c.Requests = []int{3, 3} })
	path, err := Walk(sys, &Trace{Steps: []string{"request(1)", "request(2)"}})
	if err != nil {
		t.Fatal(err)
	}
	never := invariants.Starved
	never.Goal = func(invariants.Views) uint64 { return 0 }
	all := never
	all.Along = func(*model.Event) bool { return true }
	all.Goal = func(vs invariants.Views) uint64 { // only an end is no goal
		if vs.Any(func(v *model.View) bool { return v.InCS || v.Waits }) {
			return 0
		}
		return ^uint64(0)
	}
	for _, p := range []invariants.Property{never, all} {
		if got, note := onGraph(p, &Trace{}, path, 5); got != Undecided || !strings.Contains(note, "more than 5 states") {
			t.Errorf("%v, %s", got, note)
		}
		if got, _ := onGraph(p, &Trace{}, path, furthest); got == Undecided {
			t.Errorf("%v", got)
		}
	}
}
