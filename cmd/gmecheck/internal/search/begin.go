package search

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// Beginning are the flags that say with which run somebody begins to look at a model.
type Beginning struct {
	*flags.Beginning
	property string
}

// mostStates is how many states are searched for a run to begin with.
const mostStates = 5_000_000

// Begin registers the flags of a verb that looks at one run.
func Begin(cmd *cobra.Command) *Beginning {
	b := &Beginning{Beginning: flags.Begin(cmd)}
	cmd.Flags().StringVar(&b.property, "property", "", "begin with a shortest run that violates this property, which is searched for")
	return b
}

// Trace is the run to begin with: without steps, of a trace file, or one that violates a property.
func (b *Beginning) Trace(p *program.Program, cmd *cobra.Command, args []string, configured *options.Flags, progress func(explore.Progress)) (*flags.TraceFile, error) {
	t, err := flags.ModelOrTrace(p, cmd, args, configured, b.Beginning)
	if err != nil || b.property == "" {
		return t, err
	}
	if err := flags.Refuse(cmd, "a run that violates --property begins where it begins, in the model of the flags", "trace", "start"); err != nil {
		return nil, err
	}
	f := Flags{Properties: []string{b.property}, Search: string(explore.BFS)}
	panel, err := f.Selected(t.Algorithm, t.Config)
	if err != nil {
		return nil, err
	}
	explore.KeepBelow(0)
	found, r, err := Run(cmd.Context(), t.Algorithm, t.Config, panel, explore.Options{
		Mode: explore.BFS, Workers: runtime.GOMAXPROCS(0), MaxStates: mostStates, StopAtFirst: true, Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || found[0].Verdict != invariants.Refuted || len(found[0].Trace) == 0 {
		problem := "no run of this model violates it"
		if !r.Complete {
			problem = fmt.Sprintf("none of %d states violates it: %s", r.States, r.Limit)
		}
		return nil, &options.UsageError{Flag: "property", Given: b.property, Problem: problem}
	}
	t.Property, t.Start, t.Steps, t.Endless, t.Loop = b.property, found[0].Start, found[0].Trace, found[0].Endless, found[0].Loop
	return t, nil
}
