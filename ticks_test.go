package gmecheck_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

type sitting struct {
	Waits, Toggled bool
	N              int
}

// replayed is what becomes of the run of a verdict.
func replayed[V comparable](t *testing.T, p *gmecheck.Model[V], r *gmecheck.Report, property string) string {
	t.Helper()
	v := r.Verdict(property)
	text := "# gmecheck trace 1\nmodel " + r.Model + "\nproperty " + property + "\nsteps\n" + strings.Join(v.Steps, "\n") + "\n"
	file := filepath.Join(t.TempDir(), "run.trace")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := p.Replay(file)
	if err != nil {
		t.Fatal(err, text)
	}
	return said
}

// TestTicksAtRest: what stays true to the end of a run counts, also where something is possible that need not happen: the run may end there.
func TestTicksAtRest(t *testing.T) {
	for name, x := range map[string]struct {
		add  func(p *gmecheck.Model[sitting])
		want string
	}{
		"nothing":   {func(*gmecheck.Model[sitting]) {}, "3"},
		"optional":  {func(p *gmecheck.Model[sitting]) { p.Event("toggle", gmecheck.Always, nil, toggle).Optional() }, "3"},
		"budget":    {func(p *gmecheck.Model[sitting]) { p.Event("toggle", 1, nil, toggle) }, "3"},
		"crash":     {func(p *gmecheck.Model[sitting]) { p.With(gmecheck.Faults{Crash: 1, Final: true}) }, "3"},
		"to happen": {func(p *gmecheck.Model[sitting]) { p.Event("toggle", gmecheck.Always, nil, toggle) }, ""}, // and time stands still
	} {
		p := gmecheck.New[sitting]("sitting", 1)
		p.Event("go", 1, nil, func(s *sitting, c gmecheck.Ctx) { s.Waits = true; c.Send(1, true) })
		gmecheck.On(p, func(*sitting, gmecheck.Ctx, bool) {})
		waits := func(s sitting) bool { return s.Waits }
		p.Ticks("waits", waits).AtMost(2)
		for _, name := range []string{"passed", "passed-over", "passed-by"} { // with several that look ahead, those answer once for states that look alike
			p.Overtaking(name, waits, func(s sitting) bool { return s.Toggled })
		}
		p.With(gmecheck.Times{Delay: gmecheck.Interval{Lo: 3, Hi: 3}})
		x.add(p)
		r, err := p.Check()
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdict("waits")
		if v.Value != x.want {
			t.Errorf("%s: %v; want %s", name, v, x.want)
		}
		if x.want == "" {
			continue
		}
		if said := replayed(t, p, r, "waits"); !strings.HasPrefix(said, "replayed: violates waits") || !strings.Contains(said, "this run shows 3") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

func toggle(s *sitting, _ gmecheck.Ctx) { s.Toggled = !s.Toggled }

// TestTicksWithin: a run does not end at the boundary.
func TestTicksWithin(t *testing.T) {
	p := gmecheck.New[sitting]("sitting", 1)
	p.Event("go", 1, nil, func(s *sitting, c gmecheck.Ctx) { s.Waits = true; c.Send(1, true) })
	gmecheck.On(p, func(s *sitting, _ gmecheck.Ctx, _ bool) { s.N = 1 })
	p.Ticks("waits", func(s sitting) bool { return s.Waits })
	p.Within(func(w gmecheck.World[sitting]) bool { return w.At(1).N == 0 })
	p.With(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}})
	if r, err := p.Check(); err != nil || r.Verdict("waits").Result != gmecheck.Vacuous {
		t.Error(r, err)
	}
}

// TestTicksUntimed: a claim about ticks is not judged where no time passes, and reports say so.
func TestTicksUntimed(t *testing.T) {
	p := sized()
	p.Ticks("waits", func(s count1) bool { return s.N == 1 }).AtMost(2)
	for _, x := range []struct {
		options []gmecheck.Option
		said    bool
	}{{nil, true}, {[]gmecheck.Option{gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}}}, false}} {
		r, err := p.Check(x.options...)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdict("waits"); (v.Detail == "it is judged with Times only") != x.said || (v.Result == "") != x.said || strings.Contains(r.String(), "not judged without Times: waits") != x.said {
			t.Errorf("%v\n%s", v, r)
		}
	}
}

// TestStepOutside: a step that leads outside of the boundary is judged, and the run that shows it is one.
func TestStepOutside(t *testing.T) {
	p := gmecheck.New[int]("up", 1)
	p.Event("up", gmecheck.Always, nil, func(s *int, _ gmecheck.Ctx) { *s++ })
	p.Steps("small", func(x gmecheck.Step[int]) bool { return x.After.At(1) < 2 })
	p.Always("none", func(w gmecheck.World[int]) bool { return w.At(1) < 2 })
	p.Within(func(w gmecheck.World[int]) bool { return w.At(1) < 2 })
	r, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict("small"); v.Result != gmecheck.Violated || len(v.Steps) != 2 || r.Verdict("none").Result != gmecheck.Holds {
		t.Error(r)
	}
	if said := replayed(t, p, r, "small"); !strings.HasPrefix(said, "replayed: violates small after 2 steps") {
		t.Error(said)
	}
	r.Verdicts[1].Steps = r.Verdict("small").Steps
	if said := replayed(t, p, r, "none"); !strings.HasPrefix(said, "diverged at step 2") {
		t.Error(said)
	}
}

// TestExitOptional: a site that need not leave its critical section holds up nothing: patient events happen while it is inside, and time passes.
func TestExitOptional(t *testing.T) {
	build := func() *gmecheck.Model[sitting] {
		p := gmecheck.New[sitting]("sitting", 1)
		p.Init(func(s *sitting, _ gmecheck.Ctx) { s.Waits = true })
		p.Event("leave", gmecheck.Always, func(s *sitting, _ gmecheck.Ctx) bool { return s.Waits }, func(s *sitting, _ gmecheck.Ctx) { s.Waits = false }).Exit().Optional()
		return p
	}
	p := build()
	p.Event("alarm", gmecheck.Always, func(s *sitting, _ gmecheck.Ctx) bool { return s.N == 0 }, func(s *sitting, _ gmecheck.Ctx) { s.N = 1 }).Patient()
	p.Never("inside", func(w gmecheck.World[sitting]) bool { return w.At(1).Waits && w.At(1).N == 1 })
	p.Eventually("alarmed", func(w gmecheck.World[sitting]) bool { return w.At(1).N == 1 })
	p.Agree(t)
	if r, err := p.Check(); err != nil || len(r.Verdict("inside").Steps) != 1 || r.Verdict("alarmed").Result != gmecheck.Holds {
		t.Error(r, err)
	}
	p = build()
	p.Timer("late", func(s *sitting, _ gmecheck.Ctx) bool { return s.N == 0 }, func(gmecheck.Times) int { return 4 }, func(s *sitting, _ gmecheck.Ctx) { s.N = 1 })
	p.Never("inside", func(w gmecheck.World[sitting]) bool { return w.At(1).Waits && w.At(1).N == 1 })
	p.Steps("early", func(x gmecheck.Step[sitting]) bool { return !x.Is("leave") })
	p.With(gmecheck.Times{CS: gmecheck.Interval{Lo: 1, Hi: gmecheck.Unlimited}})
	p.Agree(t)
	if r, err := p.Check(); err != nil || len(r.Verdict("inside").Steps) != 5 || len(r.Verdict("early").Steps) != 2 {
		t.Error(r, err)
	}
}

type waiter struct {
	Round int
	Waits bool
}

// waiterFrom is a model in which site 1 waits from the beginning, for two hops, and then once more, for one; or only the former.
func waiterFrom(again bool) *gmecheck.Model[waiter] {
	p := gmecheck.New[waiter]("waiter", 2)
	p.Init(func(s *waiter, c gmecheck.Ctx) { s.Waits = c.Self == 1 })
	p.Event("first", gmecheck.Always, func(s *waiter, c gmecheck.Ctx) bool { return c.Self == 1 && s.Round == 0 }, func(s *waiter, c gmecheck.Ctx) {
		s.Round = 1
		c.Send(2, 2)
	})
	p.Event("second", gmecheck.Always, func(s *waiter, c gmecheck.Ctx) bool { return again && c.Self == 1 && s.Round == 1 && !s.Waits }, func(s *waiter, c gmecheck.Ctx) {
		s.Round, s.Waits = 2, true
		c.Send(1, 1)
	})
	gmecheck.On(p, func(s *waiter, c gmecheck.Ctx, hops int) {
		if hops > 1 {
			c.Send(c.From, 1)
		} else {
			s.Waits = false
		}
	})
	p.Timer("retry", func(s *waiter, c gmecheck.Ctx) bool { return s.Waits }, nil, func(*waiter, gmecheck.Ctx) {})
	return p
}

// TestClockFromTheBeginning: the clock of a timer that runs in the initial state counts from there.
func TestClockFromTheBeginning(t *testing.T) {
	for again, want := range map[bool]string{true: "3..6", false: "6"} {
		r, err := waiterFrom(again).Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 3, Hi: 3}, Timers: map[string]int{"retry": gmecheck.Unlimited}})
		if err != nil || r.Verdict("largest-clock-retry").Value != want {
			t.Errorf("%v, %v; want %s", r, err, want)
		}
	}
}

// TestWatchdog: a timer that is set anew in time each time has had something to judge.
func TestWatchdog(t *testing.T) {
	for length, want := range map[int]gmecheck.Result{3: gmecheck.Holds, 2: gmecheck.Holds, 1: gmecheck.Violated} {
		p := gmecheck.New[waiter]("watchdog", 2)
		p.Event("begin", 1, func(s *waiter, c gmecheck.Ctx) bool { return c.Self == 1 && !s.Waits }, func(s *waiter, c gmecheck.Ctx) {
			s.Waits = true
			c.Send(2, "beat")
		})
		gmecheck.On(p, func(s *waiter, c gmecheck.Ctx, m string) {
			s.Waits = true
			c.Restart("silence")
			c.Send(c.From, m)
		})
		p.Timer("silence", func(s *waiter, c gmecheck.Ctx) bool { return s.Waits && s.Round == 0 }, func(gmecheck.Times) int { return length }, func(s *waiter, c gmecheck.Ctx) { s.Round = 1 })
		r, err := p.Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}})
		if err != nil || r.Verdict("no-vain-expiry").Result != want {
			t.Errorf("%d: %v, %v; want %s", length, r, err, want)
		}
	}
}
