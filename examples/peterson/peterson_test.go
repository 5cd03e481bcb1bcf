// Package peterson is the mutual exclusion algorithm of G. L. Peterson, "Myths about the mutual exclusion problem", Information
// Processing Letters 12(3), 1981, for two processes that share three variables.
package peterson

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Place is where a process is in its program; each step reads or writes one shared variable.
type Place int

const (
	Idle  Place = iota
	Yield       // has raised its flag
	Wait        // has let the other one go first
	Inside
)

type Memory struct {
	At   gmecheck.PerSite[Place]
	Flag gmecheck.Sites // whose flag is raised
	Turn gmecheck.Site  // who has to wait if both flags are up
}

func Peterson() *gmecheck.Shared[Memory] {
	p := gmecheck.NewShared[Memory]("peterson", 2)
	p.Init(func(s *Memory, c gmecheck.Ctx) {
		s.At = gmecheck.NewPerSite[Place](2)
		s.Turn = 1
	})
	at := func(place Place) func(*Memory, gmecheck.Ctx) bool {
		return func(s *Memory, c gmecheck.Ctx) bool { return s.At.At(c.Self) == place }
	}
	p.Action("raise", at(Idle), func(s *Memory, c gmecheck.Ctx) {
		s.Flag, s.At = s.Flag.With(c.Self), s.At.With(c.Self, Yield)
	}).Optional()
	p.Action("yield", at(Yield), func(s *Memory, c gmecheck.Ctx) { s.Turn, s.At = c.Self, s.At.With(c.Self, Wait) })
	p.Action("enter", func(s *Memory, c gmecheck.Ctx) bool {
		return s.At.At(c.Self) == Wait && (!s.Flag.Has(3-c.Self) || s.Turn != c.Self)
	}, func(s *Memory, c gmecheck.Ctx) { s.At = s.At.With(c.Self, Inside) })
	p.Action("leave", at(Inside), func(s *Memory, c gmecheck.Ctx) {
		s.Flag, s.At = s.Flag.Without(c.Self), s.At.With(c.Self, Idle)
	})
	inside := func(s Memory, i gmecheck.Site) bool { return s.At.At(i) == Inside }
	p.Never("both-inside", func(s Memory) bool { return inside(s, 1) && inside(s, 2) })
	p.LeadsTo("served", func(s Memory, i gmecheck.Site) bool { return s.Flag.Has(i) }, inside)
	return p
}

func TestPeterson(t *testing.T) {
	t.Log(Peterson().Test(t))
	Peterson().Agree(t)
}
