package explore

import (
	"sync/atomic"
	"unsafe"
)

// pages hands out the memory of large tables outside Go's heap, where the system has such: it is given back the moment
// a table has grown, and does not make the garbage collector wait for as much garbage again.
type pages struct {
	held atomic.Int64 // bytes
}

// mappedFrom is the size in bytes from which a table stands outside Go's heap.
const mappedFrom = 1 << 16

// table is the memory of one shard.
type table[S packed] struct {
	slots  []S      // the zero state marks a free place
	levels []uint16 // level of the state in the same slot
	region []byte   // what both stand in, outside Go's heap; otherwise nil
}

// slotBytes is the size of a slot and its level.
func slotBytes[S packed]() int {
	var s S
	return int(unsafe.Sizeof(s)) + 2
}

func newTable[S packed](from *pages, capacity int) table[S] {
	size := capacity * slotBytes[S]()
	if size >= mappedFrom {
		if region := mapPages(size); region != nil {
			from.held.Add(int64(size))
			start := unsafe.Pointer(unsafe.SliceData(region))
			slots := unsafe.Slice((*S)(start), capacity)
			levels := unsafe.Slice((*uint16)(unsafe.Add(start, size-2*capacity)), capacity)
			return table[S]{slots, levels, region}
		}
	}
	return table[S]{make([]S, capacity), make([]uint16, capacity), nil}
}

// free gives the memory back. The table is empty afterwards.
func (t *table[S]) free(to *pages) {
	if t.region != nil {
		to.held.Add(-int64(len(t.region)))
		unmapPages(t.region)
	}
	*t = table[S]{}
}
