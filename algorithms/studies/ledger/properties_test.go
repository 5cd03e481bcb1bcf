package ledger

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
)

// TestPropertyClaims: the row of a property that only claims name begins where each of them does, and where one of them is known to be refuted.
func TestPropertyClaims(t *testing.T) {
	fixed := []string{"delay"}
	a := suzukikasami.Algorithm.Claiming([]paper.Claim{
		{Property: "loaded-delay-time", At: []string{"--delay 1"}, First: []string{"-n 2 --delay 2"}, Fixed: fixed},
		{Property: "loaded-delay-time", At: []string{"--delay 1", "--delay 0..1"}, First: []string{"-n 3 --delay 2"}, Fixed: fixed},
		{Property: "loaded-delay-time", At: []string{"--delay 3"}, First: []string{"-n 4 --delay 2"}},
	})
	all := propertyClaims(a, []string{"loaded-delay-time"})
	if len(all) != 1 {
		t.Fatalf("%d rows", len(all))
	}
	if at, want := all[0].At, []string{"--delay 1", "--delay 0..1"}; !slices.Equal(at, want) {
		t.Errorf("it begins at %q, want %q", at, want)
	}
	if first, want := all[0].First, []string{"-n 2 --delay 2", "-n 3 --delay 2"}; !slices.Equal(first, want) {
		t.Errorf("it begins first at %q, want %q", first, want)
	}
}

// TestPropertyClaimsFirst: a property that everybody judges is refuted first where a claim of it without faults and times is, and not by what
// goes wrong with them.
func TestPropertyClaimsFirst(t *testing.T) {
	a := suzukikasami.Algorithm.Claiming([]paper.Claim{
		{Property: "mutex", First: []string{"-n 2 -r 2", "-n 2 --loss 1", "-n 2 --delay 1"}},
		{Property: "mutex", At: []string{"--crash 1"}, First: []string{"-n 3 --net fifo", "-n 2 -r 2"}},
		{Property: "deadlock", First: []string{"-n 4"}},
		{Property: "mutex", First: []string{"-n 5"}, Figure: paper.Number(paper.UpTo, 1)},
	})
	all := PropertyClaims(a, "-n 2", "mutex")
	if len(all) != 1 || !slices.Equal(all[0].At, []string{"-n 2"}) {
		t.Fatalf("%+v", all)
	}
	if first, want := all[0].First, []string{"-n 2 -r 2", "-n 3 --net fifo"}; !slices.Equal(first, want) {
		t.Errorf("it looks first at %q, want %q", first, want)
	}
}
