package gmecheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestForgottenMessages: a run to a state delivers none of the messages that forms forget, and one that ends delivers all of them. Of no delivery
// it is said that it never happened.
func TestForgottenMessages(t *testing.T) {
	p := gmecheck.New[count1]("notes", 2)
	p.Event("go", 1, func(s *count1, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *count1, c gmecheck.Ctx) {
		s.N = 1
		c.Cast(c.All(), ping{})
		c.Send(2, ping{})
	})
	gmecheck.On(p, func(*count1, gmecheck.Ctx, ping) {})
	p.Event("never", 1, func(*count1, gmecheck.Ctx) bool { return false }, func(*count1, gmecheck.Ctx) {})
	gone := func(w gmecheck.World[count1]) bool { return w.At(1).N == 1 }
	p.Never("one", gone)
	p.Sometimes("some", gone)
	p.CanReach("zero", func(w gmecheck.World[count1]) bool { return !gone(w) })
	p.AtEnd("end", func(w gmecheck.World[count1]) bool { return !gone(w) })
	p.Canonical(func(g *gmecheck.Global[count1]) { g.InFlight = nil })
	r, err := p.Check()
	if err != nil || r.States != 2 {
		t.Fatal(r, err)
	}
	for property, want := range map[string]int{"one": 1, "some": 1, "zero": 1, "end": 4} {
		if v := r.Verdict(property); len(v.Steps) != want {
			t.Errorf("%s: %q; want %d steps", property, v.Steps, want)
		}
	}
	if got := fmt.Sprint(r.Idle); got != "[never]" {
		t.Errorf("never happened: %s", got)
	}
}

// TestForgottenMeasures: nor are they delivered in runs that show a number, where the run does not end with it.
func TestForgottenMeasures(t *testing.T) {
	p := gmecheck.New[count1]("notes", 2)
	becomes := func(name string, site gmecheck.Site, from, to int) {
		p.Event(name, 1, func(s *count1, c gmecheck.Ctx) bool { return c.Self == site && s.N == from }, func(s *count1, c gmecheck.Ctx) {
			s.N = to
			c.Cast(c.All(), ping{})
		})
	}
	becomes("want", 1, 0, 1)
	becomes("in", 1, 1, 2)
	becomes("over", 2, 0, 2)
	gmecheck.On(p, func(*count1, gmecheck.Ctx, ping) {})
	p.Measure("sum", func(w gmecheck.World[count1]) int { return w.At(1).N + w.At(2).N }).AtMost(3)
	p.Measure("least", func(w gmecheck.World[count1]) int { return -w.At(1).N - w.At(2).N }).AtMost(-1)
	p.Overtaking("overtaking", func(s count1) bool { return s.N == 1 }, func(s count1) bool { return s.N == 2 })
	p.Canonical(func(g *gmecheck.Global[count1]) { g.InFlight = nil })
	r, err := p.Check()
	if err != nil || r.States != 6 {
		t.Fatal(r, err)
	}
	for property, want := range map[string]string{"sum": "[want(1) in(1) over(2)]", "least": "[]", "overtaking": "[want(1) over(2) in(1)]"} {
		if v := r.Verdict(property); len(v.Steps) != strings.Count(want, "(") {
			t.Errorf("%s: %v; want as many steps as %s", property, v, want)
		}
	}
}

// TestFormsAndLimits: a limit of states leaves the check of forms what it is; and a report says on what they were checked.
func TestFormsAndLimits(t *testing.T) {
	p := gmecheck.New[count1]("numbers", 1)
	p.Event("count", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool { return s.N >= 0 }, func(s *count1, _ gmecheck.Ctx) { s.N++ })
	p.Event("break", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool { return s.N == 5000 }, func(s *count1, _ gmecheck.Ctx) { s.N = -5 })
	p.Never("broken", func(w gmecheck.World[count1]) bool { return w.At(1).N < 0 })
	p.Canonical(func(g *gmecheck.Global[count1]) { g.Sites[0].N = min(g.Sites[0].N, 1) })
	for _, options := range [][]gmecheck.Option{nil, {gmecheck.MaxStates(4)}, {gmecheck.MaxStates(4000)}} {
		if r, err := p.Check(options...); err == nil || !strings.Contains(err.Error(), "loses break(1)") {
			t.Errorf("%v %v", r, err)
		}
	}
	p = gmecheck.New[count1]("numbers", 1)
	p.Event("count", gmecheck.Always, func(*count1, gmecheck.Ctx) bool { return true }, func(s *count1, _ gmecheck.Ctx) { s.N++ })
	p.Never("broken", func(w gmecheck.World[count1]) bool { return w.At(1).N < 0 })
	p.Canonical(func(g *gmecheck.Global[count1]) { g.Sites[0].N = min(g.Sites[0].N, 1) })
	r, err := p.Check()
	const says = "\n  canonical forms, checked on the first 8,000 states, and on 100 of random runs; of the others it is believed that they are right\n"
	if err != nil || !strings.Contains(r.String(), says) {
		t.Errorf("%v\n%s", err, r)
	}
}

// TestNotOnForms: a search that does not end says why its states are not canonical forms; one that ends does not.
func TestNotOnForms(t *testing.T) {
	endless := func(least int) *gmecheck.Model[count1] {
		p := gmecheck.New[count1]("numbers", 2)
		p.Event("count", gmecheck.Always, func(s *count1, _ gmecheck.Ctx) bool { return least == 0 || s.N < least }, func(s *count1, c gmecheck.Ctx) { s.N++; c.Send(2, ping{}) })
		gmecheck.On(p, func(*count1, gmecheck.Ctx, ping) {})
		p.Always("positive", func(w gmecheck.World[count1]) bool { return w.At(1).N >= 0 })
		p.Canonical(func(g *gmecheck.Global[count1]) {})
		return p
	}
	const says = "\n  the states are not canonical forms: messages can be lost or duplicated\n"
	for _, x := range []struct {
		model   *gmecheck.Model[count1]
		options []gmecheck.Option
		said    bool
	}{
		{endless(0), []gmecheck.Option{gmecheck.MaxStates(50), gmecheck.Faults{Loss: 1}}, true},
		{endless(0), []gmecheck.Option{gmecheck.MaxStates(50), gmecheck.Faults{Crash: 1}}, false},
		{endless(2), []gmecheck.Option{gmecheck.Faults{Loss: 1}}, false},
	} {
		r, err := x.model.Check(x.options...)
		if err != nil || strings.Contains(r.String(), says) != x.said {
			t.Errorf("%v\n%s", err, r)
		}
	}
}
