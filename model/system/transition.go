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
func (r *Reader) Steps(s []uint32) []Transition {
	possible := r.Possible(s)
	all, room := possible[:0], make([]uint32, len(possible)*len(s))
	for _, t := range possible {
		to := room[:len(s):len(s)]
		if r.take(to, s, t); !slices.Equal(to, s) {
			t.To, room = to, room[len(s):]
			all = append(all, t)
		}
	}
	return all
}

// Possible lists the moves that are possible in a state, without what they lead to. Some may leave the state as it is.
func (r *Reader) Possible(s []uint32) (all []Transition) {
	sites, calm, most := len(s)-1, Still, 0
	r.here = r.here[:0]
	for k := range sites {
		x := r.Expand(k, s[k], s[sites])
		r.here, calm, most = append(r.here, x), min(calm, x.Calm), most+len(x.Moves)
	}
	all = make([]Transition, 0, most)
	for k, x := range r.here {
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
	to := make([]uint32, len(s))
	r.take(to, s, t)
	return to
}

// take writes down the state to which a move leads.
func (r *Reader) take(to, s []uint32, t Transition) {
	copy(to, s)
	to[t.Site], to[len(s)-1] = t.Move.Next, t.budget
	for _, d := range t.Move.Sends {
		to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
	}
}
