package reduction

import (
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/model/system"
)

// Images is the images of a state under all permutations of a symmetry, node by node.
type Images[S packed.State] struct {
	symmetry *system.Symmetry
	layout   *packed.Layout
	Nodes    [][]uint32 // by site: the images of the state's node, by permutation
}

func NewImages[S packed.State](y *system.Symmetry, l *packed.Layout) Images[S] {
	return Images[S]{y, l, make([][]uint32, len(l.Fields)-1)}
}

// Read looks up the images of a state.
func (r *Images[S]) Read(s *S) {
	for k := range r.Nodes {
		r.Nodes[k] = r.symmetry.Images(k, packed.Get(r.layout, s, k))
	}
}

// compare compares the images under two permutations, site by site, by the numbers of their nodes.
func (r *Images[S]) compare(g, h int) int {
	for k := range r.Nodes {
		a, b := r.Nodes[r.symmetry.From(g, k)][g], r.Nodes[r.symmetry.From(h, k)][h]
		if a < b {
			return -1
		} else if a > b {
			return 1
		}
	}
	return 0
}

// Represent replaces a state by the least of its images, which represents them all, and returns the permutation that makes
// it. It is false if the layout has no room for that image.
func (r *Images[S]) Represent(t *S) (g int, fits bool) {
	r.Read(t)
	for h := 1; h < r.symmetry.Order(); h++ {
		if r.compare(h, g) < 0 {
			g = h
		}
	}
	if g == 0 {
		return 0, true
	}
	for k := range r.Nodes {
		node := r.Nodes[r.symmetry.From(g, k)][g]
		if uint64(node) >= r.layout.Fields[k].Limit() {
			return g, false
		}
		packed.Set(r.layout, t, k, packed.Get(r.layout, t, k), node)
	}
	return g, true
}

// Stabilizer appends the permutations under which the state read last is its own image.
func (r *Images[S]) Stabilizer(to []int) []int {
	for g := range r.symmetry.Order() {
		if r.compare(g, 0) == 0 {
			to = append(to, g)
		}
	}
	return to
}

// Image is that of a state under permutation g.
func Image(y *system.Symmetry, g int, s packed.Vector) packed.Vector {
	image := make(packed.Vector, len(s))
	copy(image[len(s)-1:], s[len(s)-1:])
	for k, node := range s[:len(s)-1] {
		image[y.To(g, k)] = y.Images(k, node)[g]
	}
	return image
}

// AllImages lists the distinct images of a state, itself first.
func AllImages(y *system.Symmetry, s packed.Vector) []packed.Vector {
	all := []packed.Vector{s}
	for g := 1; g < y.Order(); g++ {
		image := Image(y, g, s)
		if !slices.ContainsFunc(all, func(t packed.Vector) bool { return slices.Equal(t, image) }) {
			all = append(all, image)
		}
	}
	return all
}
