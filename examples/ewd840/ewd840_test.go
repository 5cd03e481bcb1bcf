// Package ewd840 is the termination detection on a ring of E. W. Dijkstra, W. H. J. Feijen and A. J. M. van Gasteren,
// "Derivation of a termination detection algorithm for distributed computations", Information Processing Letters 16(5), 1983:
// EWD 840.
//
// It is modelled as EWD840.tla of the TLA+ examples does: a message is delivered in the step that sends it, so the machines share
// a memory here, and machine 1 is machine 0 there; initially every machine may be active or not, and of either colour, and
// anyone may have the token. TLC finds 302 and 1,566 states for three and four machines, too.
package ewd840

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Ring is the state of all machines, and the token. What is not black is white.
type Ring struct {
	Active, Black gmecheck.Sites
	Token         gmecheck.Site // who has it
	BlackToken    bool
}

// EWD840 is the algorithm for n machines.
func EWD840(n int) *gmecheck.Shared[Ring] {
	p := gmecheck.NewShared[Ring]("ewd840", n)
	p.Init(func(s *Ring, c gmecheck.Ctx) {
		for i := range c.All().All() {
			if c.Maybe("active") {
				s.Active = s.Active.With(i)
			}
			if c.Maybe("black") {
				s.Black = s.Black.With(i)
			}
		}
		s.Token, s.BlackToken = gmecheck.Site(c.Choose("token", 1, n)), true
	})
	p.Action("probe", func(s *Ring, c gmecheck.Ctx) bool {
		return c.Self == 1 && s.Token == 1 && (s.BlackToken || s.Black.Has(1))
	}, func(s *Ring, c gmecheck.Ctx) {
		s.Token, s.BlackToken, s.Black = c.Prev(), false, s.Black.Without(1)
	})
	p.Action("pass", func(s *Ring, c gmecheck.Ctx) bool {
		return c.Self > 1 && s.Token == c.Self && (!s.Active.Has(c.Self) || s.Black.Has(c.Self) || s.BlackToken)
	}, func(s *Ring, c gmecheck.Ctx) {
		s.BlackToken = s.BlackToken || s.Black.Has(c.Self)
		s.Token, s.Black = c.Prev(), s.Black.Without(c.Self)
	})
	active := func(s *Ring, c gmecheck.Ctx) bool { return s.Active.Has(c.Self) }
	p.Action("send", active, func(s *Ring, c gmecheck.Ctx) {
		to := gmecheck.Site(c.Choose("to", 1, n))
		if to == c.Self {
			return // nothing happens
		}
		if s.Active = s.Active.With(to); to > c.Self {
			s.Black = s.Black.With(c.Self)
		}
	}).Optional()
	p.Action("deactivate", active, func(s *Ring, c gmecheck.Ctx) { s.Active = s.Active.Without(c.Self) }).Optional()

	detected := func(s Ring) bool { return s.Token == 1 && !s.BlackToken && !s.Black.Has(1) && !s.Active.Has(1) }
	terminated := func(s Ring) bool { return s.Active.Empty() }
	p.Always("detection", func(s Ring) bool { return !detected(s) || terminated(s) })
	p.Responds("detected", terminated, detected)
	return p
}

func TestEWD840(t *testing.T) {
	EWD840(3).Test(t, gmecheck.States(302))
	EWD840(4).Test(t, gmecheck.States(1566))
	EWD840(3).Agree(t)
}
