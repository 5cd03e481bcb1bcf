package statespace

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func composed(t *testing.T, line string) (*system.System, invariants.Panel, model.Config) {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	return a.New(c), a.Properties(c), c
}

// TestAlong: the states of a run come first, its transitions have the numbers of its steps, and what is left out is counted.
func TestAlong(t *testing.T) {
	sys, properties, _ := composed(t, "srt-gme -n 2")
	run := &counterexamples.Trace{Property: "gme", Steps: []string{
		"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "request(1, g2)", "deliver(token(<>, NULL, 0) -> 2)",
	}}
	whole, err := Explore(t.Context(), sys, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []int{5, 15} {
		g, err := Along(t.Context(), sys, run, depth, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.States) != want {
			t.Errorf("depth %d: %d states, want %d", depth, len(g.States), want)
		}
		for k, label := range run.Steps {
			at := slices.IndexFunc(g.Transitions, func(t Transition) bool { return slices.Equal(t.Steps, []int{k + 1}) })
			if at < 0 || g.Transitions[at].From != k || g.Transitions[at].To != k+1 || g.Transitions[at].Label != label {
				t.Errorf("depth %d: step %d is not its transition", depth, k+1)
			}
		}
		out := make([]int, len(g.States))
		for _, tr := range g.Transitions {
			out[tr.From]++
		}
		for n, s := range g.States {
			m, known := whole.Number(g.At(n))
			if !known || s.Initial != (n == 0) {
				t.Fatalf("depth %d: state %d is initial: %v", depth, n, s.Initial)
			}
			all := 0
			for _, tr := range whole.Transitions {
				if tr.From == m {
					all++
				}
			}
			if out[n]+s.Cut != all {
				t.Errorf("depth %d: state %d has %d transitions and %d more, of %d", depth, n, out[n], s.Cut, all)
			}
		}
		p := properties[slices.IndexFunc(properties, func(p invariants.Property) bool { return p.Name == "gme" })]
		if err := g.Mark(sys, p); err != nil {
			t.Fatal(err)
		}
		for n, s := range g.States {
			if (s.Violates == "gme") != (n == 4) {
				t.Errorf("depth %d: state %d violates %q", depth, n, s.Violates)
			}
		}
		var b strings.Builder
		if err := g.DOT(&b, "t"); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"\nviolates gme", "s3 -> s4 [label=\"4. deliver(", ">violates</td>", "1. blue arrow", "more)"} {
			if !strings.Contains(strings.ReplaceAll(b.String(), `\n`, "\n"), want) {
				t.Errorf("depth %d: no %q in\n%s", depth, want, &b)
			}
		}
	}
	var large *TooLarge
	if _, err := Along(t.Context(), sys, run, 1, 14); !errors.As(err, &large) {
		t.Errorf("beyond the limit: %v", err)
	}
	run.Steps[1] = "exit(2)"
	var diverged *counterexamples.Divergence
	if _, err := Along(t.Context(), sys, run, 1, 100); !errors.As(err, &diverged) {
		t.Errorf("of another run: %v", err)
	}
}

// TestMarks: in the whole graph as many states and steps violate a property as a search of each part says: none where it holds, and
// some where it does not.
func TestMarks(t *testing.T) {
	for _, line := range []string{"srt-gme -n 2", "raymond -n 2", "drs-gme -n 2 -m 1"} {
		sys, properties, _ := composed(t, line)
		findings, r, err := explore.CheckAll(t.Context(), sys, properties, explore.Options{})
		if err != nil || !r.Complete {
			t.Fatal(err)
		}
		g, err := Explore(t.Context(), sys, r.States)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range properties {
			if p.State == nil && p.Step == nil && p.End == nil || p.Witness != nil || p.OnGraph() {
				continue
			}
			if err := g.Mark(sys, p); err != nil {
				t.Fatal(err)
			}
			marked := slices.ContainsFunc(g.States, func(s State) bool { return s.Violates == p.Name }) ||
				slices.ContainsFunc(g.Transitions, func(t Transition) bool { return t.Violates == p.Name })
			if violated := findings[k].Verdict == invariants.Refuted; marked != violated {
				t.Errorf("%s: %s is marked: %v; the search: %s", line, p.Name, marked, findings[k].Verdict)
			}
		}
	}
}

// TestNear: a part has the states before and after a state, by the numbers of the whole.
func TestNear(t *testing.T) {
	sys, _, _ := composed(t, "suzuki-kasami -n 2")
	g, err := Explore(t.Context(), sys, 100)
	if err != nil {
		t.Fatal(err)
	}
	const at = 5
	want := map[int]bool{at: true}
	for _, tr := range g.Transitions {
		if tr.From == at {
			want[tr.To] = true
		}
		if tr.To == at {
			want[tr.From] = true
		}
	}
	part := g.Near(at, 1)
	if len(part.States) != len(want) || len(want) < 3 {
		t.Errorf("%d states near, want %d", len(part.States), len(want))
	}
	for n, s := range part.States {
		if whole, _ := g.Number(part.At(n)); whole != s.Number || !want[s.Number] || s.Asked != (s.Number == at) {
			t.Errorf("state %d of the part is %d of the whole, and says %d", n, whole, s.Number)
		}
	}
	for _, tr := range part.Transitions {
		from, to := part.States[tr.From].Number, part.States[tr.To].Number
		if !slices.ContainsFunc(g.Transitions, func(x Transition) bool { return x.From == from && x.To == to && x.Label == tr.Label }) {
			t.Errorf("the whole has no transition from %d to %d", from, to)
		}
	}
	if alone := g.Near(at, 0); len(alone.States) != 1 || len(alone.Transitions) != 0 || alone.States[0].Cut == 0 {
		t.Errorf("alone: %+v", alone.States)
	}
	if all := g.Near(0, 100); len(all.States) != len(g.States) || len(all.Transitions) != len(g.Transitions) {
		t.Errorf("all: %d states, %d transitions", len(all.States), len(all.Transitions))
	}
}
