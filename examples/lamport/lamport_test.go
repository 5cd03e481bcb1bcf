// Package lamport is the mutual exclusion algorithm with logical clocks of L. Lamport, "Time, clocks, and the ordering of
// events in a distributed system", Communications of the ACM 21(7), 1978.
//
// It is modelled as LamportMutex.tla of the TLA+ examples does, step by step: only requests carry a clock, a process acknowledges
// every request, and entering is a step of its own. Clocks have no bound, so the search stays where none is larger than 6, as
// TLC's constraint does; TLC finds 724,274 states for three processes, too.
package lamport

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Node is the variables of a process.
type Node struct {
	Clock int
	Req   gmecheck.PerSite[int] // the clock of each request known; 0: none
	Ack   gmecheck.Sites        // who has acknowledged our request
	In    bool
}

// Request, Ack and Release are the messages.
type (
	Request struct{ Clock int }
	Ack     struct{}
	Release struct{}
)

// Lamport is the algorithm for n processes, searched where no clock is larger than most.
func Lamport(n, most int) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("lamport", n).With(gmecheck.FIFO)
	p.Init(func(s *Node, c gmecheck.Ctx) { s.Clock, s.Req = 1, gmecheck.NewPerSite[int](n) })
	p.Within(func(w gmecheck.World[Node]) bool { return w.Every(func(s Node) bool { return s.Clock <= most }) })

	p.Event("request", gmecheck.Always,
		func(s *Node, c gmecheck.Ctx) bool { return s.Req.At(c.Self) == 0 },
		func(s *Node, c gmecheck.Ctx) {
			s.Req, s.Ack = s.Req.With(c.Self, s.Clock), gmecheck.SetOf(c.Self)
			c.Cast(c.Peers(), Request{s.Clock})
		}).Optional()
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Request) {
		s.Req, s.Clock = s.Req.With(c.From, m.Clock), max(s.Clock, m.Clock)+1
		c.Send(c.From, Ack{})
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Ack) { s.Ack = s.Ack.With(c.From) })
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Release) { s.Req = s.Req.With(c.From, 0) })
	p.Event("enter", gmecheck.Always,
		func(s *Node, c gmecheck.Ctx) bool {
			for q := range c.Peers().All() {
				ours, theirs := s.Req.At(c.Self), s.Req.At(q)
				if theirs != 0 && (theirs < ours || theirs == ours && q < c.Self) {
					return false
				}
			}
			return s.Ack == c.All() && !s.In
		},
		func(s *Node, c gmecheck.Ctx) { s.In = true })
	p.Event("exit", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return s.In },
		func(s *Node, c gmecheck.Ctx) {
			s.In, s.Ack, s.Req = false, gmecheck.Sites{}, s.Req.With(c.Self, 0)
			c.Cast(c.Peers(), Release{})
		})

	p.Always("mutex", func(w gmecheck.World[Node]) bool { return w.Count(func(s Node) bool { return s.In }) <= 1 })
	p.Always("short-channels", func(w gmecheck.World[Node]) bool {
		for from := range w.All() {
			for to := range w.All() {
				if len(w.Channel(from, to)) > 3 {
					return false
				}
			}
		}
		return true
	})
	return p
}

func TestLamport(t *testing.T) {
	if testing.Short() {
		Lamport(3, 4).Test(t)
	} else {
		Lamport(3, 6).Test(t, gmecheck.States(724274))
	}
	Lamport(2, 4).Agree(t)
}
