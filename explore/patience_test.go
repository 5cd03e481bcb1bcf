package explore_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
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

// TestPatienceOfWalks: nor do random walks.
func TestPatienceOfWalks(t *testing.T) {
	if testing.Short() {
		t.Skip("five seconds of waiting")
	}
	t.Parallel()
	stay := make(chan int)
	defer close(stay)
	endless := invariants.Property{Name: "endless", State: func(invariants.Views) invariants.Opinion { <-stay; return invariants.Fine }}.Noted()
	sys, err := walking(func() {}).System()
	if err != nil {
		t.Fatal(err)
	}
	_, err = explore.Simulate(t.Context(), sys, explore.Walks{Judge: invariants.Panel{endless}, Runs: 2, MaxTime: 100 * time.Millisecond})
	if err == nil || err.Error() != "walking: property endless has not returned for 5s" {
		t.Error(err)
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
