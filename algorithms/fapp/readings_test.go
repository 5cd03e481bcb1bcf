package fapp

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/model"
)

// otherReading is the protocol with a token that carries the priority of the entry for which it is sent, "token(M, m)".
type otherReading struct{ *protocol }

// pricedToken is that token.
type pricedToken struct {
	Token
	m int
}

func (p otherReading) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	r := 0
	switch t := m.(type) {
	case pricedToken:
		m, r = t.Token, front(v)
	case Req:
		r = t.r // a root that serves somebody at once has had nobody in its list
	}
	inner := model.NewOutbox[message]()
	p.protocol.Receive(i, v, m, inner)
	price(r, inner, out)
}

func (p otherReading) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	r := front(v)
	inner := model.NewOutbox[message]()
	p.protocol.Exit(i, v, inner)
	price(r, inner, out)
}

// front is the highest priority in the list; 0: it is empty.
func front(v *vars) int {
	if v.PL.Empty() {
		return 0
	}
	return v.PL.Front().r
}

// price sends on what was sent, tokens with their priority.
func price(r int, inner, out *model.Outbox[message]) {
	for to, m := range inner.Sent() {
		if t, ok := m.(Token); ok {
			m = pricedToken{t, r}
		}
		out.Send(to, m)
	}
}

// TestReadings: what the priority in the token does to the number of states, on a star and where messages keep their order.
func TestReadings(t *testing.T) {
	c := Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Network, c.Params = 3, model.FIFO, map[string]string{"tree": "0,1,1"}
	})
	p := newProtocol(c)
	if got := naive.Explore(p, c, nil).States; got != 282 {
		t.Errorf("a token that names its sender: %d states, want 282", got)
	}
	if got := naive.Explore(otherReading{p}, c, nil).States; got != 286 {
		t.Errorf("with the priority: %d states, want 286", got)
	}
}
