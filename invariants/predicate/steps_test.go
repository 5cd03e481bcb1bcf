package predicate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants/predicate"
)

// TestSteps: an expression that goes through lists within lists for too long ends with an error.
func TestSteps(t *testing.T) {
	sys := composed(t, "srt-gme -n 2")
	p, err := predicate.New(`let x = 1..500; sum(x, {sum(x, {sum(x, {# + 1}) + 1}) + 1}) == 1`, sys)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if why := fmt.Sprint(recover()); !strings.Contains(why, "more than 100000 steps through lists") {
			t.Error(why)
		}
	}()
	t.Error(p.Holds(counterexamples.NewRun(sys).Views()))
}
