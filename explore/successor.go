package explore

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
)

// successor is one transition out of a state, unpacked: for traces, not for the search.
type successor struct {
	site int
	move *model.Move
	to   packed.Vector
}

// expand lists the transitions out of s that change it.
func expand(sys *model.System, r *model.Reader, s packed.Vector) []successor {
	sites := len(sys.Places)
	calm := model.Still
	xs := make([]*model.Expansion, sites)
	for k := range xs {
		xs[k] = r.Expand(k, s[k], s[sites])
		calm = min(calm, xs[k].Calm)
	}
	var all []successor
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
				all = append(all, successor{k, move, to})
			}
		}
	}
	return all
}
