package explore

import (
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model"
)

// imageRows is the images of a state under all permutations of a symmetry, node by node.
type imageRows[S packed.State] struct {
	symmetry *model.Symmetry
	layout   *packed.Layout
	nodes    [][]uint32 // by site: the images of the state's node, by permutation
}

func newImageRows[S packed.State](y *model.Symmetry, l *packed.Layout) imageRows[S] {
	return imageRows[S]{y, l, make([][]uint32, len(l.Fields)-1)}
}

// read looks up the images of a state.
func (r *imageRows[S]) read(s *S) {
	for k := range r.nodes {
		r.nodes[k] = r.symmetry.Images(k, packed.Get(r.layout, s, k))
	}
}

// compare compares the images under two permutations, site by site, by the numbers of their nodes.
func (r *imageRows[S]) compare(g, h int) int {
	for k := range r.nodes {
		a, b := r.nodes[r.symmetry.From(g, k)][g], r.nodes[r.symmetry.From(h, k)][h]
		if a < b {
			return -1
		} else if a > b {
			return 1
		}
	}
	return 0
}

// represent replaces a state by the least of its images, which represents them all, and returns the permutation that makes
// it. It is false if the layout has no room for that image.
func (r *imageRows[S]) represent(t *S) (g int, fits bool) {
	r.read(t)
	for h := 1; h < r.symmetry.Order(); h++ {
		if r.compare(h, g) < 0 {
			g = h
		}
	}
	if g == 0 {
		return 0, true
	}
	for k := range r.nodes {
		node := r.nodes[r.symmetry.From(g, k)][g]
		if uint64(node) >= r.layout.Fields[k].Limit() {
			return g, false
		}
		packed.Set(r.layout, t, k, packed.Get(r.layout, t, k), node)
	}
	return g, true
}

// stabilizer appends the permutations under which the state read last is its own image.
func (r *imageRows[S]) stabilizer(to []int) []int {
	for g := range r.symmetry.Order() {
		if r.compare(g, 0) == 0 {
			to = append(to, g)
		}
	}
	return to
}
