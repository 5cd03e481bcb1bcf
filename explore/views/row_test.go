package views

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRow: a row is the set that a map is, however its members lie.
func TestRow(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		draw := func() (row, map[int32]bool) {
			var members row
			all := map[int32]bool{}
			below := []int{3, 70, 1000, 1 << 20}[r.IntN(4)]
			for range r.IntN(200) {
				k := int32(r.IntN(below))
				if members.has(k) != all[k] {
					t.Fatalf("seed %d: has(%d) is %v of %v", seed, k, members.has(k), all)
				}
				members.add(k)
				all[k] = true
			}
			return members, all
		}
		a, inA := draw()
		b, inB := draw()
		same := func(what string, got row, member func(k int32) bool) {
			var list []int32
			got.each(func(k int32) { list = append(list, k) })
			var want []int32
			for k := range inA {
				if member(k) {
					want = append(want, k)
				}
			}
			if slices.Sort(want); !slices.Equal(list, want) {
				t.Fatalf("seed %d: %s of %v and %v is %v", seed, what, slices.Sorted(maps.Keys(inA)), slices.Sorted(maps.Keys(inB)), list)
			}
			if slices.Contains(got.words, 0) {
				t.Fatalf("seed %d: %s has an empty word", seed, what)
			}
		}
		before := a.clone()
		same("what is in both", a.with(&b), func(k int32) bool { return inB[k] })
		same("what is in the first alone", a.without(&b), func(k int32) bool { return !inB[k] })
		same("what is even", a.where(func(k int32) bool { return k%2 == 0 }), func(k int32) bool { return k%2 == 0 })
		for k := range inB {
			a.add(k)
		}
		same("a copy, after more was added to the first", before, func(int32) bool { return true })
	}
}
