package explore

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLengthen compares an array that grows, in Go's heap and outside of it, by little and by much, with a plain slice.
func TestLengthen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var from pages
		var all, want []uint64
		var held []byte
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			gap := rapid.IntRange(0, 3*mappedFrom/8).Draw(t, "gap")
			all, held = lengthen(&from, all, held, len(all)+gap)
			if want = append(make([]uint64, gap), want...); !slices.Equal(all, want) {
				t.Fatalf("an array of %d elements with %d more is another", len(want), gap)
			}
			for k := range all {
				all[k] = uint64(len(all)*k + 1)
			}
			copy(want, all)
		}
		if from.unmap(held); from.held.Load() != 0 {
			t.Fatalf("%d bytes are held by nobody", from.held.Load())
		}
	})
}
