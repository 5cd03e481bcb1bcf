package model

import "iter"

// Canonical is a protocol with a canonical form of its global states: of the states that differ only in what can never matter
// any more, a search visits one. Where numbers grow with every request, a search without request budgets may then come to an
// end: differences stand for absolute numbers, and what is out of date is forgotten.
//
// It is not believed where it can be checked. Before the search, every state of a small model, and the states of random runs, are laid beside
// their canonical forms: properties must say the same of both, and the same must be possible, with results that again have the
// same canonical form. Only a message whose delivery or drop changes nothing but itself may be left out.
type Canonical[V, M comparable] interface {
	// Canon makes a state canonical. It must depend on nothing but its argument, and leave canonical states as they are.
	Canon(g *Global[V, M])
}

// Global is a global state that [Canonical] may edit.
type Global[V, M comparable] struct {
	Vars     []V             // of site i at index i-1
	InFlight [][]InFlight[M] // on their way to site i at index i-1; under fifo each channel's in order, the oldest first
	Tickets  int             // that requests of a [Ticketed] protocol have drawn: the next one gets one more
}

// InFlight is a message on its way.
type InFlight[M comparable] struct {
	From    Site // under fifo the sender; in a bag 0
	Message M
}

// Messages yields all messages in flight, each with the site that it is on its way to, so that they can be changed.
func (g *Global[V, M]) Messages() iter.Seq2[Site, *M] {
	return func(yield func(Site, *M) bool) {
		for k := range g.InFlight {
			for n := range g.InFlight[k] {
				if !yield(Site(k+1), &g.InFlight[k][n].Message) {
					return
				}
			}
		}
	}
}

// Forget takes messages out of flight.
func (g *Global[V, M]) Forget(stale func(to Site, m M) bool) {
	for k, all := range g.InFlight {
		left := all[:0]
		for _, f := range all {
			if !stale(Site(k+1), f.Message) {
				left = append(left, f)
			}
		}
		g.InFlight[k] = left
	}
}
