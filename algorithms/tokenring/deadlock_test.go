package tokenring_test

import (
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
)

// deadlock is a shortest way into it. P2's token overtakes P1's, so that P3 raises the number of the latter, and P1
// then that of P3's: it was (1, 3) and is (2, 3). Hence P2, whose copy is (2, 2), keeps it, while P3 has kept P2's.
var deadlock = []string{
	"request(1, g1)",
	"deliver(Token(1, 1, g1) -> 2)",
	"request(2, g2)",
	"request(3, g2)",
	"deliver(Token(2, 2, g2) -> 3)",
	"deliver(Token(1, 1, g1) -> 3)",
	"deliver(Token(2, 1, g1) -> 1)",
	"exit(1)",
	"deliver(Token(1, 3, g2) -> 1)",
	"deliver(Token(2, 3, g2) -> 2)",
}

func TestDeadlock(t *testing.T) {
	published := play(t, "-n 3 -m 2", deadlock)
	if published != "P2 waits, P3 waits, and nothing can happen" {
		t.Errorf("published ends with: %s", published)
	}
	repaired := play(t, "--variant repaired -n 3 -m 2", deadlock)
	if want := `step "deliver(Token(2, 1, g1) -> 1)" is not enabled`; !strings.HasPrefix(repaired, want) {
		t.Errorf("repaired ends with: %s, want: %s", repaired, want)
	}
}

// play runs the steps and says what has become of them.
func play(t *testing.T, line string, labels []string) string {
	t.Helper()
	run := counterexamples.NewRun(tokenring.Algorithm.New(papertest.Model(t, &tokenring.Algorithm, line)))
	for _, label := range labels {
		if err := run.Take(label); err != nil {
			return err.Error()
		}
	}
	switch {
	case len(run.Enabled()) > 0:
		return "something can happen"
	case invariants.NoDeadlock.End(run.Views()) != invariants.Violated:
		return "nobody waits"
	}
	return invariants.NoDeadlock.Detail(run.Views())
}
