package explore

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestAsleep demands that sites are put to sleep, and that those that sleep do nothing: no answer depends on either.
func TestAsleep(t *testing.T) {
	const sites = 3
	sys := system.Compose(counter{end: 1}, model.Config{Processes: sites, Requests: []int{1, 1, 1}, Network: model.Bag})
	c := started(t, sys, Options{Workers: 1})
	c.levels = []int{1}
	for _, sleepers := range []packed.SleepSet{0, 0b010, 0b111} {
		l, _ := c.width(16, 1)
		e := newSearch[[1]uint64](c, l, 0)
		e.seed(append(packed.Vector(sys.Start()), sys.StartBudget()), 0, true)
		e.frontier[0].Asleep[0] = sleepers
		if err := e.expandLevel(true); err != nil {
			t.Fatal(err)
		}
		if _, err := e.advance(); err != nil {
			t.Fatal(err)
		}
		got := map[packed.SleepSet]bool{}
		for _, x := range e.frontier {
			for _, a := range x.Asleep {
				got[a] = true
			}
		}
		for k := range sites { // who has asked puts those before to sleep
			if got[packed.SitesBelow(k)] == sleepers.Has(k) {
				t.Errorf("%b sleep: in the next states %v", sleepers, got)
			}
		}
		e.free()
	}
}
