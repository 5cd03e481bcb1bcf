package explore

import (
	"errors"
	"sync/atomic"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
)

// portion is a worker's part of the frontier, in pieces: a stretch of states that were found one after another, for such
// states are alike. Who has done the own portion helps with the others'.
type portion[S packed.State] struct {
	pieces []piece[S]
	next   atomic.Int64
	_      packed.Padding
}

// piece is a chunk of the frontier, or a part of one where it is small, so that there is work for all up to the end.
type piece[S packed.State] struct {
	packed.Segment[S]
	whole *packed.Segment[S] // nil for a part
}

const (
	piecesPerWorker = 8
	leastPiece      = 64 // states
)

// shareOut divides the frontier among the workers.
func (e *search[S]) shareOut() {
	e.taken.Store(0)
	workers, largest := len(e.workers), packed.SegmentSize
	if workers > 1 {
		largest = max(leastPiece, packed.StatesIn(e.frontier)/(workers*piecesPerWorker))
	}
	pieces := cut(e.frontier, largest)
	e.portions = make([]portion[S], workers)
	for k := range e.portions {
		e.portions[k].pieces = pieces[k*len(pieces)/workers : (k+1)*len(pieces)/workers]
	}
}

// cut cuts chunks into pieces of at most so many states.
func cut[S packed.State](chunks []packed.Segment[S], size int) (pieces []piece[S]) {
	for k := range chunks {
		x := piece[S]{chunks[k], &chunks[k]}
		for x.Size() > size {
			pieces = append(pieces, piece[S]{Segment: packed.Segment[S]{States: x.States[:size], Asleep: x.Asleep[:size]}})
			x = piece[S]{Segment: packed.Segment[S]{States: x.States[size:], Asleep: x.Asleep[size:]}}
		}
		pieces = append(pieces, x)
	}
	return pieces
}

// take returns the states of the frontier that a worker expands next: none, if none are left or the workers are to pause.
func (e *search[S]) take(worker int) piece[S] {
	if e.Memory.Pause.Load() {
		return piece[S]{}
	}
	x := e.piece(worker)
	if e.shelf != nil && e.shelf.of.every > 0 && int(e.taken.Add(1))%e.shelf.of.every == 0 && x.Size() > 0 {
		e.Memory.Pause.Store(true)
	}
	return x
}

func (e *search[S]) piece(worker int) piece[S] {
	if e.stream != nil {
		return piece[S]{Segment: e.read()}
	}
	for k := range e.portions {
		s := &e.portions[(worker+k)%len(e.portions)]
		if next := int(s.next.Add(1)) - 1; next < len(s.pieces) {
			return s.pieces[next]
		}
	}
	return piece[S]{}
}

// passing reports whether a state of the frontier is not needed any more once it has been expanded, because the level
// is never searched again and nobody wants to know in which order states were found.
func (e *search[S]) passing() bool {
	return !e.keeping && e.Symmetry == nil && e.MaxStates == 0 && !e.onDisk()
}

// begin makes the frontier ready to be taken.
func (e *search[S]) begin() {
	e.Memory.Pause.Store(false)
	if e.onDisk() {
		e.frontier = nil
		e.stream = e.shelf.stream(e.common.level)
	}
	e.shareOut()
}

// pauses moves states to disk where the workers have stopped for that, and reports whether they are to go on.
func (e *search[S]) pauses() bool {
	if !e.Memory.Pause.Load() || e.Halted() != session.Running {
		return false
	}
	if err := e.evict(true); err != nil {
		e.Fail(e.shelf.fail(err))
		return false
	}
	e.Memory.Pause.Store(false)
	return true
}

// errFull is no error of files: there would be too many states with the next level.
var errFull = errors.New("full")

// advance makes what was found the next frontier and returns how many states that is.
func (e *search[S]) advance() (int, error) {
	if e.onDisk() {
		return e.advanceOnDisk()
	}
	done := e.frontier
	e.frontier = nil
	for _, w := range e.workers {
		e.frontier = append(e.frontier, w.found...)
		w.found = nil
	}
	if e.keeping && e.Memory.UnderPressure() {
		e.keep(false)
	}
	if e.keeping {
		for _, x := range done {
			e.visited = append(e.visited, x.States)
		}
		return packed.StatesIn(e.frontier), nil
	}
	for k := range done {
		if w := e.workers[k%len(e.workers)]; done[k].Size() > 0 {
			w.spare = append(w.spare, done[k].Take())
		}
	}
	return packed.StatesIn(e.frontier), nil
}

// missing reports whether the level leads to states that have not been visited.
func (e *search[S]) missing() (bool, error) {
	if e.onDisk() {
		return e.missingOnDisk()
	}
	return e.absent.Load(), nil
}

// eachVisited yields the states of a level that are in a shard. What is yielded is overwritten by the next one.
func (e *search[S]) eachVisited(shard, level int, yield func(*S)) {
	if e.onDisk() {
		e.eachOnDisk(shard, level, yield)
		return
	}
	e.store.EachAt(shard, level, yield)
}
