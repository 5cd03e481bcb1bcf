package explore

import "github.com/gmecheck/gmecheck/explore/internal/packed"

// table is the memory of one shard: slots for states with their levels.
type table[S packed.State] struct {
	level  packed.Field // where the level stands in a slot; no bits: beside
	mask   uint64       // of its bits
	slots  []S          // the zero state marks a free slot
	levels []uint16     // of the states in the same slots; nil if they stand in them

	// what they stand in, outside Go's heap; otherwise nil
	slotPages, levelPages []byte
}

func newTable[S packed.State](from *pages, level packed.Field, capacity int) table[S] {
	t := table[S]{level: level, mask: level.Mask()}
	t.stretch(from, capacity)
	return t
}

// beside reports that levels stand beside the slots.
func (t *table[S]) beside() bool { return t.mask == 0 }

// state is what stands in slot p; all zero if it is free.
func (t *table[S]) state(p int) S {
	s := t.slots[p]
	s[len(s)-1] &^= t.mask
	return s
}

// levelAt is the level of the state in slot p.
func (t *table[S]) levelAt(p int) int {
	if t.beside() {
		return int(t.levels[p])
	}
	s := &t.slots[p]
	return int((*s)[len(*s)-1] >> (t.level.Shift & 63))
}

// set puts a state into slot p.
func (t *table[S]) set(p int, s S, level uint16) {
	if t.beside() {
		t.levels[p] = level
	} else {
		s[len(s)-1] |= uint64(level) << (t.level.Shift & 63)
	}
	t.slots[p] = s
}

// move puts what stands in one slot into another.
func (t *table[S]) move(to, from int) {
	t.slots[to] = t.slots[from]
	if t.beside() {
		t.levels[to] = t.levels[from]
	}
}

func (t *table[S]) swap(p, q int) {
	t.slots[p], t.slots[q] = t.slots[q], t.slots[p]
	if t.beside() {
		t.levels[p], t.levels[q] = t.levels[q], t.levels[p]
	}
}

// slotBytes is the size of a slot of so many words, and of its level.
func slotBytes(words int, level packed.Field) int64 {
	if level.Bits == 0 {
		return int64(8*words + 2)
	}
	return int64(8 * words)
}

func (t *table[S]) slotBytes() int64 { return slotBytes(len(*new(S)), t.level) }

// stretch gives the table a larger capacity. What it held is now at its end, in the old order; the slots before are free.
func (t *table[S]) stretch(from *pages, capacity int) {
	t.slots, t.slotPages = lengthen(from, t.slots, t.slotPages, capacity)
	if t.beside() {
		t.levels, t.levelPages = lengthen(from, t.levels, t.levelPages, capacity)
	}
}

// stretching is how many bytes of memory it takes to stretch the table.
func (t *table[S]) stretching(capacity int) int64 {
	size := t.slotBytes()
	if t.slotPages != nil && (t.levelPages != nil || !t.beside()) {
		return int64(capacity-len(t.slots)) * size
	}
	return int64(capacity) * size
}

// free gives the memory back. The table is empty afterwards.
func (t *table[S]) free(to *pages) {
	to.unmap(t.slotPages)
	to.unmap(t.levelPages)
	*t = table[S]{level: t.level, mask: t.mask}
}
