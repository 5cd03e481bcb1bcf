package system

import "slices"

// Transition is one transition out of a state.
type Transition struct {
	Site  int
	Move  *Move
	To    []uint32 // the state that it leads to
	Early bool     // a timer expires before it is due
}

// Out lists the transitions out of a state: the node of every site, then the budgets. This is how a state makes a step: a move is
// possible if its cost can be paid and nothing that it has to wait for is on its way; its site gets another node, and its
// messages come into inboxes. What leaves the state as it is is no transition. Where a system is taken to be of canonical states, it
// leads to those.
func (r *Reader) Out(s []uint32) []Transition {
	all := r.Steps(s)
	if r.sys.Canonical {
		for k := range all {
			all[k].To = r.Canon(all[k].To)
		}
	}
	return all
}

// Steps is Out without canonical forms.
func (r *Reader) Steps(s []uint32) (all []Transition) {
	sites, calm := len(s)-1, Still
	xs := make([]*Expansion, sites)
	for k := range xs {
		xs[k] = r.Expand(k, s[k], s[sites])
		calm = min(calm, xs[k].Calm)
	}
	for k, x := range xs {
		for m := range x.Moves {
			move := &x.Moves[m]
			budget, possible := r.sys.Pay(s[sites], move.Cost, calm)
			if !possible {
				continue
			}
			to := slices.Clone(s)
			to[k], to[sites] = move.Next, budget
			for _, d := range move.Sends {
				to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
			}
			if !slices.Equal(to, s) {
				all = append(all, Transition{k, move, to, move.Cost.Early(calm)})
			}
		}
	}
	return all
}
