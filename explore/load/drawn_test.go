package load

import (
	"math/rand/v2"
	"testing"
)

// TestDrawn: things are drawn as often as their weights say.
func TestDrawn(t *testing.T) {
	random, counts := rand.New(rand.NewPCG(1, 2)), [3]int{}
	const all = 10_000
	for range all {
		counts[drawn([]float64{1, 0, 3}, random)]++
	}
	if counts[1] != 0 || counts[0] < all/4-all/50 || counts[0] > all/4+all/50 {
		t.Errorf("%v of weights 1, 0 and 3", counts)
	}
	if k := drawn([]float64{2}, random); k != 0 {
		t.Errorf("%d of one", k)
	}
}
