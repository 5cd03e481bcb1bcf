package explore_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
)

// TestForgetting demands the same result of workers that forget most of what the judge said, also of steps, and of states
// that represent others.
func TestForgetting(t *testing.T) {
	a, c, err := options.Parse(algorithms.All(), "srt-gme --variant published -n 3 -m 2 -r 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []bool{false, true} {
		want := check(t, a, c, explore.Options{Workers: 1, Symmetry: y})
		for _, workers := range []int{1, 2} {
			if diff := cmp.Diff(want, check(t, a, c, explore.Options{Workers: workers, Symmetry: y}.Remembering(64))); diff != "" {
				t.Errorf("%d workers, symmetry %v: %s", workers, y, diff)
			}
		}
	}
}
