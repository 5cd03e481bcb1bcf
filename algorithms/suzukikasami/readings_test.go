package suzukikasami

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/model"
)

// otherReading is the protocol as other checkers may have it: the token names its sender, and only a process that asks
// the others raises its request number.
type otherReading struct {
	*protocol
	named, unasked bool // one of the two, or both
}

// namedToken is a token with its sender.
type namedToken struct {
	Token
	from model.Site
}

func (p otherReading) Request(i model.Site, v *vars, d model.Demand, out *model.Outbox[message]) {
	if p.unasked && v.has {
		v.phase = cs
		return
	}
	p.protocol.Request(i, v, d, out)
}

func (p otherReading) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	if t, ok := m.(namedToken); ok {
		m = t.Token
	}
	inner := model.NewOutbox[message]()
	p.protocol.Receive(i, v, m, inner)
	p.pass(i, inner, out)
}

func (p otherReading) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	inner := model.NewOutbox[message]()
	p.protocol.Exit(i, v, inner)
	p.pass(i, inner, out)
}

// pass sends on what i has sent.
func (p otherReading) pass(i model.Site, inner, out *model.Outbox[message]) {
	for to, m := range inner.Sent() {
		if t, ok := m.(Token); ok && p.named {
			m = namedToken{t, i}
		}
		out.Send(to, m)
	}
}

// TestReadings: what each of the two does to the numbers of states.
func TestReadings(t *testing.T) {
	for _, test := range []struct {
		named, unasked bool
		requests       int
		network        model.Network
		states         int
	}{
		{true, false, 1, model.Bag, 727},
		{false, true, 1, model.Bag, 726},
		{false, true, 2, model.FIFO, 15110},
		{true, true, 1, model.Bag, 727},
		{true, true, 2, model.Bag, 62103},
		{true, true, 2, model.FIFO, 15110},
		{false, false, 2, model.FIFO, 15286},
	} {
		if testing.Short() && test.states > 20_000 {
			continue
		}
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = 3, slices.Repeat([]int{test.requests}, 3), test.network
		})
		p := otherReading{&protocol{c}, test.named, test.unasked}
		if got := naive.Explore(p, c, nil).States; got != test.states {
			t.Errorf("R = %d, %s, named: %v, unasked: %v: %d states, want %d", test.requests, test.network, test.named, test.unasked, got, test.states)
		}
	}
}
