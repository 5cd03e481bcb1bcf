package suzukikasami

import (
	"iter"

	"github.com/gmecheck/gmecheck/model"
)

// received says whether a receipt did what the paper says, and nothing else; and whether that is to raise RN alone.
type received struct{ right, raises bool }

// receipt is what comes of a receipt by the paper. It goes by no function of the protocol, which may be wrong.
type receipt struct {
	after  vars
	to     model.Site // who gets the token then; 0: nobody
	passed token
	raises bool // RN alone
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
		x.after.has, x.after.phase, x.after.token = true, cs, m.token
	}
	return x
}

// compared compares it with what has come of the receipt, and what was sent.
func (x receipt) compared(after vars, sent iter.Seq2[model.Site, message]) received {
	right, passed := after == x.after, false
	for to, m := range sent {
		right = right && !passed && to == x.to && m == message(Token{x.passed})
		passed = true
	}
	return received{right && passed == (x.to != 0), x.raises}
}

// exited says of an exit what there was before: properties look at the token afterwards.
type exited struct {
	Q       model.List[model.Site]
	waiting model.Sites                 // those not in Q of which i knows that they have an unserved request
	LN      model.PerSite[model.Number] // with the request that is served now
	next    bool                        // the number of that request is one more than LN[i] was
	kept    bool                        // RN is afterwards as it was
	after   vars
}

// Exit is exit, and notes what it did.
func (p *protocol) Exit(i model.Site, v *vars, out *model.Outbox[message]) {
	x := exited{Q: v.token.Q, LN: v.token.LN.With(i, v.RN.At(i)), next: v.RN.At(i).Is(v.token.LN.At(i).Next())}
	for j := range p.others(i) {
		if !x.Q.Has(j) && v.RN.At(j).Is(x.LN.At(j).Next()) {
			x.waiting = x.waiting.With(j)
		}
	}
	RN := v.RN
	p.exit(i, v, out)
	x.after, x.kept = *v, v.RN == RN
	out.Note(x)
}
