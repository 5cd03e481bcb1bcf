package banerjeechrysanthis

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// of are the views of three nodes, of which the first has these variables.
func of(v vars) invariants.Views {
	p := &protocol{Algorithm.Config(model.Published)}
	first, other := p.Look(1, v, nil), p.Look(2, p.Start(2), nil)
	return invariants.Views{&first, &other, &other}
}

// TestQList: what P1 of three nodes does with requests, the Q-list and the token.
func TestQList(t *testing.T) {
	q := model.ListOf[model.Site]
	collects := func(q list) vars { return vars{ARBITER: arbiter{who: 1}, phase: collect, hasToken: true, q: q} }
	old := vars{ARBITER: arbiter{who: 2}}
	first := arbiter{1, model.NumberOf(1)}
	waits := vars{st: paper.Wait, ARBITER: arbiter{who: 2}}
	inside := func(tq list) vars { return vars{st: paper.CS, ARBITER: arbiter{who: 2}, tq: tq} }
	told := func(who model.Site, to ...model.Site) (all []model.Send) {
		for _, to := range to {
			all = append(all, model.Send{To: to, Value: New{1, arbiter{who: who}}})
		}
		return all
	}
	token := func(to model.Site, q list) model.Send { return model.Send{To: to, Value: Token{1, q}} }
	deliver := func(m message) model.Event {
		return model.Event{Kind: model.DeliverEvent, Message: model.Message{Value: m}}
	}
	closes, exit := model.Event{Kind: model.InternalEvent, Name: closing}, model.Event{Kind: model.ExitEvent}
	elected := deliver(New{2, arbiter{who: 1, number: model.NumberOf(1)}})
	late := vars{ARBITER: arbiter{who: 3, number: model.NumberOf(2)}}
	for _, test := range []struct {
		name          string
		property      invariants.Property
		event         model.Event
		before, after vars
		sends         []model.Send
		want          invariants.Opinion
	}{
		{"behind the others", joinsLast, deliver(Req{src: 2, who: 2}), collects(q(3)), collects(q(3, 2)), nil, invariants.Fine},
		{"again", joinsLast, deliver(Req{src: 2, who: 2}), collects(q(2, 3)), collects(q(2, 3)), nil, invariants.Fine},
		{"in front", joinsLast, deliver(Req{src: 2, who: 2}), collects(q(3)), collects(q(2, 3)), nil, invariants.Violated},
		{"dropped", joinsLast, deliver(Req{src: 2, who: 2}), collects(q(3)), collects(q(3)), nil, invariants.Violated},
		{"nobody collects", joinsLast, deliver(Req{src: 2, who: 2}), old, old, nil, invariants.Silent},
		{"the last is elected", electsLast, closes, collects(q(3, 2)), old, append(told(2, 2, 3), token(3, q(3, 2))), invariants.Fine},
		{"the first is elected", electsLast, closes, collects(q(3, 2)), old, append(told(3, 2, 3), token(3, q(3, 2))), invariants.Violated},
		{"not all hear", electsLast, closes, collects(q(3, 2)), old, append(told(2, 2), token(3, q(3, 2))), invariants.Violated},
		{"the token goes to the last", electsLast, closes, collects(q(3, 2)), old, append(told(2, 2, 3), token(2, q(3, 2))), invariants.Violated},
		{"part of the list", electsLast, closes, collects(q(3, 2)), old, append(told(2, 2, 3), token(3, q(3))), invariants.Violated},
		{"no token", electsLast, closes, collects(q(3, 2)), old, told(2, 2, 3), invariants.Violated},
		{"elected", startsCollecting(false), elected, old, collects(q()), nil, invariants.Fine},
		{"elected, and idle", startsCollecting(false), elected, old, old, nil, invariants.Violated},
		{"old news", startsCollecting(true), elected, late, late, nil, invariants.Silent},
		{"new news", startsCollecting(true), elected, old, old, nil, invariants.Violated},
		{"passed on", passedOn, exit, inside(q(1, 3, 2)), old, []model.Send{token(3, q(3, 2))}, invariants.Fine},
		{"out of turn", passedOn, exit, inside(q(1, 3, 2)), old, []model.Send{token(2, q(3, 2))}, invariants.Violated},
		{"kept too early", passedOn, exit, inside(q(1, 3, 2)), vars{hasToken: true}, nil, invariants.Violated},
		{"kept at the end", passedOn, exit, inside(q(1)), vars{hasToken: true}, nil, invariants.Fine},
		{"lost at the end", passedOn, exit, inside(q(1)), old, nil, invariants.Violated},
		{"taken", listTaken, deliver(Token{2, q(1, 3, 2)}), waits, inside(q(1, 3, 2)), nil, invariants.Fine},
		{"taken, and turned", listTaken, deliver(Token{2, q(1, 3, 2)}), waits, inside(q(1, 2, 3)), nil, invariants.Violated},
		{"handed on", listTaken, deliver(Token{2, q(1, 3, 2)}), old, old, []model.Send{token(3, q(3, 2))}, invariants.Fine},
		{"handed on past one", listTaken, deliver(Token{2, q(1, 3, 2)}), old, old, []model.Send{token(2, q(2))}, invariants.Violated},
		{"lost at its end", listTaken, deliver(Token{2, q(1)}), old, old, nil, invariants.Violated},
		{"joins the token", listTaken, deliver(Req{src: 2, who: 2}), inside(q(1, 3)), inside(q(1, 2, 3)), nil, invariants.Violated},
		{"is not dropped", DroppedLate, deliver(Req{src: 2, who: 2}), inside(q(1, 3)), inside(q(1, 2, 3)), nil, invariants.Violated},
		{"numbered", numbersElections, closes, collects(q(1)), vars{ARBITER: first}, []model.Send{{To: 2, Value: New{1, first}}, token(1, q(1))}, invariants.Fine},
		{"not numbered", numbersElections, closes, collects(q(1)), vars{ARBITER: first}, append(told(1, 2, 3), token(1, q(1))), invariants.Violated},
		{"numbered for others", numbersElections, closes, collects(q(1)), collects(q()), []model.Send{{To: 2, Value: New{1, first}}}, invariants.Violated},
	} {
		test.event.Site, test.event.Sends = 1, test.sends
		step := invariants.Step{Before: of(test.before), After: of(test.after), Event: &test.event}
		if !test.property.Hears(&test.event) {
			t.Errorf("%s: %s does not hear it", test.name, test.property.Name)
		}
		if got := test.property.Step(step); got != test.want {
			t.Errorf("%s: %s: opinion %d, want %d", test.name, test.property.Name, got, test.want)
		}
	}
	for _, test := range []struct {
		at   vars
		want invariants.Opinion
	}{{old, invariants.Silent}, {inside(q(1, 2)), invariants.Fine}, {inside(q(2, 1)), invariants.Violated}, {inside(q()), invariants.Violated}} {
		if got := headInside.State(of(test.at)); got != test.want {
			t.Errorf("P1 is inside with %v: opinion %d, want %d", test.at.tq, got, test.want)
		}
	}
	for _, test := range []struct {
		at   vars
		want invariants.Opinion
	}{{collects(q()), invariants.Fine}, {vars{phase: forward, hasToken: true}, invariants.Violated}, {vars{phase: collect}, invariants.Violated}} {
		vs := of(test.at)
		if got, pending := reachesArbiter.End(vs), reachesArbiter.Fair(vs); got != test.want || (pending != 0) != (test.want == invariants.Violated) {
			t.Errorf("P1 is %v at the end: opinion %d, want %d; pending %b", test.at, got, test.want, pending)
		}
	}
}
