package explore

import (
	"math/bits"
	"sync"
	"unsafe"
)

// store is the set of visited states: exact, in shards that grow one at a time. A shard is an open-addressing table of
// the states themselves with their levels beside them; the state's hash orders the shards and the places in each.
//
// States arrive in batches. A batch first touches the place of each of its states and only then compares, so that many
// cache misses are in flight at once.
type store[S packed] struct {
	shards [shardCount]shard[S]
}

const (
	shardBits  = 6
	shardCount = 1 << shardBits
	batchSize  = 256

	firstCapacity = 512
	maxLoad       = 0.82
	growth        = 1.4
)

type shard[S packed] struct {
	mu     sync.Mutex
	slots  []S      // the zero state marks a free place
	levels []uint16 // level of the state in the same slot
	count  int
}

func newStore[S packed]() *store[S] {
	t := &store[S]{}
	for k := range t.shards {
		t.shards[k].allocate(firstCapacity)
	}
	return t
}

func (t *shard[S]) allocate(capacity int) {
	t.slots, t.levels = make([]S, capacity), make([]uint16, capacity)
}

func shardOf(h uint64) int { return int(h >> (64 - shardBits)) }

// place is the first slot to try for hash h: the hash's bits below the shard's, scaled to the capacity.
func (t *shard[S]) place(h uint64) int {
	hi, _ := bits.Mul64(h<<shardBits, uint64(len(t.slots)))
	return int(hi)
}

// insert adds the states of a batch that are new, at the given level, and passes them to found.
func (t *shard[S]) insert(batch []S, level uint16, found func(*S)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count+len(batch) > int(maxLoad*float64(len(t.slots))) {
		t.grow(len(batch))
	}
	var places [batchSize]int
	var touched uint64
	for k := range batch {
		p := t.place(hash(&batch[k]))
		places[k] = p
		touched ^= t.slots[p][0]
	}
	sink.touch(touched)
	var free S
	for k := range batch {
		p := places[k]
		for t.slots[p] != batch[k] {
			if t.slots[p] == free {
				t.slots[p], t.levels[p] = batch[k], level
				t.count++
				found(&batch[k])
				break
			}
			if p++; p == len(t.slots) {
				p = 0
			}
		}
	}
}

// sink keeps the compiler from dropping the touching loads.
var sink keeper

type keeper struct{ _ byte }

//go:noinline
func (keeper) touch(uint64) {}

// find returns the slot of s, or -1.
func (t *shard[S]) find(s *S) int {
	var free S
	for p := t.place(hash(s)); ; {
		switch t.slots[p] {
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
	old, oldLevels := t.slots, t.levels
	t.allocate(int(growth*float64(len(old))) + int(float64(more)/maxLoad) + 1)
	var free S
	for k := range old {
		if old[k] == free {
			continue
		}
		p := t.place(hash(&old[k]))
		for t.slots[p] != free {
			if p++; p == len(t.slots) {
				p = 0
			}
		}
		t.slots[p], t.levels[p] = old[k], oldLevels[k]
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

// bytes is the memory of the tables.
func (t *store[S]) bytes() int64 {
	var s S
	n := int64(0)
	for k := range t.shards {
		n += int64(len(t.shards[k].slots)) * int64(unsafe.Sizeof(s)+2)
	}
	return n
}

// levelOf returns the level of s, -1 if it has not been visited.
func (t *store[S]) levelOf(s *S) int {
	sh := &t.shards[shardOf(hash(s))]
	if p := sh.find(s); p >= 0 {
		return int(sh.levels[p])
	}
	return -1
}

// forget removes all states of the given level or above, for a level that is to be searched again.
func (t *store[S]) forget(level uint16) *store[S] {
	kept := newStore[S]()
	for k := range t.shards {
		old := &t.shards[k]
		kept.shards[k].allocate(len(old.slots)) // states come in the order of their hashes: a small table would clog
		for p := range old.slots {
			if l := old.levels[p]; old.slots[p][0] != 0 && l < level {
				kept.shards[k].insert(old.slots[p:p+1], l, func(*S) {})
			}
		}
		old.slots, old.levels = nil, nil
	}
	return kept
}
