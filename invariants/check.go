package invariants

import (
	"context"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// Check explores the system and gives the verdict on every property of the panel, in its order. The panel judges the
// search; what else the options say is the caller's.
func (ps Panel) Check(ctx context.Context, sys *model.System, o explore.Options) ([]Finding, *explore.Result, error) {
	o.Judge, o.Questions = ps, ps.Questions()
	r, err := explore.Check(ctx, sys, o)
	if err != nil {
		return nil, nil, err
	}
	return ps.Findings(r), r, nil
}
