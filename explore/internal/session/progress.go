package session

import (
	"sync"
	"sync/atomic"
	"time"
)

// Progress is how far a search has come.
type Progress struct {
	Level    int // depth first: the length of the path
	States   int
	Frontier int // states of the level; depth first: of the path
	Elapsed  time.Duration
	Bytes    int64

	Stage    string // what it is at once all states have been searched; empty before
	Done, Of int    // of the stage
}

// progress is how far the search, or what comes after it, is; nil if there is nothing to tell yet.
func (s *Session) progress() *Progress {
	shown := s.shown.Load()
	if shown == nil {
		return nil
	}
	p := *shown
	p.States, p.Elapsed = int(s.Stored.Load()), s.Elapsed()
	if x := s.stage.Load(); x != nil {
		p.Stage, p.Done, p.Of = x.name, min(int(x.done.Load()), x.of), x.of
	}
	return &p
}

// Stage is something that takes long after the search.
type Stage struct {
	session *Session
	name    string
	of      int
	done    atomic.Int64
}

// Enter tells what comes next, and how much of it there is.
func (s *Session) Enter(name string, of int) *Stage {
	x := &Stage{session: s, name: name, of: of}
	s.stage.Store(x)
	return x
}

// Done tells that one more is done.
func (x *Stage) Done() { x.done.Add(1) }

// stretch is how many states a worker takes at a time.
const stretch = 4096

// Share lets the workers do the stage's states, numbered from 0, a stretch at a time; each begins by calling begin. They stop
// when the run is halted.
func (x *Stage) Share(begin func() (do func(from, to uint32))) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range x.session.Workers {
		do := begin()
		x.session.Go(&all, func() {
			x.session.Attempt(func() {
				for from := next.Add(stretch) - stretch; from < int64(x.of) && x.session.Halted() == Running; from = next.Add(stretch) - stretch {
					do(uint32(from), uint32(min(from+stretch, int64(x.of))))
					x.done.Add(stretch)
				}
			})
		})
	}
	all.Wait()
}
