package explore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/reduction"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// reduced searches with the largest group of permutations that stands the test. The test goes along with the search: when
// a permutation fails, the search begins again without it.
func reduced(ctx context.Context, sys *system.System, options Options, start time.Time) (*question.Result, error) {
	group, refused := sys.Symmetries()
	allowed, tried := group, len(group)+len(refused)
	for {
		var symmetry *system.Symmetry
		if len(group) > 1 {
			symmetry = sys.NewSymmetry(group)
		}
		r, err := run(ctx, sys, options, start, symmetry)
		var a *asymmetry
		if errors.As(err, &a) {
			refused = append(refused, a.refused...)
			allowed, group = system.Without(allowed, a.refused)
			continue
		}
		if err != nil {
			return nil, err
		}
		if r.Reduction == nil {
			r.Reduction = &question.Reduction{States: r.States, Transitions: r.Transitions}
		}
		r.Reduction.Group, r.Reduction.Refused, r.Reduction.Tried = group, refused, tried
		return r, nil
	}
}

// asymmetry is a level in which permutations turn out to be no symmetries.
type asymmetry struct{ refused []system.Refusal }

func (*asymmetry) Error() string { return "permutations that are no symmetries" }

// asymmetries compares all nodes of all images of the frontier's states with their images, and lists the permutations
// that fail: the same for any number of workers and whatever states represent the others. The images of the states are
// reachable, because all states of the levels before have stood the test.
func (c *common) asymmetries(e engine) error {
	var a *asymmetry
	switch err := session.Try(func() { a = c.asymmetry(e) }).(type) {
	case nil:
		return a
	case *model.Broken:
		return err
	default:
		c.HaltAnyway(session.Running)
		c.Fail(err)
		return nil
	}
}

func (c *common) asymmetry(e engine) *asymmetry {
	why := map[*system.Renaming]string{}
	r := c.Sys.NewReader()
	e.frontierEach(func(s packed.Vector) {
		for _, at := range reduction.AllImages(c.Symmetry, s) {
			for k, node := range at[:len(at)-1] {
				budget := at[len(at)-1]
				for _, f := range c.Symmetry.Check(r, k, node, budget) {
					if known, ok := why[f.Renaming]; !ok || f.Why < known {
						why[f.Renaming] = f.Why
					}
				}
			}
		}
	})
	a := &asymmetry{}
	for renaming, text := range why {
		a.refused = append(a.refused, system.Refusal{Renaming: renaming, Why: text})
	}
	slices.SortFunc(a.refused, func(f, g system.Refusal) int {
		return strings.Compare(f.Renaming.String(), g.Renaming.String())
	})
	if len(why) == 0 {
		panic("explore: a permutation that failed stands the test")
	}
	return a
}

// represented counts what stands behind the states visited.
type represented struct{ states, transitions int }

func (r *represented) add(s represented) {
	r.states += s.states
	r.transitions += s.transitions
}
