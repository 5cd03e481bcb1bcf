package ledger_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestRefuting: what a large ledger has refuted is explored before everything else by one with a small budget, which then says the same of it; and
// nothing is refuted that its own exploration does not refute.
func TestRefuting(t *testing.T) {
	claims := []paper.Claim{
		{Property: "safe"}, {Property: "calm", At: []string{"-n 3 --requesters 2,3 -r 2"}}, {Property: "cost", Figure: paper.Number(paper.AtMost, 1)},
	}
	say := func(c model.Config, property string) invariants.Finding {
		switch {
		case property == "cost" && c.Processes == 4:
			return found(0, 2)
		case property == "cost":
			return found(0, 1)
		case c.Processes == 3 && c.Groups == 2 && c.Requests[2] == 2:
			return violated(4)
		}
		return holds(c, property)
	}
	of := func(l *ledger.Ledger) (all []ledger.Verdict) {
		for _, row := range l.Rows {
			all = append(all, row.Cells[0].Verdict)
		}
		return all
	}
	const small = 1_000 // as many as these have together
	large := (&teller{say: say}).decide(t, ledger.Options{Budget: 100_000}, claims...)
	if few := of((&teller{say: say}).decide(t, ledger.Options{Budget: small}, claims...)); slices.Contains(few, ledger.Refuted) {
		t.Fatalf("without knowing: %s; the budget is too large for this test", few)
	}
	text := ledger.FormatRefuting(large.Refuting)
	known, err := ledger.ParseRefuting(text)
	if err != nil || cmp.Diff(known, large.Refuting) != "" {
		t.Fatalf("%s\n%v: %s", text, err, cmp.Diff(known, large.Refuting))
	}
	s := &teller{say: say}
	if got, want := of(s.decide(t, ledger.Options{Budget: small, Refuting: known}, claims...)), of(large); !slices.Equal(got, want) || slices.Contains(want, ledger.Holds) {
		t.Errorf("%s, want %s, known\n%safter\n%q", got, want, text, s.asked)
	}
	for k, verdict := range of((&teller{say: holds}).decide(t, ledger.Options{Budget: small, Refuting: known}, claims[:2]...)) {
		if verdict == ledger.Refuted || verdict == ledger.HoldsOnly {
			t.Errorf("%s is %s, and no exploration refutes it", claims[k].Property, verdict)
		}
	}
	s = &teller{say: say}
	if s.decide(t, ledger.Options{Budget: small, Refuting: known}, paper.Claim{Property: "calm"}); s.asked[0] != "published -n 2 -m 1: calm" {
		t.Errorf("another property begins at %s", s.asked[0])
	}
	for _, text := range []string{"few safe raymond -n 2\n", "0 safe raymond -n 2\n", "100 safe\n"} {
		if all, err := ledger.ParseRefuting(text); err == nil {
			t.Errorf("%q: %+v", text, all)
		}
	}
}

// TestKnownNumber: a known run refutes a claim of every single value if it shows another one, and no other claim of the number.
func TestKnownNumber(t *testing.T) {
	s := &teller{say: func(model.Config, string) invariants.Finding { return found(1, 1) }}
	replay := func(_ *paper.Algorithm, c model.Config, _ ledger.Known, f paper.Figure) bool { // the run shows 2
		each := f.Each(c)
		return each != nil && (each.Min > 2 || each.Max < 2)
	}
	figures := []paper.Figure{paper.Number(paper.AtMost, 1), paper.Number(paper.AtMost, 2), paper.Number(paper.Exactly, 1), paper.Number(paper.UpTo, 1), paper.Number(paper.AtBest, 1)}
	var claims []paper.Claim
	for _, f := range figures {
		claims = append(claims, paper.Claim{Property: "cost", Figure: f})
	}
	known := []ledger.Known{{Line: "srt-gme --variant published -n 3 -m 3", Property: "cost", Trace: make([]string, 9), Loop: -1}}
	l := s.decide(t, ledger.Options{Known: known, Replay: replay}, claims...)
	for k, want := range []bool{true, false, true, true, false} {
		c := l.Rows[k].Cells[0]
		if (c.Refutation != nil && c.Refutation.Known) != want {
			t.Errorf("%s: %s, %+v", figures[k], c.Verdict, c.Refutation)
		}
		if want && c.Value != nil {
			t.Errorf("%s: refuted, and the numbers explored are %s", figures[k], c.Value)
		}
	}
}

// TestSuspected: what refutes a claim of one variant is explored next for the others, however many states are expected there.
func TestSuspected(t *testing.T) {
	s := &teller{
		say: func(c model.Config, property string) invariants.Finding {
			if c.Processes == 3 && c.Groups == 2 {
				return violated(4)
			}
			return holds(c, property)
		},
		states: func(c model.Config) int {
			if c.Variant == model.Published {
				return 1e9
			}
			return 100 * c.Processes
		},
	}
	l := s.decide(t, ledger.Options{Budget: 100_000}, paper.Claim{Property: "safe"})
	for k, cell := range l.Rows[0].Cells {
		if cell.Verdict != ledger.Refuted && cell.Verdict != ledger.HoldsOnly {
			t.Errorf("%s is %s", l.Columns[k].Flags, cell.Verdict)
		}
	}
	first := func(variant string) int {
		return slices.IndexFunc(s.asked, func(line string) bool { return strings.HasPrefix(line, variant+" -n 3 -m 2") })
	}
	if repaired, published := first(model.Repaired), first(model.Published); repaired < 0 || published != repaired+1 {
		t.Errorf("asked %q", s.asked)
	}
}
