package drsgme_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// largest are the largest numbers of ticks of the measures in time, where timers never expire.
func largest(t *testing.T, n int, delay, cs model.Interval) map[string]int {
	c := drsgme.Algorithm.With(model.Repaired, func(c *model.Config) {
		c.Processes, c.Timeouts = n, model.ByClock
		c.Times = &model.Times{Delay: delay, CS: cs, Timers: map[string]int{drsgme.T1: model.Unlimited, drsgme.T2: model.Unlimited}}
	})
	panel := invariants.Panel(invariants.InTime(c, nil, []string{drsgme.T1, drsgme.T2}))
	findings, r, err := explore.CheckAll(t.Context(), drsgme.Algorithm.New(c), panel, explore.Options{})
	if err != nil || !r.Complete {
		t.Fatalf("%v: %v", c, err)
	}
	all := map[string]int{}
	for _, f := range findings {
		if f.Value != nil {
			all[f.Property.Name] = f.Value.Max
		}
	}
	return all
}

// TestDoubled doubles all constants: all answers double. And T_fol = 2 t_m + t_c is the smallest safe value of T2.
func TestDoubled(t *testing.T) {
	for _, x := range []struct{ delay, cs model.Interval }{
		{model.Interval{Lo: 1, Hi: 1}, model.Interval{Lo: 1, Hi: 1}}, {model.Interval{Lo: 0, Hi: 1}, model.Interval{Lo: 1, Hi: 2}},
	} {
		one := largest(t, 2, x.delay, x.cs)
		two := largest(t, 2, model.Interval{Lo: 2 * x.delay.Lo, Hi: 2 * x.delay.Hi}, model.Interval{Lo: 2 * x.cs.Lo, Hi: 2 * x.cs.Hi})
		if len(one) < 4 {
			t.Errorf("%v: too few answers", one)
		}
		for name, ticks := range one {
			if two[name] != 2*ticks {
				t.Errorf("%s is %d ticks, and %d with doubled bounds", name, ticks, two[name])
			}
		}
		if want := 2*x.delay.Hi + x.cs.Hi; one["largest-clock-T2"] != want {
			t.Errorf("T2 runs for up to %d ticks, T_fol is %d", one["largest-clock-T2"], want)
		}
	}
}

// TestDown: while a site is down its clocks stand still, so that no clock comes further than the value at which its timer expires.
func TestDown(t *testing.T) {
	for _, x := range []struct {
		variant string
		groups  int
		delay   model.Interval
		timers  map[string]int
	}{
		{model.Published, 1, model.Interval{Lo: 1, Hi: 1}, map[string]int{drsgme.T1: model.Unlimited, drsgme.T2: 3}},
		{model.Repaired, 2, model.Interval{Lo: 0, Hi: 1}, map[string]int{drsgme.T1: 4, drsgme.T2: 3}},
	} {
		c := drsgme.Algorithm.With(x.variant, func(c *model.Config) {
			c.Processes, c.Groups, c.Crash, c.Timeouts = 2, x.groups, 1, model.ByClock
			c.Times = &model.Times{Delay: x.delay, CS: model.Interval{Lo: 1, Hi: 1}, Timers: x.timers}
		})
		panel := invariants.Panel(invariants.OfTimers(c, []string{drsgme.T1, drsgme.T2}))
		findings, r, err := explore.CheckAll(t.Context(), drsgme.Algorithm.New(c), panel, explore.Options{})
		if err != nil || !r.Complete {
			t.Fatalf("%v: %v", c, err)
		}
		for _, f := range findings {
			most := x.timers[strings.TrimPrefix(f.Property.Name, "largest-clock-")]
			if most != model.Unlimited && (f.Value == nil || f.Value.Unbounded || f.Value.Max != most) {
				t.Errorf("%v: %s is %v, and the timer expires at %d", c, f.Property.Name, f.Value, most)
			}
		}
	}
}

// TestPrototype: the first search of these handlers with integer time, which had nothing in common with this one but them, found as many
// states with exact delays, and with intervals.
func TestPrototype(t *testing.T) {
	for line, want := range map[string]naive.Result{
		"--variant repaired -n 3 --timeouts off --delay 1 --cs 1":       {States: 8682, Transitions: 15258, Depth: 24},
		"--variant repaired -n 3 --timeouts off --delay 0..1 --cs 0..1": {States: 90984, Transitions: 323904, Depth: 18},
	} {
		c := papertest.Model(t, &drsgme.Algorithm, line)
		r, err := explore.Check(t.Context(), drsgme.Algorithm.New(c), explore.Options{})
		if err != nil || !r.Complete {
			t.Fatalf("%s: %v", line, err)
		}
		if got := (naive.Result{States: r.States, Transitions: r.Transitions, Depth: r.Depth}); got != want {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}
