package run_test

import (
	"errors"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/run"
)

// TestUnlogged: a node needs no log.
func TestUnlogged(t *testing.T) {
	for _, dirs := range []bool{false, true} {
		c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}, dirs: dirs, change: func(_ model.Site, o *run.Options) {
			o.Log = ""
		}}).start()
		c.use(3, c.same(), nil)
		for _, n := range c.nodes {
			if n.Close(); n.Err() != run.ErrStopped {
				t.Error(n.Err())
			}
		}
	}
}

type stepping struct{ N int }

type step struct{}

// TestPanics: a panic of a guard ends the node, which tells of it, as one of a handler does.
func TestPanics(t *testing.T) {
	for where, want := range map[string]string{
		"guard": "stepping: the guard of step of P1 panics: out of paint", "action": "stepping: the handler of step(1) panics: out of paint",
		"when": "stepping: the guard of step() from 1 of P2 panics: out of paint",
	} {
		panics := func(here string, is bool) {
			if is && here == where {
				panic("out of paint")
			}
		}
		p := gmecheck.New[stepping]("stepping", 2)
		p.Event("step", gmecheck.Always, func(s *stepping, c gmecheck.Ctx) bool {
			panics("guard", s.N == 20)
			return c.Self == 1 && s.N < 30
		}, func(s *stepping, c gmecheck.Ctx) {
			s.N++
			panics("action", s.N == 20)
			c.Send(2, step{})
		})
		gmecheck.On(p, func(s *stepping, _ gmecheck.Ctx, _ step) { s.N++ }).When(func(s *stepping, _ gmecheck.Ctx, _ step) bool {
			panics("when", s.N == 10)
			return true
		})
		c := (&cluster{t: t, sys: composed(t, p)}).start()
		n := c.nodes[0]
		if where == "when" {
			n = c.nodes[1]
		}
		ends(t, n)
		if b := (*model.Broken)(nil); !errors.As(n.Err(), &b) || !contains(n.Err(), want) || !contains(n.Err(), "broken_test.go:") {
			t.Errorf("%s: %v, want %s", where, n.Err(), want)
		}
		c.close()
	}
}
