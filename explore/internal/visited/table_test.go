package visited

import (
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// TestStretch compares a table that is stretched with plain slices, and the memory that it takes with what is claimed for
// it: what it leaves behind in Go's heap counts until the garbage collector comes, what it leaves outside does not.
func TestStretch(t *testing.T) {
	t.Run("1", rapid.MakeCheck(testStretch[[1]uint64]))
	t.Run("3", rapid.MakeCheck(testStretch[[3]uint64]))
	t.Run("16", rapid.MakeCheck(testStretch[[16]uint64]))
}

func testStretch[S packed.State](t *rapid.T) {
	from := &membudget.Pages{Refuse: func() bool { return rapid.IntRange(0, 3).Draw(t, "refuses") == 3 }}
	level := drawLevel[S](t)
	x := table[S]{level: level, mask: level.Mask()}
	var slots []S
	var levels []uint16
	heap := func() (bytes int64) {
		if x.slotPages == nil {
			bytes += int64(len(x.slots)) * int64(unsafe.Sizeof(*new(S)))
		}
		if x.levelPages == nil {
			bytes += int64(len(x.levels)) * 2
		}
		return bytes
	}
	for n := range rapid.IntRange(1, 6).Draw(t, "times") {
		gap := rapid.IntRange(1, membudget.LeastMapped/2).Draw(t, "gap")
		capacity, before := len(slots)+gap, from.Held.Load()
		claimed, apart := x.stretching(capacity), x.beside() && (x.slotPages == nil) != (x.levelPages == nil)
		if n == 0 {
			x = newTable[S](from, x.level, capacity)
		} else {
			x.stretch(from, capacity)
		}
		slots = append(make([]S, gap), slots...)
		if x.beside() {
			levels = append(make([]uint16, gap), levels...)
		}
		if !slices.Equal(x.slots, slots) || !slices.Equal(x.levels, levels) {
			t.Fatalf("a table of %d slots with %d more is another", capacity-gap, gap)
		}
		// Where one array stands in the heap and the other does not, both are claimed whole.
		if took := from.Held.Load() - before + heap(); took > claimed || took < claimed && !apart {
			t.Fatalf("%d bytes more are claimed for %d slots, %d are taken", claimed, capacity, took)
		}
		if int(from.Held.Load()) != len(x.slotPages)+len(x.levelPages) {
			t.Fatalf("%d bytes are held for arrays of %d and %d", from.Held.Load(), len(x.slotPages), len(x.levelPages))
		}
		for k := range slots {
			x.slots[k][0] = uint64(capacity*k + 1)
		}
		for k := range levels {
			x.levels[k] = uint16(k + 1)
		}
		copy(slots, x.slots)
		copy(levels, x.levels)
	}
	if x.free(from); from.Held.Load() != 0 || x.slots != nil || x.levels != nil {
		t.Fatalf("%d bytes are held by nobody", from.Held.Load())
	}
}
