package system

import "slices"

// Transition is one transition out of a state.
type Transition struct {
	Site  int
	Move  *Move
	To    []uint32 // the state that it leads to
	Early bool     // a timer expires before it is due

	budget uint32 // that is left
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
	for _, t := range r.Possible(s) {
		if t.To = r.Take(s, t); !slices.Equal(t.To, s) {
			all = append(all, t)
		}
	}
	return all
}

// Possible lists the moves that are possible in a state, without what they lead to. Some may leave the state as it is.
func (r *Reader) Possible(s []uint32) (all []Transition) {
	sites, calm := len(s)-1, Still
	xs := make([]*Expansion, sites)
	for k := range xs {
		xs[k] = r.Expand(k, s[k], s[sites])
		calm = min(calm, xs[k].Calm)
	}
	for k, x := range xs {
		for m := range x.Moves {
			move := &x.Moves[m]
			if budget, possible := r.sys.Pay(s[sites], move.Cost, calm); possible {
				all = append(all, Transition{Site: k, Move: move, Early: move.Cost.Early(calm), budget: budget})
			}
		}
	}
	return all
}

// Held lists, of a state that no transition leaves, the moves that would, and wait for others to become impossible: these change nothing, and
// stay possible for ever. It says nothing of a model with times.
func (r *Reader) Held(s []uint32) (all []Transition) {
	sites := len(s) - 1
	for k := range sites {
		x := r.Expand(k, s[k], s[sites])
		for m := range x.Moves {
			if move := &x.Moves[m]; move.Cost == WhenQuiet || move.Cost >= Expiry {
				t := Transition{Site: k, Move: move, budget: s[sites]}
				if t.To = r.Take(s, t); !slices.Equal(t.To, s) {
					all = append(all, t)
				}
			}
		}
	}
	return all
}

// Take is the state to which a move leads that is possible in a state.
func (r *Reader) Take(s []uint32, t Transition) []uint32 {
	to, sites := slices.Clone(s), len(s)-1
	to[t.Site], to[sites] = t.Move.Next, t.budget
	for _, d := range t.Move.Sends {
		to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
	}
	return to
}
