package search

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
)

// repack packs all states anew, with more room for what did not fit, and begins the level again. Where there is no memory for
// both, or no such room, it leaves everything as it was and halts.
func (s *Search) repack(before Findings) {
	s.Findings = before.clone()
	l, ok := Layout(s.Session, 16, s.Level+1)
	if !ok {
		s.HaltAnyway(session.Wide)
		return
	}
	s.Proceed()
	states := s.States()
	fit := s.Memory.Fits(visited.SetBytes(l, states))
	switch aside, err := s.putAside(fit); {
	case err != nil:
		return
	case aside:
		s.Free()
		s.Engine = NewEngine(s, l, 0)
		return
	case !fit:
		s.HaltAnyway(session.Memory)
		return
	}
	old := s.Engine
	s.Engine = NewEngine(s, l, states)
	s.Keep(old.keeps())
	s.Stored.Store(0)
	old.drain(func(at packed.Vector, level int) { s.Seed(at, level, level == s.Level) })
	old.Free()
	known := 0
	for _, n := range s.Levels {
		known += n
	}
	if s.States() != known {
		panic("explore: states were lost when they were packed anew")
	}
}
