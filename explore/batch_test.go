package explore

import "testing"

// TestBusyShards demands that states of a shard that another worker is at stay in the batch, and are entered later, once.
func TestBusyShards(t *testing.T) {
	store, b := newStore[[1]uint64](&memory{}, 0, true), &batch[[1]uint64]{}
	defer store.free()
	states := map[[1]uint64]bool{}
	for x := uint64(1); x <= batchSize; x++ {
		s := [1]uint64{x}
		b.states[b.count], b.hashes[b.count] = s, hash(&s)
		b.count++
		states[s] = true
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
	}
	store.insert(b, 1, false)
	tally()
	for k := range b.count {
		if !isBusy[shardOf(b.hashes[k])] || b.hashes[k] != hash(&b.states[k]) {
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
