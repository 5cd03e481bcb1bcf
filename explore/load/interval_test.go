package load

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInterval: by hand, and in 95 of 100 cases the true mean lies in it.
func TestInterval(t *testing.T) {
	// Student's quantile for 3 degrees of freedom is 3.182446; the deviation of these is sqrt(5/3).
	mean, half := interval([]float64{1, 2, 3, 4})
	if want := 3.182446 * math.Sqrt(5.0/3) / 2; mean != 2.5 || math.Abs(half-want) > 1e-5 {
		t.Errorf("%v ± %v, want 2.5 ± %v", mean, half, want)
	}
	if mean, half := interval([]float64{7}); mean != 7 || !math.IsNaN(half) {
		t.Errorf("one value: %v ± %v", mean, half)
	}
	random, within := rand.New(rand.NewPCG(1, 1)), 0
	const cases = 4000
	for range cases {
		var values []float64
		for range 5 {
			values = append(values, 3+random.NormFloat64())
		}
		if mean, half := interval(values); math.Abs(mean-3) <= half {
			within++
		}
	}
	if part := float64(within) / cases; math.Abs(part-confidence) > 0.015 {
		t.Errorf("the mean lies in %v of the intervals, want %v", part, confidence)
	}
}
