// Package ricartagrawala is the mutual exclusion algorithm of G. Ricart and A. K. Agrawala, "An optimal algorithm for mutual
// exclusion in computer networks", Communications of the ACM 24(1), 1981. Names are those of the paper, without the word number.
//
// A site enters in the step in which the last reply comes; requests of the same number are served in the order of the sites.
package ricartagrawala

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Node is the variables of a site.
type Node struct {
	Wants, In         bool
	Our, High         int
	Missing, Deferred gmecheck.Sites
}

// Request and Reply are the messages.
type (
	Request struct{ Seq int }
	Reply   struct{}
)

// RicartAgrawala is the algorithm for n sites, each of which asks at most twice.
func RicartAgrawala(n int) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("ricart-agrawala", n)
	enter := func(s *Node) { s.In = s.Missing.Empty() }

	p.Event("request", 2,
		func(s *Node, c gmecheck.Ctx) bool { return !s.Wants },
		func(s *Node, c gmecheck.Ctx) {
			s.Wants, s.Our, s.Missing = true, s.High+1, c.Peers()
			c.Cast(c.Peers(), Request{s.Our})
			enter(s)
		})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Request) {
		s.High = max(s.High, m.Seq)
		if s.Wants && (s.Our < m.Seq || s.Our == m.Seq && c.Self < c.From) {
			s.Deferred = s.Deferred.With(c.From)
		} else {
			c.Send(c.From, Reply{})
		}
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Reply) { s.Missing = s.Missing.Without(c.From); enter(s) })
	p.Event("exit", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return s.In },
		func(s *Node, c gmecheck.Ctx) { c.Cast(s.Deferred, Reply{}); *s = Node{High: s.High} })

	in := func(s Node) bool { return s.In }
	p.Always("mutex", func(w gmecheck.World[Node]) bool { return w.Count(in) <= 1 })
	p.LeadsTo("served", func(s Node) bool { return s.Wants }, in)
	return p
}

func TestRicartAgrawala(t *testing.T) {
	RicartAgrawala(3).Test(t, gmecheck.States(39933))
	RicartAgrawala(2).Agree(t)
}

// TestOrder: whoever is inside has the smallest number of all that want to go in, and of equal ones that of the first site.
func TestOrder(t *testing.T) {
	p := RicartAgrawala(3)
	p.Always("in-order", func(w gmecheck.World[Node]) bool {
		for i, a := range w.All() {
			for j, b := range w.All() {
				if a.In && b.Wants && (b.Our < a.Our || b.Our == a.Our && j < i) {
					return false
				}
			}
		}
		return true
	})
	p.Test(t)
}

// TestLoss: the algorithm relies on channels that lose nothing. With one lost message somebody waits for ever.
func TestLoss(t *testing.T) {
	RicartAgrawala(2).Test(t, gmecheck.Faults{Loss: 1}, gmecheck.Expect("served", gmecheck.Violated))
}
