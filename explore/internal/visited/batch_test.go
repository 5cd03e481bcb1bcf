package visited

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// put puts a numbered state into the batch, and has sites sleep there as its number says.
func (b *Batch[S]) put(x uint64) {
	s := numbered[S](x)
	b.States[b.Count], b.Hashes[b.Count], b.Asleep[b.Count] = s, packed.Hash(&s), packed.SleepSet(7*x)
	b.Count++
}

// check demands that what belongs to a state is still its own.
func (b *Batch[S]) check(t *testing.T) {
	for k := range b.Count {
		if s := &b.States[k]; b.Hashes[k] != packed.Hash(s) || b.Asleep[k] != packed.SleepSet(7*numberOf(s)) {
			t.Errorf("state %d has the hash %x and the sleeping sites %b of another", numberOf(s), b.Hashes[k], b.Asleep[k])
		}
	}
}

// TestBusyShards demands that states of a shard that another worker is at stay in the batch, and are entered later, once.
func TestBusyShards(t *testing.T) {
	t.Run("1", testBusyShards[[1]uint64])
	t.Run("3", testBusyShards[[3]uint64])
}

func testBusyShards[S packed.State](t *testing.T) {
	store, b := NewSet[S](&membudget.Budget{}, 0, true, packed.Field{}), &Batch[S]{}
	defer store.Free()
	states := map[S]bool{}
	for x := range uint64(BatchSize) {
		b.put(x)
		states[b.States[x]] = true
	}
	busy := []int{0, 7, Shards - 1}
	isBusy := map[int]bool{}
	for _, k := range busy {
		store.shards[k].mu.Lock()
		isBusy[k] = true
	}
	fresh := 0
	tally := func() {
		for k := range b.Count {
			if b.Fresh[k] {
				fresh++
				if !states[b.States[k]] {
					t.Errorf("state %v is new twice", b.States[k])
				}
				delete(states, b.States[k])
			}
		}
		b.Next()
		b.check(t)
	}
	store.Insert(b, 1, false)
	tally()
	for k := range b.Count {
		if !isBusy[shardOf(b.Hashes[k])] {
			t.Errorf("state %v was left behind", b.States[k])
		}
	}
	if b.Count == 0 || b.Count != len(states) || store.Count() != fresh {
		t.Errorf("%d states are left behind, %d entered, %d in the visited set", b.Count, fresh, store.Count())
	}
	for _, k := range busy {
		store.shards[k].mu.Unlock()
	}
	store.Insert(b, 1, true)
	tally()
	if b.Count != 0 || len(states) > 0 || store.Count() != BatchSize {
		t.Errorf("%d states are left behind, %d in the visited set", b.Count, store.Count())
	}
}
