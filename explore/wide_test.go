package explore

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestTooWide demands that a search whose states take more bits than can be packed ends there, with the levels before.
func TestTooWide(t *testing.T) {
	const end = 300
	search := func(sites int, o Options) *question.Result {
		o.words = 1
		requests := make([]int, sites)
		if o.Store != nil {
			o.Store = &Store{Dir: t.TempDir(), Parts: 1, test: tasks.Options{Passing: true, TasksFrom: o.Store.TasksFrom}}
		}
		requests[0] = model.Unlimited // the others never change; 7 bits each
		r, err := Check(t.Context(), system.Compose(counter{end: end}, model.Config{Processes: sites, Requests: requests, Network: model.Bag}), o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, o := range []Options{
		{Workers: 1}, {Workers: 2}, {Symmetry: true}, {Mode: DFS}, {Spill: (&Spill{Dir: t.TempDir()}).Now(20, 1)}, {Store: &Store{}}, {Store: &Store{TasksFrom: 1}},
	} {
		if r := search(8, o); o.Mode != DFS && (!r.Complete || r.States != end+1) {
			t.Errorf("8 sites, %+v: complete %t, %d states, limit %q", o, r.Complete, r.States, r.Limit)
		}
		if r := search(9, o); o.Mode != DFS && (r.Complete || r.States != 255 || len(r.Levels) != 255 || r.Limit != "a state of 9 sites takes more than 64 bits") {
			t.Errorf("9 sites, %+v: complete %t, %d states, limit %q", o, r.Complete, r.States, r.Limit)
		}
		if r := search(10, o); r.Complete || r.States != 0 || r.Limit != "a state of 10 sites takes more than 64 bits" {
			t.Errorf("10 sites, %+v: complete %t, %d states, limit %q", o, r.Complete, r.States, r.Limit)
		}
	}
	o := Options{Checkpoint: &Checkpoint{Dir: filepath.Join(t.TempDir(), "checkpoint")}}
	for _, o.Checkpoint.Resume = range []bool{false, true} {
		if r := search(9, o); r.Complete || r.Limit != "a state of 9 sites takes more than 64 bits" {
			t.Errorf("resumed %t: complete %t, %d states, limit %q", o.Checkpoint.Resume, r.Complete, r.States, r.Limit)
		}
	}
	if l, ok := packed.NewLayout(slices.Repeat([]int{17}, model.MaxSites), packed.MaxWords); ok {
		t.Errorf("%d sites of 17 bits: %+v", model.MaxSites, l)
	}
}
