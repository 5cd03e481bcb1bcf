package explore_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model/system"
)

type walker struct{ Steps int }

// walking is two sites of which each makes 40 steps, more than a rehearsal sees; at the last of them, site 1 does something in its handler.
func walking(handler func()) *gmecheck.Model[walker] {
	p := gmecheck.New[walker]("walking", 2)
	p.Event("step", gmecheck.Always, func(s *walker, _ gmecheck.Ctx) bool { return s.Steps < 40 }, func(s *walker, c gmecheck.Ctx) {
		if s.Steps++; s.Steps == 40 && c.Self == 1 {
			handler()
		}
	})
	return p
}

// TestPatience: a search that is to end does not wait for a handler, or for a function of a property, that does not return.
func TestPatience(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	hang, pass := func() { <-stay }, func() {}
	endless := invariants.Property{Name: "endless", State: func(invariants.Views) invariants.Opinion { hang(); return invariants.Fine }}.Noted()
	for _, test := range []struct {
		handler func()
		panel   invariants.Panel
		want    string
		steps   int
	}{
		{hang, nil, "walking: the handler of step(1) has not returned for 50ms", 39},
		{pass, invariants.Panel{endless}, "walking: property endless has not returned for 50ms", 0},
	} {
		sys, err := walking(test.handler).System()
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Workers: 2, MaxTime: 200 * time.Millisecond}
		if test.panel != nil {
			o.Judge, o.Questions = test.panel, test.panel.Questions()
		}
		_, err = explore.Check(t.Context(), sys, o.Patient(50*time.Millisecond))
		var broken *explore.Broken
		if !errors.As(err, &broken) || err.Error() != test.want || len(broken.Trace) != test.steps || broken.Lost != (test.steps == 0) {
			t.Errorf("%v, %+v; want %s after %d steps", err, broken, test.want, test.steps)
		}
	}
}

// TestPatienceOfOthers: nor do random walks, averages, runs in simulated time and the search for a log, whose limits are no shorter than patience.
func TestPatienceOfOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("five seconds of waiting")
	}
	stay := make(chan int)
	t.Cleanup(func() { close(stay) })
	hang, soon := func() { <-stay }, 100*time.Millisecond
	endless := invariants.Panel{invariants.Property{Name: "endless", State: func(invariants.Views) invariants.Opinion { hang(); return invariants.Fine }}.Noted()}
	read := func(t *testing.T) *conform.Log {
		l, err := conform.Read("log", strings.NewReader(strings.Repeat(`{"process": 1, "kind": "internal", "name": "step"}`+"\n", 40)))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	const handler, property = "walking: the handler of step(1) has not returned for 5s", "walking: property endless has not returned for 5s"
	for _, test := range []struct {
		name    string
		handler func()
		want    string
		do      func(t *testing.T, sys *system.System) error
	}{
		{"walks", func() {}, property, func(t *testing.T, sys *system.System) error {
			_, err := explore.Simulate(t.Context(), sys, explore.Walks{Judge: endless, Runs: 2, MaxTime: soon})
			return err
		}},
		{"averages", hang, handler, func(t *testing.T, sys *system.System) error {
			_, err := mean.Of(t.Context(), sys, mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 1, Think: 1, Internal: 1}, MaxTime: soon})
			return err
		}},
		{"runs", hang, handler, func(t *testing.T, sys *system.System) error {
			_, err := load.Run(t.Context(), sys, load.Options{Step: measures.Must("exp:1"), Entries: 1, Runs: 1, MaxTime: soon})
			return err
		}},
		{"a log", hang, handler, func(t *testing.T, sys *system.System) error {
			_, err := conform.Decide(t.Context(), sys, read(t), conform.Options{MaxTime: soon})
			return err
		}},
		{"a judged log", func() {}, property, func(t *testing.T, sys *system.System) error {
			a, err := conform.Decide(t.Context(), sys, read(t), conform.Options{MaxTime: soon})
			if err == nil {
				_, err = conform.Judge(t.Context(), a, endless, 1000)
			}
			return err
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sys, err := walking(test.handler).System()
			if err != nil {
				t.Fatal(err)
			}
			err = test.do(t, sys)
			var broken *explore.Broken
			if !errors.As(err, &broken) || err.Error() != test.want || test.want == handler && len(broken.Trace) != 39 {
				t.Errorf("%v, %+v; want %s", err, broken, test.want)
			}
		})
	}
}

// TestGoneWorkers: a function that ends the goroutine of a worker ends the run with an error, in a search, where states are linked to a graph, and in random walks.
func TestGoneWorkers(t *testing.T) {
	last := func(s walker) bool {
		if s.Steps == 40 {
			runtime.Goexit()
		}
		return false
	}
	const want = "ends its goroutine"
	p := walking(func() {})
	p.LeadsTo("served", func(s walker) bool { return s.Steps > 0 }, last)
	if _, err := p.Check(gmecheck.Workers(2)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a question: %v", err)
	}
	p = walking(func() {})
	p.Always("judged", func(w gmecheck.World[walker]) bool { return !w.Any(last) })
	if _, err := p.Check(gmecheck.Workers(2)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a property: %v", err)
	}
	sys, err := walking(runtime.Goexit).System()
	if err != nil {
		t.Fatal(err)
	}
	if sim, err := explore.Simulate(t.Context(), sys, explore.Walks{Runs: 20, Workers: 2}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("walks: %+v, %v", sim, err)
	}
}
