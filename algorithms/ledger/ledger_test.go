package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// answer is what a search that is told its findings says of a property in a configuration.
type answer func(line string, p string) invariants.Finding

// told is a paper of these claims, whose properties exist by name only, and a search that explores nothing.
func told(t *testing.T, say answer, claims ...paper.Claim) (*ledger.Ledger, []string) {
	t.Helper()
	a := srtgme.Algorithm
	a.Claims = claims
	a.Properties = func(model.Config) []invariants.Property {
		return []invariants.Property{{Name: "cost", Kind: invariants.Cost}, {Name: "safe", Kind: invariants.Invariant}}
	}
	var searched []string
	search := func(_ context.Context, _ *paper.Algorithm, c model.Config, panel invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
		line := c.Variant + " " + ledger.Flags(&a, c)
		var names []string
		var findings []invariants.Finding
		for _, p := range panel {
			f := say(line, p.Name)
			f.Property = p
			findings = append(findings, f)
			names = append(names, p.Name)
		}
		searched = append(searched, line+": "+strings.Join(names, " "))
		return findings, &explore.Result{Complete: true}, nil
	}
	l, err := ledger.Decide(t.Context(), &a, ledger.Options{Search: search})
	if err != nil {
		t.Fatal(err)
	}
	return l, searched
}

func found(v invariants.Verdict, least, most int) invariants.Finding {
	f := invariants.Finding{Verdict: v, Value: &invariants.Value{Min: least, Max: most}}
	f.Trace, f.Least = make([]string, 5), make([]string, 2)
	return f
}

func holds(string, string) invariants.Finding { return invariants.Finding{Verdict: invariants.Holds} }

// TestSharing: claims about the same configuration are decided by one exploration, with all properties that they name.
func TestSharing(t *testing.T) {
	l, searched := told(t, holds,
		paper.Claim{Property: "safe"}, paper.Claim{Property: "cost"}, paper.Claim{Property: "safe", At: []string{"", "-r 2"}},
		paper.Claim{Property: "safe", At: []string{"-m 2 -n 3 -r 1"}})
	want := []string{
		"published -n 3 -m 2: cost safe", "repaired -n 3 -m 2: cost safe",
		"published -n 3 -m 2 -r 2: safe", "repaired -n 3 -m 2 -r 2: safe",
	}
	if !slices.Equal(searched, want) {
		t.Errorf("searched %q, want %q", searched, want)
	}
	if n := len(l.Rows[2].Sizes); n != 2 {
		t.Errorf("the third row has %d sizes", n)
	}
}

// TestFigures: the paper's number decides, at the sizes of its configuration, whatever the property says itself.
func TestFigures(t *testing.T) {
	for _, test := range []struct {
		form        paper.Form
		least, most int
		verdict     ledger.Verdict
		attained    bool
	}{
		{paper.AtMost, 0, 3, ledger.Holds, true},
		{paper.AtMost, 0, 2, ledger.Holds, false},
		{paper.AtMost, 0, 4, ledger.Refuted, false},
		{paper.AtBest, 3, 9, ledger.Holds, false},
		{paper.AtBest, 2, 9, ledger.Refuted, false},
		{paper.UpTo, 0, 3, ledger.Holds, true},
		{paper.UpTo, 0, 2, ledger.Refuted, false},
		{paper.Exactly, 3, 3, ledger.Holds, true},
		{paper.Exactly, 2, 3, ledger.Refuted, true},
	} {
		claim := paper.Claim{Property: "cost", Figure: paper.Figure{Form: test.form, Formula: paper.N}}
		l, _ := told(t, func(string, string) invariants.Finding { return found(invariants.Refuted, test.least, test.most) }, claim)
		cell := l.Rows[0].Cells[0]
		if cell.Verdict != test.verdict || cell.Attained != test.attained {
			t.Errorf("%s n = 3, found %d..%d: %s, attained %v", test.form, test.least, test.most, cell.Verdict, cell.Attained)
		}
		if steps := len(cell.Trace); cell.Verdict == ledger.Refuted && (steps == 2) != (test.form == paper.AtBest) {
			t.Errorf("%s: shown by a trace of %d steps", test.form, steps)
		}
	}
}

// TestUnbounded: no number bounds a value that has no end.
func TestUnbounded(t *testing.T) {
	endless := func(string, string) invariants.Finding {
		return invariants.Finding{Verdict: invariants.Refuted, Value: &invariants.Value{Unbounded: true}}
	}
	for _, form := range []paper.Form{paper.AtMost, paper.UpTo, paper.Exactly} {
		l, _ := told(t, endless, paper.Claim{Property: "cost", Figure: paper.Number(form, 0)})
		if v := l.Rows[0].Cells[0].Verdict; v != ledger.Refuted {
			t.Errorf("%s 0, found no end: %s", form, v)
		}
	}
}

// TestSteady: a value that grows with R is not bounded by the algorithm.
func TestSteady(t *testing.T) {
	grows := func(line, _ string) invariants.Finding {
		return found(invariants.Holds, 0, 3+strings.Count(line, "published")*strings.Count(line, "-r 3"))
	}
	l, _ := told(t, grows, paper.Claim{Property: "cost", Figure: paper.Figure{Form: paper.Steady}, At: []string{"-r 2", "-r 3"}})
	published, repaired := l.Rows[0].Cells[0], l.Rows[0].Cells[1]
	if published.Verdict != ledger.Refuted || published.Value.Max != 4 || repaired.Verdict != ledger.Holds {
		t.Errorf("published %v %v, repaired %v", published.Verdict, published.Value, repaired.Verdict)
	}
}

// TestWorst: of several configurations the worst decides, and a property that does not exist decides nothing.
func TestWorst(t *testing.T) {
	verdicts := map[string]invariants.Verdict{"-r 2": invariants.Vacuous, "-r 3": invariants.Inconclusive, "-r 4": invariants.Refuted}
	say := func(line, _ string) invariants.Finding {
		for flags, v := range verdicts {
			if strings.Contains(line, flags) {
				return invariants.Finding{Verdict: v}
			}
		}
		return invariants.Finding{Verdict: invariants.Holds}
	}
	for at, want := range map[string]ledger.Verdict{
		"": ledger.Holds, ",-r 2": ledger.Vacuous, "-r 2,-r 3": ledger.NotDecided, "-r 2,-r 4,-r 3": ledger.Refuted,
	} {
		l, _ := told(t, say, paper.Claim{Property: "safe", At: strings.Split(at, ",")})
		if got := l.Rows[0].Cells[0].Verdict; got != want {
			t.Errorf("at %q: %s, want %s", at, got, want)
		}
	}
	l, _ := told(t, say, paper.Claim{Property: "unheard-of"})
	if c := l.Rows[0].Cells[0]; c.Verdict != ledger.NotDecided || c.Reason != "no property unheard-of yet" {
		t.Errorf("no such property: %s: %s", c.Verdict, c.Reason)
	}
}

// TestShortest: of several refutations the one with the shortest trace is shown.
func TestShortest(t *testing.T) {
	say := func(line, _ string) invariants.Finding {
		steps := map[bool]int{true: 3, false: 7}[strings.Contains(line, "-r 3")]
		return invariants.Finding{Verdict: invariants.Refuted, Trace: make([]string, steps)}
	}
	for _, at := range [][]string{{"-r 2", "-r 3"}, {"-r 3", "-r 2"}} {
		l, _ := told(t, say, paper.Claim{Property: "safe", At: at})
		if got := len(l.Rows[0].Cells[0].Trace); got != 3 {
			t.Errorf("at %q: a trace of %d steps, want 3", at, got)
		}
	}
}

// TestFIFO: what is refuted is tried again with messages in order, in one exploration for all such claims.
func TestFIFO(t *testing.T) {
	say := func(line, p string) invariants.Finding {
		if p == "safe" && strings.Contains(line, "published") && !strings.Contains(line, "fifo") {
			return invariants.Finding{Verdict: invariants.Refuted, Trace: []string{"a", "b"}}
		}
		return invariants.Finding{Verdict: invariants.Holds}
	}
	l, searched := told(t, say, paper.Claim{Property: "safe"}, paper.Claim{Property: "safe"}, paper.Claim{Property: "cost"})
	c := l.Rows[0].Cells[0]
	if c.Verdict != ledger.HoldsOnly || c.Assumption != ledger.FIFO || len(c.Trace) != 2 {
		t.Errorf("%s %s, trace of %d", c.Verdict, c.Assumption, len(c.Trace))
	}
	if v := l.Rows[2].Cells[0].Verdict; v != ledger.Holds {
		t.Errorf("the other property: %s", v)
	}
	if len(searched) != 3 || searched[2] != "published -n 3 -m 2 --net fifo: safe" {
		t.Errorf("searched %q", searched)
	}
}

// TestFlags: flags replace their part of every row's; where nothing is left that makes sense the row says so.
func TestFlags(t *testing.T) {
	a := srtgme.Algorithm
	a.Claims = []paper.Claim{{Property: "gme", At: []string{"--priorities 2"}}, {Property: "gme", At: []string{"-r 1,1,2"}}}
	search := func(_ context.Context, _ *paper.Algorithm, c model.Config, _ invariants.Panel) ([]invariants.Finding, *explore.Result, error) {
		return []invariants.Finding{{Property: invariants.GME, Verdict: invariants.Holds}}, &explore.Result{Complete: true}, nil
	}
	l, err := ledger.Decide(t.Context(), &a, ledger.Options{Search: search, Flags: "-n 2"})
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Sizes) != 1 || l.Sizes[0].Flags != "-n 2 -m 2 --priorities 2" {
		t.Errorf("sizes %v", l.Sizes)
	}
	if c := l.Rows[1].Cells[0]; c.Verdict != ledger.NotDecided || !strings.Contains(c.Reason, "3 budgets for 2 processes") {
		t.Errorf("three budgets: %s: %s", c.Verdict, c.Reason)
	}
}
