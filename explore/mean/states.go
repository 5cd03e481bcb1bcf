package mean

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// states numbers states in the order in which they are met.
type states struct {
	reserve func(bytes int64) // may panic
	width   int
	rows    []uint32 // one state after another
	slots   []uint32 // open addressing: number + 1, 0: free
}

func newStates(width int, reserve func(bytes int64)) *states {
	return &states{reserve: reserve, width: width, slots: make([]uint32, 1<<10)}
}

func (x *states) count() int { return len(x.rows) / x.width }

func (x *states) at(n uint32) packed.Vector { return x.rows[int(n)*x.width : (int(n)+1)*x.width] }

// number is that of a state, which is copied if it is new.
func (x *states) number(s packed.Vector) (n uint32, isNew bool) {
	if 4*x.count() >= 3*len(x.slots) {
		x.grow()
	}
	at := x.slot(s)
	for ; x.slots[at] != 0; at = (at + 1) & (len(x.slots) - 1) {
		if n = x.slots[at] - 1; slices.Equal(x.at(n), s) {
			return n, false
		}
	}
	n = uint32(x.count())
	x.slots[at] = n + 1
	if len(x.rows)+x.width > cap(x.rows) {
		x.reserve(8 * int64(len(x.rows)))
	}
	x.rows = append(x.rows, s...)
	return n, true
}

// slot is the first to try for a state; their number is a power of two.
func (x *states) slot(s packed.Vector) int {
	h := uint64(0x9E3779B97F4A7C15)
	for _, v := range s {
		h = (h ^ uint64(v)) * 0xD6E8FEB86659FD93
		h ^= h >> 32
	}
	return int(h) & (len(x.slots) - 1)
}

func (x *states) grow() {
	x.reserve(8 * int64(len(x.slots)))
	x.slots = make([]uint32, 2*len(x.slots))
	for n := range uint32(x.count()) {
		at := x.slot(x.at(n))
		for x.slots[at] != 0 {
			at = (at + 1) & (len(x.slots) - 1)
		}
		x.slots[at] = n + 1
	}
}
