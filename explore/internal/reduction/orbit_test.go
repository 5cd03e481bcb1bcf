package reduction

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// visible counts at every site, and shows how far.
type visible struct {
	model.Protocol[int, int]
	end int
}

func (visible) Start(model.Site) int                                               { return 0 }
func (c visible) MayRequest(_ model.Site, v int) bool                              { return v < c.end }
func (visible) Request(_ model.Site, v *int, _ model.Demand, _ *model.Outbox[int]) { *v++ }
func (visible) InCS(model.Site, int) bool                                          { return false }
func (visible) Look(_ model.Site, v int, _ []int) model.View                       { return model.View{Holds: v} }

// five has something against steps to states in which a visible counter has got to five.
type five struct{}

func (five) State([]*model.View) (uint64, uint64) { return 0, 0 }
func (five) End([]*model.View) (uint64, uint64)   { return 0, 0 }
func (five) Hears(*model.Event) bool              { return true }
func (five) Step(_ []*model.View, _ *model.Event, after []*model.View) (spoke, violated uint64) {
	for _, v := range after {
		if v.Holds == 5 {
			violated = 1
		}
	}
	return 1, violated
}

// TestStepsAfterForgetting demands that what was said of steps is forgotten with the numbers of the combinations of views:
// the same numbers stand for others afterwards.
func TestStepsAfterForgetting(t *testing.T) {
	sys := system.Compose(visible{end: 9}, model.Config{Processes: 2, Requests: []int{-1, -1}, Network: model.Bag})
	sys.Watch = system.Hearing(five{}.Hears)
	group, _ := sys.Symmetries()
	if len(group) != 2 {
		t.Fatalf("%d permutations", len(group))
	}
	all := &session.Session{Sys: sys, Symmetry: sys.NewSymmetry(group), Settings: session.Settings{Judge: five{}}}
	l, _ := packed.Choose(sys.Nodes(), sys.Budgets(), 16, 1, packed.MaxWords)
	reader, cache := sys.NewReader(), verdicts.NewCache(sys, five{}, &all.Memory)
	orbit, budget := NewOrbit[[1]uint64](all, &l, reader, cache), sys.StartBudget()
	step := func(other uint32) verdicts.Verdict { // of the first site, which has not counted, while the other one has got so far
		node := sys.Start()[1]
		for range other {
			node = reader.Expand(1, node, budget).Moves[0].Next
		}
		first := sys.Start()[0]
		if !orbit.Enter([]uint32{first, node}, budget) {
			t.Fatal("the sites cannot be exchanged")
		}
		m := &reader.Expand(0, first, budget).Moves[0]
		to := packed.Pack[[1]uint64](&l, packed.Vector{m.Next, node, budget})
		return orbit.JudgeStep(m, &to)
	}
	for _, other := range []uint32{0, 5, 0, 5, 1} {
		for range 2 { // asked, and remembered
			if got, want := step(other).Violated != 0, other == 5; got != want {
				t.Errorf("the other site has got to %d: violated: %t", other, got)
			}
		}
		cache.Forget()
	}
}
