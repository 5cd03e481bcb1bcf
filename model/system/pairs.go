package system

import (
	"math/bits"
	"sync/atomic"
)

// pairTable maps pairs of numbers to numbers: open addressing, entries never change once set. One writes at a time, any
// number read.
type pairTable struct {
	entries []pairEntry
	shift   int // of the hash, see [pairTable.place]
	used    int
}

// pairEntry is a pair and its number. That is set last, so that a reader who sees it sees the pair, too; 0: free.
type pairEntry struct {
	a, b   uint32
	number atomic.Uint32
}

const pairBytes = 12

// newPairTable returns an empty table; the capacity is a power of two.
func newPairTable(capacity int) *pairTable {
	return &pairTable{entries: make([]pairEntry, capacity), shift: 64 - bits.Len(uint(capacity-1))}
}

func pair(a, b uint32) uint64 { return uint64(a)<<32 | uint64(b) }

func (e *pairEntry) pair() uint64 { return pair(e.a, e.b) }

// place is the first entry to try: the upper bits of the hash, because only they depend on both numbers of the pair.
func (t *pairTable) place(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> t.shift }

// get returns the number of a pair, 0 if there is none.
func (t *pairTable) get(key uint64) uint32 {
	mask := uint64(len(t.entries) - 1)
	for at := t.place(key); ; at = (at + 1) & mask {
		e := &t.entries[at]
		if n := e.number.Load(); n == 0 || e.pair() == key {
			return n
		}
	}
}

// with returns the table with one more pair: itself, unless it had to grow.
func (t *pairTable) with(key uint64, number uint32) *pairTable {
	if t.get(key) != 0 {
		return t
	}
	if 4*t.used >= 3*len(t.entries) {
		t = t.grown()
	}
	t.set(key, number)
	return t
}

// grown is a copy with twice the room.
func (t *pairTable) grown() *pairTable {
	grown := newPairTable(2 * len(t.entries))
	for k := range t.entries {
		if e := &t.entries[k]; e.number.Load() != 0 {
			grown.set(e.pair(), e.number.Load())
		}
	}
	return grown
}

func (t *pairTable) set(key uint64, number uint32) {
	mask := uint64(len(t.entries) - 1)
	at := t.place(key)
	for t.entries[at].number.Load() != 0 {
		at = (at + 1) & mask
	}
	e := &t.entries[at]
	e.a, e.b = uint32(key>>32), uint32(key)
	e.number.Store(number)
	t.used++
}
