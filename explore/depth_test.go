package explore

import (
	"fmt"
	"path/filepath"
	"testing"

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
