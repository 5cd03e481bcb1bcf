package visited

import (
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// numbered is a state that tells its number in the last word alone; the first is not 0, as in every layout.
func numbered[S packed.State](x uint64) (s S) {
	s[len(s)-1] = x
	s[0] = s[0]<<1 | 1
	return s
}

// numberOf is the number of a numbered state.
func numberOf[S packed.State](s *S) uint64 {
	last := len(*s) - 1
	if last == 0 {
		return (*s)[0] >> 1
	}
	return (*s)[last]
}

// drawLevel draws where levels stand: beside the slots, or in them, above what numbered states have in their last word.
func drawLevel[S packed.State](t *rapid.T) packed.Field {
	bits := rapid.SampledFrom([]uint8{0, packed.LeastLevel, packed.LevelBits}).Draw(t, "bits of the level")
	return packed.Field{Word: uint8(len(*new(S)) - 1), Shift: 64 - bits, Bits: bits}
}

// TestStore compares the visited set with a map, through several growths of every shard, with states as random as hashes make
// them and with such as crowd in one place: there they run past the end of the table and go on at its beginning.
func TestStore(t *testing.T) {
	t.Run("1", testStore[[1]uint64])
	t.Run("2", testStore[[2]uint64])
	t.Run("3", testStore[[3]uint64])
	t.Run("16", testStore[[16]uint64])
}

func testStore[S packed.State](t *testing.T) {
	const crowded = 5
	most := (2 + 6/len(*new(S))) * firstCapacity
	var all []S // of one shard
	for x := uint64(1); len(all) < 6*most; x++ {
		if s := numbered[S](x); shardOf(packed.Hash(&s)) == crowded {
			all = append(all, s)
		}
	}
	rapid.Check(t, func(t *rapid.T) { compareStore(t, crowded, most, all) })
}

func compareStore[S packed.State](t *rapid.T, crowded, most int, all []S) {
	store, want := NewSet[S](&membudget.Budget{}, 0, false, drawLevel[S](t)), map[S]uint16{}
	defer store.Free()
	one := &store.shards[crowded]
	count := rapid.IntRange(1, most).Draw(t, "states")
	last := rapid.Bool().Draw(t, "only those that belong to the end")
	next := rapid.IntRange(0, len(all)-1).Draw(t, "first")
	for len(want) < count {
		s := all[next%len(all)]
		next++
		if last && one.place(packed.Hash(&s)) < len(one.slots)*3/4 {
			continue
		}
		level := uint16(len(want) % 1000)
		if !store.Add(&s, level) {
			t.Fatalf("state %v was not new", s)
		}
		want[s] = level
		if store.Add(&s, level+1) {
			t.Fatalf("state %v was new twice", s)
		}
	}
	if store.Count() != len(want) {
		t.Fatalf("%d states, %d were added", store.Count(), len(want))
	}
	for s, level := range want {
		if got := store.Level(&s); got != int(level) {
			t.Fatalf("state %v is at level %d, not %d", s, got, level)
		}
	}
	if s := numbered[S](0); store.Level(&s) >= 0 {
		t.Fatalf("state %v has never been added", s)
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

func testSharedStore[S packed.State](t *testing.T) {
	const states = 2 * Shards * firstCapacity
	store := NewSet[S](&membudget.Budget{}, 0, true, packed.Field{})
	defer store.Free()
	entered := make([]atomic.Uint32, states) // the number of the worker
	var all sync.WaitGroup
	for worker := range uint32(4) {
		worker++
		b := &Batch[S]{}
		insert := func(wait bool) {
			store.Insert(b, uint16(worker), wait)
			for k := range b.Count {
				if b.Fresh[k] && !entered[numberOf(&b.States[k])].CompareAndSwap(0, worker) {
					t.Errorf("state %d is new twice", numberOf(&b.States[k]))
				}
			}
			b.Next()
			b.check(t)
		}
		all.Go(func() {
			for n := range uint64(states) {
				if b.put((n * (2*uint64(worker) + 1)) % states); b.Count == BatchSize {
					if insert(false); b.Count > BatchSize/2 {
						insert(true)
					}
				}
			}
			insert(true)
		})
	}
	all.Wait()
	if store.Count() != states {
		t.Fatalf("%d states, %d were inserted", store.Count(), states)
	}
	for x := range entered {
		s := numbered[S](uint64(x))
		if by := int(entered[x].Load()); by == 0 || store.Level(&s) != by {
			t.Fatalf("state %d is at level %d, entered by worker %d", x, store.Level(&s), by)
		}
	}
}
