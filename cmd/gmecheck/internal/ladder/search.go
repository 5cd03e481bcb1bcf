package ladder

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Searches explores within the limits, of which --max-time is for all explorations together, and shows how far it is.
func (f *Flags) Searches(cmd *cobra.Command) (ledger.Search, error) {
	o, err := f.Limits()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	return func(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, states int) ([]invariants.Finding, *explore.Result, error) {
		o := o
		if states > 0 && (o.MaxStates == 0 || states < o.MaxStates) {
			o.MaxStates = states
		}
		if states == 0 && a.Endless != nil && a.Endless(c) != "" && !cmd.Flags().Changed("max-states") {
			o.MaxStates = EndlessMaxStates
		}
		if f.MaxTime > 0 {
			o.MaxTime = max(f.MaxTime-time.Since(start), 1)
		}
		if !f.Quiet {
			show := terminal.NewProgress(cmd)
			show.Prefix = f.Doing
			o.Progress = show.Update
			defer show.Clear()
		}
		findings, r, err := search.Run(ctx, a, c, panel, o)
		if err == nil && f.MaxTime > 0 && strings.HasPrefix(r.Limit, "max-time ") {
			r.Limit = fmt.Sprintf("max-time %s", f.MaxTime)
		}
		return findings, r, err
	}, nil
}

// EndlessMaxStates is the limit of an exploration that is known to hit any.
const EndlessMaxStates = 50_000
