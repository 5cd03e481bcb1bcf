package papertest

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// again is how often steps are repeated that lead to new states every time.
const again = 50

// WithoutEnd fails the test unless the algorithm says of a model that something grows without end there, and after some first steps the same
// ones can be repeated for as long as the test tries, each time to a state that was not among those before.
func WithoutEnd(t *testing.T, a *paper.Algorithm, line string, first, repeated []string) {
	t.Helper()
	c := Model(t, a, line)
	if a.Endless(c) == "" {
		t.Errorf("%s: nothing is said to grow", describe(c))
	}
	run := counterexamples.NewRun(a.New(c))
	var seen []counterexamples.State
	for k := range again {
		for _, step := range first {
			if err := run.Take(step); err != nil {
				t.Fatalf("%s, %d times: %v", describe(c), k, err)
			}
		}
		if slices.ContainsFunc(seen, run.State().Equal) {
			t.Fatalf("%s: after %d times %q the state is one of those before", describe(c), k, repeated)
		}
		seen, first = append(seen, run.State()), repeated
	}
}
