package tasks

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// TestMerge merges runs, of few states and of more than are merged at a time, and drops the states of others, which have many blocks: in the format of the files,
// and in a larger one.
func TestMerge(t *testing.T) {
	random, dir := rand.New(rand.NewPCG(1, 2)), disk.Dir{Path: t.TempDir(), Passing: true}
	small, _ := store.NewFormat([]int{100, 1 << 20}, 1)
	large, _ := store.NewFormat([]int{1 << 20, 1 << 24}, 1)
	if small.Words != 1 || large.Words != 1 {
		t.Fatalf("%d and %d words", small.Words, large.Words)
	}
	draw := func(count int) (all []packed.Vector) { // with sleep sets, in which alone two may differ
		for range count {
			all = append(all, packed.Vector{1 + random.Uint32N(100), 1 + random.Uint32N(5000), 0, random.Uint32N(4)})
		}
		return all
	}
	part := 0
	run := func(states []packed.Vector, to *store.Format) *cursor[[1]uint64] {
		var all [][1]uint64
		for _, v := range states {
			all = append(all, packed.Pack[[1]uint64](&small.Layout, v))
		}
		part++
		w, err := store.Create(dir, "run", store.States, 0, part)
		if err != nil {
			t.Fatal(err)
		}
		r := store.NewRun[[1]uint64](w, 0)
		if err := r.Append(store.Once(store.Sort(all, make([][1]uint64, len(all))), &small)); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		x, err := store.Open(dir, "run", store.States, 0, part)
		if err != nil {
			t.Fatal(err)
		}
		c, err := newCursor[[1]uint64](x, x.Blocks, &small, to)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for k, to := range []*store.Format{&small, &small, &large, &large} {
		count := []int{20, 80_000}[k%2]
		fresh, old := draw(count), draw(60_000)
		sources := []*cursor[[1]uint64]{run(fresh[:count/3], to), run(fresh[count/3:], to), run(fresh[:10], to)}
		without := []*cursor[[1]uint64]{run(old, to), run(fresh[:2], to)}
		if blocks := len(without[0].blocks); blocks < 3 {
			t.Fatalf("%d blocks", blocks)
		}
		want := map[[2]uint32]bool{}
		for _, v := range fresh {
			want[[2]uint32(v)] = true
		}
		for _, v := range slices.Concat(old, fresh[:2]) {
			delete(want, [2]uint32(v))
		}
		m, chunks := merger[[1]uint64]{sources: sources, format: to}, 0
		var last [1]uint64
		for more := true; more; chunks++ {
			var states [][1]uint64
			var err error
			if states, more, err = m.next(); err != nil {
				t.Fatal(err)
			}
			for _, x := range without {
				if states, err = x.without(states); err != nil {
					t.Fatal(err)
				}
			}
			for _, s := range states {
				v := [2]uint32(packed.Unpack(&to.Layout, &s))
				if awake := store.Awake(s, to); !want[v] || !store.Less(&last, &awake) {
					t.Fatalf("%v is old, or comes twice, or too late", v)
				} else {
					last = awake
				}
				delete(want, v)
			}
		}
		if len(want) > 0 || chunks < 2 && count > mergedAtLeast {
			t.Errorf("%d states of %d are lost, in %d chunks", len(want), count, chunks)
		}
	}
}
