package explore

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// five has something against steps to states in which a visible counter has got to five.
type five struct{ ends }

func (five) Hears(*model.Event) bool { return true }
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
	sys := system.Compose(visible{counter{end: 9}}, model.Config{Processes: 2, Requests: []int{-1, -1}, Network: model.Bag})
	sys.Watch = five{}.Hears
	group, _ := sys.Symmetries()
	if len(group) != 2 {
		t.Fatalf("%d permutations", len(group))
	}
	c := started(t, sys, Options{Judge: five{}})
	c.Symmetry = sys.NewSymmetry(group)
	l, _ := c.width(16, 1)
	e := newSearch[[1]uint64](c, l, 0)
	defer e.free()
	w, budget := e.workers[0], sys.StartBudget()
	step := func(other uint32) verdicts.Verdict { // of the first site, which has not counted, while the other one has got so far
		node := sys.Start()[1]
		for range other {
			node = w.reader.Expand(1, node, budget).Moves[0].Next
		}
		w.nodes[0], w.nodes[1] = sys.Start()[0], node
		if !w.orbit.enter(budget) {
			t.Fatal("the sites cannot be exchanged")
		}
		m := &w.reader.Expand(0, w.nodes[0], budget).Moves[0]
		to := e.pack(packed.Vector{m.Next, node, budget})
		return w.orbit.judgeStep(m, &to)
	}
	for _, other := range []uint32{0, 5, 0, 5, 1} {
		for range 2 { // asked, and remembered
			if got, want := step(other).Violated != 0, other == 5; got != want {
				t.Errorf("the other site has got to %d: violated: %t", other, got)
			}
		}
		w.verdicts.Forget()
	}
}
