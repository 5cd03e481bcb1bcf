package ledger_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/model"
)

// TestFalseCells: cells that once said *holds*, decided at one small size, and are false. The ladder finds every one of them
// by itself, without any counterexample that is stored.
func TestFalseCells(t *testing.T) {
	for _, test := range []struct {
		a       *paper.Algorithm
		variant string
		claim   paper.Claim
		flags   string
		budget  int
		steps   int   // of the trace
		growth  []int // some sequence of values: it refutes nothing, but the claim is not said to hold
	}{
		{&drsgme.Algorithm, model.Published, paper.Claim{Property: "gme"}, "-n 2 -m 2", 200_000, 14, nil},
		{&drsgme.Algorithm, model.Published, paper.Claim{Property: "gme"}, "-n 3 -m 2 -r 2,2,1 --timeouts off", 400_000, 12, nil},
		{&drsgme.Algorithm, model.Published, paper.Claim{Property: "gme", At: []string{"--loss 1"}}, "-n 2 -m 2", 200_000, 8, nil},
		{&drsgme.Extended, model.Published, paper.Claim{Property: "gme"}, "-n 2 -m 2", 400_000, 14, nil},
		{&srtgme.Algorithm, model.Published, paper.Claim{Property: "prio-raw", At: []string{"--priorities 2"}}, "-n 3 -m 2", 400_000, 10, nil},
		{&kmutex.Algorithm, kmutex.Baseline, paper.Claim{Property: "k-safety", Variants: []string{kmutex.Baseline}}, "--tokens 2", 300_000, 20, nil},
		{
			&fapp.Algorithm, model.Repaired, paper.Claim{Property: "bypass-registered", Figure: paper.Figure{Form: paper.Steady}},
			"-n 3 --net bag", 400_000, 0, []int{2, 3, 4, 5, 6},
		},
	} {
		if testing.Short() && test.budget > 500_000 {
			continue
		}
		l, err := ledger.Decide(t.Context(), test.a.Claiming([]paper.Claim{test.claim}), ledger.Options{
			Columns: []ledger.Column{{Variant: test.variant, Flags: "--variant " + test.variant}}, Only: []string{}, Flags: test.flags,
			Budget: test.budget, Search: explored(2),
		})
		if err != nil {
			t.Fatal(err)
		}
		c := l.Rows[0].Cells[0]
		if test.growth != nil {
			if c.Verdict != ledger.Partial || !slices.ContainsFunc(c.Growth, func(g ledger.Growth) bool { return slices.Equal(g.Values, test.growth) }) {
				t.Errorf("%s, %s, %s at %s: %s, %+v, want %v", test.a.Name, test.variant, test.claim.Property, test.flags, c.Verdict, c.Growth, test.growth)
			}
			continue
		}
		if c.Verdict != ledger.Refuted && c.Verdict != ledger.HoldsOnly {
			t.Errorf("%s, %s, %s at %s: %s, %s to %+v", test.a.Name, test.variant, test.claim.Property, test.flags, c.Verdict, c.Reason, c.Holds)
			continue
		}
		steps := c.Refutation.Steps
		if c.Shortest != nil {
			steps = c.Shortest.Steps
		}
		if steps != test.steps {
			t.Errorf("%s, %s, %s at %s: %d steps, want %d", test.a.Name, test.variant, test.claim.Property, test.flags, steps, test.steps)
		}
	}
}

// TestCovers: without timers there are fewer runs, and other ends: what refutes an invariant there refutes the claim, what
// refutes freedom from deadlock, or that all are served, does not.
func TestCovers(t *testing.T) {
	a := &drsgme.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Timeouts = 3, model.Off })
	for property, want := range map[string]bool{"gme": true, "rs-lemma": true, "deadlock": false, "starved": false, "fair-starvation": false, "bypass": false} {
		if got := ledger.Covers(a, paper.Claim{Property: property}, c, false); got != want {
			t.Errorf("%s: %v", property, got)
		}
	}
}

// TestCoversNumbers: a known value without a largest one refutes every number but a least one; a known finite value says nothing of
// them, since it may be another number that it violates.
func TestCoversNumbers(t *testing.T) {
	a := &drsgme.Algorithm
	c := a.Config(model.Published)
	for _, test := range []struct {
		figure          paper.Figure
		finite, endless bool
	}{
		{paper.Figure{}, true, true},
		{paper.Figure{Form: paper.Steady}, false, true},
		{paper.Number(paper.AtMost, 1), false, true},
		{paper.Number(paper.UpTo, 1), false, true},
		{paper.Number(paper.Exactly, 1), false, true},
		{paper.Number(paper.AtBest, 1), false, false},
	} {
		claim := paper.Claim{Property: "bypass-registered", Figure: test.figure}
		for endless, want := range map[bool]bool{false: test.finite, true: test.endless} {
			if got := ledger.Covers(a, claim, c, endless); got != want {
				t.Errorf("%q, endless %t: %t", test.figure, endless, got)
			}
		}
	}
}
