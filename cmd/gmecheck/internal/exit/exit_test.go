package exit

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
)

// TestExit checks which of several reasons decides, and that a verdict without a limit is never hidden.
func TestExit(t *testing.T) {
	finding := func(kind invariants.Kind, verdict invariants.Verdict) invariants.Finding {
		return invariants.Finding{Property: invariants.Property{Kind: kind}, Verdict: verdict}
	}
	reasons := []struct { // the gravest first
		finding invariants.Finding
		want    int
	}{
		{finding(invariants.Invariant, invariants.Refuted), Safety},
		{finding(invariants.NoEnd, invariants.Refuted), Deadlock},
		{finding(invariants.Bound, invariants.Refuted), Liveness},
		{finding(invariants.Cost, invariants.Refuted), Cost},
		{finding(invariants.Invariant, invariants.Inconclusive), Inconclusive},
		{finding(invariants.Invariant, invariants.Vacuous), Vacuous},
		{finding(invariants.Invariant, invariants.Holds), Fine},
	}
	var all []invariants.Finding
	for _, r := range slices.Backward(reasons) {
		if got := Of([]invariants.Finding{r.finding}, true, false); got != r.want {
			t.Errorf("%s %s alone: %d, want %d", r.finding.Property.Kind, r.finding.Verdict, got, r.want)
		}
		if all = append(all, r.finding); Of(all, true, false) != r.want {
			t.Errorf("%s %s among lesser ones: %d, want %d", r.finding.Property.Kind, r.finding.Verdict, Of(all, true, false), r.want)
		}
	}
	if Of(all, false, true) != Safety {
		t.Error("a limit hides a violation")
	}
	for kind, want := range map[invariants.Kind]int{invariants.Stepwise: Safety, invariants.Liveness: Liveness} {
		if got := Of([]invariants.Finding{finding(kind, invariants.Refuted)}, true, false); got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
	for _, test := range []struct {
		complete, idle bool
		want           int
	}{{true, false, Fine}, {true, true, Vacuous}, {false, true, Inconclusive}, {false, false, Inconclusive}} {
		if got := Of(nil, test.complete, test.idle); got != test.want {
			t.Errorf("complete %v, idle %v: %d, want %d", test.complete, test.idle, got, test.want)
		}
	}
}

// TestErr: a verb ends with an error that tells its code, and with none where nothing is wrong.
func TestErr(t *testing.T) {
	for _, code := range []int{Fine, Safety, Deadlock, Inconclusive, Vacuous} {
		err := Err(code)
		if got, is := err.(Code); (err == nil) != (code == Fine) || err != nil && (!is || int(got) != code) {
			t.Errorf("code %d: %v", code, err)
		}
	}
}
