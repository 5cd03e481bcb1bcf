package store

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
)

// TestFormats demands that states have the order of their numbers in every format, and stand in blocks as they were.
func TestFormats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SliceOfN(rapid.IntRange(1, 1<<20), 1, 20).Draw(t, "nodes")
		budgets := rapid.IntRange(1, 5).Draw(t, "budgets")
		small, ok := NewFormat(nodes, budgets)
		if !ok {
			return
		}
		larger := slices.Clone(nodes)
		for k := range larger {
			larger[k] <<= rapid.IntRange(0, 4).Draw(t, "room")
		}
		large, ok := NewFormat(larger, budgets)
		if !ok {
			return
		}
		var vectors []packed.Vector
		for range rapid.IntRange(1, 300).Draw(t, "states") {
			var v packed.Vector
			for _, n := range nodes {
				v = append(v, uint32(rapid.IntRange(1, n).Draw(t, "node")))
			}
			v = append(v, uint32(rapid.IntRange(0, budgets-1).Draw(t, "budget")), uint32(rapid.Uint16Max(uint16(1<<min(len(nodes), 16)-1)).Draw(t, "asleep")))
			vectors = append(vectors, v)
		}
		inOrder := slices.SortedFunc(slices.Values(vectors), slices.Compare[packed.Vector])
		for _, f := range []Format{small, large} {
			switch f.Words {
			case 1:
				sorted[[1]uint64](t, f, vectors, inOrder)
			case 2:
				sorted[[2]uint64](t, f, vectors, inOrder)
			case 3:
				sorted[[3]uint64](t, f, vectors, inOrder)
			case 4:
				sorted[[4]uint64](t, f, vectors, inOrder)
			case 6:
				sorted[[6]uint64](t, f, vectors, inOrder)
			case 8:
				sorted[[8]uint64](t, f, vectors, inOrder)
			}
		}
	})
}

func sorted[K packed.State](t *rapid.T, f Format, vectors, inOrder []packed.Vector) {
	var all []K
	for _, v := range vectors {
		if !f.Fits(v) {
			t.Fatalf("%v does not fit", v)
		}
		all = append(all, packed.Pack[K](&f.Layout, v))
	}
	all = Sort(all, make([]K, len(all)))
	var b []byte
	var last K
	for k := range all {
		if got := packed.Unpack(&f.Layout, &all[k]); !slices.Equal(got, inOrder[k]) {
			t.Fatalf("%v instead of %v", got, inOrder[k])
		}
		b = appendDelta(b, &last, &all[k])
		last = all[k]
	}
	if again, ok := decode[K](b, len(all), nil); !ok || !slices.Equal(again, all) {
		t.Fatalf("read as %v, %v", again, ok)
	}
	if _, ok := decode[K](b[:len(b)-1], len(all), nil); ok {
		t.Fatal("a block that is cut off was read")
	}
	once := Once(slices.Clone(all), &f)
	if want := slices.CompactFunc(slices.Clone(inOrder), func(a, b packed.Vector) bool { return slices.Equal(a[:len(a)-1], b[:len(b)-1]) }); len(once) != len(want) {
		t.Fatalf("%d different states instead of %d", len(once), len(want))
	}
}
