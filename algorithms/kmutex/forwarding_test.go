package kmutex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestTokenForwarding is section III.B, cases 1.A to 3.B: n = 16, so that the GRC's own group is 1..4 and the LRCs are
// 5, 9 and 13. The last of the k tokens comes home while LRQ and GRQ wait.
func TestTokenForwarding(t *testing.T) {
	for _, x := range []struct {
		name, variant string
		k             int
		LRQ           []entry
		GRQ           []model.Site
		want          string // what is sent, and what the GRC has afterwards
	}{
		{"1.A, p <= k: a token to each requesting node", model.Published, 3, []entry{2, 3}, nil,
			"2: TOKEN(1, <2>, <>); 3: TOKEN(1, <3>, <>); 1 in hand"},
		{"1.B, p > k: the tokens' queues are filled in turn", model.Published, 2, []entry{2, 3, 4}, nil,
			"2: TOKEN(1, <2, 4>, <>); 3: TOKEN(1, <3>, <>); 0 in hand"},
		{"2.A, q >= k: the LRCs are dealt on the tokens", model.Published, 2, nil, []model.Site{5, 9, 13},
			"5: TOKEN(1, <>, <13>); 9: TOKEN(1, <>, <>); 0 in hand"},
		{"2.B, q < k: k/q tokens to each LRC", model.Published, 5, nil, []model.Site{5, 9},
			"5: TOKEN(1, <>, <>); 5: TOKEN(1, <>, <>); 9: TOKEN(1, <>, <>); 9: TOKEN(1, <>, <>); 1 in hand"},
		{"2.B, one token of a share answers the LRC", model.Repaired, 5, nil, []model.Site{5, 9},
			"5: TOKEN(1, <>, <>); 5: TOKEN(1, <>, <>, spare); 9: TOKEN(1, <>, <>); 9: TOKEN(1, <>, <>, spare); 1 in hand"},
		{"2.B in one message", Bundled, 5, nil, []model.Site{5, 9},
			"5: TOKEN(1, <>, <>, +1); 9: TOKEN(1, <>, <>, +1); 1 in hand"},
		{"2.B, baseline: one token to each LRC", Baseline, 5, nil, []model.Site{5, 9},
			"5: TOKEN(1, <>, <>); 9: TOKEN(1, <>, <>); 3 in hand"},
		{"3.A, q >= k-1: one token stays in the own group", model.Published, 2, []entry{2, 3}, []model.Site{5, 9},
			"5: TOKEN(1, <>, <9>); 2: TOKEN(1, <2, 3>, <>); 0 in hand"},
		{"3.A, k = 1: the LRCs stay in the GRQ", model.Published, 1, []entry{2, 3}, []model.Site{5, 9},
			"2: TOKEN(1, <2, 3>, <>); 0 in hand; GRQ <5, 9>"},
		{"3.A, k = 1: the LRCs come after the own group", model.Repaired, 1, []entry{2, 3}, []model.Site{5, 9},
			"2: TOKEN(1, <2, 3>, <5, 9>); 0 in hand"},
		{"3.B, q < k-1: k/(q+1) tokens to each LRC, the others for the own group", model.Published, 5, []entry{2, 3, 4},
			[]model.Site{5},
			"5: TOKEN(1, <>, <>); 5: TOKEN(1, <>, <>); " +
				"2: TOKEN(1, <2>, <>); 3: TOKEN(1, <3>, <>); 4: TOKEN(1, <4>, <>); 0 in hand"},
		{"3.B, baseline: one token to the LRC, the others circulate in the own group", Baseline, 4, []entry{2, 3, 4},
			[]model.Site{5},
			"5: TOKEN(1, <>, <>); 2: TOKEN(1, <2>, <>); 3: TOKEN(1, <3>, <>); 4: TOKEN(1, <4>, <>); 0 in hand"},
		{"3.B, the GRC's own turn: it enters at once", model.Published, 3, []entry{1, 2}, []model.Site{5},
			"5: TOKEN(1, <>, <>); 2: TOKEN(1, <2>, <>); 0 in hand; in its CS"},
	} {
		n := grcWith(x.variant, x.k, x.LRQ, x.GRQ)
		n.requested = n.LRQ.Has(1)
		n.tokens = model.ListOf(make([]queue, x.k-1)...)
		n.p.Receive(n.i, n.vars, TOKEN{from: 2}, n.out)
		if got := told(n); got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", x.name, got, x.want)
		}
	}
}

// TestForwarding: "The GRC won't wait to collect all tokens": a token that comes back alone is forwarded at once, but
// not in the baseline.
func TestForwarding(t *testing.T) {
	for _, x := range []struct {
		variant string
		LRQ     []entry
		GRQ     []model.Site
		outer   queue
		want    string
	}{
		{model.Published, []entry{2}, []model.Site{9, 13}, queue{}, "9: TOKEN(1, <>, <>); 0 in hand; GRQ <13>; LRQ <2>"},
		{model.Published, []entry{2, 3}, nil, queue{}, "2: TOKEN(1, <2>, <>); 0 in hand; LRQ <3>"},
		{model.Published, []entry{2}, []model.Site{9}, model.ListOf[model.Site](13, 5),
			"13: TOKEN(1, <>, <5>); 0 in hand; GRQ <9>; LRQ <2>"},
		{model.Repaired, []entry{2}, []model.Site{9, 13}, queue{}, "2: TOKEN(1, <2>, <9>); 0 in hand; GRQ <13>"},
		{Baseline, []entry{2}, []model.Site{9}, queue{}, "1 in hand; GRQ <9>; LRQ <2>"},
		{Baseline, []entry{2}, []model.Site{9}, model.ListOf[model.Site](13),
			"13: TOKEN(1, <>, <>); 0 in hand; GRQ <9>; LRQ <2>"},
	} {
		n := grcWith(x.variant, 3, x.LRQ, x.GRQ)
		n.p.Receive(n.i, n.vars, TOKEN{from: 5, outer: x.outer}, n.out)
		if got := told(n); got != x.want {
			t.Errorf("%s, LRQ %v, GRQ %v:\n got %s\nwant %s", x.variant, x.LRQ, x.GRQ, got, x.want)
		}
	}
}

// grcWith is a GRC without tokens in hand.
func grcWith(variant string, k int, LRQ []entry, GRQ []model.Site) node {
	p := newProtocol(Algorithm.With(variant, func(c *model.Config) { c.Processes, c.Tokens = 16, k }))
	v := p.Start(theGRC)
	v.LRQ, v.GRQ, v.tokens = model.ListOf(LRQ...), model.ListOf(GRQ...), model.List[queue]{}
	return p.at(theGRC, &v, model.NewOutbox[message]())
}

// told says what the node has sent and what it has now.
func told(n node) string {
	var all []string
	for to, m := range n.out.Sent() {
		all = append(all, fmt.Sprintf("%d: %s", to, model.Text(m)))
	}
	all = append(all, fmt.Sprint(n.tokens.Len(), " in hand"))
	if !n.GRQ.Empty() {
		all = append(all, fmt.Sprint("GRQ ", n.GRQ))
	}
	if !n.LRQ.Empty() {
		all = append(all, fmt.Sprint("LRQ ", n.LRQ))
	}
	if n.mutex {
		all = append(all, "in its CS")
	}
	return strings.Join(all, "; ")
}
