package model

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestListIsItsElements demands that a list of any length has what a slice has after the same operations, and that lists
// which were made in different ways are equal exactly if their elements are.
func TestListIsItsElements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l List[int]
		var xs []int
		for range rapid.IntRange(0, 40).Draw(t, "operations") {
			switch k := rapid.IntRange(0, 5).Draw(t, "operation"); {
			case k < 3:
				more := rapid.SliceOfN(rapid.IntRange(0, 2), 0, 9).Draw(t, "elements")
				l, xs = l.Add(more...), append(xs, more...)
			case len(xs) == 0:
			case k == 3:
				l, xs = l.Rest(), xs[1:]
			case k == 4:
				at := rapid.IntRange(0, len(xs)-1).Draw(t, "place")
				l, xs = l.WithoutAt(at), slices.Delete(slices.Clone(xs), at, at+1)
			default:
				at := rapid.IntRange(0, len(xs)-1).Draw(t, "place")
				l, xs = l.With(at, 2), slices.Clone(xs)
				xs[at] = 2
			}
			if l.Len() != len(xs) || l.Empty() != (len(xs) == 0) || !slices.Equal(l.Slice(), xs) || l != ListOf(xs...) {
				t.Fatalf("%v of length %d, expected %v", l, l.Len(), xs)
			}
			for k, x := range xs {
				if l.At(k) != x {
					t.Fatalf("element %d of %v is %d", k, l, l.At(k))
				}
			}
			if len(xs) > 0 && (l.Front() != xs[0] || l == l.Rest() || l == l.With(0, 3)) {
				t.Fatalf("the front of %v, or a list that is equal to another", l)
			}
		}
	})
}

// TestListBefore: nothing stands before the first element, of a cell that is full or not.
func TestListBefore(t *testing.T) {
	for size := 1; size <= 9; size++ {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d elements: one stands before them", size)
				}
			}()
			ListOf(make([]int, size)...).At(-1)
		}()
	}
}

// TestListRefuses: what a list does not have is asked for by number, and the panic says how many there are.
func TestListRefuses(t *testing.T) {
	two := ListOf(1, 2)
	for want, ask := range map[string]func(){
		"element 2, from 0, of a list of 2": func() { two.At(2) },
		"element 5, from 0, of a list of 2": func() { two.At(5) },
		"element 0, from 0, of a list of 0": func() { List[int]{}.Front() },
		"Rest of the empty list":            func() { two.Rest().Rest().Rest() },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%v, not %q", got, want)
				}
			}()
			ask()
		}()
	}
}
