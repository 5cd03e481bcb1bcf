package explore

import (
	"testing"

	"pgregory.net/rapid"
)

// TestStore compares the store with a map, through several growths of every shard, with states as random as hashes make
// them and with such as crowd in one place: there they run past the end of the table and go on at its beginning.
func TestStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &memory{}
		store, want := newStore[[1]uint64](m, 0, false), map[[1]uint64]uint16{}
		defer store.free()
		crowded := rapid.IntRange(0, shardCount-1).Draw(t, "crowded shard")
		one := &store.shards[crowded]
		count := rapid.IntRange(1, 12*firstCapacity).Draw(t, "states of one shard")
		last := rapid.Bool().Draw(t, "only those that belong to the end")
		x := uint64(rapid.IntRange(0, 1<<30).Draw(t, "first"))
		for len(want) < count {
			x++
			s := [1]uint64{x}
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
		slots := 0
		for _, s := range one.slots {
			if s[0] != 0 {
				slots++
			}
		}
		if slots != len(want) {
			t.Fatalf("%d slots are taken by %d states", slots, len(want))
		}
	})
}
