package gmecheck_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// light is a site with a lamp.
type light struct{ On bool }

func lights(n int) *gmecheck.Model[light] {
	p := gmecheck.New[light]("lights", n)
	p.Event("toggle", gmecheck.Always, nil, func(s *light, c gmecheck.Ctx) { s.On = !s.On })
	return p
}

// TestProperties: every kind of property holds and is violated.
func TestProperties(t *testing.T) {
	on := func(s light) bool { return s.On }
	off := func(s light) bool { return !s.On }
	never := func(light) bool { return false }
	all := func(w gmecheck.World[light]) bool { return w.Every(on) }
	none := func(w gmecheck.World[light]) bool { return !w.Any(on) }
	some := func(gmecheck.World[light]) bool { return true }
	type model = *gmecheck.Model[light]
	for name, x := range map[string]struct {
		claim   func(p model)
		want    gmecheck.Result
		steps   int
		endless bool
	}{
		"always":         {func(p model) { p.Always("p", some) }, gmecheck.Holds, 0, false},
		"always not":     {func(p model) { p.Always("p", none) }, gmecheck.Violated, 1, false},
		"never":          {func(p model) { p.Never("p", func(w gmecheck.World[light]) bool { return w.Count(on) > 2 }) }, gmecheck.Holds, 0, false},
		"never not":      {func(p model) { p.Never("p", all) }, gmecheck.Violated, 2, false},
		"sometimes":      {func(p model) { p.Sometimes("p", all) }, gmecheck.Holds, 2, false},
		"sometimes not":  {func(p model) { p.Sometimes("p", func(w gmecheck.World[light]) bool { return !some(w) }) }, gmecheck.Violated, 0, false},
		"leads to":       {func(p model) { p.LeadsTo("p", on, off) }, gmecheck.Holds, 0, false},
		"leads to not":   {func(p model) { p.LeadsTo("p", on, never) }, gmecheck.Violated, 5, true},
		"vacuous":        {func(p model) { p.LeadsTo("p", never, on) }, gmecheck.Vacuous, 0, false},
		"responds":       {func(p model) { p.Responds("p", all, func(w gmecheck.World[light]) bool { return w.Any(off) }) }, gmecheck.Holds, 0, false},
		"responds not":   {func(p model) { p.Responds("p", none, all) }, gmecheck.Violated, 4, true},
		"eventually":     {func(p model) { p.Eventually("p", func(w gmecheck.World[light]) bool { return w.Any(on) }) }, gmecheck.Holds, 0, false},
		"eventually not": {func(p model) { p.Eventually("p", all) }, gmecheck.Violated, 4, true},
		"can reach":      {func(p model) { p.CanReach("p", all) }, gmecheck.Holds, 0, false},
		"can reach not":  {func(p model) { p.CanReach("p", func(w gmecheck.World[light]) bool { return !some(w) }) }, gmecheck.Violated, 0, false},
		"at end":         {func(p model) { p.AtEnd("p", none) }, gmecheck.Vacuous, 0, false},
		"never ends":     {func(p model) { p.NeverEnds("p") }, gmecheck.Holds, 0, false},
		"steps": {func(p model) {
			p.Steps("p", func(s gmecheck.Step[light]) bool {
				return s.Is("toggle") && s.Before.At(s.Site) != s.After.At(s.Site)
			})
		}, gmecheck.Holds, 0, false},
		"steps not": {func(p model) {
			p.Steps("p", func(s gmecheck.Step[light]) bool { return !s.Before.Any(on) || !s.After.Any(off) })
		}, gmecheck.Violated, 2, false},
		"at most":     {func(p model) { p.Measure("p", func(w gmecheck.World[light]) int { return w.Count(on) }).AtMost(2) }, gmecheck.Holds, 2, false},
		"at most not": {func(p model) { p.Measure("p", func(w gmecheck.World[light]) int { return w.Count(on) }).AtMost(1) }, gmecheck.Violated, 2, false},
	} {
		for _, symmetry := range []bool{false, true} {
			p := lights(2)
			x.claim(p)
			options := []gmecheck.Option{gmecheck.States(4), gmecheck.Workers(2)}
			if symmetry {
				options = append(options, gmecheck.Symmetry())
			}
			r, err := p.Check(options...)
			if err != nil {
				t.Fatal(name, err)
			}
			if v := r.Verdict("p"); v.Result != x.want || len(v.Steps) != x.steps || v.Endless != x.endless {
				t.Errorf("%s: %v %v", name, v, v.Steps)
			}
		}
	}
}

// TestCanReachWithin: where the only way leads outside of the boundary, the report does not deny that it is there.
func TestCanReachWithin(t *testing.T) {
	ring := gmecheck.New[int]("ring", 1)
	ring.Event("next", gmecheck.Always, nil, func(s *int, c gmecheck.Ctx) { *s = (*s + 1) % 4 })
	ring.CanReach("back", func(w gmecheck.World[int]) bool { return w.At(1) == 0 })
	if r, err := ring.Check(); err != nil || !r.Ok() {
		t.Fatal(r, err)
	}
	ring.Within(func(w gmecheck.World[int]) bool { return w.At(1) < 3 })
	r, err := ring.Check()
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict("back"); v.Result != gmecheck.Violated || !strings.Contains(v.Detail, "within the boundary") {
		t.Errorf("%v", v)
	}
}

// TestLeavingFirst: what is due only on runs that leave the boundary first has nothing to say, and the report says why.
func TestLeavingFirst(t *testing.T) {
	at := func(k int) func(int) bool { return func(s int) bool { return s == k } }
	anywhere := func(k int) func(w gmecheck.World[int]) bool {
		return func(w gmecheck.World[int]) bool { return w.At(1) == k }
	}
	for most, want := range map[int]gmecheck.Result{1: gmecheck.Vacuous, 3: gmecheck.Holds} {
		ring := gmecheck.New[int]("ring", 1)
		ring.Event("next", gmecheck.Always, nil, func(s *int, _ gmecheck.Ctx) { *s = (*s + 1) % 4 }).Fair()
		ring.LeadsTo("leads", at(1), at(2))
		ring.Responds("responds", anywhere(1), anywhere(2))
		ring.Eventually("eventually", anywhere(2))
		ring.LeadsTo("at-once", at(1), at(1))
		ring.Eventually("begins", anywhere(0))
		ring.Within(func(w gmecheck.World[int]) bool { return w.At(1) <= most })
		r, err := ring.Check()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			want := want
			if v.Property == "at-once" || v.Property == "begins" {
				want = gmecheck.Holds
			}
			if v.Result != want || strings.Contains(v.Detail, "every run leaves it first") != (want == gmecheck.Vacuous) {
				t.Errorf("to %d: %s", most, v)
			}
		}
	}
}

// TestAtMostUnfinished: a search that a limit ends violates the bound of a measure that a state exceeds, and proves none.
func TestAtMostUnfinished(t *testing.T) {
	p := gmecheck.New[int]("up", 1)
	p.Event("up", gmecheck.Always, nil, func(s *int, _ gmecheck.Ctx) { *s++ })
	size := func(w gmecheck.World[int]) int { return w.At(1) }
	p.Measure("low", size).AtMost(3)
	p.Measure("high", size).AtMost(1000)
	r, err := p.Check(gmecheck.MaxStates(100))
	if err != nil {
		t.Fatal(err)
	}
	low, high := r.Verdict("low"), r.Verdict("high")
	if low.Result != gmecheck.Violated || len(low.Steps) != 4 || low.Detail != "found 4; claimed: at most 3" || high.Result != gmecheck.Inconclusive {
		t.Error(r)
	}
	if said := replayed(t, p, r, "low"); !strings.HasPrefix(said, "replayed: violates low after 4 steps: this run shows 4") {
		t.Error(said)
	}
}

// TestPatientAtEnd: a timeout waits for what is possible without changing anything, which is no step, so that the run ends; the run says so. It
// does not wait for what is not possible.
func TestPatientAtEnd(t *testing.T) {
	type again struct{}
	for what, add := range map[string]func(p *gmecheck.Model[light], possible bool){
		"event": func(p *gmecheck.Model[light], possible bool) {
			p.Event("idle", gmecheck.Always, func(*light, gmecheck.Ctx) bool { return possible }, func(*light, gmecheck.Ctx) {})
		},
		"message": func(p *gmecheck.Model[light], possible bool) {
			p.Event("send", 1, nil, func(_ *light, c gmecheck.Ctx) { c.Send(c.Self, again{}) }).Fair()
			gmecheck.On(p, func(_ *light, c gmecheck.Ctx, m again) { c.Send(c.Self, m) }).When(func(*light, gmecheck.Ctx, again) bool { return possible })
		},
	} {
		for _, possible := range []bool{true, false} {
			p := gmecheck.New[light]("patient", 1)
			add(p, possible)
			p.Event("wake", gmecheck.Always, func(s *light, _ gmecheck.Ctx) bool { return !s.On }, func(s *light, _ gmecheck.Ctx) { s.On = true }).Patient()
			p.AtEnd("awake", func(w gmecheck.World[light]) bool { return w.At(1).On })
			r, err := p.Check()
			if err != nil {
				t.Fatal(what, err)
			}
			v := r.Verdict("awake")
			if violated := v.Result == gmecheck.Violated; violated != possible || strings.Contains(v.Run(), "--- wake(1) waits for ever: ") != possible {
				t.Errorf("%s, possible: %t: %s\n%s", what, possible, v, v.Run())
			}
		}
	}
}
