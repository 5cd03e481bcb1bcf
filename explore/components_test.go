package explore

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSorter: dense numbers and sparse ones, one list after another.
func TestSorter(t *testing.T) {
	const bound = 1 << 14
	rapid.Check(t, func(t *rapid.T) {
		x := newSorter(bound)
		for range 3 {
			least := rapid.IntRange(0, bound-1).Draw(t, "least")
			most := min(bound-1, least+rapid.SampledFrom([]int{1, 100, bound}).Draw(t, "span"))
			list := rapid.SliceOfNDistinct(rapid.Uint32Range(uint32(least), uint32(most)), 0, most-least+1, rapid.ID).Draw(t, "list")
			want := slices.Sorted(slices.Values(list))
			if x.sort(list); !slices.Equal(list, want) {
				t.Fatalf("%v, want %v", list, want)
			}
		}
	})
}
