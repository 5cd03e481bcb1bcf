package explore

import (
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// numbered is a state that tells its number in the last word alone; the first is not 0, as in every layout.
func numbered[S packed](x uint64) (s S) {
	s[len(s)-1] = x
	s[0] = s[0]<<1 | 1
	return s
}

// numberOf is the number of a numbered state.
func numberOf[S packed](s *S) uint64 {
	last := len(*s) - 1
	if last == 0 {
		return (*s)[0] >> 1
	}
	return (*s)[last]
}

// TestStore compares the store with a map, through several growths of every shard, with states as random as hashes make
// them and with such as crowd in one place: there they run past the end of the table and go on at its beginning.
func TestStore(t *testing.T) {
	t.Run("1", rapid.MakeCheck(testStore[[1]uint64]))
	t.Run("2", rapid.MakeCheck(testStore[[2]uint64]))
	t.Run("3", rapid.MakeCheck(testStore[[3]uint64]))
	t.Run("16", rapid.MakeCheck(testStore[[16]uint64]))
}

func testStore[S packed](t *rapid.T) {
	store, want := newStore[S](&memory{}, 0, false), map[S]uint16{}
	defer store.free()
	crowded := rapid.IntRange(0, shardCount-1).Draw(t, "crowded shard")
	one := &store.shards[crowded]
	most := (2 + 10/len(*new(S))) * firstCapacity
	count := rapid.IntRange(1, most).Draw(t, "states of one shard")
	last := rapid.Bool().Draw(t, "only those that belong to the end")
	x := uint64(rapid.IntRange(0, 1<<30).Draw(t, "first"))
	for len(want) < count {
		x++
		s := numbered[S](x)
		if h := hash(&s); shardOf(h) != crowded || last && one.place(h) < len(one.slots)*3/4 {
			continue
		}
		level := uint16(len(want) % 1000)
		if !store.add(&s, level) {
			t.Fatalf("state %d was not new", x)
		}
		want[s] = level
		if store.add(&s, level+1) {
			t.Fatalf("state %d was new twice", x)
		}
	}
	if store.count() != len(want) {
		t.Fatalf("%d states, %d were added", store.count(), len(want))
	}
	for s, level := range want {
		if got := store.levelOf(&s); got != int(level) {
			t.Fatalf("state %v is at level %d, not %d", s, got, level)
		}
	}
	if s := numbered[S](x + 1); store.levelOf(&s) >= 0 {
		t.Fatalf("state %d has never been added", x+1)
	}
	slots := 0
	for _, s := range one.slots {
		if s[0] != 0 {
			slots++
		}
	}
	if slots != len(want) {
		t.Fatalf("%d slots are taken by %d states", slots, len(want))
	}
}

// TestSharedStore demands that of several workers that come upon the same states, each in an order of its own, exactly
// one enters each of them, while the shards grow.
func TestSharedStore(t *testing.T) {
	t.Run("1", testSharedStore[[1]uint64])
	t.Run("2", testSharedStore[[2]uint64])
	t.Run("3", testSharedStore[[3]uint64])
	t.Run("16", testSharedStore[[16]uint64])
}

func testSharedStore[S packed](t *testing.T) {
	const states = 2 * shardCount * firstCapacity
	store := newStore[S](&memory{}, 0, true)
	defer store.free()
	entered := make([]atomic.Uint32, states) // the number of the worker
	var all sync.WaitGroup
	for worker := range uint32(4) {
		worker++
		b := &batch[S]{}
		insert := func(wait bool) {
			store.insert(b, uint16(worker), wait)
			for k := range b.count {
				if b.fresh[k] && !entered[numberOf(&b.states[k])].CompareAndSwap(0, worker) {
					t.Errorf("state %d is new twice", numberOf(&b.states[k]))
				}
			}
			b.next()
			b.check(t)
		}
		all.Go(func() {
			for n := range uint64(states) {
				if b.put((n * (2*uint64(worker) + 1)) % states); b.count == batchSize {
					if insert(false); b.count > batchSize/2 {
						insert(true)
					}
				}
			}
			insert(true)
		})
	}
	all.Wait()
	if store.count() != states {
		t.Fatalf("%d states, %d were inserted", store.count(), states)
	}
	for x := range entered {
		s := numbered[S](uint64(x))
		if by := int(entered[x].Load()); by == 0 || store.levelOf(&s) != by {
			t.Fatalf("state %d is at level %d, entered by worker %d", x, store.levelOf(&s), by)
		}
	}
}
