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

// TestSleepersOfAll demands that all ways to a state put sites to sleep there, as long as it is in the batch, but for a few, and that
// none does in another state: neither in one that takes its place in the batch, nor in one of the same place among the states met last.
func TestSleepersOfAll(t *testing.T) {
	s := started(t, system.Compose(counter{end: 1}, model.Config{Processes: 3, Requests: []int{1, 1, 1}, Network: model.Bag}))
	l, _ := Layout(s.Session, 16, 1)
	e := newSized[[1]uint64](s, l, 0)
	defer e.Free()
	w := e.workers[0]
	w.insert = true
	states := make([][1]uint64, 2*len(w.recent)) // so that some have the place of others
	want := map[[1]uint64]packed.SleepSet{}
	emit := func(s [1]uint64, sleepers packed.SleepSet) {
		w.emit(&s, sleepers)
		want[s] |= sleepers
	}
	for k := range states {
		states[k] = [1]uint64{uint64(k + 1)}
		emit(states[k], packed.SleepSet(k)%8)
		if k%3 > 0 && w.batch.Count > 2 { // both are still in it
			emit(states[k-1], 0b010)
			emit(states[k], 0b001)
		}
	}
	w.insertBatch(true)
	for k := range states {
		w.emit(&states[k], 0b111) // too late
	}
	w.insertBatch(true)
	if _, err := e.advance(); err != nil {
		t.Fatal(err)
	}
	e.frontier.Begin(1)
	found, all := 0, 0
	for piece := e.frontier.Take(0); piece.Size() > 0; piece = e.frontier.Take(0) {
		for k, s := range piece.States {
			found++
			if piece.Asleep[k] == want[s] {
				all++
			}
			if piece.Asleep[k]&^want[s] != 0 {
				t.Fatalf("in state %d %b sleep, and no more than %b can", s[0], piece.Asleep[k], want[s])
			}
		}
	}
	if found != len(states) || all < found*99/100 { // another state may have had the place
		t.Errorf("%d of %d states were found, %d with all that sleep there", found, len(states), all)
	}
}
