package explore

import (
	"math/bits"
	"sync"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// store is the set of visited states: exact, in shards that grow one at a time. A shard is an open-addressing table of
// the states themselves with their levels; the state's hash orders the shards and the places in each.
//
// States arrive in batches. Of a batch, each shard first touches the place of each of its states and only then compares,
// so that many cache misses are in flight at once.
type store[S packed.State] struct {
	pages  *pages
	shared bool // several workers insert
	shards [shardCount]shard[S]
}

const (
	shardBits     = 6
	shardCount    = 1 << shardBits
	firstCapacity = 512
	maxLoad       = 0.82
	growth        = 1.5
	largeShard    = 1 << 18 // slots
	largeGrowth   = 1.25    // of such a shard
	tightGrowth   = 1.1     // where there is no room for more
	fullLoad      = 0.95    // of a shard that is about to be spilled
)

type shard[S packed.State] struct {
	mu     sync.Mutex // while several workers insert
	memory *memory
	table[S]
	count int
	_     packed.Padding
}

// newStore returns a store with room for so many states before it grows.
func newStore[S packed.State](m *memory, states int, shared bool, level packed.Field) *store[S] {
	t := &store[S]{pages: &m.pages, shared: shared}
	for k := range t.shards {
		t.shards[k].memory = m
		t.shards[k].table = newTable[S](t.pages, level, max(firstCapacity, capacityFor(states/shardCount)))
	}
	return t
}

// capacityFor is the capacity of a shard of so many states, some more than their share of all.
func capacityFor(states int) int { return int(1.2 * float64(states) / maxLoad) }

// storeBytes is the memory of a store of so many states in a layout.
func storeBytes(l packed.Layout, states int) int64 {
	return int64(capacityFor(states)) * slotBytes(l.Words, l.Level)
}

// free gives the memory of the tables back.
func (t *store[S]) free() {
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

// insert adds the states of a batch that are new, at the given level, and says which they are. Where another worker is at
// a shard, which may take long if it grows, its states are left in the batch, unless the caller wants to wait.
func (t *store[S]) insert(b *batch[S], level uint16, wait bool) {
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
			b.leave(members)
		}
	}
}

// add adds one state and reports whether it was new.
func (t *store[S]) add(s *S, level uint16) bool {
	h := packed.Hash(s)
	sh := &t.shards[shardOf(h)]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.reserve(1)
	return sh.enter(s, sh.place(h), level)
}

func (t *shard[S]) insertLocked(b *batch[S], members []uint16, level uint16) {
	defer t.mu.Unlock()
	t.insert(b, members, level)
}

func (t *shard[S]) insert(b *batch[S], members []uint16, level uint16) {
	t.reserve(len(members))
	var touched uint64
	for _, k := range members {
		touched ^= t.slots[t.place(b.hashes[k])][0]
	}
	sink.touch(touched)
	for _, k := range members {
		b.fresh[k] = t.enter(&b.states[k], t.place(b.hashes[k]), level)
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

// sink keeps the compiler from dropping the touching loads.
var sink keeper

type keeper struct{ _ byte }

//go:noinline
func (keeper) touch(uint64) {}

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
	if t.memory.spills { // the frontier, and what sorts and merges, want about as much
		need = int64(capacity) * t.slotBytes()
	}
	if !t.memory.storeRoom(need) {
		if t.memory.spills {
			t.memory.pause.Store(true)
			if t.count+more < int(fullLoad*float64(len(t.slots))) {
				return // there is room for what the workers still have in hand
			}
		}
		capacity = int(tightGrowth*float64(len(t.slots))) + more
		t.memory.claim(t.stretching(capacity))
	}
	old := len(t.slots)
	t.stretch(&t.memory.pages, capacity)
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

// count is the number of states.
func (t *store[S]) count() int {
	n := 0
	for k := range t.shards {
		n += t.shards[k].count
	}
	return n
}

// levelOf returns the level of s, -1 if it has not been visited.
func (t *store[S]) levelOf(s *S) int {
	sh := &t.shards[shardOf(packed.Hash(s))]
	if p := sh.find(s); p >= 0 {
		return sh.levelAt(p)
	}
	return -1
}
