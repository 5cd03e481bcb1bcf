package stategraph

import (
	"fmt"
	"math"
	"sort"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// quotient is the graph of a search reduced by symmetry. Each of its states represents the states of its orbit, and each
// of its transitions leads to an image of a representative. It has all that the graph of all transitions has, but for what
// can be had by renaming: so that graph is written down, not searched.
type quotient struct {
	*Graph      // of the representatives; labels are numbers of rows
	symmetry    *system.Symmetry
	products    [][]int // of permutations: at [g][h] first h, then g
	inverse     []uint8
	permutation []uint8  // by transition: the permutation that makes, of the representative, what it leads to
	orbitType   []uint16 // by state: that of its orbit
	orbitTypes  orbitTypes
	stateRows   rows // of a representative's images, by permutation
	edgeRows    rows // of the images of a transition, by permutation
}

func newQuotient(g *Graph, y *system.Symmetry) *quotient {
	q := &quotient{
		Graph: g, symmetry: y, products: y.Products(), inverse: make([]uint8, y.Order()),
		permutation: make([]uint8, len(g.to)), orbitType: make([]uint16, len(g.StateLabel)),
		stateRows: newRows(math.MaxUint32), edgeRows: newRows(unlabelled),
	}
	for k, row := range q.products {
		for h, product := range row {
			if product == 0 {
				q.inverse[k] = uint8(h)
			}
		}
	}
	q.orbitTypes = newOrbitTypes(q.products)
	return q
}

// quotientBytes is the memory of what a quotient has besides its graph, by the numbers of its states and transitions.
func quotientBytes(states, transitions uint64) uint64 { return 10*states + transitions }

// unfolding is the graph of all states of the orbits.
type unfolding struct {
	*Graph
	q    *quotient
	base []uint32 // by representative: the first state of its orbit; at the end the number of states
	at   func(representative uint32) packed.Vector
}

// unfold writes down the graph of all states, which are as many as the search has counted. It returns why it could not,
// if so.
func (q *quotient) unfold(all question.Reduction, at func(representative uint32) packed.Vector) (full *Graph, limit string) {
	states, transitions := uint64(all.States), uint64(all.Transitions)
	if states > math.MaxUint32/2 || transitions > math.MaxUint32 {
		return nil, tooLarge(states, transitions)
	}
	if need := int64(graphBytes(states, transitions)); !q.Memory.Fits(need) {
		return nil, fmt.Sprintf("%s: the graph of all transitions needs %s beside that of the states searched", q.Text(session.Memory),
			humanize.IBytes(uint64(need)))
	}
	u := &unfolding{q: q, base: make([]uint32, len(q.StateLabel)+1), at: at}
	full = &Graph{
		Session: q.Session, rising: q.rising, StateLabels: q.Graph.StateLabels, EdgeLabels: q.Graph.EdgeLabels,
		Stem: q.Stem, At: u.state, unfolding: u,
	}
	full.allocate(int(states), int(transitions))
	u.Graph = full
	starts := make([]uint32, len(q.StateLabel)+1) // of the transitions of an orbit
	for r := range q.StateLabel {
		size := uint32(len(q.orbitTypes.of(uint32(r), q).representatives))
		u.base[r+1], starts[r+1] = u.base[r]+size, starts[r]+size*uint32(q.degree[r])
	}
	if end := len(q.StateLabel); uint64(u.base[end]) != states || uint64(starts[end]) != transitions {
		panic("explore: the orbits have other states and transitions than the search has counted")
	}
	for _, r := range q.levels {
		full.levels = append(full.levels, u.base[r])
	}
	q.Enter("renaming them for the graph", len(q.StateLabel)).Share(func() func(from, to uint32) {
		return func(from, to uint32) {
			for r := from; r < to; r++ {
				u.orbit(r, starts[r])
			}
		}
	})
	if full.Stopped() {
		return full, q.Text(q.Halted())
	}
	return full, ""
}

// orbit writes down the states of one orbit and their transitions, which stand from start on.
func (u *unfolding) orbit(r, start uint32) {
	q, full := u.q, u.Graph
	labels := q.stateRows.all[q.StateLabel[r]]
	out, edges, permutations := q.Out(r), q.OutLabels(r), q.permutation[q.first[r]:]
	for k, g := range q.orbitTypes.of(r, q).representatives {
		s, product := u.base[r]+uint32(k), q.products[g]
		full.StateLabel[s], full.first[s], full.degree[s] = labels[g], start, q.degree[r]
		for n, t := range out {
			full.to[start] = u.base[t] + uint32(q.orbitTypes.of(t, q).image[product[permutations[n]]])
			full.edgeLabel[start] = uint16(q.edgeRows.all[edges[n]][g])
			start++
		}
	}
}

// representative is that of a state, and the permutation that makes the state of it.
func (u *unfolding) representative(s uint32) (r uint32, g int) {
	r = uint32(sort.Search(len(u.base)-1, func(r int) bool { return u.base[r+1] > s }))
	return r, int(u.q.orbitTypes.of(r, u.q).representatives[s-u.base[r]])
}

func (u *unfolding) state(s uint32) packed.Vector {
	r, g := u.representative(s)
	return reduction.Image(u.q.symmetry, g, u.at(r))
}

// steps lists the transitions of a state in the order of those of its representative.
func (u *unfolding) steps(reader *system.Reader, s uint32) []trace.Step {
	r, g := u.representative(s)
	at := u.at(r)
	image, budget := reduction.Image(u.q.symmetry, g, at), at[len(at)-1]
	all := stepsFrom(u.Sys, reader, at)
	for k, step := range all {
		moves := reader.Expand(step.Site, at[step.Site], budget).Moves
		for n, counterpart := range u.q.symmetry.Counterparts(reader, g, step.Site, at[step.Site], budget) {
			if step.Move == &moves[n] {
				all[k] = trace.Step{From: image, Site: u.q.symmetry.To(g, step.Site), Move: counterpart}
			}
		}
	}
	return all
}
