package visited

import (
	"math/bits"
	"sort"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// Set is the set of visited states: exact, in shards that grow one at a time. A shard is an open-addressing table of
// the states themselves with their levels; the state's hash orders the shards and the places in each.
//
// States arrive in batches. Of a batch, each shard first touches the place of each of its states and only then compares,
// so that many cache misses are in flight at once.
type Set[S packed.State] struct {
	pages  *membudget.Pages
	shared bool // several workers insert
	shards [Shards]shard[S]
}

const (
	shardBits     = 5
	Shards        = 1 << shardBits
	firstCapacity = 512
	maxLoad       = 0.82
	growth        = 2.0
	largeShard    = 1 << 18 // slots
	largeGrowth   = 1.5     // of such a shard
	tightGrowth   = 1.1     // where there is no room for more
	fullLoad      = 0.95    // of a shard that is about to be spilled
)

type shard[S packed.State] struct {
	mu     sync.Mutex // while several workers insert
	memory *membudget.Budget
	table[S]
	count int
	_     packed.Padding
}

// NewSet returns a set with room for so many states before it grows.
func NewSet[S packed.State](m *membudget.Budget, states int, shared bool, level packed.Field) *Set[S] {
	t := &Set[S]{pages: &m.Pages, shared: shared}
	for k := range t.shards {
		t.shards[k].memory = m
		t.shards[k].table = newTable[S](t.pages, level, max(firstCapacity, capacityFor(states/Shards)))
	}
	return t
}

// capacityFor is the capacity of a shard of so many states, some more than their share of all.
func capacityFor(states int) int { return int(1.2 * float64(states) / maxLoad) }

// SetBytes is the memory of a set of so many states in a layout.
func SetBytes(l packed.Layout, states int) int64 {
	return int64(capacityFor(states)) * slotBytes(l.Words, l.Level)
}

// Free gives the memory of the tables back.
func (t *Set[S]) Free() {
	for k := range t.shards {
		t.shards[k].free(t.pages)
	}
}

func shardOf(h uint64) int { return int(h >> (64 - shardBits)) }

// place is the first slot to try for hash h: the hash's bits below the shard's, scaled to the capacity.
func (t *shard[S]) place(h uint64) int {
	hi, _ := bits.Mul64(h<<shardBits, uint64(len(t.slots)))
	return int(hi)
}

// Insert adds the states of a batch that are new, at the given level, and says which they are. Where another worker is at
// a shard, which may take long if it grows, its states are left in the batch, unless the caller wants to wait.
func (t *Set[S]) Insert(b *Batch[S], level uint16, wait bool) {
	b.sort()
	for k := range t.shards {
		sh, members := &t.shards[k], b.of(k)
		switch {
		case len(members) == 0:
		case !t.shared: // a lock would wait until the core has written down what the shard before has stored
			sh.insert(b, members, level)
		case wait:
			sh.mu.Lock()
			sh.insertLocked(b, members, level)
		case sh.mu.TryLock():
			sh.insertLocked(b, members, level)
		default:
			b.retry(members)
		}
	}
}

// Add adds one state and reports whether it was new.
func (t *Set[S]) Add(s *S, level uint16) bool {
	h := packed.Hash(s)
	sh := &t.shards[shardOf(h)]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.reserve(1)
	return sh.enter(s, sh.place(h), level)
}

func (t *shard[S]) insertLocked(b *Batch[S], members []uint16, level uint16) {
	defer t.mu.Unlock()
	t.insert(b, members, level)
}

func (t *shard[S]) insert(b *Batch[S], members []uint16, level uint16) {
	t.reserve(len(members))
	var touched uint64
	for _, k := range members {
		touched ^= t.slots[t.place(b.Hashes[k])][0]
	}
	Touch(touched)
	for _, k := range members {
		b.Fresh[k] = t.enter(&b.States[k], t.place(b.Hashes[k]), level)
	}
}

// reserve makes room for more states.
func (t *shard[S]) reserve(more int) {
	if t.count+more > int(maxLoad*float64(len(t.slots))) {
		t.grow(more)
	}
}

// enter looks for s from slot p on and adds it if it is not there.
func (t *shard[S]) enter(s *S, p int, level uint16) bool {
	var free S
	slots, mask := t.slots, t.mask
	for slots[p] != free {
		x := slots[p]
		if x[len(x)-1] &^= mask; x == *s {
			return false
		}
		if p++; p == len(slots) {
			p = 0
		}
	}
	t.set(p, *s, level)
	t.count++
	return true
}

// Touch keeps the compiler from dropping the loads that made its argument.
//
//go:noinline
func Touch(uint64) {}

// find returns the slot of s, or -1.
func (t *shard[S]) find(s *S) int {
	var free S
	for p := t.place(packed.Hash(s)); ; {
		switch t.state(p) {
		case *s:
			return p
		case free:
			return -1
		}
		if p++; p == len(t.slots) {
			p = 0
		}
	}
}

func (t *shard[S]) grow(more int) {
	more = int(float64(more)/maxLoad) + 1
	factor := growth
	if len(t.slots) >= largeShard {
		factor = largeGrowth
	}
	capacity := int(factor*float64(len(t.slots))) + more
	need := t.stretching(capacity)
	if t.memory.Spills { // the frontier, and what sorts and merges, want about as much
		need = int64(capacity) * t.slotBytes()
	}
	if !t.memory.FitsStore(need) {
		if t.memory.Spills {
			t.memory.Pause.Store(true)
			if t.count+more < int(fullLoad*float64(len(t.slots))) {
				return // there is room for what the workers still have in hand
			}
		}
		capacity = int(tightGrowth*float64(len(t.slots))) + more
		t.memory.Reserve(t.stretching(capacity))
	}
	old := len(t.slots)
	t.stretch(&t.memory.Pages, capacity)
	t.spread(capacity - old)
}

// spread brings the states, which stand behind a gap in the places that they had in a smaller table, into the places
// that they have in this one. From the first to the last, a state's new place is never behind the old one: so it comes
// to stand where only states that have been moved already stand. The exceptions are states that did not fit the old table's
// end and stand at its beginning: they are among those before the first free slot, which come last.
func (t *shard[S]) spread(gap int) {
	var free S
	var late []S
	var levels []uint16
	p := gap
	for ; t.slots[p] != free; p++ {
		late, levels = append(late, t.state(p)), append(levels, uint16(t.levelAt(p)))
		t.slots[p] = free
	}
	for ; p < len(t.slots); p++ {
		s := t.state(p)
		if s == free {
			continue
		}
		to := t.place(packed.Hash(&s))
		for t.slots[to] != free && to < p {
			to++
		}
		if to < p {
			t.move(to, p)
			t.slots[p] = free
		}
	}
	for k := range late {
		t.count--
		t.enter(&late[k], t.place(packed.Hash(&late[k])), levels[k])
	}
}

// Count is the number of states.
func (t *Set[S]) Count() int {
	n := 0
	for k := range t.shards {
		n += t.shards[k].count
	}
	return n
}

// Level returns the level of s, -1 if it has not been visited.
func (t *Set[S]) Level(s *S) int {
	sh := &t.shards[shardOf(packed.Hash(s))]
	if p := sh.find(s); p >= 0 {
		return sh.levelAt(p)
	}
	return -1
}

// LevelNow is Level while other workers insert.
func (t *Set[S]) LevelNow(s *S) int {
	if t.shared {
		sh := &t.shards[shardOf(packed.Hash(s))]
		sh.mu.Lock()
		defer sh.mu.Unlock()
	}
	return t.Level(s)
}

// Each yields every state with its level, shard by shard. The state is overwritten by the next one.
func (t *Set[S]) Each(yield func(s *S, level int) bool) {
	for k := range t.shards {
		if !t.shards[k].each(yield) {
			return
		}
	}
}

// Drain is each; the memory of a shard is given back as soon as its states have been yielded.
func (t *Set[S]) Drain(yield func(s *S, level int)) {
	for k := range t.shards {
		t.shards[k].each(func(s *S, level int) bool { yield(s, level); return true })
		t.shards[k].free(t.pages)
	}
}

// EachAt yields the states of one level in one shard. Each is overwritten by the next one.
func (t *Set[S]) EachAt(shard, level int, yield func(*S)) {
	// Most slots are of other levels, and free ones stand between them at random: the level is looked at first.
	sh := &t.shards[shard]
	slots, levels, shift := sh.slots, sh.levels, sh.level.Shift&63
	for p := range slots {
		at := int(slots[p][len(slots[p])-1] >> shift)
		if levels != nil {
			at = int(levels[p])
		}
		if at == level && slots[p][0] != 0 {
			s := sh.state(p)
			yield(&s)
		}
	}
}

// Clear forgets all states and keeps the room.
func (t *Set[S]) Clear() {
	for k := range t.shards {
		clear(t.shards[k].slots)
		t.shards[k].count = 0
	}
}

// SortShard makes a shard a list, in its place, of its states of the levels from..to, ordered by level, then by the components
// of the states, and returns how many they are. The other states are lost, and nothing can be found or inserted any more
// before the visited set is emptied.
func (t *Set[S]) SortShard(shard, from, to int, l *packed.Layout) (count int) {
	sh := &t.shards[shard]
	for p := range sh.slots {
		if level := sh.levelAt(p); sh.slots[p][0] != 0 && level >= from && level <= to {
			sh.move(count, p)
			count++
		}
	}
	clear(sh.slots[count:])
	sh.count = count
	sort.Sort(&byContent[S]{l, &sh.table, count})
	return count
}

// At is the state at a place of a sorted shard, and its level.
func (t *Set[S]) At(shard, at int) (s S, level int) {
	return t.shards[shard].state(at), t.shards[shard].levelAt(at)
}

// byContent sorts the first states of a table by level, then by components.
type byContent[S packed.State] struct {
	layout *packed.Layout
	of     *table[S]
	count  int
}

func (b *byContent[S]) Len() int      { return b.count }
func (b *byContent[S]) Swap(i, j int) { b.of.swap(i, j) }

func (b *byContent[S]) Less(i, j int) bool {
	if x, y := b.of.levelAt(i), b.of.levelAt(j); x != y {
		return x < y
	}
	for k := range b.layout.Fields {
		if x, y := packed.Get(b.layout, &b.of.slots[i], k), packed.Get(b.layout, &b.of.slots[j], k); x != y {
			return x < y
		}
	}
	return false
}

// table is the memory of one shard: slots for states with their levels.
type table[S packed.State] struct {
	level  packed.Field // where the level stands in a slot; no bits: beside
	mask   uint64       // of its bits
	slots  []S          // the zero state marks a free slot
	levels []uint16     // of the states in the same slots; nil if they stand in them

	// what they stand in, outside Go's heap; otherwise nil
	slotPages, levelPages []byte
}

func newTable[S packed.State](from *membudget.Pages, level packed.Field, capacity int) table[S] {
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

// each yields the states with their levels; it is false if yield was. The state is overwritten by the next one.
func (t *table[S]) each(yield func(s *S, level int) bool) bool {
	var s S
	for p := range t.slots {
		if t.slots[p][0] != 0 {
			if s = t.state(p); !yield(&s, t.levelAt(p)) {
				return false
			}
		}
	}
	return true
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
func (t *table[S]) stretch(from *membudget.Pages, capacity int) {
	t.slots, t.slotPages = membudget.Grow(from, t.slots, t.slotPages, capacity)
	if t.beside() {
		t.levels, t.levelPages = membudget.Grow(from, t.levels, t.levelPages, capacity)
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
func (t *table[S]) free(to *membudget.Pages) {
	to.Unmap(t.slotPages)
	to.Unmap(t.levelPages)
	*t = table[S]{level: t.level, mask: t.mask}
}
