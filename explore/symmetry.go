package explore

import (
	"context"
	"errors"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/invariants/question"
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
		r, err := run(options.session(ctx, sys, start, symmetry), options)
		var a *search.Asymmetry
		if errors.As(err, &a) {
			refused = append(refused, a.Refused...)
			allowed, group = system.Without(allowed, a.Refused)
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
