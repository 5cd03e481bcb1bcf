package session

import (
	"runtime"
	"testing"
)

// TestStages: what comes after the search is told by name and amount, and never more of it than there is.
func TestStages(t *testing.T) {
	c := &Session{}
	if p := c.progress(); p != nil {
		t.Errorf("%+v before there is anything to tell", p)
	}
	c.shown.Store(&Progress{Level: 3, Frontier: 5})
	c.Stored.Store(7)
	if p := c.progress(); p.Stage != "" || p.Level != 3 || p.Frontier != 5 || p.States != 7 {
		t.Errorf("%+v while states are searched", p)
	}
	s := c.Enter("questions", 2)
	for done := range 4 {
		if p := c.progress(); p.Stage != "questions" || p.Done != min(done, 2) || p.Of != 2 || p.States != 7 {
			t.Errorf("%+v when %d are done", p, done)
		}
		s.done.Add(1)
	}
}

// TestStageGone: a stage of which a function ends the goroutine is no stage that is done.
func TestStageGone(t *testing.T) {
	for _, part := range []uint32{0, stretch} {
		c := &Session{Settings: Settings{Workers: 2}}
		c.Enter("linking", 3*stretch).Share(func() func(from, to uint32) {
			return func(from, _ uint32) {
				if from == part {
					runtime.Goexit()
				}
			}
		})
		if c.Failure(Broken) == nil || c.Halted() != Broken {
			t.Errorf("part %d: %v, halted: %d", part, c.Failure(Broken), c.Halted())
		}
	}
}
