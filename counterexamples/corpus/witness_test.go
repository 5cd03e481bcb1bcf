package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestWitnesses replays what every number and every endless run of small models rests on: each end of a range shows its
// number again, and each loop returns.
func TestWitnesses(t *testing.T) {
	for _, line := range []string{
		"suzuki-kasami --variant published -n 3",
		"raymond --variant published -n 3 -r inf",
		"naimi-trehel --variant published -n 3 -r inf",
		"token-ring --variant repaired -n 3 -m 2",
		"dynamic-priority-ring --variant published -n 3 -m 2",
		"banerjee-chrysanthis --variant published -n 2",
		"srt-gme --variant published -n 3 -m 2",
		"srt-gme --variant repaired -n 3 -m 2",
		"drs-gme --variant published -n 2 -m 2 -r 2",
		"drs-gme --variant repaired -n 2 -m 2 --loss 1",
		"k-mutex --variant repaired --without after-own-group -n 4 -r inf",
		"gbp --variant repaired -n 2 -m 2",
	} {
		a, c, err := options.Parse(algorithms.All(), line)
		if err != nil {
			t.Fatal(err)
		}
		panel := slices.DeleteFunc(a.Properties(c), func(p invariants.Property) bool { return p.Name == invariants.RunMessages.Name })
		panel = append(panel, invariants.RunMessages)
		findings, r, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel(panel), explore.Options{Workers: 2})
		if err != nil || !r.Complete {
			t.Fatal(line, err, r)
		}
		numbers := 0
		for _, f := range findings {
			replay := func(steps []string, endless bool, loop int, want string) {
				trace := &counterexamples.Trace{Model: line, Property: f.Property.Name, Steps: steps, Endless: endless, Loop: loop}
				out, err := counterexamples.Replay(a.New(c), panel, trace)
				if err != nil || out.Result == counterexamples.Diverged || !strings.Contains(out.Note, want) {
					t.Errorf("%s: %s: %v %v; want %q", line, f.Property.Name, out, err, want)
				}
			}
			switch v := f.Value; {
			case f.Endless && v != nil:
				replay(f.Trace, true, f.Loop, "unbounded")
			case f.Endless:
				replay(f.Trace, true, f.Loop, "it is fair")
			case v == nil, v.Unbounded:
			case f.Verdict != invariants.Refuted:
				numbers++
				replay(f.Trace, false, 0, fmt.Sprintf("shows %d", v.Max))
			}
			switch v := f.Value; {
			case v == nil, v.Never:
			case f.Property.Gauge != nil: // of several processes' intervals that end with one step one has the least size
				path, err := counterexamples.Walk(a.New(c), &counterexamples.Trace{Model: line, Steps: f.Least})
				if err != nil || !slices.Contains(f.Property.Gauge.Recount(path.Steps(), path.Begun(f.Property.Gauge), path.Ended()), v.Min) {
					t.Errorf("%s: %s: %v; want %d after %v", line, f.Property.Name, err, v.Min, f.Least)
				}
			default:
				replay(f.Least, false, 0, fmt.Sprintf("shows %d", v.Min))
			}
		}
		if numbers == 0 {
			t.Errorf("%s: no number was found", line)
		}
	}
}
