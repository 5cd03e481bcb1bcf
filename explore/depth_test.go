package explore

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
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
		sys := system.Compose(counter{end: test.end}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		r, err := Check(t.Context(), sys, Options{deepestLevel: test.deepest})
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
	if beyond := search.MaxLevel + 1; int(uint16(beyond)) != beyond || int(uint16(beyond+1)) == beyond+1 {
		t.Errorf("%d is not the largest level that fits", beyond)
	}
}

// TestResumeAtDeepestLevel demands that what is saved where levels end can be resumed: it ends there again.
func TestResumeAtDeepestLevel(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoint")
	for _, resume := range []bool{false, true} {
		sys := system.Compose(counter{end: 102}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
		r, err := Check(t.Context(), sys, Options{Checkpoint: &Checkpoint{Dir: dir, Resume: resume}, deepestLevel: 100})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete || !r.Saved || r.Limit != "max-depth 100" {
			t.Errorf("resumed %t: complete %t, saved %t, limit %q", resume, r.Complete, r.Saved, r.Limit)
		}
	}
}

// visible is a counter that shows how far it has counted.
type visible struct{ counter }

func (visible) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }

// ends judges nothing but the states in which a visible counter has got to a number.
type ends []int

func (e ends) State(views []*model.View) (spoke, violated uint64) {
	for p, at := range e {
		if views[0].Holds == at {
			violated |= 1 << p
		}
	}
	return 0, violated
}

func (ends) End([]*model.View) (uint64, uint64) { return 0, 0 }
func (ends) Step([]*model.View, *model.Event, []*model.View) (uint64, uint64) {
	return 0, 0
}
func (ends) Hears(*model.Event) bool { return false }

// TestLevelsOfStates demands the right level of states so deep that their levels need more and more bits, by the lengths
// of the traces to them; also where the search has been resumed since.
func TestLevelsOfStates(t *testing.T) {
	const deepest = 5000
	wanted := ends{1, 1022, 1023, 1024, 1025, 3071, 4095, 4096, 4097, deepest}
	for _, stop := range []int{0, 1500} {
		o, dir := Options{Judge: wanted}, filepath.Join(t.TempDir(), "checkpoint")
		run := func() *question.Result {
			sys := system.Compose(visible{counter{end: deepest}}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
			r, err := Check(t.Context(), sys, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if stop > 0 {
			o.Checkpoint, o.MaxDepth = &Checkpoint{Dir: dir}, stop
			run()
			o.Checkpoint, o.MaxDepth = &Checkpoint{Dir: dir, Resume: true}, 0
		}
		r := run()
		if !r.Complete || r.Depth != deepest || len(r.Violations) != len(wanted) {
			t.Fatalf("stopped at %d: complete %t, depth %d, %d violations", stop, r.Complete, r.Depth, len(r.Violations))
		}
		for k, v := range r.Violations {
			if len(v.Path) != wanted[k] || v.Views[0].Holds != wanted[k] {
				t.Errorf("stopped at %d: the trace to state %d has %d steps and ends in state %d", stop, wanted[k], len(v.Path), v.Views[0].Holds)
			}
		}
	}
}

// patience judges nothing, but waits in a state of a visible counter until it is told to go on.
type patience struct {
	ends
	at   int
	goOn chan struct{}
}

func (p patience) State(views []*model.View) (spoke, violated uint64) {
	if views[0].Holds == p.at {
		<-p.goOn
	}
	return 0, 0
}

// TestProgressDepthFirst demands that a search shows its progress: how long the path is.
func TestProgressDepthFirst(t *testing.T) {
	const end = 3*search.StepsShown + 1
	told, judge := atomic.Bool{}, patience{at: end, goOn: make(chan struct{})}
	late := time.AfterFunc(10*time.Second, func() { close(judge.goOn) })
	o := Options{Mode: DFS, Judge: judge, Progress: func(at Progress) {
		if at.States == end+1 && at.Level >= 2*search.StepsShown && at.Level <= end && at.Frontier == at.Level+1 && !told.Swap(true) && late.Stop() {
			close(judge.goOn)
		}
	}}
	sys := system.Compose(visible{counter{end: end}}, model.Config{Processes: 1, Requests: []int{-1}, Network: model.Bag})
	r, err := Check(t.Context(), sys, o)
	if err != nil || !r.Complete || r.States != end+1 || !told.Load() {
		t.Errorf("%+v, %v, progress told: %t", r, err, told.Load())
	}
}
