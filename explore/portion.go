package explore

import "sync/atomic"

// portion is a worker's part of the frontier, in pieces: a stretch of states that were found one after another, for such
// states are alike. Who has done the own portion helps with the others'.
type portion[S packed] struct {
	pieces [][]S
	next   atomic.Int64
	_      apart
}

// Pieces are chunks, or parts of chunks where the frontier is small, so that there is work for all up to the end.
const (
	piecesPerWorker = 8
	leastPiece      = 64 // states
)

// shareOut divides the frontier among the workers.
func (e *search[S]) shareOut() {
	e.taken.Store(0)
	workers, pieces := len(e.workers), e.frontier
	if workers > 1 {
		pieces = cut(e.frontier, max(leastPiece, e.frontierSize()/(workers*piecesPerWorker)))
	}
	e.portions = make([]portion[S], workers)
	for k := range e.portions {
		e.portions[k].pieces = pieces[k*len(pieces)/workers : (k+1)*len(pieces)/workers]
	}
}

// cut cuts chunks into pieces of at most so many states.
func cut[S any](chunks [][]S, size int) (pieces [][]S) {
	for _, chunk := range chunks {
		for len(chunk) > size {
			pieces, chunk = append(pieces, chunk[:size]), chunk[size:]
		}
		pieces = append(pieces, chunk)
	}
	return pieces
}

// take returns the states of the frontier that a worker expands next: none, if none are left or the workers are to pause.
func (e *search[S]) take(worker int) []S {
	if e.common.memory.pause.Load() {
		return nil
	}
	piece := e.piece(worker)
	if e.shelf != nil && e.shelf.of.every > 0 && int(e.taken.Add(1))%e.shelf.of.every == 0 && len(piece) > 0 {
		e.common.memory.pause.Store(true)
	}
	return piece
}

func (e *search[S]) piece(worker int) []S {
	if e.stream != nil {
		return e.read()
	}
	for k := range e.portions {
		s := &e.portions[(worker+k)%len(e.portions)]
		if next := int(s.next.Add(1)) - 1; next < len(s.pieces) {
			return s.pieces[next]
		}
	}
	return nil
}
