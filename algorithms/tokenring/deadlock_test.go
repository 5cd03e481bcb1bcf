package tokenring

import (
	"fmt"
	"testing"

	"gmecheck/invariants"
	"gmecheck/model"
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
	change := func(c *model.Config) { c.Processes, c.Groups = 3, 2 }
	published := play(t, Algorithm.With(model.Published, change), deadlock)
	if published != "P2 waits, P3 waits, and nothing can happen" {
		t.Errorf("published ends with: %s", published)
	}
	repaired := play(t, Algorithm.With(model.Repaired, change), deadlock)
	if want := "step 7, deliver(Token(2, 1, g1) -> 1), cannot happen"; repaired != want {
		t.Errorf("repaired ends with: %s, want: %s", repaired, want)
	}
}

// play runs the steps and says what has become of them. There are no faults, so that every move costs nothing.
func play(t *testing.T, c model.Config, labels []string) string {
	t.Helper()
	sys := Algorithm.New(c)
	r, nodes := sys.NewReader(), sys.Start()
	for k, label := range labels {
		move, site := (*model.Move)(nil), 0
		for i, node := range nodes {
			for _, m := range r.Expand(i, node, sys.StartBudget()).Moves {
				if sys.Label(i, node, m.Event) == label {
					move, site = &m, i
				}
			}
		}
		if move == nil {
			return fmt.Sprintf("step %d, %s, cannot happen", k+1, label)
		}
		nodes[site] = move.Next
		for _, d := range move.Sends {
			nodes[d.Site] = r.Put(d.Site, nodes[d.Site], d.Batch)
		}
	}
	var vs invariants.Views
	for i, node := range nodes {
		x := r.Expand(i, node, sys.StartBudget())
		if len(x.Moves) > 0 {
			return fmt.Sprintf("P%d can move", i+1)
		}
		vs = append(vs, sys.View(x.View))
	}
	if invariants.NoDeadlock.End(vs) != invariants.Violated {
		return "nobody waits"
	}
	return invariants.NoDeadlock.Detail(vs)
}
