// Package graph is the verb graph: all states of a small model, drawn.
package graph

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/counterexamples/statespace"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// graphFormats are the forms of the state graph.
var graphFormats = []string{"dot", "json"}

// counted is how many states are counted to tell how many too many there are.
const counted = 1_000_000

// Verb is the verb.
var Verb = program.Verb{
	Use:   "graph ALGORITHM",
	Short: "Draw the graph of all states of a small model, as DOT or JSON",
	Long: "graph writes all states of a model, with the phase of each site, and all transitions between them. It numbers the\n" +
		"states breadth first, from the initial ones on; the same model has the same numbers everywhere.",
	Examples: []string{
		"graph suzuki-kasami -n 2 | dot -Tsvg > states.svg",
		"graph srt-gme -n 2 -m 1 --format json --max-states 1000",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var format string
	var maxStates int
	configured := flags.Model(p, cmd)
	cmd.Flags().StringVar(&format, "format", "dot", "dot or json")
	cmd.Flags().IntVar(&maxStates, "max-states", 300, "refuse a graph with more states")
	flags.Complete(cmd, "format", graphFormats...)
	flags.Complete(cmd, "max-states")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, c, err := p.Model(args, configured)
		if err != nil {
			return err
		}
		switch {
		case format != "dot" && format != "json":
			return &options.UsageError{Flag: "format", Given: format, Allowed: names.Or(graphFormats), Nearest: names.Nearest(format, graphFormats)}
		case maxStates < 1 || maxStates > counted:
			return &options.UsageError{Flag: "max-states", Given: fmt.Sprint(maxStates), Allowed: "1 to 1,000,000"}
		}
		return drawGraph(cmd.Context(), cmd.OutOrStdout(), a, c, format, maxStates)
	}
}

func drawGraph(ctx context.Context, w io.Writer, a *paper.Algorithm, c model.Config, format string, maxStates int) error {
	g, err := statespace.Explore(ctx, a.New(c), maxStates)
	var large *statespace.TooLarge
	switch {
	case errors.As(err, &large):
		return tooLarge(ctx, a, c, maxStates)
	case err != nil && ctx.Err() != nil:
		return exit.Code(exit.Inconclusive)
	case err != nil:
		return err
	case format == "json":
		return g.JSON(w, options.Line(a, c), c.Fingerprint())
	default:
		return g.DOT(w, options.Line(a, c))
	}
}

// tooLarge says how many states there are, as far as it is worth the time to count them.
func tooLarge(ctx context.Context, a *paper.Algorithm, c model.Config, maxStates int) error {
	r, err := explore.Check(ctx, a.New(c), explore.Options{MaxStates: counted})
	if err != nil {
		return search.Explained(err)
	}
	problem, allowed := fmt.Sprintf("there are %s states", layout.Grouped(r.States)), fmt.Sprintf("%d or more, or a smaller model", r.States)
	if !r.Complete {
		problem, allowed = fmt.Sprintf("there are more than %s states", layout.Grouped(r.States)), "a smaller model"
	}
	return &options.UsageError{Flag: "max-states", Given: fmt.Sprint(maxStates), Problem: problem, Allowed: allowed}
}
