package gmecheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestPlaces: what is wrong with a protocol is said to be in the author's file, not in a package between it and the engine.
func TestPlaces(t *testing.T) {
	calls := 0
	for name, p := range map[string]*counter{
		"a value that is not there": mistaken(func(p *counter) {
			p.Event("send", 1, func(*count, gmecheck.Ctx) bool { return gmecheck.NewPerSite[int](2).At(0) == 0 }, func(*count, gmecheck.Ctx) {})
		}),
		"a guard of messages": mistaken(func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{}) })
			gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {}).When(func(*count, gmecheck.Ctx, ping) bool { calls++; return calls%2 == 0 })
		}),
	} {
		if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "own_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReplayGoesOn: a run violates a property, too, that one of its states or steps before the last violates.
func TestReplayGoesOn(t *testing.T) {
	p := gmecheck.New[count]("mid", 1)
	p.Event("up", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N < 3 }, func(s *count, _ gmecheck.Ctx) { s.N++ })
	p.Never("small", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 || w.At(1).N == 2 })
	p.Never("one", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 })
	p.Steps("first", func(s gmecheck.Step[count]) bool { return s.Before.At(1).N != 0 })
	p.Measure("odd", func(w gmecheck.World[count]) int { return 3 * (w.At(1).N % 3) }).AtMost(2)
	p.AtEnd("end", func(w gmecheck.World[count]) bool { return w.At(1).N == 3 })
	for property, want := range map[string]string{
		"small": "replayed: violates small after 1 step: the run goes on for 2 steps",
		"one":   "replayed: violates one after 1 step: the run goes on for 2 steps",
		"first": "replayed: violates first after 1 step: the run goes on for 2 steps",
		"odd":   "replayed: violates odd after 1 step: found 3; claimed: at most 2: the run goes on for 2 steps",
		"end":   "replayed, but no longer violates end after 3 steps",
	} {
		file := filepath.Join(t.TempDir(), "run.trace")
		if err := os.WriteFile(file, []byte("# gmecheck trace 1\nmodel mid -n 1\nproperty "+property+"\nsteps\nup(1)\nup(1)\nup(1)\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Replay(file); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", property, got, err, want)
		}
	}
}
