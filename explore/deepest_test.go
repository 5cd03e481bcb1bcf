package explore

import (
	"testing"

	"gmecheck/explore/disk"
	"gmecheck/model"
)

// TestDeepestLevel demands that states beyond the deepest level are missed where the levels are on disk: they are stored,
// marked with a level of their own, before it is known that they are new.
func TestDeepestLevel(t *testing.T) {
	for every := range 2 { // at the end of the level only, and within it
		sys := model.Compose(counter{end: 2}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		o := Options{Workers: 1, Spill: (&Spill{Dir: t.TempDir()}).Now(2-every, 1), deepest: maxLevel}
		c := &common{ctx: t.Context(), sys: sys, options: o, found: map[int]goal{}, level: maxLevel, levels: make([]int, maxLevel+1)}
		var err error
		if c.shelf, err = newShelf(o, 2); err != nil {
			t.Fatal(err)
		}
		e := newEngine(c, c.width(16), 0)
		e.seed(append(state(sys.Start()), sys.StartBudget()), maxLevel, true)
		if err := e.evict(false); err != nil {
			t.Fatal(err)
		}
		levels := make([]disk.Sorted, maxLevel+1) // all but the last one are empty
		for k := range levels {
			levels[k].Index = &disk.Index{Width: 2}
		}
		levels[maxLevel], c.shelf.levels = c.shelf.levels[0], levels
		next, limit, err := c.searchLevel(&e, *c.snapshot())
		if err != nil || next != 0 || limit != "max-depth 65534" {
			t.Errorf("%d: %d states in the next level, limit %q, %v", every, next, limit, err)
		}
		e.free()
		c.shelf.close()
	}
}
