package papertest

import (
	"errors"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// CanonicalAgrees fails the test unless a search of canonical forms says of every property what a search of all states says, in models
// that are finite either way, each written as on the command line without the name of the algorithm: the same verdict, the same numbers.
// What the naive checker finds in the model is what the search of all states finds. Every violation found on canonical forms replays.
func CanonicalAgrees[V, M comparable](
	t *testing.T, a *paper.Algorithm, protocol func(model.Config) model.Protocol[V, M], lines ...string,
) {
	t.Helper()
	for _, line := range lines {
		c := Model(t, a, line)
		panel := invariants.Panel(a.Properties(c))
		wanted, all, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{Canonical: explore.CanonicalOff})
		if err != nil || !all.Complete {
			t.Fatalf("%s: complete: %v, %v", describe(c), all.Complete, err)
		}
		if states := naive.Explore(protocol(c), c, nil).States; states != all.States {
			t.Errorf("%s: %d states; naive: %d", describe(c), all.States, states)
		}
		findings, forms, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{Canonical: explore.CanonicalOn})
		if err != nil || !forms.Complete {
			t.Fatalf("%s: canonical forms: %v", describe(c), err)
		}
		if forms.States > all.States {
			t.Errorf("%s: %d canonical forms of %d states", describe(c), forms.States, all.States)
		}
		for k, got := range findings {
			want := wanted[k]
			switch {
			case got.Property.Chain != nil && got.Verdict == invariants.Inconclusive:
			case got.Verdict != want.Verdict, got.Verdict == invariants.Refuted && got.Steps < want.Steps && want.Shortest:
				t.Errorf("%s: %s: %s in %d steps; of all states: %s in %d", describe(c), got.Property.Name, got.Verdict, got.Steps, want.Verdict, want.Steps)
			case got.Value != nil && want.Value != nil && got.Value.String() != want.Value.String():
				t.Errorf("%s: %s: %v; of all states: %v", describe(c), got.Property.Name, got.Value, want.Value)
			case got.Verdict == invariants.Refuted:
				replays(t, a, c, got)
			}
		}
	}
}

// Endless searches the canonical forms of models without request budgets, and fails the test unless that has an end, with so many states,
// and every violation replays.
func Endless(t *testing.T, a *paper.Algorithm, want map[string]int) {
	t.Helper()
	for line, states := range want {
		c := Model(t, a, line)
		panel := invariants.Panel(a.Properties(c))
		findings, r, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{Workers: 2})
		if err != nil {
			t.Fatalf("%s: %v", describe(c), err)
		}
		if !r.Complete || r.States != states || r.Forms == nil || !r.Forms.All || r.Forms.Walked == 0 {
			t.Errorf("%s: %d states, complete: %v, forms: %+v; want %d", describe(c), r.States, r.Complete, r.Forms, states)
		}
		for _, f := range findings {
			if f.Verdict == invariants.Refuted {
				replays(t, a, c, f)
			}
		}
	}
}

func replays(t *testing.T, a *paper.Algorithm, c model.Config, f invariants.Finding) {
	t.Helper()
	trace := &counterexamples.Trace{
		Model: options.Line(a, c), Property: f.Property.Name, Steps: f.Trace, Start: f.Start, Endless: f.Endless, Loop: f.Loop,
	}
	out, err := counterexamples.Replay(a.New(c), a.Properties(c), trace)
	if err != nil || out.Result != counterexamples.Replayed {
		t.Errorf("%s: the trace that violates %s: %v, %v\n%q", describe(c), f.Property.Name, out, err, f.Trace)
	}
}

// CanonicalRefused fails the test unless each of these protocols, which have wrong canonical forms, is refused before the search.
func CanonicalRefused[V, M comparable](t *testing.T, a *paper.Algorithm, c model.Config, wrong map[string]model.Protocol[V, M]) {
	t.Helper()
	c.Requests = slices.Repeat([]int{model.Unlimited}, c.Processes)
	for name, p := range wrong {
		_, _, err := explore.CheckAll(t.Context(), system.Compose(p, c), invariants.Panel(a.Properties(c)), explore.Options{MaxStates: 5000})
		var broken *model.Broken
		if !errors.As(err, &broken) || broken.Method != model.CanonicalForm {
			t.Errorf("a canonical form that %s: %v", name, err)
		}
	}
}
