package explore

import "sync/atomic"

// portion is a worker's part of the frontier, in pieces: a stretch of states that were found one after another, for such
// states are alike. Who has done the own portion helps with the others'.
type portion[S packed] struct {
	pieces []chunk[S]
	next   atomic.Int64
	_      apart
}

// Pieces are chunks of the frontier, or parts of them where it is small, so that there is work for all up to the end.
const (
	piecesPerWorker = 8
	leastPiece      = 64 // states
)

// shareOut divides the frontier among the workers.
func (e *search[S]) shareOut() {
	e.taken.Store(0)
	workers, pieces := len(e.workers), e.frontier
	if workers > 1 {
		pieces = cut(pieces, max(leastPiece, e.frontierSize()/(workers*piecesPerWorker)))
	}
	e.portions = make([]portion[S], workers)
	for k := range e.portions {
		e.portions[k].pieces = pieces[k*len(pieces)/workers : (k+1)*len(pieces)/workers]
	}
}

// cut cuts chunks into pieces of at most so many states.
func cut[S packed](chunks []chunk[S], size int) (pieces []chunk[S]) {
	for _, x := range chunks {
		for x.size() > size {
			pieces = append(pieces, chunk[S]{x.states[:size], x.asleep[:size]})
			x = chunk[S]{x.states[size:], x.asleep[size:]}
		}
		pieces = append(pieces, x)
	}
	return pieces
}

// take returns the states of the frontier that a worker expands next: none, if none are left or the workers are to pause.
func (e *search[S]) take(worker int) chunk[S] {
	if e.common.memory.pause.Load() {
		return chunk[S]{}
	}
	piece := e.piece(worker)
	if e.shelf != nil && e.shelf.of.every > 0 && int(e.taken.Add(1))%e.shelf.of.every == 0 && piece.size() > 0 {
		e.common.memory.pause.Store(true)
	}
	return piece
}

func (e *search[S]) piece(worker int) chunk[S] {
	if e.stream != nil {
		return e.read()
	}
	for k := range e.portions {
		s := &e.portions[(worker+k)%len(e.portions)]
		if next := int(s.next.Add(1)) - 1; next < len(s.pieces) {
			return s.pieces[next]
		}
	}
	return chunk[S]{}
}
