package predicate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/predicate"
	"github.com/gmecheck/gmecheck/model/system"
)

func composed(t testing.TB, line string) *system.System {
	t.Helper()
	a, c, err := options.Parse(algorithms.All(), line)
	if err != nil {
		t.Fatal(err)
	}
	return a.New(c).Showing()
}

// TestHolds: what expressions say after the four steps of the shortest violation of gme, and at the start.
func TestHolds(t *testing.T) {
	sys := composed(t, "srt-gme -n 2")
	run := counterexamples.NewRun(sys)
	at := map[string]invariants.Views{"start": run.Views()}
	for k, label := range []string{"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "request(1, g2)", "deliver(token(<>, NULL, 0) -> 2)"} {
		if err := run.Take(label); err != nil {
			t.Fatal(err)
		}
		at[[]string{"asked", "sent", "inside", "overlap"}[k]] = run.Views()
	}
	for text, want := range map[string]string{
		`len(cs) >= 2`:                                       "overlap",
		`P1.state == "HI" && P2.state == "N"`:                "start",
		`inflight("request") == 1 && inflight() == 1`:        "asked",
		`inflight("token") == 1`:                             "sent inside",
		`any(sites, .waits)`:                                 "asked sent inside",
		`count(sites, .inside) == 1 && "P1" in cs`:           "inside",
		`P2.groups == ["g1"] && P2.inside`:                   "overlap",
		`P1.SN[1] == 1 && len(P1.RS) == 1`:                   "sent",
		`any(P2.inbox, .kind == "token" && .text != "")`:     "sent inside",
		`P1.token.followers == 0 && len(waiting) == 0`:       "start overlap",
		`sites[0].name == "P1" && P1.tokens + P2.tokens > 1`: "overlap",
		`not P2.waits and P1.X == "g2"`:                      "overlap",
	} {
		p, err := predicate.New(text, sys)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for name, views := range at {
			if is := p.Holds(views); is != strings.Contains(" "+want+" ", " "+name+" ") {
				t.Errorf("%s: %s: %v", text, name, is)
			}
		}
	}
}

// TestErrors: a wrong expression is told with its place, and a name that is not there with those that are.
func TestErrors(t *testing.T) {
	sys := composed(t, "srt-gme -n 2")
	for _, test := range []struct {
		text    string
		column  int
		unknown string
	}{
		{`P1.stat == "HI"`, 4, "stat"},
		{`P3.state == "HI"`, 1, "P3"},
		{`len(cs) >= 2 && P1.wait`, 20, "wait"},
		{`P1.state == 3`, 10, ""},
		{`P1.state`, 1, ""},
		{`P1.inside &&`, 12, ""},
		{`inflights("x") > 1`, 1, "inflights"},
		{`now() > 1`, 1, "now"},
		{``, 1, ""},
		{`P1.state == "ZZ"`, 13, "ZZ"},
		{`"W" != P2.state`, 1, "W"},
		{`P1.state in ["N", "Hi"]`, 10, "Hi"},
		{`any(sites, .inside && .state == "X")`, 33, "X"},
		{`any(sites, any(.inbox, .kind == "Y") || .state == "X")`, 51, "X"},
		{`P1.X == "g3"`, 9, "g3"},
		{`P1.token.typ == "g7"`, 17, "g7"},
		{`"P9" in cs`, 1, "P9"},
		{`cs[0] == "Q"`, 10, "Q"},
		{`any(sites, .name == "P3")`, 21, "P3"},
		{`P1.name in ["P1", "P4"]`, 9, "P4"},
		{`"g7" in P1.groups`, 1, "g7"},
		{`any(sites, "g8" in .groups)`, 12, "g8"},
		{`P1.inside && P1 == P2`, 14, ""},
		{`P2 != P1`, 1, ""},
		{"P1.inside || P1.state == \"\xff\"", 27, ""},
	} {
		_, err := predicate.New(test.text, sys)
		var wrong *predicate.Error
		if !errors.As(err, &wrong) || wrong.Column != test.column || wrong.Unknown != test.unknown {
			t.Errorf("%s: %+v, want column %d, unknown %q", test.text, err, test.column, test.unknown)
		}
	}
}

// TestTypes: types that are wrong have the documents' names, not Go's, and who writes sets as traces do is told how they are written here.
func TestTypes(t *testing.T) {
	sys := composed(t, "drs-gme -n 2")
	for text, want := range map[string]string{
		"P1.RS":        "expected bool, but got list",
		"P1 == 2":      "(mismatched types record and number)",
		"P1.state + 1": "(mismatched types text and number)",
		"P1.RS == {}":  "(mismatched types list and record); sets and lists are written in brackets: [1, 2]",
		"P1.RS != {1}": `unexpected token Bracket("}"); sets and lists are written in brackets: [1, 2]`,
		"P1.int":       "unknown field int",
	} {
		if _, err := predicate.New(text, sys); err == nil || !strings.Contains(err.Error(), want+"\n") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestForgottenQuotes: a name that is compared with is told to be a text; others are not.
func TestForgottenQuotes(t *testing.T) {
	sys := composed(t, "srt-gme -n 2")
	for text, want := range map[string]bool{
		`P1.state == HI`: true, `P1.inside && P1.state != HI`: true, `HI == P1.state`: false, `len(hi) > 1`: false, `P1.state == P2.stat`: false,
	} {
		_, err := predicate.New(text, sys)
		if err == nil || strings.Contains(err.Error(), `stands in quotes: "HI"`) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestProperty: the engine judges an expression as it judges the property that says the same.
func TestProperty(t *testing.T) {
	for _, line := range []string{"srt-gme -n 2", "srt-gme --variant repaired -n 2", "drs-gme -n 2 --loss 1", "raymond -n 3"} {
		sys := composed(t, line)
		alone, err := predicate.New("len(cs) < 2 || all(sites, not .inside || len(.groups) > 0)", sys)
		if err != nil {
			t.Fatal(err)
		}
		same, err := predicate.New(`all(sites, not .inside || count(sites, {.inside}) == 1)`, sys)
		if err != nil {
			t.Fatal(err)
		}
		panel := invariants.Panel{invariants.Mutex, same.Property("alone"), alone.Property("grouped")}
		findings, r, err := explore.CheckAll(t.Context(), sys, panel, explore.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete || findings[0].Verdict != findings[1].Verdict && findings[0].Verdict != invariants.Vacuous || findings[0].Steps != findings[1].Steps {
			t.Errorf("%s: mutex is %s in %d steps, the expression %s in %d", line, findings[0].Verdict, findings[0].Steps, findings[1].Verdict, findings[1].Steps)
		}
	}
}
