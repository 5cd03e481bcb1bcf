package load_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/model"
)

// BenchmarkEvents is how many events a second one core simulates.
func BenchmarkEvents(b *testing.B) {
	for _, test := range []struct {
		name string
		n    int
	}{{"naimi-trehel", 3}, {"naimi-trehel", 16}, {"raymond", 16}, {"suzuki-kasami", 3}, {"suzuki-kasami", 16}, {"srt-gme", 4}, {"ring-coordinator", 16}} {
		b.Run(fmt.Sprintf("%s-%d", test.name, test.n), func(b *testing.B) {
			a, err := algorithms.All().Find(test.name)
			if err != nil {
				b.Fatal(err)
			}
			c := a.With(model.Repaired, func(c *model.Config) { c.Processes = test.n })
			sys := a.New(c)
			events := 0
			for b.Loop() {
				res, err := load.Run(context.Background(), sys, load.Options{Times: times("exp:1", "exp:1", "exp:10"), Seed: 1, Entries: 20_000, Runs: 1})
				if err != nil {
					b.Fatal(err)
				}
				events += res.Events
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
