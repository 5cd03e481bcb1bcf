// Package graph is the verb graph: all states of a small model, drawn.
package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/counterexamples/statespace"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// graphFormats are the forms of the state graph.
var graphFormats = []string{"dot", "json"}

// counted is how many states are counted to tell how many too many there are.
const counted = 1_000_000

// titleColumns is how long the lines of a title are.
const titleColumns = 60

// searched is how many states are numbered to find the one that --around names.
const searched = 50_000

// Verb is the verb.
var Verb = program.Verb{
	Use:   "graph ALGORITHM",
	Short: "Draw states and transitions, as DOT or JSON: all of a small model, a run, a violation, the surroundings of a state",
	Long: "graph writes all states of a model, with the phase of each site, and all transitions between them. It numbers the\n" +
		"states breadth first, from the initial ones on; the same model has the same numbers everywhere. --around draws what is near one of\n" +
		"them. --trace and --property draw a run and what else is possible there, of models of any size; they number the run's states first,\n" +
		"so that these numbers are of the one drawing.",
	Examples: []string{
		"graph suzuki-kasami -n 2 | dot -Tsvg > states.svg",
		"graph srt-gme -n 3 --property gme",
		"graph srt-gme -n 2 --around 17 --depth 1",
	},
	Args:     program.AtMostOneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

// command are the flags of graph.
type command struct {
	format    string
	maxStates int
	property  string
	around    int
	depth     int
}

func build(p *program.Program, cmd *cobra.Command) {
	var f command
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.StringVar(&f.format, "format", "dot", "`form`: dot or json")
	options.NumberVar(set, &f.maxStates, "max-states", 300, "refuse a graph with more states")
	from := flags.Begin(cmd)
	set.Lookup("trace").Usage = "draw the run of this trace file, in its model, and what else is possible there"
	flags.Hide(cmd, "start")
	set.StringVar(&f.property, "property", "", "draw a run that violates this property, or on which a bound is largest")
	set.IntVar(&f.around, "around", 0, "draw what is near the state with this number, before it and after it")
	set.IntVar(&f.depth, "depth", 0, "how many steps from the run, or from the state, are drawn (default 1 from a run, 2 around a state)")
	flags.Complete(cmd, "format", graphFormats...)
	for _, flag := range []string{"max-states", "around", "depth"} {
		flags.Complete(cmd, flag)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		about, err := f.about(p, cmd, args, configured, from)
		if err != nil {
			return err
		}
		return f.draw(cmd, about)
	}
}

// about is the model with the run that is to be drawn, if there is one.
func (f *command) about(p *program.Program, cmd *cobra.Command, args []string, configured *options.Flags, from *flags.Beginning) (*flags.TraceFile, error) {
	set := cmd.Flags()
	var parts []string
	for _, flag := range []string{"trace", "property", "around"} {
		if set.Changed(flag) {
			parts = append(parts, "--"+flag)
		}
	}
	switch {
	case !slices.Contains(graphFormats, f.format):
		return nil, &options.UsageError{Flag: "format", Given: f.format, Allowed: names.Or(graphFormats), Nearest: names.Nearest(f.format, graphFormats)}
	case f.maxStates < 1 || f.maxStates > counted:
		return nil, &options.UsageError{Flag: "max-states", Given: fmt.Sprint(f.maxStates), Allowed: "1 to 1,000,000"}
	case len(parts) > 1:
		return nil, &options.UsageError{Problem: strings.Join(parts, " and ") + " draw different things", Allowed: "one of them"}
	case set.Changed("depth") && len(parts) == 0:
		return nil, &options.UsageError{Flag: "depth", Given: fmt.Sprint(f.depth), Problem: "all states are drawn", Allowed: "only with --trace, --property or --around"}
	case f.depth < 0:
		return nil, &options.UsageError{Flag: "depth", Given: fmt.Sprint(f.depth), Allowed: "a number from 0"}
	case f.around < 0:
		return nil, &options.UsageError{Flag: "around", Given: fmt.Sprint(f.around), Allowed: "a number from 0"}
	case !set.Changed("depth") && set.Changed("around"):
		f.depth = 2
	case !set.Changed("depth"):
		f.depth = 1
	}
	return flags.ModelOrTrace(p, cmd, args, configured, from)
}

func (f *command) draw(cmd *cobra.Command, t *flags.TraceFile) error {
	ctx, a, c := cmd.Context(), t.Algorithm, t.Config
	line, about := options.Line(a, c), ""
	var g *statespace.Graph
	var err error
	switch {
	case cmd.Flags().Changed("property"):
		if t.Trace, about, err = f.violation(cmd, a, c); err != nil {
			return err
		}
		g, _, err = f.along(ctx, t)
	case cmd.Flags().Changed("trace"):
		g, about, err = f.along(ctx, t)
	case cmd.Flags().Changed("around"):
		g, err = f.near(ctx, a, c)
	default:
		if g, err = statespace.Explore(ctx, a.New(c), f.maxStates); errors.As(err, new(*statespace.TooLarge)) {
			return tooLarge(ctx, a, c, f.maxStates)
		}
	}
	var large *statespace.TooLarge
	switch {
	case errors.As(err, &large):
		return &options.UsageError{Flag: "max-states", Given: fmt.Sprint(f.maxStates), Problem: fmt.Sprintf("there are more states within --depth %d", f.depth), Allowed: "more, or a smaller depth"}
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "interrupted: nothing is drawn")
		return exit.Code(exit.Inconclusive)
	case err != nil:
		return err
	case f.format == "json":
		return g.JSON(cmd.OutOrStdout(), line, c.Fingerprint())
	default:
		return g.DOT(cmd.OutOrStdout(), strings.Join(append([]string{line}, layout.Wrap(about, titleColumns)...), "\n"))
	}
}

// violation is a run that violates the property of --property, or on which its number is largest, and which of the two it is.
func (f *command) violation(cmd *cobra.Command, a *paper.Algorithm, c model.Config) (*counterexamples.Trace, string, error) {
	chosen := search.Flags{Search: string(explore.BFS), Properties: []string{f.property}}
	panel, err := chosen.Selected(a, c)
	if err != nil {
		return nil, "", err
	}
	findings, r, err := search.Run(cmd.Context(), a, c, panel, explore.Options{StopAtFirst: true, MaxStates: counted})
	if err != nil {
		return nil, "", err
	}
	x := findings[0]
	if !x.Shown() && len(x.Trace) == 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s, after %s states; there is no run to draw\n", x.Property.Name, x.Verdict, layout.Grouped(r.States))
		if r.Complete {
			return nil, "", exit.Code(exit.None)
		}
		return nil, "", exit.Code(exit.Inconclusive)
	}
	about := fmt.Sprintf("%s: a run with the largest value, %s", x.Property.Name, x.Value)
	if x.Verdict == invariants.Refuted {
		about = strings.TrimSuffix(fmt.Sprintf("%s is violated: %s", x.Property.Name, x.Detail), ": ")
	}
	return &counterexamples.Trace{
		Model: options.Line(a, c), Property: x.Property.Name, Start: x.Start, Steps: x.Trace, Endless: x.Endless, Loop: x.Loop,
	}, about, nil
}

// along is the graph along a run, with what violates its property marked, and what becomes of the run.
func (f *command) along(ctx context.Context, t *flags.TraceFile) (*statespace.Graph, string, error) {
	sys, properties := t.Algorithm.New(t.Config), t.Algorithm.AllProperties(t.Config)
	if p, is, err := where.Named(t.Property, sys); err != nil {
		return nil, "", t.Misplaced("property", err)
	} else if is {
		sys, properties = sys.Showing(), append(properties, p)
	}
	outcome, err := counterexamples.Replay(sys, properties, t.Trace)
	if err != nil {
		return nil, "", options.Usage(err)
	}
	if outcome.Result == counterexamples.Diverged {
		return nil, "", options.Usage(errors.New(outcome.String()))
	}
	g, err := statespace.Along(ctx, sys, t.Trace, f.depth, f.maxStates)
	if err != nil {
		return nil, "", err
	}
	for _, p := range properties {
		if p.Name == t.Property {
			err = g.Mark(sys, p)
		}
	}
	return g, strings.TrimPrefix(outcome.String(), "replayed: "), err
}

// near is the graph near a state.
func (f *command) near(ctx context.Context, a *paper.Algorithm, c model.Config) (*statespace.Graph, error) {
	sys := a.New(c)
	g, err := statespace.Explore(ctx, sys, searched)
	var large *statespace.TooLarge
	if errors.As(err, &large) {
		return nil, &options.UsageError{Flag: "around", Given: fmt.Sprint(f.around), Problem: "the model has more than 50,000 states, which are not numbered", Allowed: "a smaller model, or --trace"}
	}
	if err != nil {
		return nil, err
	}
	if f.around >= len(g.States) {
		return nil, &options.UsageError{Flag: "around", Given: fmt.Sprint(f.around), Allowed: fmt.Sprintf("a number from 0 to %d", len(g.States)-1)}
	}
	part := g.Near(f.around, f.depth)
	if len(part.States) > f.maxStates {
		return nil, &statespace.TooLarge{Limit: f.maxStates}
	}
	return part, nil
}

// tooLarge says how many states there are, as far as it is worth the time to count them.
func tooLarge(ctx context.Context, a *paper.Algorithm, c model.Config, maxStates int) error {
	r, err := explore.Check(ctx, a.New(c), explore.Options{MaxStates: counted, Canonical: explore.CanonicalOff})
	if err != nil {
		return search.Explained(err)
	}
	problem, allowed := fmt.Sprintf("there are %s states", layout.Grouped(r.States)), fmt.Sprintf("%d or more, or a smaller model", r.States)
	if !r.Complete {
		problem, allowed = fmt.Sprintf("there are more than %s states", layout.Grouped(r.States)), "a smaller model"
	}
	return &options.UsageError{Flag: "max-states", Given: fmt.Sprint(maxStates), Problem: problem, Allowed: allowed}
}
