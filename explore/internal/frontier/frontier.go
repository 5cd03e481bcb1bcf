package frontier

import (
	"errors"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// Frontier is where the states of a breadth-first search by levels are, and where new ones go.
type Frontier[S packed.State] interface {
	// Begin makes the states of a level ready to be taken.
	Begin(level int)
	// Take returns the states that a worker expands next; none if none are left, or the workers are to pause.
	Take(worker int) Piece[S]
	// Done tells that all states of a piece have been expanded.
	Done(worker int, p *Piece[S])
	// Insert enters the states of a batch that are new into the visited set and the next level. What cannot be entered at once
	// stays in the batch, unless it is to wait.
	Insert(worker int, b *visited.Batch[S], level int, wait bool)
	// Drop forgets what a worker has found.
	Drop(worker int)
	// Resumes reports whether workers that have found nothing to take are to go on.
	Resumes(level int) bool
	// Advance makes what was found the current level, and returns how many states that is.
	Advance(level int) (states int, err error)
	// Missing reports whether the level leads to states that have not been visited; absent: such a one was looked up in the
	// visited set and not found.
	Missing(level int, absent bool) (bool, error)
	// EachAt yields the states of a level that are in a shard. Each is overwritten by the next one.
	EachAt(shard, level int, yield func(*S))
	// OnlyInserts reports that states cannot be looked up but have to be inserted.
	OnlyInserts() bool
	// PutAside reports whether the states need not be packed anew, because they are not in memory. If they do not fit
	// twice, it may put them on disk.
	PutAside(level int, fit bool) (aside bool, err error)
}

// ErrStates is that there would be more states with the next level than there may be.
var ErrStates = errors.New("too many states")

// Memory is a frontier in memory.
type Memory[S packed.State] struct {
	*session.Session
	Set *visited.Set[S]

	level   []packed.Segment[S] // the states of the current level
	shares  []share[S]
	workers []own[S]
	reuse   bool  // a state of the frontier is not needed any more once it has been expanded
	keeping bool  // the order in which states were found is kept
	order   [][]S // then: those of the levels before, in that order

	listed membudget.Paged[S] // all states, by level, once the visited set is given up
	levels []uint32           // where each level of them begins; nil: it is not
}

// own is what only one worker touches.
type own[S packed.State] struct {
	found []packed.Segment[S] // of the next level
	spare []packed.Segment[S] // empty ones
	_     packed.Padding
}

// NewMemory returns an empty frontier.
func NewMemory[S packed.State](s *session.Session, set *visited.Set[S]) *Memory[S] {
	return &Memory[S]{
		Session: s, Set: set, workers: make([]own[S], s.Workers), keeping: s.KeepOrder,
		reuse: s.Symmetry == nil && s.MaxStates == 0, // otherwise the level may have to be searched again
	}
}

// Add adds a state that is in the visited set already: to the current level, or to those before. Those come in the order in
// which they were found, or it is not kept.
func (f *Memory[S]) Add(s *S, current bool) {
	if current {
		last := len(f.level) - 1
		if last < 0 || f.level[last].Size() == packed.SegmentSize {
			f.level = append(f.level, packed.NewSegment[S]())
			last++
		}
		f.level[last].Add(s, 0)
	} else if f.keeping {
		last := len(f.order) - 1
		if last < 0 || len(f.order[last]) == packed.SegmentSize {
			f.order = append(f.order, make([]S, 0, packed.SegmentSize))
			last++
		}
		f.order[last] = append(f.order[last], *s)
	}
}

// share is a worker's share of the work: a stretch of states that were found one after another, for such states are alike. A
// worker that has done its own helps with the others'.
type share[S packed.State] struct {
	pieces []Piece[S]
	next   atomic.Int64
	_      packed.Padding
}

// Piece is a unit of work: a segment of the frontier, or a part of one where it is small, so that there is work for all up to
// the end.
type Piece[S packed.State] struct {
	packed.Segment[S]
	whole *packed.Segment[S] // nil for a part
}

const (
	piecesPerWorker = 8
	leastPiece      = 64 // states
)

// Begin shares the states out to the workers.
func (f *Memory[S]) Begin(int) {
	largest := packed.SegmentSize
	if len(f.workers) > 1 {
		largest = max(leastPiece, packed.StatesIn(f.level)/(len(f.workers)*piecesPerWorker))
	}
	pieces := cut(f.level, largest)
	f.shares = make([]share[S], len(f.workers))
	for k := range f.shares {
		f.shares[k].pieces = pieces[k*len(pieces)/len(f.workers) : (k+1)*len(pieces)/len(f.workers)]
	}
}

// cut cuts segments into pieces of at most so many states.
func cut[S packed.State](segments []packed.Segment[S], size int) (pieces []Piece[S]) {
	for k := range segments {
		x := Piece[S]{segments[k], &segments[k]}
		for x.Size() > size {
			pieces = append(pieces, Piece[S]{Segment: packed.Segment[S]{States: x.States[:size], Asleep: x.Asleep[:size]}})
			x = Piece[S]{Segment: packed.Segment[S]{States: x.States[size:], Asleep: x.Asleep[size:]}}
		}
		pieces = append(pieces, x)
	}
	return pieces
}

// Take returns a piece of the worker's own share, or else of another's.
func (f *Memory[S]) Take(worker int) Piece[S] {
	for k := range f.shares {
		s := &f.shares[(worker+k)%len(f.shares)]
		if next := int(s.next.Add(1)) - 1; next < len(s.pieces) {
			return s.pieces[next]
		}
	}
	return Piece[S]{}
}

// Done gives the room of a segment to the worker.
func (f *Memory[S]) Done(worker int, p *Piece[S]) {
	if p.whole != nil && f.reuse && !f.keeping {
		f.workers[worker].spare = append(f.workers[worker].spare, p.whole.Take())
	}
}

// Insert enters the states of a batch that are new, and stops the search if there are too many.
func (f *Memory[S]) Insert(worker int, b *visited.Batch[S], level int, wait bool) {
	f.Set.Insert(b, uint16(level), wait)
	w, fresh := &f.workers[worker], 0
	for k := range b.Count {
		if b.Fresh[k] {
			fresh++
			w.find(&b.States[k], b.Asleep[k])
		}
	}
	if total := f.Stored.Add(int64(fresh)); f.MaxStates > 0 && total > int64(f.MaxStates) {
		f.Halt(session.States)
	}
}

// find appends a state to the next level.
func (w *own[S]) find(s *S, sleepers packed.SleepSet) {
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

func (f *Memory[S]) Drop(worker int) { f.workers[worker].found = nil }

// Clear forgets all states but those of the current level, and keeps the room of the visited set.
func (f *Memory[S]) Clear() {
	f.Set.Clear()
	clear(f.workers)
}

// Forget forgets those of the current level.
func (f *Memory[S]) Forget() { f.level = nil }

func (f *Memory[S]) Resumes(int) bool { return false }

// Advance makes what the workers found the current level.
func (f *Memory[S]) Advance(int) (int, error) {
	done := f.level
	f.level = nil
	for k := range f.workers {
		w := &f.workers[k]
		f.level = append(f.level, w.found...)
		w.found = nil
	}
	if f.keeping && f.Session.Memory.UnderPressure() {
		f.Keep(false)
	}
	for k := range done {
		if f.keeping {
			f.order = append(f.order, done[k].States)
		} else if w := &f.workers[k%len(f.workers)]; done[k].Size() > 0 {
			w.spare = append(w.spare, done[k].Take())
		}
	}
	return packed.StatesIn(f.level), nil
}

func (f *Memory[S]) Missing(_ int, absent bool) (bool, error) { return absent, nil }

func (f *Memory[S]) EachAt(shard, level int, yield func(*S)) {
	if f.levels == nil {
		f.Set.EachAt(shard, level, yield)
		return
	}
	if level >= len(f.levels)-1 {
		return
	}
	here := f.listed.All[f.levels[level]:f.levels[level+1]]
	here = here[shard*len(here)/visited.Shards : (shard+1)*len(here)/visited.Shards]
	for k := range here {
		s := here[k]
		yield(&s)
	}
}

func (f *Memory[S]) OnlyInserts() bool { return false }

func (f *Memory[S]) PutAside(int, bool) (aside bool, err error) { return false, nil }

// Rest gives up the current level and the order in which states were found: there is no next level.
func (f *Memory[S]) Rest() { f.level, f.shares, f.workers, f.order = nil, nil, nil, nil }

// Free gives up the visited set, and the list that took its place.
func (f *Memory[S]) Free() {
	f.Set.Free()
	f.listed.Free()
}
