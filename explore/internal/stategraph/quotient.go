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

func newQuotient(g *Graph, transitions int, y *system.Symmetry) *quotient {
	q := &quotient{
		Graph: g, symmetry: y, products: y.Products(), inverse: make([]uint8, y.Order()),
		permutation: make([]uint8, transitions), orbitType: make([]uint16, len(g.shape)),
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
	u := &unfolding{q: q, base: make([]uint32, len(q.shape)+1), at: at}
	full = &Graph{
		Session: q.Session, rising: q.rising, StateLabels: q.Graph.StateLabels, EdgeLabels: q.Graph.EdgeLabels,
		Stem: q.Stem, At: u.state, unfolding: u,
	}
	full.allocate(int(states), int(transitions))
	full.used.Store(transitions)
	u.Graph = full
	starts := make([]uint32, len(q.shape)+1) // of the transitions of an orbit
	for r := range q.shape {
		size := uint32(len(q.orbitTypes.of(uint32(r), q).representatives))
		u.base[r+1], starts[r+1] = u.base[r]+size, starts[r]+size*q.shapes.all[q.shape[r]].degree
	}
	if end := len(q.shape); uint64(u.base[end]) != states || uint64(starts[end]) != transitions {
		panic("explore: the orbits have other states and transitions than the search has counted")
	}
	for _, r := range q.levels {
		full.levels = append(full.levels, u.base[r])
	}
	q.Enter("renaming them for the graph", len(q.shape)).Share(func() func(from, to uint32) {
		w := newRenamer(u)
		return func(from, to uint32) {
			for r := from; r < to; r++ {
				w.orbit(r, starts[r])
			}
		}
	})
	if full.Stopped() {
		return full, q.Text(q.Halted())
	}
	return full, ""
}

// renamer is one worker that writes down orbits.
type renamer struct {
	u      *unfolding
	shapes shapeReader
	known  []uint32 // by shape of a representative, then by permutation: the image's shape, plus one; 0: not known yet
	edges  []uint16
	to     []uint32
}

func newRenamer(u *unfolding) *renamer {
	images := len(u.q.products) * len(u.q.shapes.all)
	u.Memory.Reserve(4 * int64(images))
	return &renamer{u: u, shapes: u.shapes.reader(), known: make([]uint32, images)}
}

// orbit writes down the states of one orbit and their transitions, which stand from start on.
func (w *renamer) orbit(r, start uint32) {
	u, q := w.u, w.u.q
	out, permutations := q.Out(r), q.permutation[q.first[r]:]
	for k, g := range q.orbitTypes.of(r, q).representatives {
		s, product := u.base[r]+uint32(k), q.products[g]
		u.shape[s], u.first[s], w.to = w.image(q.shape[r], g), start, w.to[:0]
		for n := range out.Len() {
			t := out.At(n)
			w.to = append(w.to, u.base[t]+uint32(q.orbitTypes.of(t, q).image[product[permutations[n]]]))
		}
		u.to.put(start, w.to)
		start += uint32(len(w.to))
	}
}

// image is the shape of the state that a permutation makes of one of this shape.
func (w *renamer) image(shape uint32, g uint8) uint32 {
	q, known := w.u.q, &w.known[int(shape)*len(w.u.q.products)+int(g)]
	if *known == 0 {
		w.edges = w.edges[:0]
		for _, row := range q.shapes.of(shape) {
			w.edges = append(w.edges, uint16(q.edgeRows.all[row][g]))
		}
		*known = w.shapes.number(q.stateRows.all[q.shapes.all[shape].label][g], w.edges) + 1
	}
	return *known - 1
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
