package stategraph

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// TestSorter: dense numbers and sparse ones, one list after another.
func TestSorter(t *testing.T) {
	const bound = 1 << 14
	rapid.Check(t, func(t *rapid.T) {
		x := newSorter(bound)
		for range 3 {
			least := rapid.IntRange(0, bound-1).Draw(t, "least")
			most := min(bound-1, least+rapid.SampledFrom([]int{1, 100, bound}).Draw(t, "span"))
			list := rapid.SliceOfNDistinct(rapid.Uint32Range(uint32(least), uint32(most)), 0, most-least+1, rapid.ID).Draw(t, "list")
			want := slices.Sorted(slices.Values(list))
			if x.sort(list); !slices.Equal(list, want) {
				t.Fatalf("%v, want %v", list, want)
			}
		}
	})
}

// TestNamesOfComponents demands that the names of components never end, however often components are looked for.
func TestNamesOfComponents(t *testing.T) {
	round := &Graph{Session: &session.Session{}}
	round.allocate(2, 2)
	defer round.Free()
	copy(round.first, []uint32{0, 1})
	round.to.put(0, []uint32{1, 0})
	edge := round.shapes.reader()
	for s := range round.shape {
		round.shape[s] = edge.number(1, []uint16{0})
	}
	c := NewComponents(round)
	c.Cut = func(uint32, int) bool { return true } // each state is a component of its own
	var first []uint32
	for range 3 {
		for s := range round.States() {
			c.Visit(s, nil, func([]uint32) {})
		}
		names := append([]uint32(nil), c.Of...)
		if names[0] == names[1] {
			t.Errorf("two components have one name: %v", names)
		}
		if first == nil {
			first = names
		} else if names[0] != first[0] || names[1] != first[1] {
			t.Errorf("names %v, before %v: there would be none left some day", names, first)
		}
		c.Forget([]uint32{0, 1})
	}
}
