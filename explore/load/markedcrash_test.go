package load_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
)

// lonely is a client that nobody else hinders.
type lonely struct{ Wants, In bool }

// TestMarkedCrashes: of marked events a crash that loses nothing only takes time: the client is inside until it has left, and in each of the three phases
// for as large a part of the time as without crashes.
func TestMarkedCrashes(t *testing.T) {
	p := gmecheck.New[lonely]("lonely", 1)
	p.Event("request", gmecheck.Always, func(s *lonely, _ gmecheck.Ctx) bool { return !s.Wants && !s.In }, func(s *lonely, _ gmecheck.Ctx) { s.Wants = true })
	p.Event("enter", gmecheck.Always, func(s *lonely, _ gmecheck.Ctx) bool { return s.Wants }, func(s *lonely, _ gmecheck.Ctx) { s.Wants, s.In = false, true })
	p.Event("exit", gmecheck.Always, func(s *lonely, _ gmecheck.Ctx) bool { return s.In }, func(s *lonely, _ gmecheck.Ctx) { s.In = false })
	sys, err := p.System(gmecheck.Faults{Crash: 1})
	if err != nil {
		t.Fatal(err)
	}
	found, err := load.Run(t.Context(), sys, load.Options{
		Seed: 1, Runs: 10, Entries: 5000, Crash: 0.5, Recovery: measures.Must("exp:1"),
		Marks:  measures.Marks{Request: "request", Entry: "enter", Exit: "exit"},
		Times:  measures.Times{Latency: measures.Must("exp:1"), CS: measures.Must("exp:2"), Think: measures.Must("exp:4")},
		Events: map[string]measures.Distribution{"enter": measures.Must("exp:3")},
	})
	if err != nil || found.Runs == 0 {
		t.Fatal(found, err)
	}
	const up = 1 / (1 + 0.5*1.)
	for name, want := range map[string]float64{
		measures.Throughput: up / 9, measures.Concurrency: 2. / 9, measures.Queue: 3. / 9, measures.WaitingTime: 3 / up, measures.ResponseTime: 5 / up,
	} {
		if e, is := found.Estimate(name); !is || math.Abs(e.Mean-want) > 2.5*e.Half+1e-9 {
			t.Errorf("%s is %v ± %v, want %v", name, e.Mean, e.Half, want)
		}
	}
}
