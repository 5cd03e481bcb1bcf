package load_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// processorTime is what the process has used, which does not depend on how busy the machine is.
func processorTime(b *testing.B) time.Duration {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &all); err != nil {
		b.Fatal(err)
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}

// BenchmarkEvents is how many events are simulated in a second of processor time.
func BenchmarkEvents(b *testing.B) {
	for _, test := range []struct {
		name string
		n    int
	}{
		{"naimi-trehel", 3}, {"naimi-trehel", 16}, {"raymond", 16}, {"suzuki-kasami", 3}, {"suzuki-kasami", 16}, {"ring-coordinator", 16},
		{"banerjee-chrysanthis", 16}, {"fapp", 16}, {"token-ring", 16}, {"dynamic-priority-ring", 16}, {"k-mutex", 16},
		{"srt-gme", 4}, {"srt-gme", 16}, {"drs-gme", 16}, {"drs-gme-extended", 16}, {"gbp", 4},
	} {
		b.Run(fmt.Sprintf("%s-%d", test.name, test.n), func(b *testing.B) {
			a := find(b, test.name)
			c := a.With(model.Repaired, func(c *model.Config) { c.Processes = test.n })
			c.Unsearched = true // some are larger than what is explored
			sys := a.New(c)
			timers, events := map[string]measures.Distribution{}, 0
			for _, timer := range a.Timers {
				timers[timer] = measures.Must(fmt.Sprintf("const:%g", a.Lengths(c, 1, 1)[timer]))
			}
			before := processorTime(b)
			for b.Loop() {
				res, err := load.Run(context.Background(), sys, load.Options{
					Times: times("exp:1", "exp:1", "exp:10"), Step: measures.Must("exp:1"), Timers: timers, Seed: 1, Entries: 20_000, Runs: 1,
				})
				if err != nil || res.Runs == 0 {
					b.Fatal(err, "or no run has a steady state")
				}
				events += res.Events
			}
			b.ReportMetric(float64(events)/(processorTime(b)-before).Seconds(), "events/cpu-s")
		})
	}
}
