package bench

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// BenchmarkGraph searches by turns without and with the properties that need the graph of all states, so that both meet the same
// machine: how many times longer it takes with them (times-longer), how many bytes a state takes without them (search-bytes/state), and
// how many more with them (more-bytes/state).
func BenchmarkGraph(b *testing.B) {
	for _, m := range []model{
		large,
		{"crash", "suzuki-kasami -n 3 -r 2 --crash 1"},
		{"group", "drs-gme -n 3 -m 2"},
		{"loss", "drs-gme --variant published -n 2 -m 2 -r 2 --loss 1"},
		{"endless", "naimi-trehel -n 4 -r inf"},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", m.name, workers), func(b *testing.B) {
				var seconds, bytes [2]float64
				for b.Loop() {
					for k, judged := range []func(invariants.Property) bool{stateOnly, all} {
						debug.FreeOSMemory() // what the search before has left
						r := search(b, m, judged, explore.Options{Workers: workers})
						seconds[k] += r.Elapsed.Seconds()
						bytes[k] = r.BytesPerState
					}
				}
				b.ReportMetric(seconds[1]/seconds[0], "times-longer")
				b.ReportMetric(bytes[0], "search-bytes/state")
				b.ReportMetric(bytes[1]-bytes[0], "more-bytes/state")
			})
		}
	}
}
