package search

import (
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
)

// Task judges the states of a source, as a part of the current level, and puts their successors there. It begins with nothing that
// a task before has left. Why it was halted is the session's to tell; the error is a panic of the protocol or of a property.
func (s *Search) Task() (Findings, error) {
	none := Findings{Violated: map[int]trace.Target{}}
	for {
		s.Findings = none.clone()
		s.Early.Store(false)
		s.forget()
		err := s.expand(true)
		if s.Halted() != session.Overflow {
			return s.Findings, err
		}
		if s.repack(none); s.Halted() != session.Running {
			return s.Findings, nil
		}
	}
}

// Outside makes the search one whose states are outside of memory, and has room for all nodes that are numbered. It returns false
// if no layout has; then everything is as it was.
func (s *Search) Outside() bool {
	if s.Engine != nil && s.roomy() {
		return true
	}
	l, ok := Layout(s.Session, 16, 0)
	if !ok {
		return false
	}
	if s.Engine != nil {
		s.Free()
	}
	s.Engine = NewEngine(s, l, 0)
	return true
}
