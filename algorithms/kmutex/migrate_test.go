package kmutex

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestMovingGRC: n = 16; the GRC moves to the rear of the GRQ when its last token has left, and not before.
func TestMovingGRC(t *testing.T) {
	for _, x := range []struct {
		name  string
		k     int
		LRQ   []entry
		GRQ   []model.Site
		outer queue
		want  string
	}{
		{name: "2.A", k: 2, GRQ: []model.Site{5, 9, 13},
			want: "5: TOKEN(1, <>, <13>); 9: TOKEN(1, <>, <>); " +
				"5: NEW_GRC(1, 13, <>); 9: NEW_GRC(1, 13, <>); 13: NEW_GRC(1, 13, <>); 0 in hand"},
		{name: "2.B with a remainder: it stays", k: 3, GRQ: []model.Site{5, 9},
			want: "5: TOKEN(1, <>, <>); 9: TOKEN(1, <>, <>); 1 in hand"},
		{name: "3.A: the own group has a token: it stays", k: 2, LRQ: []entry{2}, GRQ: []model.Site{5},
			want: "5: TOKEN(1, <>, <>); 2: TOKEN(1, <2>, <>); 0 in hand"},
		{name: "its own number in a queue of LRCs is dropped", k: 2, outer: model.ListOf[model.Site](1, 13),
			want: "13: TOKEN(1, <>, <>); 1 in hand"},
		{name: "a NORMAL node in a queue of LRCs gets the token for itself", k: 2, outer: model.ListOf[model.Site](6, 13),
			want: "6: TOKEN(1, <6>, <13>); 1 in hand"},
	} {
		n := grcWith(model.Published, x.k, x.LRQ, x.GRQ)
		n.p.c.Params = map[string]string{"grc": moving}
		n.tokens = model.ListOf(make([]queue, x.k-1)...)
		n.p.Receive(n.i, n.vars, TOKEN{from: 5, outer: x.outer}, n.out)
		if got := told(n); got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", x.name, got, x.want)
		}
	}
}

// TestNewGRC: the node that is named becomes the GRC, the other LRCs ask it from now on.
func TestNewGRC(t *testing.T) {
	for i, want := range map[model.Site]nodeType{5: GRC, 9: LRC} {
		n := grcWith(model.Published, 1, nil, nil)
		v := n.p.Start(i)
		n.p.Receive(i, &v, NEW_GRC{from: 1, GRCId: 5}, n.out)
		if v.typ != want || v.grc != 5 {
			t.Errorf("%d is a %v and knows %d as the GRC", i, v.typ, v.grc)
		}
	}
}

// TestForeignRequest: an LRC's request that reaches the old GRC after it has moved comes back to it as the head of a
// token's queue of nodes; the rest of this queue is served through the GRC.
func TestForeignRequest(t *testing.T) {
	n := grcWith(model.Published, 1, nil, nil)
	v := n.p.Start(9)
	v.LRQ = model.ListOf(entry(10))
	n.p.Receive(9, &v, TOKEN{from: 1, inner: model.ListOf[model.Site](9, 2), outer: model.ListOf[model.Site](13)}, n.out)
	n.vars, n.i = &v, 9
	if got, want := told(n), "10: TOKEN(9, <10>, <2, 13>); 0 in hand"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
