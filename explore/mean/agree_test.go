package mean

import (
	"math"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
)

// TestAgree: a simulation of the same times finds the same averages, within its intervals.
func TestAgree(t *testing.T) {
	for _, line := range []string{
		"raymond -n 3 -r inf", "naimi-trehel -n 3 -r inf", "naimi-trehel -n 2 -r inf --net fifo", "naimi-trehel -n 3 -r inf --net fifo", "dynamic-priority-ring -n 3 -r inf", "raymond -n 4 -r inf --tree 0,1,1,1",
		"suzuki-kasami -n 3 -r inf", "token-ring -n 3 -m 1 -r inf", "ring-coordinator -n 3 -r inf",
	} {
		for _, think := range []float64{1, 10} {
			if think == 10 && !strings.Contains(line, "raymond") && !strings.Contains(line, "naimi") {
				continue // one load is enough where the forms are compared first, which takes most of the time
			}
			exact := solved(t, line, Options{Clocks: Clocks{Latency: 1, CS: 0.5, Think: think}, Symmetry: true})
			sys, _ := composed(t, line)
			found, err := load.Run(t.Context(), sys, load.Options{Seed: 7, Runs: 10, Entries: 3000, Times: measures.Times{
				Latency: measures.Must("exp:1"), CS: measures.Must("exp:0.5"), Think: measures.Must(map[float64]string{1: "exp:1", 10: "exp:10"}[think]),
			}})
			if err != nil || found.Runs == 0 {
				t.Fatalf("%s: %v, %+v", line, err, found)
			}
			compared := 0
			for _, m := range exact.Measures {
				if e, measured := found.Estimate(m.Name); measured {
					compared++
					if math.Abs(e.Mean-m.Value) > 2.5*e.Half+1e-9 {
						t.Errorf("%s, think %v: %s is %v; simulated %v +- %v", line, think, m.Name, m.Value, e.Mean, e.Half)
					}
				}
			}
			if compared < 7 {
				t.Errorf("%s: only %d measures in common", line, compared)
			}
		}
	}
}
