package load

import (
	"slices"
	"testing"
)

// TestParseOver: ranges of a factor of ten are spread as powers, others evenly; whole numbers are whole, and none stands twice.
func TestParseOver(t *testing.T) {
	for text, want := range map[string][]float64{
		"rate=0.01..10x4": {0.01, 0.1, 1, 10},
		"n=2..6":          {2, 3, 4, 5, 6},
		"n=2..32x5":       {2, 4, 8, 16, 32},
		"think=1..3x3":    {1, 2, 3},
		"m=4,1":           {1, 4},
	} {
		o, err := parseOver(text)
		if err != nil || !slices.Equal(o.values, want) {
			t.Errorf("%s: %v, %v; want %v", text, o.values, err, want)
		}
	}
	for _, text := range []string{"", "n", "k=1", "n=", "n=0..3", "n=3..2", "n=2..5x1", "n=2..5x", "n=2..", "rate=-1,2", "rate=1,NaN"} {
		if o, err := parseOver(text); err == nil {
			t.Errorf("%q: %v", text, o.values)
		}
	}
}
