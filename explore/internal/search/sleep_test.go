package search

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestAsleep demands that sites are put to sleep, and that those that sleep do nothing: no answer depends on either.
func TestAsleep(t *testing.T) {
	const sites = 3
	s := started(t, system.Compose(counter{end: 1}, model.Config{Processes: sites, Requests: []int{1, 1, 1}, Network: model.Bag}))
	for _, sleepers := range []packed.SleepSet{0, 0b010, 0b111} {
		l, _ := Layout(s.Session, 16, 1)
		e := newSized[[1]uint64](s, l, 0)
		first := e.pack(first(t, s.Session))
		e.Set.Add(&first, 0)
		w := e.workers[0]
		w.insert = true
		w.expand(&first, sleepers)
		w.insertBatch(true)
		if _, err := e.advance(); err != nil {
			t.Fatal(err)
		}
		got := map[packed.SleepSet]bool{}
		e.frontier.Begin(1)
		for piece := e.frontier.Take(0); piece.Size() > 0; piece = e.frontier.Take(0) {
			for _, a := range piece.Asleep {
				got[a] = true
			}
		}
		for k := range sites { // who has asked puts those before to sleep
			if got[packed.SitesBelow(k)] == sleepers.Has(k) {
				t.Errorf("%b sleep: in the next states %v", sleepers, got)
			}
		}
		e.Free()
	}
}
