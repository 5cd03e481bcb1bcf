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

// TestRules: what a node does with a token, and with a request of its own, at P2 of three nodes; the one before it has seen 3.
func TestRules(t *testing.T) {
	const n = 3
	waits := vars{st: paper.Wait, res: 1, SeqNum: 4, HSeqNumSeen: 3}
	inside := vars{st: paper.CS, res: 1, SeqNum: 4, HSeqNumSeen: 4, queue: model.ListOf(Token{5, 1, 1}, Token{4, 3, 1})}
	deliver := func(get Token) model.Event {
		return model.Event{Kind: model.DeliverEvent, Message: model.Message{Value: get}}
	}
	queued := func(v vars, t Token) vars {
		v.queue = v.queue.Add(t)
		return v
	}
	seen := func(v vars, number int) vars {
		v.HSeqNumSeen = number
		return v
	}
	to3 := func(tokens ...Token) (all []model.Send) {
		for _, t := range tokens {
			all = append(all, model.Send{To: 3, Value: t})
		}
		return all
	}
	for _, test := range []struct {
		property      invariants.Property
		event         model.Event
		before, after vars
		sends         []model.Send
		want          invariants.Opinion
	}{
		{sendsInOrder(n), model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, to3(Token{5, 1, 1}, Token{4, 3, 1}), invariants.Fine},
		{sendsInOrder(n), model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, to3(Token{4, 3, 1}, Token{5, 1, 1}), invariants.Violated},
		{sendsInOrder(n), model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, to3(Token{5, 1, 1}), invariants.Violated},
		{nextNumber(n), model.Event{Kind: model.RequestEvent, Demand: &model.Demand{Group: 1}}, vars{HSeqNumSeen: 3}, waits, to3(Token{4, 2, 1}), invariants.Fine},
		{nextNumber(n), model.Event{Kind: model.RequestEvent, Demand: &model.Demand{Group: 1}}, vars{HSeqNumSeen: 3}, waits, to3(Token{3, 2, 1}), invariants.Violated},
		{nextNumber(n), model.Event{Kind: model.RequestEvent, Demand: &model.Demand{Group: 1}}, vars{HSeqNumSeen: 3}, seen(waits, 4), to3(Token{4, 2, 1}), invariants.Violated},
		{onRing, deliver(Token{2, 1, 1}), vars{}, vars{HSeqNumSeen: 2}, to3(Token{2, 1, 1}, Token{2, 1, 1}), invariants.Fine},
		{onRing, deliver(Token{2, 1, 1}), vars{}, vars{HSeqNumSeen: 2}, []model.Send{{To: 3, Value: Token{2, 1, 1}}, {To: 1, Value: Token{2, 1, 1}}}, invariants.Violated},
		{numberNew, model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, nil, invariants.Fine},
		{numberNew, model.Event{Kind: model.ExitEvent}, seen(inside, 3), vars{HSeqNumSeen: 3}, nil, invariants.Violated},
		{copyKept, deliver(Token{6, 1, 1}), inside, seen(queued(inside, Token{6, 1, 1}), 6), nil, invariants.Fine},
		{copyKept, deliver(Token{6, 1, 1}), inside, vars{st: paper.CS, res: 1, SeqNum: 3, HSeqNumSeen: 6}, nil, invariants.Violated},
		{copyKept, deliver(Token{6, 1, 1}), inside, vars{st: paper.CS, res: 2, SeqNum: 4, HSeqNumSeen: 6}, nil, invariants.Violated},
		{copyKept, deliver(Token{6, 1, 1}), vars{}, vars{SeqNum: 6, HSeqNumSeen: 6}, nil, invariants.Violated},
		{deletes, model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, to3(Token{5, 1, 1}), invariants.Fine},
		{deletes, model.Event{Kind: model.ExitEvent}, inside, vars{SeqNum: 4, HSeqNumSeen: 4}, nil, invariants.Violated},
		{deletes, model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4, queue: model.ListOf(Token{4, 2, 1})}, nil, invariants.Violated},
		{highestSeen, deliver(Token{7, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 7}, nil, invariants.Fine},
		{highestSeen, deliver(Token{7, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 3}, nil, invariants.Violated},
		{highestSeen, deliver(Token{2, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 2}, nil, invariants.Violated},
		{replacesNumber(n), deliver(Token{2, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 3}, to3(Token{3, 1, 1}), invariants.Fine},
		{replacesNumber(n), deliver(Token{2, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 3}, to3(Token{2, 1, 1}), invariants.Violated},
		{replacesNumber(n), deliver(Token{2, 1, 2}), waits, waits, nil, invariants.Violated}, // it waits for another resource
		{replacesNumber(n), deliver(Token{2, 1, 1}), waits, waits, to3(Token{2, 1, 1}), invariants.Silent},
		{compares(n), deliver(Token{4, 1, 1}), waits, waits, to3(Token{4, 1, 1}), invariants.Fine}, // a tie, and the smaller process
		{compares(n), deliver(Token{4, 1, 1}), waits, queued(waits, Token{4, 1, 1}), nil, invariants.Violated},
		{compares(n), deliver(Token{4, 3, 1}), waits, seen(queued(waits, Token{4, 3, 1}), 4), nil, invariants.Fine},
		{compares(n), deliver(Token{5, 3, 1}), seen(waits, 7), seen(queued(waits, Token{5, 3, 1}), 7), nil, invariants.Fine},
		{compares(n), deliver(Token{5, 3, 1}), seen(waits, 7), seen(queued(waits, Token{7, 3, 1}), 7), nil, invariants.Violated}, // another number
		{queuesInside, deliver(Token{6, 1, 1}), inside, seen(queued(inside, Token{6, 1, 1}), 6), nil, invariants.Fine},
		{queuesInside, deliver(Token{6, 1, 1}), inside, seen(queued(inside, Token{6, 3, 1}), 6), nil, invariants.Violated},
		{queuesInside, deliver(Token{6, 1, 1}), inside, seen(inside, 6), nil, invariants.Violated},
		{entersWithToken, deliver(Token{4, 2, 1}), inside, inside, nil, invariants.Fine},
		{entersWithToken, deliver(Token{4, 2, 1}), inside, vars{st: paper.CS, res: 1, SeqNum: 4, HSeqNumSeen: 4, queue: model.ListOf(Token{4, 3, 1}, Token{5, 1, 1})}, nil, invariants.Violated},
		{keepsNumber(n), deliver(Token{2, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 3}, to3(Token{2, 1, 1}), invariants.Fine},
		{keepsNumber(n), deliver(Token{2, 1, 1}), vars{HSeqNumSeen: 3}, vars{HSeqNumSeen: 3}, to3(Token{3, 1, 1}), invariants.Violated},
		{keepsNumber(n), deliver(Token{2, 1, 1}), waits, waits, to3(Token{2, 1, 1}), invariants.Silent},
		{highestSeen, model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 4}, nil, invariants.Silent},
		{highestSeen, model.Event{Kind: model.ExitEvent}, inside, vars{HSeqNumSeen: 5}, nil, invariants.Violated},
		{compares(n), deliver(Token{4, 3, 1}), waits, waits, to3(Token{4, 3, 1}), invariants.Violated},
		{compares(n), deliver(Token{4, 3, 2}), waits, waits, to3(Token{4, 3, 2}), invariants.Silent},
	} {
		test.event.Site, test.event.Sends, test.event.Entries = 2, test.sends, 1
		first := node(vars{HSeqNumSeen: 3})
		step := invariants.Step{
			Before: invariants.Views{first, node(test.before), first}, After: invariants.Views{first, node(test.after), first}, Event: &test.event,
		}
		if !test.property.Hears(&test.event) {
			t.Errorf("%s does not hear it", test.property.Name)
		}
		if got := test.property.Step(step); got != test.want {
			t.Errorf("%s: P2 is %v, then %v, and sends %v: opinion %d, want %d", test.property.Name, test.before, test.after, test.sends, got, test.want)
		}
	}
}
