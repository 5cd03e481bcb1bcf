package tokenring

import (
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Canon counts sequence numbers from the least HSeqNumSeen, h. New requests get larger numbers than h, and receipts of smaller ones raise
// nothing, so of the requests with smaller numbers only the order matters.
func (p *protocol) Canon(g *model.Global[vars, Token]) {
	h := g.Vars[0].HSeqNumSeen
	for _, v := range g.Vars {
		h = min(h, v.HSeqNumSeen)
	}
	var before []int // the numbers of requests below h
	note := func(n int) {
		if n < h {
			before = append(before, n)
		}
	}
	for _, v := range g.Vars {
		if v.st != paper.Idle {
			note(v.SeqNum)
		}
		for _, t := range v.queue.All() {
			note(t.SeqNum)
		}
	}
	for _, t := range g.Messages() {
		note(t.SeqNum)
	}
	slices.Sort(before)
	before = slices.Compact(before)
	number := func(n int) int {
		if n < h {
			return 1 + slices.Index(before, n)
		}
		return 1 + len(before) + n - h
	}
	for i := range g.Vars {
		v := &g.Vars[i]
		v.HSeqNumSeen = number(v.HSeqNumSeen)
		if v.st != paper.Idle {
			v.SeqNum = number(v.SeqNum)
		}
		queue := v.queue.Slice()
		for k := range queue {
			queue[k].SeqNum = number(queue[k].SeqNum)
		}
		v.queue = model.ListOf(queue...)
	}
	for _, t := range g.Messages() {
		t.SeqNum = number(t.SeqNum)
	}
}
