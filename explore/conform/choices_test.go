package conform_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

type cast struct{ High, Odd bool }

// dice is a process that throws a die until it has thrown so often, of which another hears whether it was high: dice of one half are the same.
func dice(throws int) *gmecheck.Model[cast] {
	p := gmecheck.New[cast]("dice", 2)
	p.Event("throw", throws, func(s *cast, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *cast, c gmecheck.Ctx) {
		s.High = c.Choose("die", 1, 6) > 3
		c.Send(2, s.High)
	})
	gmecheck.On(p, func(s *cast, c gmecheck.Ctx, high bool) { s.High, s.Odd = high, high && c.Maybe("odd") })
	return p
}

// TestChoices: what a handler chose can be logged. A trace has the first of those that lead to the same, as all traces.
func TestChoices(t *testing.T) {
	throw := func(die string) string {
		return `{"process":1,"kind":"internal","name":"throw","choices":["die=` + die + `"]}` + "\n"
	}
	hear := func(more string) string { return `{"process":2,"kind":"deliver"` + more + `}` + "\n" }
	for _, test := range []struct{ log, steps, misfit string }{
		{throw("1"), "throw(1) die=1", ""},
		{throw("3"), "throw(1) die=1", ""},
		{throw("6"), "throw(1) die=4", ""},
		{throw("7"), "", "its handler cannot choose die=7 there"},
		{throw("6") + hear(`,"choices":["odd=1"],"fields":{"Odd":true}`), "throw(1) die=4; deliver(bool(true) from 1 -> 2) odd=1", ""},
		{throw("6") + hear(`,"choices":["odd=0"]`), "throw(1) die=4; deliver(bool(true) from 1 -> 2) odd=0", ""},
		{throw("6") + hear(`,"choices":["odd=1"],"fields":{"Odd":false}`), "throw(1) die=4", "after deliver(bool(true) from 1 -> 2) odd=1, Odd is true; the log says false"},
		{throw("6") + hear(`,"choices":["even"]`), "throw(1) die=4", "its handler cannot choose even there"},
		{throw("1") + hear(`,"choices":["odd=1"]`), "throw(1) die=1", "its handler cannot choose odd=1 there"},
		{throw("1") + throw("6") + hear("") + hear(`,"choices":["odd=0"]`), "throw(1) die=1; throw(1) die=4; deliver(bool(false) from 1 -> 2); deliver(bool(true) from 1 -> 2) odd=0", ""},
	} {
		a, _, err := dice(2).Conform(t.Context(), "log", strings.NewReader(test.log), conform.Options{})
		if err != nil {
			t.Fatal(err)
		}
		misfit := ""
		if a.Misfit != nil {
			misfit = a.Misfit.Why
		}
		if steps := strings.Join(a.Labels(), "; "); steps != test.steps || misfit != test.misfit || a.Conforms != (misfit == "") {
			t.Errorf("%s%t: %s; %q\nwant %s; %q", test.log, a.Conforms, steps, misfit, test.steps, test.misfit)
		}
	}
}

type page struct{ Key, Value int }

type put struct{ Key, Value int }

// TestParameters: an event with parameters is logged with them, or without, and then the fields tell which it was.
func TestParameters(t *testing.T) {
	p := gmecheck.New[page]("pages", 1)
	gmecheck.Events(p, 2, func(*page, gmecheck.Ctx) []put { return []put{{0, 1}, {0, 2}} }, func(s *page, _ gmecheck.Ctx, e put) { s.Key, s.Value = e.Key, e.Value })
	for log, steps := range map[string]string{
		`"name":"put"`:                       "put(1, 0, 1)",
		`"name":"put","fields":{"Value":2}`:  "put(1, 0, 2)",
		`"name":"put(0, 2)"`:                 "put(1, 0, 2)",
		`"name":"put(1, 0, 2)"`:              "put(1, 0, 2)",
		`"name":"put(0, 3)"`:                 "",
		`"name":"pu"`:                        "",
		`"name":"put","fields":{"Value":-1}`: "",
	} {
		a, _, err := p.Conform(t.Context(), "log", strings.NewReader(`{"process":1,"kind":"internal",`+log+"}\n"), conform.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(a.Labels(), "; "); got != steps || a.Conforms != (steps != "") {
			t.Errorf("%s: %t, %s; want %s", log, a.Conforms, got, steps)
		}
	}
}
