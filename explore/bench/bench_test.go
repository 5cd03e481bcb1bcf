package bench

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// model is a line that names a configuration, and its name in the benchmarks.
type model struct{ name, line string }

// One that is all search, small and large; one with many properties; one with timers and a fault.
var (
	mutual = model{"mutual", "suzuki-kasami -n 3 -r 2"}
	large  = model{"large", "suzuki-kasami -n 3 -r 3"}
	group  = model{"group", "srt-gme --variant repaired -n 3 -m 2"}
	faulty = model{"faulty", "drs-gme --variant published -n 2 -m 2 -r 2 --loss 1"}
)

// BenchmarkSearch is what check does by default: breadth first, every property judged, those of the whole graph included.
func BenchmarkSearch(b *testing.B) {
	for _, m := range []model{mutual, group, faulty} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", m.name, workers), func(b *testing.B) {
				measure(b, m, all, explore.Options{Workers: workers})
			})
		}
	}
}

// BenchmarkInvariants leaves out what needs the whole graph: it is what is compared with other model checkers.
func BenchmarkInvariants(b *testing.B) {
	for _, m := range []model{mutual, large} {
		b.Run(m.name, func(b *testing.B) { measure(b, m, stateOnly, explore.Options{Workers: 1}) })
	}
}

// BenchmarkUnjudged is the graph alone; what BenchmarkSearch takes longer is the cost of judging.
func BenchmarkUnjudged(b *testing.B) {
	for _, m := range []model{mutual, group, faulty} {
		b.Run(m.name, func(b *testing.B) { measure(b, m, none, explore.Options{Workers: 1}) })
	}
}

// BenchmarkDepthFirst is the other order.
func BenchmarkDepthFirst(b *testing.B) {
	measure(b, mutual, stateOnly, explore.Options{Workers: 1, Mode: explore.DFS})
}

// What is judged.
func all(invariants.Property) bool         { return true }
func none(invariants.Property) bool        { return false }
func stateOnly(p invariants.Property) bool { return !p.OnGraph() }

// measure explores the model again and again, tables and all, and demands that every search finds the same.
func measure(b *testing.B, m model, judged func(invariants.Property) bool, o explore.Options) {
	states, transitions, runs, bytes := 0, 0, 0, 0.0
	for b.Loop() {
		r := search(b, m, judged, o)
		if runs > 0 && (r.States != states || r.Transitions != transitions) {
			b.Fatalf("%d states, %d transitions; before: %d, %d", r.States, r.Transitions, states, transitions)
		}
		states, transitions, bytes = r.States, r.Transitions, r.BytesPerState
		runs++
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(states*runs)/seconds, "states/s")
	b.ReportMetric(float64(transitions*runs)/seconds, "transitions/s")
	b.ReportMetric(bytes, "bytes/state")
}

// search explores the model once, and demands that the search is complete.
func search(b *testing.B, m model, judged func(invariants.Property) bool, o explore.Options) *explore.Result {
	a, c, err := options.Parse(algorithms.All(), m.line)
	if err != nil {
		b.Fatal(err)
	}
	var panel invariants.Panel
	for _, p := range a.Properties(c) {
		if judged(p) {
			panel = append(panel, p)
		}
	}
	if len(panel) > 0 {
		o.Judge, o.Questions = panel, panel.Questions()
	}
	r, err := explore.Check(b.Context(), a.New(c), o)
	if err != nil {
		b.Fatal(err)
	}
	if !r.Complete {
		b.Fatalf("%d states, not complete: %s", r.States, r.Limit)
	}
	return r
}
