package explore

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// put puts a numbered state into the batch, and has sites sleep there as its number says.
func (b *batch[S]) put(x uint64) {
	s := numbered[S](x)
	b.states[b.count], b.hashes[b.count], b.asleep[b.count] = s, packed.Hash(&s), packed.SleepSet(7*x)
	b.count++
}

// check demands that what belongs to a state is still its own.
func (b *batch[S]) check(t *testing.T) {
	for k := range b.count {
		if s := &b.states[k]; b.hashes[k] != packed.Hash(s) || b.asleep[k] != packed.SleepSet(7*numberOf(s)) {
			t.Errorf("state %d has the hash %x and the sleeping sites %b of another", numberOf(s), b.hashes[k], b.asleep[k])
		}
	}
}

// TestBusyShards demands that states of a shard that another worker is at stay in the batch, and are entered later, once.
func TestBusyShards(t *testing.T) {
	t.Run("1", testBusyShards[[1]uint64])
	t.Run("3", testBusyShards[[3]uint64])
}

func testBusyShards[S packed.State](t *testing.T) {
	store, b := newStore[S](&memory{}, 0, true, packed.Field{}), &batch[S]{}
	defer store.free()
	states := map[S]bool{}
	for x := range uint64(batchSize) {
		b.put(x)
		states[b.states[x]] = true
	}
	busy := []int{0, 7, shardCount - 1}
	isBusy := map[int]bool{}
	for _, k := range busy {
		store.shards[k].mu.Lock()
		isBusy[k] = true
	}
	fresh := 0
	tally := func() {
		for k := range b.count {
			if b.fresh[k] {
				fresh++
				if !states[b.states[k]] {
					t.Errorf("state %v is new twice", b.states[k])
				}
				delete(states, b.states[k])
			}
		}
		b.next()
		b.check(t)
	}
	store.insert(b, 1, false)
	tally()
	for k := range b.count {
		if !isBusy[shardOf(b.hashes[k])] {
			t.Errorf("state %v was left behind", b.states[k])
		}
	}
	if b.count == 0 || b.count != len(states) || store.count() != fresh {
		t.Errorf("%d states are left behind, %d entered, %d in the store", b.count, fresh, store.count())
	}
	for _, k := range busy {
		store.shards[k].mu.Unlock()
	}
	store.insert(b, 1, true)
	tally()
	if b.count != 0 || len(states) > 0 || store.count() != batchSize {
		t.Errorf("%d states are left behind, %d in the store", b.count, store.count())
	}
}
