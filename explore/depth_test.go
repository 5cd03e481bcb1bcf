package explore

import (
	"fmt"
	"path/filepath"
	"testing"

	"gmecheck/explore/disk"
	"gmecheck/model"
)

// counter counts to the end at site 1, alone.
type counter struct {
	model.Protocol[int, int]
	end int
}

func (counter) Start(model.Site) int                                               { return 0 }
func (c counter) MayRequest(_ model.Site, v int) bool                              { return v < c.end }
func (counter) Request(_ model.Site, v *int, _ model.Demand, _ *model.Outbox[int]) { *v++ }
func (counter) InCS(model.Site, int) bool                                          { return false }
func (counter) Look(model.Site, int, []int) model.View                             { return model.View{} }

// TestDepth demands that a graph that is deeper than levels can be numbered is not taken for a smaller one.
func TestDepth(t *testing.T) {
	for _, test := range []struct {
		deepest, end int
		complete     bool
	}{
		{100, 100, true},
		{100, 101, false},
		{0, 300, true},
	} {
		sys := model.Compose(counter{end: test.end}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		r, err := Check(t.Context(), sys, Options{deepest: test.deepest})
		if err != nil {
			t.Fatal(err)
		}
		depth, limit := test.end, ""
		if !test.complete {
			depth, limit = test.deepest, fmt.Sprint("max-depth ", test.deepest)
		}
		if r.Complete != test.complete || r.Depth != depth || r.States != depth+1 || r.Limit != limit {
			t.Errorf("%+v: %d states, depth %d, complete %t, limit %q", test, r.States, r.Depth, r.Complete, r.Limit)
		}
	}
	if beyond := maxLevel + 1; int(uint16(beyond)) != beyond || int(uint16(beyond+1)) == beyond+1 {
		t.Errorf("%d is not the largest level that fits", beyond)
	}
}

// TestResumeAtDeepestLevel demands that what is saved where levels end can be resumed: it ends there again.
func TestResumeAtDeepestLevel(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoint")
	for _, resume := range []bool{false, true} {
		sys := model.Compose(counter{end: 102}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		r, err := Check(t.Context(), sys, Options{Checkpoint: &Checkpoint{Dir: dir, Resume: resume}, deepest: 100})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete || !r.Saved || r.Limit != "max-depth 100" {
			t.Errorf("resumed %t: complete %t, saved %t, limit %q", resume, r.Complete, r.Saved, r.Limit)
		}
	}
}

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
