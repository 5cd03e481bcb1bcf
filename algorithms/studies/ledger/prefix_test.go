package ledger_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// explored is a search that explores, with so many workers.
func explored(workers int) ledger.Search {
	return func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
		return explore.CheckAll(ctx, a.New(c), panel, explore.Options{Workers: workers, MaxStates: states})
	}
}

// TestPrefix: the same configurations are explored every time, by any number of workers, and a larger budget goes on where a
// smaller one ends.
func TestPrefix(t *testing.T) {
	for _, a := range []*paper.Algorithm{&drsgme.Algorithm, &fapp.Algorithm} {
		if !papertest.Drawn("prefix "+a.Name, 4) {
			continue
		}
		var before []string
		for k, budget := range []int{100_000, 100_000, 200_000} { // more than what comes first takes
			l, err := ledger.Decide(t.Context(), a, ledger.Options{Budget: budget, Search: explored(1 + k)})
			if err != nil {
				t.Fatal(err)
			}
			if l.Spent > budget {
				t.Errorf("%s: %d states are spent, of %d", a.Name, l.Spent, budget)
			}
			var now []string
			for _, r := range l.Runs {
				data, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				now = append(now, string(data))
			}
			if len(now) < 10 {
				t.Errorf("%s: only %d explorations", a.Name, len(now))
			}
			if n := len(before); n > 0 && k < 2 && !slices.Equal(before, now) {
				t.Errorf("%s, again: %s", a.Name, cmp.Diff(before, now))
			} else if n > 0 && !slices.Equal(before[:n-1], now[:min(n-1, len(now))]) { // the last was cut off by the budget
				t.Errorf("%s, with %d: %s", a.Name, budget, cmp.Diff(before[:n-1], now[:min(n-1, len(now))]))
			}
			before = now
		}
	}
}

// TestStoredRun: a run is read as it was stored, with the initial states of its traces.
func TestStoredRun(t *testing.T) {
	r := ledger.Run{Line: "a -n 2", States: 3, Answers: []ledger.Answer{{
		Property: "p", Verdict: invariants.Refuted, Steps: 1, Start: "on=1", Trace: []string{"x"}, LeastAt: "on=0", Least: []string{"y"}, LeastSteps: 1,
	}}}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again ledger.Run
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Answers, again.Answers); diff != "" {
		t.Error(diff)
	}
}
