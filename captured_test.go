package gmecheck_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/invariants"
)

type client struct{ Asked, In bool }

type (
	asked   struct{}
	granted struct{}
)

// captured are protocols in which a variable that is no site's keeps two from being inside. All but the last answer the same as often as they are asked.
var captured = map[string]func(p *gmecheck.Model[client]){
	"guard": func(p *gmecheck.Model[client]) {
		lock := gmecheck.Site(0)
		p.Event("enter", gmecheck.Always, func(s *client, c gmecheck.Ctx) bool { return !s.In && (lock == 0 || lock == c.Self) },
			func(s *client, c gmecheck.Ctx) { s.In, lock = true, c.Self })
	},
	"action": func(p *gmecheck.Model[client]) {
		in := map[gmecheck.Site]bool{}
		p.Event("enter", gmecheck.Always, func(s *client, c gmecheck.Ctx) bool { return !s.In }, func(s *client, c gmecheck.Ctx) {
			if len(in) == 0 || in[c.Self] {
				s.In, in[c.Self] = true, true
			}
		})
	},
	"handler":              func(p *gmecheck.Model[client]) { asks(p, false) },
	"handler that forgets": func(p *gmecheck.Model[client]) { asks(p, true) },
	"property": func(p *gmecheck.Model[client]) {
		calls := 0
		p.Event("enter", gmecheck.Always, func(s *client, c gmecheck.Ctx) bool { return !s.In }, func(s *client, c gmecheck.Ctx) { s.In = true })
		p.Never("often", func(w gmecheck.World[client]) bool {
			calls++
			return w.Any(func(s client) bool { return s.In }) && calls%2 == 0
		})
	},
}

// asks has the first site let in whoever asks first; forgets: until it leaves.
func asks(p *gmecheck.Model[client], forgets bool) {
	holder := gmecheck.Site(0)
	p.Event("ask", gmecheck.Always, func(s *client, c gmecheck.Ctx) bool { return c.Self != 1 && !s.Asked },
		func(s *client, c gmecheck.Ctx) { s.Asked = true; c.Send(1, asked{}) })
	gmecheck.On(p, func(s *client, c gmecheck.Ctx, _ asked) {
		if holder == 0 || holder == c.From {
			holder = c.From
			c.Send(c.From, granted{})
		}
	})
	gmecheck.On(p, func(s *client, c gmecheck.Ctx, _ granted) { s.In = true })
	type left struct{}
	p.Event("leave", 1, func(s *client, c gmecheck.Ctx) bool { return forgets && s.In }, func(s *client, c gmecheck.Ctx) { s.In = false; c.Send(1, left{}) })
	gmecheck.On(p, func(s *client, c gmecheck.Ctx, _ left) { holder = 0 })
}

// family is one of them, in which no two are to be inside.
func family(with func(p *gmecheck.Model[client])) gmecheck.Models {
	return gmecheck.Family(func(n int) *gmecheck.Model[client] {
		p := gmecheck.New[client]("captured", n)
		with(p)
		p.NeverTwo("alone", func(s client) bool { return s.In })
		return p
	})
}

// TestCaptured: what a function keeps of earlier calls is found out where a family makes it anew, by a search, also for an expression, and by what asks before
// views and averages.
func TestCaptured(t *testing.T) {
	for name, with := range captured {
		a, err := gmecheck.Algorithm(family(with))
		if err != nil {
			t.Fatal(err)
		}
		c := a.Config("")
		sys, panel := a.New(c), invariants.Panel(a.Properties(c))
		_, _, searched := explore.CheckAll(t.Context(), sys, panel, explore.Options{Workers: 1})
		found := map[string]error{"search": searched, "views": explore.Rehearse(t.Context(), sys, panel)}
		if name != "property" {
			fine := invariants.Panel{{Name: "fine", Kind: invariants.Invariant, State: func(invariants.Views) invariants.Opinion { return invariants.Fine }}}
			_, _, found["expression"] = explore.CheckAll(t.Context(), sys.Showing(), fine, explore.Options{Workers: 1})
			found["averages"] = explore.Rehearse(t.Context(), sys, invariants.Panel{})
		}
		for how, err := range found {
			if err == nil || !strings.Contains(err.Error(), "does not always") {
				t.Errorf("%s, %s: %v", name, how, err)
			}
		}
	}
}

// TestCapturedConform: nor is a log judged by a property that is not pure.
func TestCapturedConform(t *testing.T) {
	p := gmecheck.New[client]("captured", 2)
	captured["property"](p)
	log := strings.NewReader(`{"process":1,"kind":"internal","name":"enter"}`)
	if _, _, err := p.Conform(t.Context(), "log", log, conform.Options{}); err == nil || !strings.Contains(err.Error(), "does not always") {
		t.Error(err)
	}
}
