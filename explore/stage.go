package explore

import (
	"sync"
	"sync/atomic"
)

// stage is something that takes long after the search.
type stage struct {
	name string
	of   int
	done atomic.Int64
}

// enter tells what comes next, and how much of it there is.
func (c *common) enter(name string, of int) *stage {
	s := &stage{name: name, of: of}
	c.stage.Store(s)
	return s
}

// stretch is how many states a worker takes at a time.
const stretch = 4096

// share lets the workers do the stage's states, numbered from 0, a stretch at a time; each begins by calling begin. They stop
// when the search is halted.
func (s *stage) share(c *common, begin func() (do func(from, to uint32))) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range c.options.Workers {
		do := begin()
		all.Go(func() {
			defer c.haltWithoutRoom()
			for from := next.Add(stretch) - stretch; from < int64(s.of) && c.halt.Load() == haltNone; from = next.Add(stretch) - stretch {
				do(uint32(from), uint32(min(from+stretch, int64(s.of))))
				s.done.Add(stretch)
			}
		})
	}
	all.Wait()
}

// progress is how far the search, or what comes after it, is; nil if there is nothing to tell yet.
func (c *common) progress() *Progress {
	shown := c.shown.Load()
	if shown == nil {
		return nil
	}
	p := *shown
	p.States, p.Elapsed = int(c.stored.Load()), c.elapsed()
	if s := c.stage.Load(); s != nil {
		p.Stage, p.Done, p.Of = s.name, min(int(s.done.Load()), s.of), s.of
	}
	return &p
}
