// Package peterson is the mutual exclusion algorithm of G. L. Peterson, "Myths about the mutual exclusion problem",
// Information Processing Letters 12(3), 1981, for two processes that share three variables.
//
// Each step reads or writes one shared variable, as in Peterson.tla of the TLA+ examples, which names the steps a0 to a4 and cs;
// TLC finds 42 states in it, too.
package peterson

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Place is where a process is in its program.
type Place int

// The places, in their order.
const (
	Idle Place = iota
	Raise
	Yield
	Wait
	Inside
	Lower
)

// Memory is the shared variables, and the places of the processes.
type Memory struct {
	At   gmecheck.PerSite[Place]
	Flag gmecheck.Sites // whose flags are raised
	Turn gmecheck.Site  // who may go first if both flags are raised
}

// Peterson is the algorithm.
func Peterson() *gmecheck.Shared[Memory] {
	p := gmecheck.NewShared[Memory]("peterson", 2)
	p.Init(func(s *Memory, c gmecheck.Ctx) { s.At, s.Turn = gmecheck.NewPerSite[Place](2), 1 })
	step := func(name string, from, to Place, do func(s *Memory, c gmecheck.Ctx)) *gmecheck.Action[Memory] {
		return p.Action(name, func(s *Memory, c gmecheck.Ctx) bool {
			free := !s.Flag.Has(c.Next()) || s.Turn == c.Self
			return s.At.At(c.Self) == from && (from != Wait || free)
		}, func(s *Memory, c gmecheck.Ctx) {
			do(s, c)
			s.At = s.At.With(c.Self, to)
		})
	}
	nothing := func(*Memory, gmecheck.Ctx) {}
	step("want", Idle, Raise, nothing).Optional()
	step("raise", Raise, Yield, func(s *Memory, c gmecheck.Ctx) { s.Flag = s.Flag.With(c.Self) })
	step("yield", Yield, Wait, func(s *Memory, c gmecheck.Ctx) { s.Turn = c.Next() })
	step("enter", Wait, Inside, nothing)
	step("leave", Inside, Lower, nothing)
	step("lower", Lower, Idle, func(s *Memory, c gmecheck.Ctx) { s.Flag = s.Flag.Without(c.Self) })

	at := func(place Place) func(Memory, gmecheck.Site) bool {
		return func(s Memory, i gmecheck.Site) bool { return s.At.At(i) == place }
	}
	p.Never("both-inside", func(s Memory) bool { return at(Inside)(s, 1) && at(Inside)(s, 2) })
	p.LeadsTo("served", at(Raise), at(Inside))
	return p
}

func TestPeterson(t *testing.T) {
	Peterson().Test(t, gmecheck.States(42))
	Peterson().Agree(t)
}
