package membudget

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// DrawPages are pages that the system refuses now and then.
func DrawPages(t *rapid.T) *Pages {
	return &Pages{Refuse: func() bool { return rapid.IntRange(0, 3).Draw(t, "refuses") == 3 }}
}

// TestLengthen compares an array that grows, in Go's heap and outside of it, from one into the other, by little and by
// much, with a plain slice.
func TestLengthen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := DrawPages(t)
		var all, want []uint64
		var held []byte
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			gap := rapid.IntRange(0, 3*LeastMapped/8).Draw(t, "gap")
			all, held = Grow(from, all, held, len(all)+gap)
			if want = append(make([]uint64, gap), want...); !slices.Equal(all, want) {
				t.Fatalf("an array of %d elements with %d more is another", len(want), gap)
			}
			if int(from.Held.Load()) != len(held) {
				t.Fatalf("%d bytes are held for an array of %d", from.Held.Load(), len(held))
			}
			for k := range all {
				all[k] = uint64(len(all)*k + 1)
			}
			copy(want, all)
		}
		if from.Unmap(held); from.Held.Load() != 0 {
			t.Fatalf("%d bytes are held by nobody", from.Held.Load())
		}
	})
}
