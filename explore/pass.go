package explore

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// pass passes a successor on to the store, unless the worker has done so a short while ago. Whether it has is hard to
// predict: so the successor is always written down, and stays if it is new.
func (w *worker[S]) pass(t *S, sleepers packed.SleepSet) {
	if w.orbit != nil {
		w.orbit.represent(t)
		sleepers = 0 // the sites have changed places
	}
	h := packed.Hash(t)
	b, r := w.batch, &w.recent[h&uint64(len(w.recent)-1)]
	b.States[b.Count], b.Hashes[b.Count], b.Asleep[b.Count] = *t, h, sleepers
	more := 0
	if *r != *t {
		more = 1
	}
	*r = *t
	if b.Count += more; b.Count == visited.BatchSize {
		if w.flush(false); b.Count > visited.BatchSize/2 {
			w.flush(true)
		}
	}
}

// flush passes the batch on to the store. What cannot be entered at once stays in it, unless it is to wait.
func (w *worker[S]) flush(wait bool) {
	b := w.batch
	defer b.Next()
	if b.Count == 0 || w.e.Halted() == session.Overflow {
		return
	}
	if !w.insert {
		w.lookUp()
		return
	}
	w.e.store.Insert(b, uint16(w.e.common.level+1), wait)
	fresh := 0
	for k := range b.Count {
		if !b.Fresh[k] {
			continue
		}
		if fresh++; !w.e.onDisk() {
			w.find(&b.States[k], b.Asleep[k])
		}
	}
	total := w.e.Stored.Add(int64(fresh))
	if limit := w.e.MaxStates; limit > 0 && total > int64(limit) && !w.e.onDisk() {
		w.e.Halt(session.States)
	}
}

// lookUp finds out whether a state of the batch has not been visited.
func (w *worker[S]) lookUp() {
	for k := range w.batch.Count {
		if w.e.absent.Load() {
			return
		}
		if w.e.store.Level(&w.batch.States[k]) < 0 {
			w.e.absent.Store(true)
		}
	}
}

// find appends a state to the next frontier.
func (w *worker[S]) find(s *S, sleepers packed.SleepSet) {
	last := len(w.found) - 1
	if last < 0 || w.found[last].Size() == packed.SegmentSize {
		if n := len(w.spare); n > 0 {
			w.found, w.spare = append(w.found, w.spare[n-1]), w.spare[:n-1]
		} else {
			w.found = append(w.found, packed.NewSegment[S]())
		}
		last++
	}
	w.found[last].Add(s, sleepers)
}
