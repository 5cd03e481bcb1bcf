package suzukikasami

import (
	"iter"

	"github.com/gmecheck/gmecheck/model"
)

// received says whether a receipt changed and sent what the paper says, and nothing else; and whether that is to raise RN alone, or to enter.
type received struct{ right, raises, enters bool }

// receipt is what comes of a receipt by the paper. It goes by no function of the protocol, which may be wrong.
type receipt struct {
	after          vars
	to             model.Site // who gets the token then; 0: nobody
	passed         token
	raises, enters bool
}

func receiptOf(v vars, m message) receipt {
	x := receipt{after: v}
	switch m := m.(type) {
	case Request:
		x.after.RN = v.RN.With(m.j, v.RN.At(m.j).Max(m.s))
		if x.raises = !v.has || v.phase != idle || !x.after.RN.At(m.j).Is(v.token.LN.At(m.j).Next()); !x.raises {
			x.to, x.passed, x.after.has, x.after.token = m.j, v.token, false, token{}
		}
	case Token:
		x.after.has, x.after.phase, x.after.token, x.enters = true, cs, m.token, true
	}
	return x
}

// compared compares it with what has come of the receipt, and what was sent.
func (x receipt) compared(after vars, sent iter.Seq2[model.Site, message]) received {
	right := after.phase == x.after.phase && after.has == x.after.has && alike(after.RN, x.after.RN) && after.token.is(x.after.token)
	for to, m := range sent {
		t, is := m.(Token)
		right = right && is && to == x.to && t.is(x.passed)
		x.to = 0
	}
	return received{right && x.to == 0, x.raises, x.enters}
}

func (t token) is(u token) bool { return t.Q == u.Q && alike(t.LN, u.LN) }

// alike compares arrays of numbers one by one, for proofs by views to know which are compared.
func alike(a, b model.PerSite[model.Number]) bool {
	if a.Len() != b.Len() {
		return false
	}
	for j, number := range a.All() {
		if !number.Is(b.At(j)) {
			return false
		}
	}
	return true
}

// exited has the variables before an exit, and after it: what there is to do the property says, which trusts no handler.
type exited struct{ before, after vars }

// Exit is exit, and notes what it did.
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	x := exited{before: *v}
	p.exit(i, v, out)
	x.after = *v
	out.Note(x)
}
