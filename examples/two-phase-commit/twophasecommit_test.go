// Package twophasecommit is the two-phase commit of J. Gray, "Notes on data base operating systems", 1978, with a coordinator,
// site 1, that may die. Participants that have voted yes and hear no decision can only wait: two-phase commit is blocking.
package twophasecommit

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// State is what a site knows of the transaction.
type State string

// The states. A participant is ready when it has voted yes.
const (
	Working   State = ""
	Asking    State = "asking" // the coordinator, for votes
	Ready     State = "ready"
	Committed State = "committed"
	Aborted   State = "aborted"
)

// Node is the variables of a site.
type Node struct {
	State State
	Yes   gmecheck.Sites // at the coordinator: who has voted yes
}

// Prepare, Vote and Decision are the messages.
type (
	Prepare  struct{}
	Vote     struct{ Yes bool }
	Decision struct{ Commit bool }
)

// TwoPhaseCommit is the protocol of a coordinator and n-1 participants.
func TwoPhaseCommit(n int) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("two-phase-commit", n)
	decide := func(s *Node, commit bool) {
		if s.State = Aborted; commit {
			s.State = Committed
		}
	}
	p.Event("prepare", gmecheck.Always,
		func(s *Node, c gmecheck.Ctx) bool { return c.Self == 1 && s.State == Working },
		func(s *Node, c gmecheck.Ctx) {
			s.State = Asking
			c.Cast(c.Peers(), Prepare{})
		})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Prepare) {
		yes := c.Maybe("yes")
		if s.State = Aborted; yes {
			s.State = Ready
		}
		c.Send(c.From, Vote{yes})
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Vote) {
		if s.State != Asking {
			return // it is decided
		}
		if m.Yes {
			s.Yes = s.Yes.With(c.From)
		}
		if !m.Yes || s.Yes == c.Peers() {
			decide(s, m.Yes)
			c.Cast(c.Peers(), Decision{m.Yes})
		}
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Decision) {
		if s.State == Ready {
			decide(s, m.Commit)
		}
	}).When(func(s *Node, c gmecheck.Ctx, m Decision) bool { return s.State != Working })

	committed := func(s Node) bool { return s.State == Committed }
	aborted := func(s Node) bool { return s.State == Aborted }
	p.Never("disagreement", func(w gmecheck.World[Node]) bool { return w.Any(committed) && w.Any(aborted) })
	p.Sometimes("commits", func(w gmecheck.World[Node]) bool { return w.Every(committed) })
	p.LeadsTo("decided", func(s Node) bool { return s.State == Ready }, func(s Node) bool { return committed(s) || aborted(s) })
	return p
}

func TestTwoPhaseCommit(t *testing.T) {
	TwoPhaseCommit(4).Test(t, gmecheck.States(560))
	TwoPhaseCommit(3).Agree(t)
}

// TestCoordinatorDies: who is ready waits for ever, but nobody disagrees.
func TestCoordinatorDies(t *testing.T) {
	dies := gmecheck.Faults{Crash: 1, Crashing: gmecheck.SetOf(1), Final: true}
	TwoPhaseCommit(4).Test(t, dies, gmecheck.Expect("decided", gmecheck.Violated))
	TwoPhaseCommit(3).Agree(t, dies)
}

// TestCoordinatorRecovers: it is not enough that it comes back, because messages that reach it while it is down are gone.
func TestCoordinatorRecovers(t *testing.T) {
	TwoPhaseCommit(3).Test(t, gmecheck.Faults{Crash: 1, Crashing: gmecheck.SetOf(1)}, gmecheck.Expect("decided", gmecheck.Violated))
}
