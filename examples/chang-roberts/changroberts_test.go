// Package changroberts is the election on a ring of E. Chang and R. Roberts, "An improved algorithm for decentralized
// extrema-finding in circular configurations of processes", Communications of the ACM 22(5), 1979. The smallest number wins.
//
// It is modelled as ChangRoberts.tla of the TLA+ examples does: any set of sites may start the election, and a site receives
// nothing before it has taken its first step. TLC finds 137 states for three sites over all sets of initiators, too.
package changroberts

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// State is what a site knows of itself.
type State string

// The states.
const (
	Candidate State = "candidate"
	Lost      State = "lost"
	Won       State = "won"
)

// Node is the variables of a site, whose number is its identity.
type Node struct {
	Initiator, Begun bool
	State            State
}

// Elect is the only message: elect this site.
type Elect struct{ Site gmecheck.Site }

// ChangRoberts is the algorithm for n sites.
func ChangRoberts(n int) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("chang-roberts", n)
	p.Init(func(s *Node, c gmecheck.Ctx) {
		if s.Initiator, s.State = c.Maybe("initiator"), Lost; s.Initiator {
			s.State = Candidate
		}
	})
	p.Event("begin", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return !s.Begun },
		func(s *Node, c gmecheck.Ctx) {
			if s.Begun = true; s.Initiator {
				c.Send(c.Next(), Elect{c.Self})
			}
		})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Elect) {
		switch {
		case s.State == Lost || m.Site < c.Self:
			s.State = Lost
			c.Send(c.Next(), m)
		case m.Site == c.Self:
			s.State = Won
		}
	}).When(func(s *Node, c gmecheck.Ctx, m Elect) bool { return s.Begun })

	won := func(s Node) bool { return s.State == Won }
	p.Always("smallest", func(w gmecheck.World[Node]) bool {
		first := w.Where(func(s Node) bool { return s.Initiator })
		return !w.Any(won) || w.Where(won) == gmecheck.SetOf(first.Least())
	})
	p.Responds("elected",
		func(w gmecheck.World[Node]) bool { return w.Any(func(s Node) bool { return s.State == Candidate }) },
		func(w gmecheck.World[Node]) bool { return w.Any(won) })
	return p
}

func TestChangRoberts(t *testing.T) {
	ChangRoberts(3).Test(t, gmecheck.States(137))
	ChangRoberts(3).Agree(t)
}
