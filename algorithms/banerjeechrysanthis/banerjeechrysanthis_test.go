package banerjeechrysanthis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestReceipt is the receipt of request messages and elections, at node 2.
func TestReceipt(t *testing.T) {
	q := model.ListOf[model.Site]
	old, late := arbiter{who: 1}, arbiter{who: 3, number: model.NumberOf(2)}
	for _, test := range []struct {
		what    string
		repairs []model.Repair
		at      vars
		get     message
		want    vars
		sends   string
	}{
		{"collect", nil,
			vars{ARBITER: arbiter{who: 2}, phase: collect, q: q(1)}, Req{src: 3, who: 3},
			vars{ARBITER: arbiter{who: 2}, phase: collect, q: q(1, 3)}, ""},
		{"collect once", nil,
			vars{ARBITER: arbiter{who: 2}, phase: collect, q: q(3, 1)}, Req{src: 1, who: 3},
			vars{ARBITER: arbiter{who: 2}, phase: collect, q: q(3, 1)}, ""},
		{"forward", nil,
			vars{ARBITER: old, phase: forward}, Req{src: 3, who: 3},
			vars{ARBITER: old, phase: forward}, "Req(2, 3) -> 1"},
		{"drop", nil,
			vars{ARBITER: old}, Req{src: 3, who: 3},
			vars{ARBITER: old}, ""},
		{"forward-always", []model.Repair{ForwardAlways},
			vars{ARBITER: old}, Req{src: 3, who: 3},
			vars{ARBITER: old}, "Req(2, 3) -> 1"},
		{"await-election: early", []model.Repair{ForwardAlways, NewestArbiter, AwaitElection},
			vars{ARBITER: arbiter{who: 1, number: model.NumberOf(1)}}, Req{src: 3, who: 3, number: model.NumberOf(2)},
			vars{ARBITER: arbiter{who: 1, number: model.NumberOf(1)}, q: q(3)}, ""},
		{"await-election: late", []model.Repair{ForwardAlways, NewestArbiter, AwaitElection},
			vars{ARBITER: late}, Req{src: 1, who: 1, number: model.NumberOf(1)},
			vars{ARBITER: late}, "Req(2, 1, 2) -> 3"},
		{"elected", nil,
			vars{ARBITER: old}, New{1, arbiter{who: 2}},
			vars{ARBITER: arbiter{who: 2}, phase: collect}, ""},
		{"somebody else elected", nil,
			vars{ARBITER: old, phase: forward}, New{1, arbiter{who: 3}},
			vars{ARBITER: arbiter{who: 3}, phase: forward}, ""},
		{"newest-arbiter: old news", []model.Repair{NewestArbiter},
			vars{ARBITER: late}, New{1, arbiter{who: 1, number: model.NumberOf(1)}},
			vars{ARBITER: late}, ""},
		{"the token for a process that waits", nil,
			vars{st: paper.Wait, ARBITER: old}, Token{1, q(2, 3)},
			vars{st: paper.CS, ARBITER: old, tq: q(2, 3)}, ""},
		{"the token handed on", nil,
			vars{ARBITER: old}, Token{1, q(2, 3)},
			vars{ARBITER: old}, "Token(2, <3>) -> 3"},
		{"the token kept", nil,
			vars{ARBITER: old}, Token{1, q(2)},
			vars{ARBITER: old, hasToken: true}, ""},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			for _, r := range test.repairs {
				c.Repairs = append(c.Repairs, r.Name)
			}
		})
		got, out := test.at, model.NewOutbox[message]()
		(&protocol{c}).Receive(2, &got, test.get, out)
		if sent := texts(out); got != test.want || sent != test.sends {
			t.Errorf("%s: %v sends %q, want %v sends %q", test.what, got, sent, test.want, test.sends)
		}
	}
}

// TestClose is the end of the collection phase: the last of the list is elected, the first gets the token.
func TestClose(t *testing.T) {
	for _, test := range []struct {
		q     []model.Site
		want  vars
		sends string
	}{
		{[]model.Site{3, 2}, vars{ARBITER: arbiter{who: 2}, phase: forward},
			"New(1, 2) -> 2, New(1, 2) -> 3, Token(1, <3, 2>) -> 3"},
		{[]model.Site{2, 1}, vars{ARBITER: arbiter{who: 1}, phase: collect},
			"New(1, 1) -> 2, New(1, 1) -> 3, Token(1, <2, 1>) -> 2"},
	} {
		p, out := &protocol{Algorithm.Config(model.Published)}, model.NewOutbox[message]()
		v := p.Start(1)
		if len(p.Internals(1, v)) > 0 {
			t.Error("an empty Q-list may be closed")
		}
		v.q = model.ListOf(test.q...)
		p.Do(1, &v, closing, out)
		if sent := texts(out); v != test.want || sent != test.sends {
			t.Errorf("close leaves %v and sends %q, want %v and %q", v, sent, test.want, test.sends)
		}
	}
}

func texts(out *model.Outbox[message]) string {
	var sent []string
	for to, m := range out.Sent() {
		sent = append(sent, fmt.Sprintf("%s -> %d", model.Text(m), to))
	}
	return strings.Join(sent, ", ")
}

// TestAsksOnce: P2 knows P1 as the arbiter.
func TestAsksOnce(t *testing.T) {
	mine, another := Req{src: 2, who: 2}, Req{src: 3, who: 3}
	for name, test := range map[string]struct {
		kind  model.EventKind
		gets  message
		sends []model.Send
		want  invariants.Opinion
	}{
		"asks":                       {model.RequestEvent, nil, []model.Send{{To: 1, Value: mine}}, invariants.Fine},
		"asks nobody":                {model.RequestEvent, nil, nil, invariants.Violated},
		"asks another":               {model.RequestEvent, nil, []model.Send{{To: 3, Value: mine}}, invariants.Violated},
		"asks twice":                 {model.RequestEvent, nil, []model.Send{{To: 1, Value: mine}, {To: 1, Value: mine}}, invariants.Violated},
		"asks for another":           {model.RequestEvent, nil, []model.Send{{To: 1, Value: another}}, invariants.Violated},
		"hands its own on":           {model.DeliverEvent, mine, []model.Send{{To: 1, Value: mine}}, invariants.Fine},
		"asks when another does":     {model.DeliverEvent, another, []model.Send{{To: 1, Value: mine}}, invariants.Violated},
		"asks when there is news":    {model.DeliverEvent, New{src: 3}, []model.Send{{To: 1, Value: mine}}, invariants.Violated},
		"hands its own on, repeated": {model.DeliverEvent, mine, []model.Send{{To: 1, Value: mine}, {To: 3, Value: mine}}, invariants.Violated},
	} {
		vs := invariants.Views{{More: more{}}, {More: more{ARBITER: arbiter{who: 1}}}, {More: more{}}}
		e := model.Event{Kind: test.kind, Site: 2, Message: model.Message{Value: test.gets}, Sends: test.sends}
		if got := asksOnce.Step(invariants.Step{Before: vs, After: vs, Event: &e}); !asksOnce.Hears(&e) || got != test.want {
			t.Errorf("P2 %s: opinion %d, want %d", name, got, test.want)
		}
	}
	if e := (model.Event{Kind: model.DeliverEvent, Site: 2, Message: model.Message{Value: another}, Sends: []model.Send{{To: 1, Value: another}}}); asksOnce.Hears(&e) {
		t.Error("it hears what is handed on for another")
	}
}
