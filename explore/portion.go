package explore

import "sync/atomic"

// portion is a worker's part of the frontier, in pieces: a stretch of states that were found one after another, for such
// states are alike. Who has done the own portion helps with the others'.
type portion[S packed] struct {
	pieces []piece[S]
	next   atomic.Int64
	_      apart
}

// piece is a chunk of the frontier, or a part of one where it is small, so that there is work for all up to the end.
type piece[S packed] struct {
	chunk[S]
	whole *chunk[S] // nil for a part
}

const (
	piecesPerWorker = 8
	leastPiece      = 64 // states
)

// shareOut divides the frontier among the workers.
func (e *search[S]) shareOut() {
	e.taken.Store(0)
	workers, largest := len(e.workers), chunkSize
	if workers > 1 {
		largest = max(leastPiece, statesIn(e.frontier)/(workers*piecesPerWorker))
	}
	pieces := cut(e.frontier, largest)
	e.portions = make([]portion[S], workers)
	for k := range e.portions {
		e.portions[k].pieces = pieces[k*len(pieces)/workers : (k+1)*len(pieces)/workers]
	}
}

// cut cuts chunks into pieces of at most so many states.
func cut[S packed](chunks []chunk[S], size int) (pieces []piece[S]) {
	for k := range chunks {
		x := piece[S]{chunks[k], &chunks[k]}
		for x.size() > size {
			pieces = append(pieces, piece[S]{chunk: chunk[S]{x.states[:size], x.asleep[:size]}})
			x = piece[S]{chunk: chunk[S]{x.states[size:], x.asleep[size:]}}
		}
		pieces = append(pieces, x)
	}
	return pieces
}

// take returns the states of the frontier that a worker expands next: none, if none are left or the workers are to pause.
func (e *search[S]) take(worker int) piece[S] {
	if e.common.memory.pause.Load() {
		return piece[S]{}
	}
	x := e.piece(worker)
	if e.shelf != nil && e.shelf.of.every > 0 && int(e.taken.Add(1))%e.shelf.of.every == 0 && x.size() > 0 {
		e.common.memory.pause.Store(true)
	}
	return x
}

func (e *search[S]) piece(worker int) piece[S] {
	if e.stream != nil {
		return piece[S]{chunk: e.read()}
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
	return !e.keeping && e.symmetry == nil && e.options.MaxStates == 0 && !e.shelf.active()
}
