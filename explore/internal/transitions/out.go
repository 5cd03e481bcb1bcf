package transitions

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model/system"
)

// Transition is one transition out of a state, unpacked: for traces, not for the search.
type Transition struct {
	Site int
	Move *system.Move
	To   packed.Vector
}

// Out lists the transitions out of s that change it.
func Out(sys *system.System, r *system.Reader, s packed.Vector) []Transition {
	sites := len(sys.Places)
	calm := system.Still
	xs := make([]*system.Expansion, sites)
	for k := range xs {
		xs[k] = r.Expand(k, s[k], s[sites])
		calm = min(calm, xs[k].Calm)
	}
	var all []Transition
	for k, x := range xs {
		for m := range x.Moves {
			move := &x.Moves[m]
			budget, ok := sys.Pay(s[sites], move.Cost, calm)
			if !ok {
				continue
			}
			to := slices.Clone(s)
			to[k], to[sites] = move.Next, budget
			for _, d := range move.Sends {
				to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
			}
			if !slices.Equal(to, s) {
				all = append(all, Transition{k, move, to})
			}
		}
	}
	return all
}
