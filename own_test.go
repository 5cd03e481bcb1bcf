package gmecheck_test

import (
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
