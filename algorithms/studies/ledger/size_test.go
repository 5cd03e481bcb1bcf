package ledger

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/model"
)

// TestWithin: a configuration is within another in one direction only, where a parameter of the algorithm's own differs, too. Otherwise each would
// be left out of a cell because of the other.
func TestWithin(t *testing.T) {
	read := func(flags string) model.Config {
		c, err := options.Read(&gbp.Algorithm, flags)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct{ small, large string }{
		{"-n 3 -m 3 --durations 1", "-n 3 -m 3 --durations 2"},
		{"-n 3 -m 3", "-n 3 -m 3 -r 2,1,1 --durations 2"},
		{"-n 2 -m 3 --durations 2", "-n 3 -m 3 --durations 2"},
	} {
		small, large := read(tt.small), read(tt.large)
		if !within(small, large) || within(large, small) || smaller(small, large) >= 0 {
			t.Errorf("%s and %s: within %t and %t, smaller %d", tt.small, tt.large, within(small, large), within(large, small), smaller(small, large))
		}
	}
	if a, b := read("-n 3 -m 3 --durations 3"), read("-n 4 -m 3 --durations 2"); within(a, b) || within(b, a) {
		t.Error("of two that are larger in one number each, one is within the other")
	}
}
