package explore

import (
	"math"
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// combinations numbers the combinations of views that the states of a system have, exactly, from 1. Up to four views
// whose numbers are small make one key; those of larger numbers are folded one by one, ((0, v1), v2) and so on. Longer
// combinations are cut into such parts, and the parts' numbers joined.
type combinations struct {
	small, folds, joins keyTable
	count               uint32
}

const (
	partViews     = 4 // views in a part
	smallViewBits = 64 / partViews
)

func newCombinations(m *membudget.Budget) combinations {
	return combinations{small: newKeyTable(m), folds: newKeyTable(m), joins: newKeyTable(m)}
}

// number is that of the combination of these views, by their numbers; false if there is no memory for a new one, or no
// number. The views are always as many: one for each site.
func (c *combinations) number(views []uint32) (n uint32, ok bool) {
	n, ok = c.part(views[:min(partViews, len(views))])
	for from := partViews; ok && from < len(views); from += partViews {
		var part uint32
		if part, ok = c.part(views[from:min(from+partViews, len(views))]); ok {
			n, ok = c.joins.number(uint64(n)<<32|uint64(part), &c.count)
		}
	}
	return n, ok
}

func (c *combinations) part(views []uint32) (n uint32, ok bool) {
	key, all := uint64(0), uint32(0)
	for _, v := range views {
		key, all = key<<smallViewBits|uint64(v), all|v
	}
	if all>>smallViewBits == 0 {
		return c.small.number(key, &c.count)
	}
	for _, v := range views {
		if n, ok = c.folds.number(uint64(n)<<32|uint64(v), &c.count); !ok {
			return 0, false
		}
	}
	return n, true
}

func (c *combinations) clear() {
	c.small.clear()
	c.folds.clear()
	c.joins.clear()
	c.count = 0
}

// keyTable gives keys, which are never 0, numbers: exact, open addressing.
type keyTable struct {
	slots  []keySlot
	shift  int // of the hash: its upper bits are the slot
	used   int
	memory *membudget.Budget
}

type keySlot struct {
	key    uint64
	number uint32
}

const (
	firstKeys    = 1 << 6
	keySlotBytes = 16
)

func newKeyTable(m *membudget.Budget) keyTable {
	return keyTable{slots: make([]keySlot, firstKeys), shift: 64 - bits.Len(firstKeys-1), memory: m}
}

// number returns the number of a key, count + 1 for a new one; false if there is no memory for it, or no number.
func (t *keyTable) number(key uint64, count *uint32) (n uint32, ok bool) {
	p := t.find(key)
	if p.key == key {
		return p.number, true
	}
	if *count == math.MaxUint32 {
		return 0, false
	}
	if 2*t.used >= len(t.slots) {
		if !t.memory.FitsCache(keySlotBytes * 2 * int64(len(t.slots))) {
			return 0, false
		}
		t.grow()
		p = t.find(key)
	}
	t.used++
	*count++
	*p = keySlot{key, *count}
	return p.number, true
}

func (t *keyTable) find(key uint64) *keySlot {
	for at := key * 0x9E3779B97F4A7C15 >> t.shift; ; at++ {
		p := &t.slots[at&uint64(len(t.slots)-1)]
		if p.key == key || p.key == 0 {
			return p
		}
	}
}

func (t *keyTable) grow() {
	old := t.slots
	t.slots, t.shift = make([]keySlot, 2*len(old)), t.shift-1
	for _, s := range old {
		if s.key != 0 {
			*t.find(s.key) = s
		}
	}
}

func (t *keyTable) clear() {
	clear(t.slots)
	t.used = 0
}
