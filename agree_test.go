package gmecheck_test

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestAgree compares the search with the slow checker on models that use guards on receipts, timeouts, faults, anonymous
// messages, several initial states and a boundary.
func TestAgree(t *testing.T) {
	for _, options := range [][]gmecheck.Option{
		nil, {gmecheck.FIFO}, {gmecheck.Faults{Loss: 1}}, {gmecheck.Faults{Loss: 1, Lossy: []any{ask{}}}}, {gmecheck.Faults{Duplicate: 1}, gmecheck.FIFO},
		{gmecheck.Faults{Crash: 1}}, {gmecheck.Faults{Crash: 1, Crashing: gmecheck.SetOf(2), Final: true}},
	} {
		for _, network := range []gmecheck.Network{gmecheck.Bag, gmecheck.FIFO} {
			p := lock(2).With(network)
			p.OnCrash(func(s *owner, c gmecheck.Ctx) { s.Wants = false })
			p.OnRecover(func(s *owner, c gmecheck.Ctx) { c.Cast(c.Peers(), ask{}) })
			p.Event("again", gmecheck.Always, func(s *owner, c gmecheck.Ctx) bool { return s.Wants && !s.Has }, func(s *owner, c gmecheck.Ctx) {
				c.Cast(c.Peers(), ask{})
			}).Patient()
			p.Within(func(w gmecheck.World[owner]) bool { return len(w.InFlight()) <= 3 })
			p.Agree(t, options...)
		}
	}
}

// TestAgreeTooLarge has two counters that make more states than Agree compares.
func TestAgreeTooLarge(t *testing.T) {
	p := gmecheck.New[int]("counters", 2)
	p.Event("up", gmecheck.Always, func(s *int, c gmecheck.Ctx) bool { return *s < 1000 }, func(s *int, c gmecheck.Ctx) { *s++ })
	p.Always("small", func(w gmecheck.World[int]) bool { return true })
	f := &fails{TB: t}
	p.Agree(f)
	const want = "counters: the search ends early (max-states 1000000): Agree compares whole searches; bound the model, see Within"
	if f.said != want {
		t.Errorf("%q, not %q", f.said, want)
	}
}
