package explore_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// violation is what must not depend on the number of workers.
type violation struct {
	Property int
	Labels   []string
	Final    []string
	Shortest bool
}

type outcome struct {
	Complete    bool
	Limit       string
	States      int
	Transitions int
	Depth       int
	Levels      []int
	Coverage    map[string]int
	Spoke       uint64
	Early       bool
	Violations  []violation
}

func check(t *testing.T, a *paper.Algorithm, c model.Config, o explore.Options) outcome {
	t.Helper()
	o.Judge = invariants.Panel(a.Properties(c))
	r, err := explore.Check(t.Context(), a.New(c), o)
	if err != nil {
		t.Fatal(err)
	}
	out := outcome{r.Complete, r.Limit, r.States, r.Transitions, r.Depth, r.Levels, r.Coverage, r.Spoke, r.Early, nil}
	for class, n := range out.Coverage {
		if n == 0 && !r.Complete {
			delete(out.Coverage, class) // which classes are known at a limit is a matter of chance
		}
	}
	for _, v := range r.Violations {
		w := violation{Property: v.Property, Shortest: v.Shortest}
		for _, s := range v.Path {
			w.Labels = append(w.Labels, s.Label)
		}
		for k, d := range v.Final {
			seen := *v.Views[k]
			more := model.Text(seen.More) // which tells values, not where they stand
			seen.More = nil
			w.Final = append(w.Final, fmt.Sprintf("%016x %+v %s", d.Hash(), seen, more))
		}
		out.Violations = append(out.Violations, w)
	}
	return out
}

func models() map[*paper.Algorithm]model.Config {
	timed := gbp.Algorithm // beside itself without times
	return map[*paper.Algorithm]model.Config{
		&srtgme.Algorithm: srtgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }),
		&drsgme.Algorithm: drsgme.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }),
		&kmutex.Algorithm: kmutex.Algorithm.With(model.Published, func(c *model.Config) { c.Requests = []int{1, 1, 1, 1} }),
		&gbp.Algorithm:    gbp.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }),
		&timed:            timed.With(model.Published, func(c *model.Config) { c.Processes, c.Times = 2, bounds(1, 2, 1, 1) }),
	}
}

func TestSameForAnyNumberOfWorkers(t *testing.T) {
	violations := 0
	for a, c := range models() {
		full := check(t, a, c, explore.Options{Workers: 1})
		violations += len(full.Violations)
		if !full.Complete {
			t.Errorf("%s: not complete: %s", c, full.Limit)
		}
		for _, o := range []explore.Options{
			{}, {MaxStates: full.States / 2}, {MaxStates: full.States}, {MaxStates: full.States - 1},
			{MaxDepth: full.Depth}, {MaxDepth: full.Depth - 1}, {StopAtFirst: true},
		} {
			var first outcome
			for _, workers := range []int{1, 2, 8} {
				o.Workers = workers
				got := check(t, a, c, o)
				if workers == 1 {
					first = got
				}
				if diff := cmp.Diff(first, got); diff != "" {
					t.Errorf("%s, %d workers, at most %d states, depth %d: %s", c, workers, o.MaxStates, o.MaxDepth, diff)
				}
			}
			exact := (o.MaxStates == 0 || o.MaxStates >= full.States) && (o.MaxDepth == 0 || o.MaxDepth >= full.Depth)
			switch {
			case exact && !o.StopAtFirst && cmp.Diff(full, first) != "":
				t.Errorf("%s, limits just wide enough: %s", c, cmp.Diff(full, first))
			case !exact && (first.Complete || first.Limit == "" || first.States >= full.States):
				t.Errorf("%s, at most %d states, depth %d: %+v", c, o.MaxStates, o.MaxDepth, first)
			case o.MaxStates > 0 && first.States > o.MaxStates:
				t.Errorf("%s, at most %d states: %d", c, o.MaxStates, first.States)
			case !slices.Equal(first.Levels, full.Levels[:len(first.Levels)]):
				t.Errorf("%s: levels %v, not those of the whole search: %v", c, first.Levels, full.Levels)
			}
		}
	}
	if violations == 0 {
		t.Error("no violation to compare")
	}
}

func TestCancelled(t *testing.T) {
	for _, mode := range []explore.Mode{explore.BFS, explore.DFS} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r, err := explore.Check(ctx, (&srtgme.Algorithm).New(models()[&srtgme.Algorithm]), explore.Options{Mode: mode, Workers: 2})
		if err != nil || r.Complete || r.Limit != "interrupted" {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
		r, err = explore.Check(t.Context(), srtgme.Algorithm.New(models()[&srtgme.Algorithm]), explore.Options{Mode: mode, MaxTime: time.Nanosecond})
		if err != nil || r.Complete || r.Limit != "max-time 1ns" {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
	}
}

// TestCancelledOnTheGraph: a run that is interrupted when the search is over has no answers to questions.
func TestCancelledOnTheGraph(t *testing.T) {
	c := models()[&srtgme.Algorithm]
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		bypass, once := invariants.Bypass(c.Processes), sync.Once{}
		weigh := bypass.Gauge.Weigh
		bypass.Gauge.Weigh = func(e *model.Event, before, after *model.View) question.EdgeWeight {
			once.Do(func() {
				cancel()
				time.Sleep(100 * time.Millisecond) // until somebody has noticed
			})
			return weigh(e, before, after)
		}
		fair := invariants.FairStarvation
		fair.End = nil // its answer needs no graph
		panel := invariants.Panel{bypass, fair, invariants.Starved}
		findings, r, err := explore.CheckAll(ctx, srtgme.Algorithm.New(c), panel, explore.Options{Workers: workers})
		if err != nil || !r.Complete || r.Limit != "interrupted" || r.Answered != 0 {
			t.Errorf("%+v, %v", r, err)
		}
		for _, f := range findings {
			if f.Verdict != invariants.Inconclusive || f.Detail != "interrupted" {
				t.Errorf("%s is %s: %s", f.Property.Name, f.Verdict, f.Detail)
			}
		}
	}
}
