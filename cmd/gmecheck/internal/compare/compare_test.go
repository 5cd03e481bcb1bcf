package compare

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/comparison"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestLimit: a limit that leaves a number open is no success, and the number is not said to be none.
func TestLimit(t *testing.T) {
	known := comparison.Measure{Value: &invariants.Value{Max: 2}}
	for _, test := range []struct {
		line comparison.Line
		code int
	}{
		{comparison.Line{Result: &explore.Result{Complete: true}, Alone: known}, exit.Fine},
		{comparison.Line{Result: &explore.Result{Limit: "max-states 1"}, Alone: known}, exit.Inconclusive},
		{comparison.Line{Result: &explore.Result{Complete: true}, Limit: "max-memory 1 B", Alone: known}, exit.Inconclusive},
		{comparison.Line{Result: &explore.Result{Complete: true}, Alone: comparison.Measure{Open: true}}, exit.Inconclusive},
	} {
		if code := exitOfComparison(&comparison.Comparison{Lines: []comparison.Line{test.line}}, nil); code != test.code {
			t.Errorf("%+v ends with %d", test.line, code)
		}
	}
	for _, test := range []struct {
		m              comparison.Measure
		each, greatest string
	}{
		{known, "0..2", "2"}, {comparison.Measure{}, "-", "-"}, {comparison.Measure{Open: true}, "inconclusive", "inconclusive"},
	} {
		if each, greatest := perRequest(test.m, 1), largest(test.m); each != test.each || greatest != test.greatest {
			t.Errorf("%+v is written %q and %q", test.m, each, greatest)
		}
	}
}
