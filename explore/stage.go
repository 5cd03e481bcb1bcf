package explore

import "sync/atomic"

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
