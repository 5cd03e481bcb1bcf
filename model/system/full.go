package system

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/model"
)

// Full is the panic of a system that has no number left for something. Nothing is numbered twice: a search that catches it
// ends without an answer.
type Full struct {
	What string // plural: "variables of a site"
	Most uint64 // that there can be
}

func (f *Full) Error() string {
	return fmt.Sprintf("more than %s %s", humanize.Comma(int64(f.Most)), f.What)
}

// most is how many numbers there are.
func (s *System) most() uint32 {
	if s.Most == 0 {
		return math.MaxUint32
	}
	return s.Most
}

// next is the number after the last one that is given out of a kind; it panics if there is none.
func (s *System) next(last int, what string) uint32 { return next(last, s.most(), what) }

// nextNode is next for the nodes of a site: each must leave room for the rows of its tickets, see [System.Row].
func (s *System) nextNode(last int) uint32 {
	return next(last, min(s.most(), uint32((1<<32)/uint64(s.tickets)-1)), "nodes of a site")
}

func next(last int, most uint32, what string) uint32 {
	if uint64(last) >= uint64(most) {
		panic(&Full{what, uint64(most)})
	}
	return uint32(last + 1)
}

// possible is an error if a model is larger than any can be.
func possible(c model.Config, places, tickets int) error {
	combinations := float64(tickets)
	for _, budget := range []int{c.Loss, c.Duplicate, c.Crash, c.Early} {
		combinations *= float64(budget + 1)
	}
	requests := 0
	for _, r := range c.Requests {
		requests = max(requests, r)
	}
	for _, part := range []struct {
		given float64
		Full
	}{
		{float64(places), Full{"sites", model.MaxSites}},
		{float64(c.Groups), Full{"groups", model.MaxGroups}},
		{float64(requests), Full{"requests of a process", math.MaxInt32}},
		{combinations, Full{"combinations of budgets", math.MaxInt32}},
	} {
		if part.given > float64(part.Most) {
			return &part.Full
		}
	}
	return nil
}
