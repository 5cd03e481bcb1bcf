package search

import (
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// Asymmetry is a level in which permutations turn out to be no symmetries.
type Asymmetry struct{ Refused []system.Refusal }

func (*Asymmetry) Error() string { return "permutations that are no symmetries" }

// asymmetries compares all nodes of all images of the frontier's states with their images, and lists the permutations
// that fail: the same for any number of workers and whatever states represent the others. The images of the states are
// reachable, because all states of the levels before have stood the test.
func (s *Search) asymmetries() error {
	var a *Asymmetry
	switch err := session.Try(func() { a = s.asymmetry() }).(type) {
	case nil:
		return a
	case *model.Broken:
		return err
	default:
		s.HaltAnyway(session.Running)
		s.Fail(err)
		return nil
	}
}

func (s *Search) asymmetry() *Asymmetry {
	why := map[*permutation.Permutation]string{}
	r := s.Sys.NewReader()
	s.eachOfLevel(func(state packed.Vector) {
		for _, at := range reduction.AllImages(s.Symmetry, state) {
			for k, node := range at[:len(at)-1] {
				budget := at[len(at)-1]
				for _, f := range s.Symmetry.Check(r, k, node, budget) {
					if known, ok := why[f.Renaming]; !ok || f.Why < known {
						why[f.Renaming] = f.Why
					}
				}
			}
		}
	})
	a := &Asymmetry{}
	for renaming, text := range why {
		a.Refused = append(a.Refused, system.Refusal{Renaming: renaming, Why: text})
	}
	slices.SortFunc(a.Refused, func(f, g system.Refusal) int {
		return strings.Compare(f.Renaming.String(), g.Renaming.String())
	})
	if len(why) == 0 {
		panic("explore: a permutation that failed stands the test")
	}
	return a
}
