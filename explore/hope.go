package explore

import (
	"math/bits"

	"github.com/gmecheck/gmecheck/explore/internal/trace"
)

// lane is the hopes whose bits fit one word together.
type lane struct {
	hopes []int
	shift []int // of each
	width int
}

// lanes shares the hopes out among words; pending and goal are the columns of each.
func lanes(pending, goal [][]uint64) []lane {
	var all []lane
	for k := range pending {
		seen := uint64(0)
		for n := range pending[k] {
			seen |= pending[k][n] | goal[k][n]
		}
		width := bits.Len64(seen)
		if last := len(all) - 1; last < 0 || all[last].width+width > 64 {
			all = append(all, lane{})
		}
		l := &all[len(all)-1]
		l.hopes, l.shift = append(l.hopes, k), append(l.shift, l.width)
		l.width += width
	}
	return all
}

// reachable finds for every state the goals that can be reached from it: its own, and those of the states that it leads
// to. The states of a knot reach the same.
func (g *graph) reachable(o *order, goals []uint64) []uint64 {
	can := make([]uint64, g.states())
	of := func(s uint32) uint64 {
		all := goals[g.look[s]]
		for _, t := range g.out(s) {
			all |= can[t]
		}
		return all
	}
	o.each(func(s uint32) { can[s] = of(s) }, func(members []uint32) {
		all := uint64(0)
		for _, s := range members {
			all |= of(s)
		}
		for _, s := range members {
			can[s] = all
		}
	})
	return can
}

// certain finds for every state the goals that every maximal run along certain transitions leads to. A run round a
// cycle leads nowhere: in a knot only what follows without going round it is certain.
func (g *graph) certain(o *order, goals []uint64, along []bool) []uint64 {
	sure := make([]uint64, g.states())
	of := func(s uint32) uint64 {
		all, some := ^uint64(0), false
		meanings := g.meanings(s)
		for k, t := range g.out(s) {
			if along[meanings[k]] {
				all &= sure[t]
				some = true
			}
		}
		if !some {
			all = 0
		}
		return all | goals[g.look[s]]
	}
	o.each(func(s uint32) { sure[s] = of(s) }, func(members []uint32) {
		for changed := true; changed && !g.halted(); {
			changed = false
			for _, s := range members {
				if now := of(s); now != sure[s] {
					sure[s], changed = now, true
				}
			}
		}
	})
	return sure
}

// disappointed reports whether a bit was ever pending, and finds the states of the least level in which one is in vain.
func (g *graph) disappointed(pending []uint64, can []uint64, shift int) (asked bool, first trace.Target) {
	for l := range len(g.levels) - 1 {
		for s := g.levels[l]; s < g.levels[l+1]; s++ {
			want := pending[g.look[s]]
			asked = asked || want != 0
			if hopeless := want &^ (can[s] >> shift); hopeless != 0 {
				first.Ends = append(first.Ends, trace.End{At: g.at(s), Unreached: hopeless})
			}
		}
		if first.Length = l; len(first.Ends) > 0 {
			break
		}
	}
	return asked, first
}
