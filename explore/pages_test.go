package explore

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawPages are pages that the system refuses now and then.
func drawPages(t *rapid.T) *pages {
	return &pages{refuse: func() bool { return rapid.IntRange(0, 3).Draw(t, "refuses") == 3 }}
}

// TestLengthen compares an array that grows, in Go's heap and outside of it, from one into the other, by little and by
// much, with a plain slice.
func TestLengthen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := drawPages(t)
		var all, want []uint64
		var held []byte
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			gap := rapid.IntRange(0, 3*mappedFrom/8).Draw(t, "gap")
			all, held = lengthen(from, all, held, len(all)+gap)
			if want = append(make([]uint64, gap), want...); !slices.Equal(all, want) {
				t.Fatalf("an array of %d elements with %d more is another", len(want), gap)
			}
			if int(from.held.Load()) != len(held) {
				t.Fatalf("%d bytes are held for an array of %d", from.held.Load(), len(held))
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
