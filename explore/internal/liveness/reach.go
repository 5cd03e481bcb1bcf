package liveness

import (
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
)

// word is the questions whose bits fit one word together.
type word struct {
	questions []int
	shift     []int // of each
	width     int
}

// words shares the questions out among words; pending and goal are the columns of each.
func words(pending, goal [][]uint64) []word {
	var all []word
	for k := range pending {
		seen := uint64(0)
		for n := range pending[k] {
			seen |= pending[k][n] | goal[k][n]
		}
		width := bits.Len64(seen)
		if last := len(all) - 1; last < 0 || all[last].width+width > 64 {
			all = append(all, word{})
		}
		l := &all[len(all)-1]
		l.questions, l.shift = append(l.questions, k), append(l.shift, l.width)
		l.width += width
	}
	return all
}

// mask is the bits of a word's questions.
type mask interface {
	uint8 | uint16 | uint32 | uint64
}

// reached answers the questions of a word, whose columns are those of pending and goal.
func reached[M mask](g *stategraph.Graph, c *stategraph.Classes, w word, pending, goal [][]uint64, answer func(question int, asked bool, first trace.Target)) {
	together := make([]M, g.StateLabels.Count())
	for at, k := range w.questions {
		for n := range together {
			together[n] |= M(goal[k][n] << w.shift[at])
		}
	}
	can := canReach(g, c, together)
	defer can.Free()
	for at, k := range w.questions {
		asked, first := unreached(g, c, pending[k], can.All, w.shift[at])
		answer(k, asked, first)
	}
}

// canReach finds for every class of states the goals that can be reached from it: its own, and those of the states that it leads
// to. The states of a cyclic component reach the same. What it returns is to be freed.
func canReach[M mask](g *stategraph.Graph, c *stategraph.Classes, goals []M) membudget.Paged[M] {
	kept := membudget.NewPaged[M](&g.Memory.Pages, int(c.Count()))
	can := kept.All
	of := func(s uint32) M {
		all := goals[g.Label(s)]
		out := g.Out(s)
		for k := range out.Len() {
			all |= can[c.Of(out.At(k))]
		}
		return all
	}
	c.Each(func(s uint32) { can[c.Of(s)] = of(s) }, func(members []uint32) {
		all := M(0)
		for _, s := range members {
			all |= of(s)
		}
		for _, s := range members {
			can[c.Of(s)] = all
		}
	})
	return kept
}

// inevitable finds for every class of states the goals that every maximal run along certain transitions leads to. A run round a
// cycle leads nowhere: in a cyclic component only what follows without going round it is certain.
func inevitable(g *stategraph.Graph, c *stategraph.Classes, goals []uint64, along []bool) []uint64 {
	sure := make([]uint64, c.Count())
	of := func(s uint32) uint64 {
		all, some := ^uint64(0), false
		labels := g.OutLabels(s)
		out := g.Out(s)
		for k := range out.Len() {
			t := out.At(k)
			if along[labels[k]] {
				all &= sure[c.Of(t)]
				some = true
			}
		}
		if !some {
			all = 0
		}
		return all | goals[g.Label(s)]
	}
	c.Each(func(s uint32) { sure[c.Of(s)] = of(s) }, func(members []uint32) {
		for changed := true; changed && !g.Stopped(); {
			changed = false
			for _, s := range members {
				if now := of(s); now != sure[c.Of(s)] {
					sure[c.Of(s)], changed = now, true
				}
			}
		}
	})
	return sure
}

// unreached reports whether a bit was ever pending, and finds the states of the least level in which one is out of reach.
func unreached[M mask](g *stategraph.Graph, c *stategraph.Classes, pending []uint64, can []M, shift int) (asked bool, first trace.Target) {
	for l := range g.Levels() {
		for s := g.Begin(l); s < g.Begin(l+1); s++ {
			want := pending[g.Label(s)]
			asked = asked || want != 0
			if missing := want &^ (uint64(can[c.Of(s)]) >> shift); missing != 0 {
				first.Ends = append(first.Ends, trace.End{At: g.At(s), Unreached: missing})
			}
		}
		if first.Length = l; len(first.Ends) > 0 {
			break
		}
	}
	return asked, first
}
