package explore_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// busy has one site with many internal events, each with a name and a state of its own.
type busy struct {
	model.Protocol[int, int]
	events []model.Inner
}

func newBusy(events int) (b busy) {
	for k := range events {
		b.events = append(b.events, model.Inner{Name: "event" + strconv.Itoa(k+1)})
	}
	return b
}

func (busy) Start(model.Site) int                         { return 0 }
func (busy) MayRequest(model.Site, int) bool              { return false }
func (busy) InCS(model.Site, int) bool                    { return false }
func (busy) Look(_ model.Site, v int, _ []int) model.View { return model.View{Holds: v} }
func (b busy) Internals(_ model.Site, v int) []model.Inner {
	if v != 0 {
		return nil
	}
	return b.events
}
func (busy) Do(_ model.Site, v *int, event string, _ *model.Outbox[int]) {
	*v, _ = strconv.Atoi(strings.TrimPrefix(event, "event"))
}

// TestManyNames demands that no two of many events, by their names, are taken for one.
func TestManyNames(t *testing.T) {
	papertest.Seldom(t, 3)
	const events = 1<<16 + 2
	sys := system.Compose(newBusy(events), model.Config{Processes: 1, Requests: []int{0}, Network: model.Bag})
	last := invariants.Property{Name: "last", Kind: invariants.Invariant, State: func(vs invariants.Views) invariants.Opinion {
		if vs[0].Holds == events {
			return invariants.Violated
		}
		return invariants.Fine
	}}
	r, err := explore.Check(t.Context(), sys, explore.Options{Judge: invariants.Panel{last}})
	if err != nil || !r.Complete || r.States != events+1 || r.Transitions != events || len(r.Coverage) != events {
		t.Fatalf("%d states, %d transitions, %d classes, %v", r.States, r.Transitions, len(r.Coverage), err)
	}
	for class, n := range r.Coverage {
		if n != 1 {
			t.Errorf("%s occurs %d times", class, n)
		}
	}
	if len(r.Violations) != 1 || len(r.Violations[0].Path) != 1 || r.Violations[0].Path[0].Label != fmt.Sprintf("event%d(1)", events) {
		t.Errorf("%+v", r.Violations)
	}
}

// TestFull demands that a search in which numbers end is inconclusive, whoever searches, and tells of whole levels.
func TestFull(t *testing.T) {
	config := model.Config{Processes: 3, Requests: []int{2, 0, 2}, Network: model.Bag}
	system := func(most uint32) *system.System {
		sys := system.Compose(hurried{}, config)
		sys.Most = most
		return sys
	}
	full, err := explore.Check(t.Context(), system(0), explore.Options{})
	if err != nil || !full.Complete {
		t.Fatal(full.Limit, err)
	}
	for _, most := range []uint32{3, 4} {
		limits := map[string]bool{}
		for k, o := range []explore.Options{
			{Workers: 1}, {Workers: 2}, {Workers: 8}, {Mode: explore.DFS}, {Symmetry: true},
			{Workers: 2, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 1)},
			{Workers: 2, Store: onFiles(t.TempDir(), 2)},
			{Checkpoint: &explore.Checkpoint{Dir: filepath.Join(t.TempDir(), "checkpoint")}},
		} {
			r, err := explore.Check(t.Context(), system(most), o)
			if err != nil || r.Complete || r.Limit == "" || r.States >= full.States || o.Mode != explore.DFS && !o.Symmetry && !slices.Equal(r.Levels, full.Levels[:len(r.Levels)]) {
				t.Errorf("%d numbers, %d: complete %t, %q, levels %v, %v", most, k, r.Complete, r.Limit, r.Levels, err)
			}
			limits[r.Limit] = true
			if o.Checkpoint != nil {
				o.Checkpoint.Resume = true
				again, err := explore.Check(t.Context(), system(most), o)
				if err != nil || again.Limit != r.Limit || !slices.Equal(again.Levels, r.Levels) {
					t.Errorf("%d numbers, resumed: %q, levels %v, %v", most, again.Limit, again.Levels, err)
				}
			}
		}
		if want := map[string]bool{fmt.Sprintf("more than %d inboxes of a site", most): true}; cmp.Diff(want, limits) != "" {
			t.Errorf("%d numbers: limits %v", most, limits)
		}
		for _, workers := range []int{1, 8} {
			sim, err := explore.Simulate(t.Context(), system(most), explore.Walks{Runs: 100, Workers: workers})
			if err != nil || sim.Limit == "" {
				t.Errorf("%d numbers, %d workers: %+v, %v", most, workers, sim, err)
			}
		}
	}
}

// hurried sends all it can to site 2, which does nothing with it.
type hurried struct{ fragile }

func (hurried) Receive(model.Site, *int, string, *model.Outbox[string]) {}

// TestManyDues demands that of more properties than a transition has bits for, none is judged wrongly.
func TestManyDues(t *testing.T) {
	var q question.Questions
	for k := range 65 {
		q.Inevitable = append(q.Inevitable, question.Inevitable{
			Property: k, Along: func(*model.Event) bool { return true },
			Pending: func(views []*model.View) uint64 { return 1 },
			Goal:    func(views []*model.View) uint64 { return uint64(views[0].Holds) },
		})
	}
	sys := system.Compose(chart{to: [][]int{{1}, nil}}, model.Config{Processes: 1, Requests: []int{1}, Network: model.Bag})
	r, err := explore.Check(t.Context(), sys, explore.Options{Judge: invariants.Panel{}, Questions: q})
	if err != nil || !r.Complete || len(r.Violations) > 0 || r.Answered != math.MaxUint64 || len(r.Open) != 1 || r.Open[64] == "" {
		t.Errorf("%d violations, answered %x, open: %v, %v", len(r.Violations), r.Answered, r.Open, err)
	}
}
