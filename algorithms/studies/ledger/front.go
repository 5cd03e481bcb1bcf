package ledger

import (
	"cmp"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// front is the largest of the complete configurations that are chosen: those that no other contains. Those with the most
// states come first.
func front(sights []sight, chosen func(sight) bool) []Reach {
	var complete []sight
	for _, s := range sights {
		if s.run.Complete() && chosen(s) {
			complete = append(complete, s)
		}
	}
	slices.Reverse(complete) // the largest, which contain most others, come first
	var all []Reach
	for _, s := range slices.Backward(complete) {
		larger := slices.ContainsFunc(complete, func(o sight) bool {
			return o.line != s.line && o.lattice.like == s.lattice.like && contains(o.extent, s.extent)
		})
		if !larger {
			all = append(all, s.reach())
		}
	}
	slices.SortStableFunc(all, func(a, b Reach) int { return cmp.Compare(b.States, a.States) })
	return all
}

// contains reports that a configuration is not smaller than another in anything, and has all of its runs.
func contains(large, small extent) bool {
	if large.network != small.network && small.network == FIFO {
		small.network = large.network
	}
	if large.timeouts != small.timeouts && small.timeouts == model.Off {
		small.timeouts = large.timeouts
	}
	return small.within(large)
}

func (s sight) reach() Reach {
	return Reach{Line: s.line, Config: s.config, States: s.run.States, Depth: s.run.Depth}
}

// partly is the configurations that were searched up to a depth, beyond those that hold: of each the deepest, those with
// the most states first. Only what single states and steps show is known of them.
func partly(sights []sight, claim paper.Claim, holds []Reach) []Reach {
	var all []Reach
	for _, s := range sights {
		a := s.run.answer(claim.Property)
		if s.run.Complete() || a == nil || !a.Shallow {
			continue
		}
		if slices.ContainsFunc(holds, func(r Reach) bool { return within(s.config, r.Config) }) {
			continue
		}
		all = append(all, s.reach())
	}
	slices.SortStableFunc(all, func(a, b Reach) int { return cmp.Compare(b.States, a.States) })
	return all
}
