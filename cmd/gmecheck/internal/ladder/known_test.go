package ladder

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
)

// TestReplay: a stored run that shows 2 violates its property, of which at most 1 is claimed, and claims of fewer; none of as many.
func TestReplay(t *testing.T) {
	traces, err := corpus.Of("drs-gme")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range Known(traces) {
		if k.Property != "switches" {
			continue
		}
		a, c, err := options.Parse(algorithms.All(), k.Line)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			figure paper.Figure
			want   bool
		}{
			{paper.Figure{}, true},
			{paper.Number(paper.AtMost, 1), true},
			{paper.Number(paper.AtMost, 2), false},
			{paper.Number(paper.Exactly, 2), false},
			{paper.Number(paper.Exactly, 3), true},
		} {
			if got := Replay(a, c, k, test.figure); got != test.want {
				t.Errorf("%q: %t", test.figure, got)
			}
		}
		return
	}
	t.Error("no run of switches is stored")
}
