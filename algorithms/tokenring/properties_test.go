package tokenring

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// node is the view of a node with the given variables and tokens on their way to it.
func node(v vars, inbox ...Token) *model.View {
	look := (&protocol{}).Look(1, v, inbox)
	return &look
}

func TestSeqNumOrder(t *testing.T) {
	entered := node(vars{st: paper.CS, res: 1, SeqNum: 2})
	for _, test := range []struct {
		other vars
		want  invariants.Opinion
	}{
		{vars{}, invariants.Fine},
		{vars{st: paper.Wait, res: 1, SeqNum: 3}, invariants.Fine},
		{vars{st: paper.Wait, res: 1, SeqNum: 2}, invariants.Violated}, // a tie, and the smaller process waits
		{vars{st: paper.Wait, res: 1, SeqNum: 1}, invariants.Violated},
		{vars{st: paper.Wait, res: 2, SeqNum: 1}, invariants.Fine},
	} {
		step := invariants.Step{
			After: invariants.Views{node(test.other), entered},
			Event: &model.Event{Site: 2, Entries: 1},
		}
		if got := seqNumOrder.Step(step); got != test.want {
			t.Errorf("P2 enters with (2, 2) and P1 is %v: opinion %d, want %d", test.other, got, test.want)
		}
	}
}

func TestOneToken(t *testing.T) {
	waiting := vars{st: paper.Wait, res: 1, SeqNum: 1}
	own, foreign := Token{1, 1, 1}, Token{1, 2, 1}
	for _, test := range []struct {
		name string
		node *model.View
		want invariants.Opinion
	}{
		{"nobody asks", node(vars{}), invariants.Silent},
		{"in flight", node(waiting, own), invariants.Fine},
		{"two copies", node(waiting, own, own), invariants.Violated},
		{"none", node(waiting), invariants.Violated},
		{"queued", node(vars{st: paper.Wait, res: 1, SeqNum: 1, queue: model.ListOf(own)}), invariants.Fine},
		{"of a process that does not wait", node(waiting, own, foreign), invariants.Violated},
	} {
		vs := invariants.Views{test.node, node(vars{})}
		if got := oneToken.State(vs); got != test.want {
			t.Errorf("%s: opinion %d, want %d (%s)", test.name, got, test.want, oneToken.Detail(vs))
		}
	}
}
