package liveness

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLowestParts: a part stays if fewer than so many have a lower level, and none changes its place among those that stay.
func TestLowestParts(t *testing.T) {
	left := 0
	rapid.Check(t, func(t *rapid.T) {
		level := func(s uint32) int { return int(s) / 3 }
		parts := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint32Range(0, 30), 1, 4), 0, 12).Draw(t, "parts")
		most := rapid.IntRange(1, 6).Draw(t, "most")
		var want [][]uint32
		for _, part := range parts {
			lower := 0
			for _, other := range parts {
				if level(slices.Min(other)) < level(slices.Min(part)) {
					lower++
				}
			}
			if lower < most {
				want = append(want, part)
			}
		}
		left += len(parts) - len(want)
		if got := lowestParts(slices.Clone(parts), most, level); !reflect.DeepEqual(slices.Clip(got), slices.Clip(want)) && len(got)+len(want) > 0 {
			t.Errorf("%v, not %v, of %v", got, want, parts)
		}
	})
	if left == 0 {
		t.Error("nothing was left out")
	}
}

// TestSpread: each state is yielded once, however many there are, and not in their order where there are more than a dozen.
func TestSpread(t *testing.T) {
	for n := range 200 {
		var all []uint32
		for k := range n {
			all = append(all, uint32(k))
		}
		got := slices.Collect(spread(all))
		if n > 12 && slices.Equal(got, all) {
			t.Errorf("%d states are yielded in their order", n)
		}
		if slices.Sort(got); !slices.Equal(got, all) {
			t.Errorf("of %d states %v are yielded", n, got)
		}
	}
}
