// Package replay is the verb replay: traces, run again step by step.
package replay

import (
	"errors"
	"fmt"
	"io"
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
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/where"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model/system"
)

// formats are the renderings of a trace.
var formats = []string{"text", "json", "itf", "mermaid", "html"}

// Verb is the verb.
var Verb = program.Verb{
	Use:   "replay TRACE...",
	Short: "Run traces again, step by step, and judge whether they still violate their properties",
	Long: "replay takes every step of a trace file again. It answers that the trace violates its property, that it diverges\n" +
		"at a step, or that it no longer violates its property. If the property is about what can still happen, such as\n" +
		"starved, replay also searches everything that can follow the last step. Of a trace that names no property it shows\n" +
		"the steps. The file - is stdin.",
	Examples: []string{
		"replay srt-gme-gme.trace",
		"replay --format html drs-gme-starved.trace > starved.html",
	},
	Args: func(_ *program.Program, _ string, args []string) error {
		if len(args) == 0 {
			return &options.UsageError{Problem: "replay needs a trace file; check --trace-dir writes them"}
		}
		if k := slices.Index(args, flags.Stdin); k >= 0 && slices.Contains(args[k+1:], flags.Stdin) {
			return &options.UsageError{Problem: "- is named twice; stdin can be read once"}
		}
		return nil
	},
	Build: build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var full, diff bool
	var format string
	cmd.Flags().BoolVar(&diff, "diff", true, "show the changes of each step")
	cmd.Flags().BoolVar(&full, "full", false, "show all variables after each step")
	cmd.Flags().StringVar(&format, "format", "text", "text, json, itf, mermaid or html")
	flags.Complete(cmd, "format", formats...)
	cmd.RunE = func(cmd *cobra.Command, files []string) error {
		screen := terminal.ScreenOf(cmd.OutOrStdout())
		write, err := renderer(p.Name, format, full || !diff, screen)
		if err != nil {
			return err
		}
		if len(files) > 1 && slices.Contains(single, format) {
			return &options.UsageError{Flag: "format", Given: format, Problem: fmt.Sprintf("it is a document of one trace, not of %d", len(files))}
		}
		code := exit.Code(exit.Fine)
		for _, file := range files {
			var outcome *counterexamples.Outcome
			t, err := read(cmd, p.Algorithms, file)
			if err == nil {
				outcome, err = replay(cmd.OutOrStdout(), t, write, format == "text")
			}
			var usage *options.UsageError
			if errors.As(err, &usage) { // the other files have their answers all the same
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", p.Name, names.OneLine(err.Error()))
				code = exit.Usage
				continue
			}
			if err != nil {
				return err
			}
			verdict := fmt.Sprintf("%s: %s\n", names.Shown(t.Name()), outcome)
			if format == "text" {
				err = screen.Print(cmd.OutOrStdout(), verdict)
			} else { // stdout carries the document alone
				_, err = fmt.Fprint(cmd.ErrOrStderr(), verdict)
			}
			if err != nil {
				return err
			}
			if format == "text" && outcome.Result != counterexamples.Diverged && file != flags.Stdin {
				fmt.Fprintln(cmd.OutOrStdout(), layout.Command(report.Exploring(p.Name, file), screen.Columns))
			}
			switch {
			case code != exit.Fine && code != exit.Inconclusive, outcome.Result == counterexamples.Replayed, outcome.Result == counterexamples.Taken:
			case outcome.Result == counterexamples.Undecided:
				code = exit.Inconclusive
			default:
				code = exit.Replay
			}
		}
		if code != exit.Fine {
			return code
		}
		return nil
	}
}

// single are the formats in which two documents, one after the other, are none.
var single = []string{"itf", "mermaid", "html"}

// render writes a trace, given what its replay came to.
type render func(w io.Writer, sys *system.System, t *counterexamples.Trace, o *counterexamples.Outcome) error

func renderer(program, format string, full bool, screen terminal.Screen) (render, error) {
	switch format {
	case "text":
		return plain(func(w io.Writer, sys *system.System, t *counterexamples.Trace) error {
			var page strings.Builder
			err := counterexamples.Render(&page, sys, t, counterexamples.Options{Full: full, Color: screen.On})
			return errors.Join(err, screen.Print(w, page.String()))
		}), nil
	case "json":
		return plain(counterexamples.JSON), nil
	case "itf":
		return plain(counterexamples.ITF), nil
	case "mermaid":
		return plain(counterexamples.Mermaid), nil
	case "html":
		return func(w io.Writer, sys *system.System, t *counterexamples.Trace, o *counterexamples.Outcome) error {
			return counterexamples.HTML(w, sys, t, o, program)
		}, nil
	}
	return nil, &options.UsageError{Flag: "format", Given: format, Allowed: names.Or(formats), Nearest: names.Nearest(format, formats)}
}

// plain is a rendering that shows the steps alone.
func plain(write func(io.Writer, *system.System, *counterexamples.Trace) error) render {
	return func(w io.Writer, sys *system.System, t *counterexamples.Trace, _ *counterexamples.Outcome) error {
		return write(w, sys, t)
	}
}

// read reads a trace file, or the standard input.
func read(cmd *cobra.Command, list paper.List, file string) (*flags.TraceFile, error) {
	if file == flags.Stdin {
		return flags.ReadTraceOf(list, "stdin", cmd.InOrStdin())
	}
	return flags.ReadTrace(list, file)
}

// replay replays one file. What is wrong with the file is the user's mistake; a trace that diverges is an outcome, of which
// the steps before are written if partly says so.
func replay(w io.Writer, t *flags.TraceFile, write render, partly bool) (*counterexamples.Outcome, error) {
	sys, properties := t.Algorithm.New(t.Config), t.Algorithm.AllProperties(t.Config)
	if p, is, err := where.Named(t.Property, sys); err != nil {
		return nil, t.Misplaced("property", err)
	} else if is {
		sys, properties = sys.Showing(), append(properties, p)
	}
	outcome, err := counterexamples.Replay(sys, properties, t.Trace)
	var mismatch *counterexamples.Mismatch
	if errors.As(err, &mismatch) {
		return nil, t.Misplaced(mismatch.Keyword, err)
	}
	if err != nil {
		return nil, options.Usage(fmt.Errorf("%s: %w", t.Name(), err))
	}
	if outcome.Result == counterexamples.Diverged {
		if !partly {
			return outcome, nil
		}
		t.Steps, t.Endless, t.Loop = t.Steps[:outcome.Steps], false, 0 // up to where another step was possible
	}
	return outcome, write(w, sys, t.Trace, outcome)
}
