// Package find is the verb find: the shortest way to a state of which an expression is true.
package find

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "find ALGORITHM",
	Short: "Find the shortest way to a state of which an expression is true",
	Long: "find searches breadth first for a state in which --where is true, and prints the shortest way to it. If there is none, it\n" +
		"says so, or how far it has looked. The expression asks for variables, by the paper's names, and for messages.",
	Examples: []string{
		"find srt-gme -n 2 --where 'len(cs) >= 2'",
		`find drs-gme -n 3 --where 'P1.state == "HI" && inflight("request") > 2'`,
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := search.Flags{Program: p, Search: string(explore.BFS), Symmetry: "off"}
	var text string
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.StringVar(&text, "where", "", "what is to be true of the state (see docs/expressions.md)")
	flags.OfModel(cmd, p, configured, "where", where.Complete)
	f.Limits(set)
	flags.Hide(cmd, "symmetry", "canonical")
	set.BoolVar(&f.JSON, "json", false, "print the answer as JSON, and nothing else")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if text == "" {
			return &options.UsageError{Flag: "where", Problem: "an expression is needed, such as 'len(cs) >= 2'"}
		}
		if err := flags.Refuse(cmd, "an expression may tell processes apart", "symmetry"); err != nil {
			return err
		}
		if err := flags.Refuse(cmd, "an expression may depend on numbers that canonical forms change", "canonical"); err != nil {
			return err
		}
		a, c, err := p.Model(args, configured)
		if err != nil {
			return err
		}
		return run(cmd, &f, a, c, text)
	}
}

// found is the answer.
type found struct {
	line   string
	where  string
	result *explore.Result
	kinds  []string // of messages that the expression asks for
	trace  []string
	start  string // the name of the initial state in which the trace begins; empty if there is only one
	is     bool
}

func run(cmd *cobra.Command, f *search.Flags, a *paper.Algorithm, c model.Config, text string) error {
	o, err := f.Options()
	if err != nil {
		return err
	}
	explore.KeepBelow(o.MaxMemory)
	o.StopAtFirst = true
	sys := a.New(c).Showing()
	p, err := where.Parse("where", text, sys)
	if err != nil {
		return err
	}
	if !f.Quiet {
		defer terminal.Searching(cmd, &o)()
	}
	never := p.Property("where")
	never.State = func(vs invariants.Views) invariants.Opinion { return invariants.That(!p.Holds(vs)) }
	findings, r, err := explore.CheckAll(cmd.Context(), sys, invariants.Panel{never}, o)
	if err != nil {
		return search.Explained(err)
	}
	x := found{line: options.Line(a, c), where: text, result: r, kinds: p.Kinds(), is: findings[0].Verdict == invariants.Refuted, start: findings[0].Start, trace: findings[0].Trace}
	if f.JSON {
		err = answer.JSON(cmd.OutOrStdout(), x.json(c))
	} else {
		err = x.text(cmd.OutOrStdout(), terminal.ScreenOf(cmd.OutOrStdout()))
	}
	switch {
	case err != nil:
		return err
	case x.is:
		return nil
	case r.Complete:
		return exit.Code(exit.None)
	}
	return exit.Code(exit.Inconclusive)
}

func (x *found) text(out io.Writer, screen terminal.Screen) error {
	w := &strings.Builder{}
	fmt.Fprintf(w, "%s\n", screen.Bold(x.line))
	states := humanize.Comma(int64(x.result.States)) + english.PluralWord(x.result.States, " state", "")
	within := ""
	if x.result.Bounded {
		within = " within the boundary"
	}
	switch {
	case x.is:
		fmt.Fprintf(w, "%s is true after %s (%s visited%s)\n", x.where, english.Plural(len(x.trace), "step", ""), states, within)
		if x.start != "" {
			fmt.Fprintf(w, "      start %s\n", x.start)
		}
		for k, step := range x.trace {
			fmt.Fprintf(w, "%4d  %s\n", k+1, step)
		}
	case x.result.Complete:
		fmt.Fprintf(w, "%s is true in none of the %s%s\n", x.where, states, within)
		for _, line := range where.Undelivered(x.kinds, x.result.Coverage) {
			fmt.Fprintln(w, line)
		}
	default:
		fmt.Fprintf(w, "%s: %s visited%s\n%s is not known to be true anywhere", screen.Warn("NOT complete: "+x.result.Limit), states, within, x.where)
		if known := report.Known(x.result); known != "" {
			fmt.Fprintf(w, ": %s", known)
		}
		fmt.Fprintln(w)
	}
	return screen.Print(out, w.String())
}

// json is the answer for programs. Its keys are a contract.
func (x *found) json(c model.Config) answer.Object {
	steps := x.trace
	if steps == nil {
		steps = []string{}
	}
	return answer.Of(
		"schema", "gmecheck/find", "schema_version", 1, "model", report.ModelObject(c), "where", x.where, "found", x.is, "start?", x.start, "trace", steps,
		"complete", x.result.Complete, "bounded?", x.result.Bounded, "limit?", x.result.Limit, "states", x.result.States, "depth", x.result.Depth, "judged_depth", x.result.Judged,
	)
}
