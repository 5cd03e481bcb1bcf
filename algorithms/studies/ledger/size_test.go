package ledger

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/model"
)

func read(t *testing.T, flags string) model.Config {
	t.Helper()
	c, err := options.Read(&gbp.Algorithm, flags)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func smaller(a, b model.Config) int { return extentOf(a).compare(extentOf(b)) }

// TestSmaller: faults come before everything else, and of as many faults no kind is smaller than another.
func TestSmaller(t *testing.T) {
	loss, duplicate := read(t, "-n 2 -m 2 --loss 1"), read(t, "-n 2 -m 2 --duplicate 1")
	if smaller(read(t, "-n 3 -m 3 -r 2"), loss) >= 0 || smaller(loss, read(t, "-n 1 -m 1 --loss 2")) >= 0 || smaller(loss, duplicate) != 0 {
		t.Error("configurations are ordered otherwise than by the number of their faults")
	}
}

// TestWithin: a configuration is within another in one direction only, where a parameter of the algorithm's own differs, too. Otherwise each would
// be left out of a cell because of the other.
func TestWithin(t *testing.T) {
	for _, tt := range []struct{ small, large string }{
		{"-n 3 -m 3 --durations 1", "-n 3 -m 3 --durations 2"},
		{"-n 3 -m 3", "-n 3 -m 3 -r 2,1,1 --durations 2"},
		{"-n 2 -m 3 --durations 2", "-n 3 -m 3 --durations 2"},
	} {
		small, large := read(t, tt.small), read(t, tt.large)
		if !within(small, large) || within(large, small) || smaller(small, large) >= 0 {
			t.Errorf("%s and %s: within %t and %t, smaller %d", tt.small, tt.large, within(small, large), within(large, small), smaller(small, large))
		}
	}
	if a, b := read(t, "-n 3 -m 3 --durations 3"), read(t, "-n 4 -m 3 --durations 2"); within(a, b) || within(b, a) {
		t.Error("of two that are larger in one number each, one is within the other")
	}
}
