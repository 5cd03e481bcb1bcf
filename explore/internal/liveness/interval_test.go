package liveness

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTooManySteps demands that a run of more steps than can be numbered is noticed.
func TestTooManySteps(t *testing.T) {
	x := &evaluator{}
	r := bounds{most: newExtreme(1, mostSteps-1), least: none}
	if r = x.after(r); x.over || r.most != newExtreme(1, mostSteps) || r.least != none {
		t.Errorf("%x, over: %t", r, x.over)
	}
	if r = x.after(r); !x.over || r.most != newExtreme(1, mostSteps) {
		t.Errorf("%x, over: %t", r, x.over)
	}
}

// TestExtremes: of two extremes the better one, by size and then by steps, is the smaller number; nothing is better than
// something only where a cycle adds for ever.
func TestExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, steps := rapid.IntRange(-largest, largest), rapid.IntRange(0, mostSteps)
		s, n := size.Draw(t, "size"), steps.Draw(t, "steps")
		u, m := size.Draw(t, "other size"), steps.Draw(t, "other steps")
		x, y := newExtreme(s, n), newExtreme(u, m)
		if x.size() != s || x.steps() != n {
			t.Errorf("%d in %d steps became %d in %d", s, n, x.size(), x.steps())
		}
		if better := s < u || s == u && n < m; better != (x < y) || x >= none || x.endless() {
			t.Errorf("%d in %d steps and %d in %d: %x and %x", s, n, u, m, x, y)
		}
		if n < mostSteps && x.later() != newExtreme(s, n+1) || none.later() != none {
			t.Errorf("%d in %d steps: one later is %x", s, n, x.later())
		}
	})
}

// TestTooLargeSizes demands that sizes out of the range are noticed, for the largest as for the least.
func TestTooLargeSizes(t *testing.T) {
	for _, w := range []int{1, -1} {
		x := &evaluator{}
		r := bounds{newExtreme(-w*(largest-1), 3), newExtreme(w*(largest-1), 3)}
		if r = x.weighed(r, w); x.over || r != (bounds{newExtreme(-w*largest, 3), newExtreme(w*largest, 3)}) {
			t.Errorf("%d more: %x, over: %t", w, r, x.over)
		}
		if x.weighed(r, w); !x.over {
			t.Errorf("%d more than the largest size is not too much", w)
		}
		x = &evaluator{}
		if r = x.weighed(bounds{forever.later(), none}, w); x.over || r != (bounds{forever.later(), none}) || !r.most.endless() {
			t.Errorf("%d more: %x, over: %t", w, r, x.over)
		}
	}
}

// TestBestClasses: the classes kept are all those out of which an interval of the best size begins, and no others.
func TestBestClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		largest := rapid.Bool().Draw(t, "largest")
		begin, of := &openings{}, map[int]map[uint32]bool{}
		for range rapid.IntRange(1, 12).Draw(t, "intervals") {
			size, class := rapid.IntRange(-2, 2).Draw(t, "size"), rapid.Uint32Range(0, 3).Draw(t, "class")
			begin.compare(largest, size, class)
			if of[size] == nil {
				of[size] = map[uint32]bool{}
			}
			of[size][class] = true
		}
		sizes := slices.Sorted(maps.Keys(of))
		best := sizes[0]
		if largest {
			best = sizes[len(sizes)-1]
		}
		kept := map[uint32]bool{}
		for _, class := range begin.classes {
			kept[class] = true
		}
		if begin.size != best || !maps.Equal(kept, of[best]) {
			t.Errorf("kept: %d with %v; best: %d with %v", begin.size, kept, best, of[best])
		}
	})
}
