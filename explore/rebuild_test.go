package explore

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// wide gives site 1 some five thousand states, so that five sites do not fit one word.
type wide struct{ model.Protocol[int, int] }

func (wide) Start(model.Site) int                { return 0 }
func (wide) MayRequest(_ model.Site, _ int) bool { return true }
func (wide) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	if i == 1 {
		*v = *v*70 + out.Choose("z", 1, 70)
		return
	}
	out.Send(3, 1)
}
func (wide) InCS(model.Site, int) bool                                 { return false }
func (wide) Receive(_ model.Site, v *int, m int, _ *model.Outbox[int]) { *v += m }
func (wide) Look(_ model.Site, v int, _ []int) model.View {
	return model.View{}
}

func TestRebuild(t *testing.T) {
	c := model.Config{Processes: 5, Requests: []int{2, 1, 0, 0, 0}, Network: model.Bag}
	want := naive.Explore(wide{}, c, nil)
	var full *question.Result
	for _, limit := range []int{0, 5000, 6000, 10000, want.States - 1} {
		var first *question.Result
		for _, workers := range []int{1, 2, 8} {
			sys := system.Compose(wide{}, c)
			before, _ := search.Layout(Options{}.session(t.Context(), sys, time.Now(), nil), 16, 1)
			o := Options{Workers: workers, MaxStates: limit}
			if workers > 1 { // what is on disk need not be packed anew
				o.Spill = (&Spill{Dir: t.TempDir()}).Now(workers, 300)
			}
			r, err := check(t.Context(), sys, o)
			if err != nil {
				t.Fatal(err)
			}
			if limit == 0 {
				if nodes := sys.Nodes()[0]; uint64(nodes) < before.Fields[0].Limit() || before.Words > 1 {
					t.Errorf("%d nodes fit %+v: nothing was packed anew", nodes, before)
				}
				if got := (naive.Result{States: r.States, Transitions: r.Transitions, Depth: r.Depth}); !r.Complete || got != want {
					t.Errorf("%d workers: %+v, naive: %+v", workers, got, want)
				}
				full = r
			} else if r.Complete || r.Limit != fmt.Sprint("max-states ", limit) || !slices.Equal(r.Levels, full.Levels[:len(r.Levels)]) {
				t.Errorf("%d workers, at most %d states: %+v", workers, limit, r)
			}
			if first == nil {
				first = r
			}
			if r.States != first.States || r.Transitions != first.Transitions || r.Depth != first.Depth {
				t.Errorf("%d workers, at most %d states: %+v; with one worker: %+v", workers, limit, r, first)
			}
		}
	}
}

// late has many states of the other sites before it needs the numbers of site 1's.
type late struct{ wide }

func (late) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[int]) {
	switch {
	case i > 1:
		*v = out.Choose("z", 1, 200)
	case *v == 0:
		*v = 1
	default:
		*v = out.Choose("z", 2, 5000)
	}
}

// TestRebuildAtLimit meets numbers without room after the limit has ended the level, while it is judged once more.
func TestRebuildAtLimit(t *testing.T) {
	c := model.Config{Processes: 5, Requests: []int{2, 1, 1, 0, 0}, Network: model.Bag}
	for _, workers := range []int{1, 2, 8} {
		sys := system.Compose(late{}, c)
		before, _ := search.Layout(Options{}.session(t.Context(), sys, time.Now(), nil), 16, 1)
		o := Options{Workers: workers, MaxStates: 1000}
		if workers > 1 {
			o.Spill = (&Spill{Dir: t.TempDir()}).Now(1, 100)
		}
		r, err := check(t.Context(), sys, o)
		if err != nil {
			t.Fatal(err)
		}
		if nodes := sys.Nodes()[0]; uint64(nodes) < before.Fields[0].Limit() {
			t.Errorf("%d nodes fit %+v", nodes, before)
		}
		transitions := 401 + 400 + 4999 + 200*201*2
		if r.Limit != "max-states 1000" || !slices.Equal(r.Levels, []int{1, 401}) || r.Transitions != transitions {
			t.Errorf("%d workers: %q, levels %v, %d transitions, want %d", workers, r.Limit, r.Levels, r.Transitions, transitions)
		}
	}
}

// TestDepthFirstPacksAnew: a depth-first search whose states need more room for a node than they began with visits what a
// breadth-first one does; and one that has no such room, or no memory for it, says so.
func TestDepthFirstPacksAnew(t *testing.T) {
	for _, x := range []struct {
		sites int
		o     Options
		limit string
	}{
		{5, Options{}, ""},
		{9, Options{}, ""},
		{9, Options{words: 1}, "a state of 9 sites takes more than 64 bits"},
		{9, Options{MaxMemory: 1 << 20}, "max-memory 1.0 MiB"},
	} {
		requests := make([]int, x.sites)
		requests[0], requests[1] = 2, 1
		c := model.Config{Processes: x.sites, Requests: requests, Network: model.Bag}
		sys := system.Compose(wide{}, c)
		begun, ok := search.Layout(x.o.session(t.Context(), sys, time.Now(), nil), 24, 0)
		if !ok || begun.Fields[0].Limit() > 4971 {
			t.Fatalf("%d sites begin with room for %d nodes of P1", x.sites, begun.Fields[0].Limit())
		}
		x.o.Mode = DFS
		r, err := Check(t.Context(), sys, x.o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Limit != x.limit || r.Complete != (x.limit == "") || r.States == 0 {
			t.Errorf("%d sites: complete %t, %d states, limit %q, want %q", x.sites, r.Complete, r.States, r.Limit, x.limit)
		}
		if !r.Complete {
			continue
		}
		wanted, err := Check(t.Context(), sys, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.States != wanted.States || r.Transitions != wanted.Transitions {
			t.Errorf("%d sites: %d states and %d transitions, want %d and %d", x.sites, r.States, r.Transitions, wanted.States, wanted.Transitions)
		}
	}
}
