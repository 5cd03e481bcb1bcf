package explore_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestDigest: programs have one digest if they do the same in the first steps, and are judged alike; another one if anything of that
// differs, also what is possible after the last step that is taken; and none if a function panics.
func TestDigest(t *testing.T) {
	type site struct{ Steps, Other int }
	digest := func(event string, other, also int, judge invariants.Opinion) string {
		p := gmecheck.New[site]("digested", 1)
		p.Event(event, gmecheck.Always, func(*site, gmecheck.Ctx) bool { return true }, func(s *site, _ gmecheck.Ctx) { s.Steps, s.Other = s.Steps+1, 6/other })
		p.Event("also", gmecheck.Always, func(s *site, _ gmecheck.Ctx) bool { return s.Steps == also }, func(*site, gmecheck.Ctx) {})
		sys, err := p.System()
		if err != nil {
			t.Fatal(err)
		}
		return explore.Digest(sys, invariants.Panel{{Name: "judged", State: func(invariants.Views) invariants.Opinion { return judge }}})
	}
	fine, violated := invariants.Fine, invariants.Violated
	plain := digest("step", 1, -1, fine)
	if again := digest("step", 1, -1, fine); plain == "" || again != plain {
		t.Errorf("one program has the digests %q and %q", plain, again)
	}
	for name, other := range map[string]string{
		"label": digest("walk", 1, -1, fine), "variable": digest("step", 2, -1, fine), "step": digest("step", 1, 16, fine), "verdict": digest("step", 1, -1, violated),
	} {
		if other == "" || other == plain {
			t.Errorf("another %s: the digest is %q", name, other)
		}
	}
	if broken := digest("step", 0, -1, fine); broken != "" {
		t.Errorf("a program that panics has the digest %q", broken)
	}
}

// TestRehearse: each function by which a property asks for states, ends or intervals is asked twice before a search, and the property is named if it does not
// answer the same.
func TestRehearse(t *testing.T) {
	type site struct{ Steps int }
	p := gmecheck.New[site]("rehearsed", 1)
	p.Event("step", gmecheck.Always, func(s *site, _ gmecheck.Ctx) bool { return s.Steps < 9 }, func(s *site, _ gmecheck.Ctx) { s.Steps++ })
	sys, err := p.System()
	if err != nil {
		t.Fatal(err)
	}
	random := func(invariants.Views) uint64 { return rand.Uint64N(2) }
	says := func(one, other invariants.Opinion) func(invariants.Views) invariants.Opinion {
		return func(invariants.Views) invariants.Opinion {
			if rand.IntN(2) == 0 {
				return one
			}
			return other
		}
	}
	verdict := says(invariants.Fine, invariants.Violated)
	for name, x := range map[string]invariants.Property{
		"State": {State: verdict}, "whether it says anything": {State: says(invariants.Silent, invariants.Fine)},
		"End": {End: verdict}, "Pending": {Pending: random, Goal: one}, "Goal": {Pending: one, Goal: random}, "Fair": {Fair: random}, "Cause": {Fair: one, Cause: random},
		"Size": {Size: func(invariants.Views) int { return rand.Int() }}, "Within": {Gauge: &invariants.Gauge{Lanes: 1, Within: random}},
	} {
		x.Name = "chance"
		if err := explore.Rehearse(t.Context(), sys, invariants.Panel{{Name: "other", State: func(invariants.Views) invariants.Opinion { return invariants.Fine }}, x}); err == nil ||
			!strings.Contains(err.Error(), "property chance does not always answer the same") {
			t.Errorf("%s: %v", name, err)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if err := explore.Rehearse(stopped, sys, invariants.Panel{x}); err != nil {
			t.Errorf("%s, when nobody waits any more: %v", name, err)
		}
	}
}
