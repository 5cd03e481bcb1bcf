package liveness

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/transitions"
	"github.com/gmecheck/gmecheck/model/system"
)

// local is what can happen at a node in every state, for it costs nothing. Most constraints can be judged by it, without the
// transitions in full.
type local struct {
	known  bool
	moves  int   // transitions
	costly bool  // there are others, which may be possible, too
	meets  []met // the constraints that they meet
}

// met is a constraint, and which of the node's transitions meets it.
type met struct {
	constraint
	index int
}

// local is that of the node at a site of a state.
func (j *fairness) local(site int, at packed.Vector) *local {
	node, budget := at[site], at[len(at)-1]
	row := int(j.g.Sys.Row(node, budget))
	if j.nodes == nil {
		j.nodes = make([][]local, len(j.g.Sys.Places))
	}
	for row >= len(j.nodes[site]) {
		j.nodes[site] = append(j.nodes[site], make([]local, len(j.nodes[site])+64)...)
	}
	x := &j.nodes[site][row]
	if x.known {
		return x
	}
	x.known = true
	moves := j.reader.Expand(site, node, budget).Moves
	for _, wanted := range []transitions.Kind{transitions.Plain, transitions.Sending, transitions.Particular} { // as in the graph
		for k := range moves {
			m := &moves[k]
			switch {
			case transitions.KindOf(m, node) != wanted:
			case m.Cost != system.Free:
				x.costly = true
			case m.Next != node || len(m.Sends) > 0:
				if o, ok := j.constraintOf(m.Event); ok {
					x.meets = append(x.meets, met{o, x.moves})
				}
				x.moves++
			}
		}
	}
	return x
}

// keepPossible drops the constraints that cannot be met in a state.
func (j *fairness) keepPossible(s uint32, open map[constraint]bool) {
	at := j.g.At(s)
	var all map[constraint][]int
	for o := range open {
		if j.local(int(o.site)-1, at).meeting(o, func(int) bool { return true }) {
			continue
		}
		if all == nil {
			all = j.possible(s)
		}
		if _, ok := all[o]; !ok {
			delete(open, o)
		}
	}
}

// dropMet drops the constraints that are met by a transition of a state that leads where it shall.
func (j *fairness) dropMet(s uint32, open map[constraint]bool, leads func(t uint32) bool) {
	at, out := j.g.At(s), j.g.Out(s)
	before, exact := make([]int, len(j.g.Sys.Places)+1), true
	for k := range j.g.Sys.Places {
		x := j.local(k, at)
		before[k+1], exact = before[k]+x.moves, exact && !x.costly
	}
	if !exact || before[len(before)-1] != out.Len() || j.g.Renamed() { // else the indices are those of the nodes' moves, one after another
		for o, indices := range j.possible(s) {
			for _, k := range indices {
				if leads(out.At(k)) {
					delete(open, o)
				}
			}
		}
		return
	}
	for o := range open {
		site := int(o.site) - 1
		if j.local(site, at).meeting(o, func(index int) bool { return leads(out.At(before[site] + index)) }) {
			delete(open, o)
		}
	}
}

// meeting reports that one of the transitions that meet a constraint is such.
func (x *local) meeting(o constraint, such func(index int) bool) bool {
	for k := range x.meets {
		if m := &x.meets[k]; m.constraint == o && such(m.index) {
			return true
		}
	}
	return false
}
