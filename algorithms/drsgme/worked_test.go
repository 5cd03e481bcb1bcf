package drsgme

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func TestWorkedExample(t *testing.T) {
	for _, tt := range []struct {
		variant, want string
		differ        int // rows, played without the engine
	}{
		// P_2 deletes the token: its session is not newer than what P_2 knows. P_1 has put itself into its request set.
		{model.Published, "after (a): queue none, sets {1} {1, 3, 4} {1, 2, 4} {1, 2, 3}", 5},
		{model.Repaired, "as Table I; in the end EC N R EF, in flight: request(1, 1, g3) -> 3, request(1, 1, g3) -> 4", 0},
	} {
		t.Run(tt.variant, func(t *testing.T) {
			c := Algorithm.With(tt.variant, func(c *model.Config) { c.Processes, c.Groups = 4, 3 })
			if got := workTableI(t, Algorithm.New(c)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if m := measureTableI(tt.variant); m.Loads != len(tableI) || m.Differ != tt.differ {
				t.Errorf("%d of %d rows differ, want %d of %d: %s", m.Differ, m.Loads, tt.differ, len(tableI), m.Example)
			}
		})
	}
}

// workTableI runs the example as far as it is the paper's, and says how it went.
func workTableI(t *testing.T, sys *system.System) string {
	g := &global{sys, counterexamples.NewRun(sys)}
	for _, r := range tableI {
		for _, step := range r.steps {
			if !g.take(step) {
				return fmt.Sprintf("(%s): %s is not possible", r.event, step)
			}
		}
		if queue, sets := g.queue(), g.sets(); queue != r.queue || sets != r.sets {
			return fmt.Sprintf("after (%s): queue %s, sets %s", r.event, queue, sets)
		}
	}
	var states, flying []string
	for site, node := range g.State().Nodes {
		d := sys.Describe(site, node)
		states = append(states, d.Vars.(vars).state.String())
		for _, m := range d.Inbox {
			flying = append(flying, fmt.Sprintf("%s -> %s", model.Text(m.Value), d.Place))
		}
	}
	return fmt.Sprintf("as Table I; in the end %s, in flight: %s", strings.Join(states, " "), strings.Join(flying, ", "))
}

// TestFollowerListens: P_3 lets P_1 in as a follower. P_1 hears P_3's gen_token, one that expired early, before its
// request, and so P_3 never joins P_1's request set, unless gen_token itself sees to it.
func TestFollowerListens(t *testing.T) {
	steps := []string{
		"request(2, g1)", "deliver(request(2, 1, g1) -> 1)", "request(1, g2)", "deliver(token(", "request(3, g2)",
		"deliver(request(3, 1, g2) -> 2)", "deliver(request(1, 1, g2) -> 2)", "deliver(request(2, 1, g1) -> 3)",
		"timeout(3, T1)", "deliver(gen_token(3, g2, 1, 0) -> 2)", "exit(2)", "deliver(token(", "deliver(start(3, 1) -> 1)",
		"deliver(gen_token(3, g2, 1, 0) -> 1)", "deliver(request(3, 1, g2) -> 1)", "deliver(gen_token(3, g2, 1, 0) -> 3)",
	}
	c := Algorithm.With(model.Repaired, func(c *model.Config) { c.Early = 1 })
	for _, want := range []invariants.Opinion{invariants.Fine, invariants.Violated} {
		sys := Algorithm.New(c)
		g := &global{sys, counterexamples.NewRun(sys)}
		for _, step := range steps {
			if !g.take(step) {
				t.Fatalf("%s is not possible", step)
			}
		}
		if got := rsLemmaQuiet.State(g.Views()); got != want {
			t.Errorf("%v: %s is %d, want %d", c.Repairs, rsLemmaQuiet.Name, got, want)
		}
		c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == FollowerListens.Name })
	}
}

// global is a global state of a system, moved by labels.
type global struct {
	sys *system.System
	*counterexamples.Run
}

// take makes the one transition whose label begins with the given text.
func (g *global) take(label string) bool {
	for _, c := range g.Enabled() {
		if strings.HasPrefix(c.Label, label) {
			g.GoTo(c.State)
			return true
		}
	}
	return false
}

// queue is the holder's token.queue as Table I prints it, without request numbers.
func (g *global) queue() string {
	for site, node := range g.State().Nodes {
		if v := g.sys.Describe(site, node).Vars.(vars); v.state.holder() {
			return withoutNumbers(v.token.queue)
		}
	}
	return "none"
}

func (g *global) sets() string {
	var sets []string
	for site, node := range g.State().Nodes {
		sets = append(sets, g.sys.Describe(site, node).Vars.(vars).RS.String())
	}
	return strings.Join(sets, " ")
}
