package explore_test

import (
	"testing"

	"gmecheck/explore"
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
	for end, complete := range map[int]bool{65_535: true, 65_537: false} {
		sys := model.Compose(counter{end: end}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		r, err := explore.Check(t.Context(), sys, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete != complete || r.Depth != 65_535 || r.States != 65_536 || !complete && r.Limit != "max-depth 65535" {
			t.Errorf("counting to %d: %d states, depth %d, complete %t, limit %q", end, r.States, r.Depth, r.Complete, r.Limit)
		}
	}
}
