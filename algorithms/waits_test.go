package algorithms_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestWaitsWithoutEnd: every bound, and everything that is measured in ticks, knows what it is when its interval never ends. Those below need not:
// whoever is inside leaves within the time that --cs gives it.
func TestWaitsWithoutEnd(t *testing.T) {
	ends := []string{"late-overrun", "session-overrun", "elapsed-counted"}
	seen := map[string]int{}
	for _, a := range algorithms.All() {
		for i, variant := range slices.Repeat(a.AllVariants(), 2) {
			c := a.With(variant, func(c *model.Config) {
				c.Loss, c.Timeouts = i/len(a.AllVariants()), model.ByClock
				c.Times = &model.Times{Delay: model.Interval{Lo: 1, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}
			})
			for _, p := range a.AllProperties(c) {
				inTicks := slices.Contains([]string{"waiting-time", "sync-delay-time", "loaded-delay-time", "recovery-time"}, p.Name)
				if p.Gauge == nil || p.Kind != invariants.Bound && !inTicks {
					continue
				}
				seen[p.Name]++
				if g := p.Gauge; !g.Endless && !g.Whole && !g.Again && !slices.Contains(ends, p.Name) {
					t.Errorf("%s %s: an interval of %s that never ends does not count", a.Name, variant, p.Name)
				}
			}
		}
	}
	for _, name := range append(ends, "bypass", "bypass-sessions", "aging", "bounded-delay", "waiting-time", "sync-delay-time", "loaded-delay-time", "recovery-time") {
		if seen[name] == 0 {
			t.Errorf("no algorithm has %s", name)
		}
	}
}
