package ledger

import (
	"context"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestSettled explores what a ledger left out because nobody gets as far as its requests: the graph and what is said of it
// are the same.
func TestSettled(t *testing.T) {
	search := func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
		return explore.CheckAll(ctx, a.New(c), panel, explore.Options{Workers: 1, MaxStates: states})
	}
	for _, a := range []*paper.Algorithm{&gbp.Algorithm, &drsgme.Algorithm} {
		if !papertest.Drawn("settled "+a.Name, 4) {
			continue
		}
		l := &Ledger{Algorithm: a, Columns: columns(a)[:1]}
		b, err := newBook(l, Options{Budget: 150_000, Search: search})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.climb(t.Context()); err != nil {
			t.Fatal(err)
		}
		explored := map[string]bool{}
		for _, r := range b.Runs {
			explored[r.Line] = true
		}
		left := 0
		for line, run := range b.byLine {
			if explored[line] || left == 40 {
				continue
			}
			left++
			panel := slices.DeleteFunc(slices.Clone(a.AllProperties(run.Config)), func(p invariants.Property) bool { return run.answer(p.Name) == nil })
			findings, r, err := search(t.Context(), a, run.Config, panel, 0)
			if err != nil {
				t.Fatal(err)
			}
			if r.States != run.States || r.Transitions != run.Transitions || r.Depth != run.Depth {
				t.Errorf("%s: %d states, %d transitions, depth %d; carried over: %d, %d, %d", line, r.States, r.Transitions, r.Depth,
					run.States, run.Transitions, run.Depth)
			}
			for _, f := range findings {
				old := run.answer(f.Property.Name)
				if old.Verdict != f.Verdict || old.Steps != len(f.Trace) || (old.Value == nil) != (f.Value == nil) ||
					old.Value != nil && (old.Value.Min != f.Value.Min || old.Value.Max != f.Value.Max || old.Value.Unbounded != f.Value.Unbounded) {
					t.Errorf("%s, %s: %s in %d steps, %v; carried over: %s in %d, %v", line, old.Property, f.Verdict, len(f.Trace), f.Value,
						old.Verdict, old.Steps, old.Value)
				}
			}
		}
		if a == &gbp.Algorithm && left == 0 {
			t.Error("gbp, where processes wait for ever: nothing was left out")
		}
	}
}
