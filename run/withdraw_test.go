package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// trier is a site that gives up what it has asked for once, when a timer expires.
type trier struct{ Wants, In, Gave bool }

// TestWithdrawn: a client whose request the site gives up is told so, and the next one is served; whoever stops the site does not wait for it.
func TestWithdrawn(t *testing.T) {
	p := gmecheck.New[trier]("trying", 1)
	p.Event("ask", gmecheck.Always, func(s *trier, _ gmecheck.Ctx) bool { return !s.Wants && !s.In }, func(s *trier, _ gmecheck.Ctx) { s.Wants, s.In = !s.Gave, s.Gave }).Optional()
	p.Event("leave", gmecheck.Always, func(s *trier, _ gmecheck.Ctx) bool { return s.In }, func(s *trier, _ gmecheck.Ctx) { s.In = false }).Optional()
	p.Timer("tired", func(s *trier, _ gmecheck.Ctx) bool { return s.Wants }, nil, func(s *trier, _ gmecheck.Ctx) { s.Wants, s.Gave = false, true })
	c := (&cluster{t: t, sys: composed(t, p), options: run.Options{Marks: marks, Timers: map[string]time.Duration{"tired": 10 * time.Millisecond}}}).start()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := c.nodes[0].Acquire(ctx, run.Want{Who: "first"}); err != run.ErrWithdrawn {
		t.Errorf("%v, not %v", err, run.ErrWithdrawn)
	}
	entry, err := c.nodes[0].Acquire(ctx, run.Want{Who: "second"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.nodes[0].Release(ctx, entry); err != nil {
		t.Error(err)
	}
	if err := c.nodes[0].Stop(ctx); err != nil {
		t.Error(err)
	}
}
