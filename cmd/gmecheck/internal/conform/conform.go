// Package conform is the verb conform: whether the log of a real run is a run of a model.
package conform

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "conform LOG [ALGORITHM]",
	Short: "Decide whether the log of a real run is a run of the model",
	Long: "conform reads what the processes of a real run have logged, JSON lines, and looks for an order of all events in which they\n" +
		"are a run of the model; no global clock is needed. It answers with that run, or with the longest prefix that is one, the\n" +
		"event that does not fit, and what was possible instead. It judges the properties along the run, and the states in which\n" +
		"other orders of the same events put two processes or more. The file - is stdin. docs/conform.md describes the log.",
	Examples: []string{
		"conform run.log -n 3",
		"conform run.log -n 3 --trace run.trace",
	},
	Args: func(p *program.Program, verb string, args []string) error {
		switch {
		case len(args) == 0:
			return &options.UsageError{Problem: "conform needs a log; docs/conform.md says what is in one"}
		case len(args) > 2:
			return &options.UsageError{Problem: fmt.Sprintf("%s takes a log and an algorithm, not %q too", verb, args[2])}
		}
		return program.AtMostOneAlgorithm(p, verb, args[1:])
	},
	Complete: func(p *program.Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return program.CompleteAlgorithm(p, args[1:])
	},
	Build: build,
}

// command is the flags beside those of the model.
type command struct {
	conform.Options
	trace, html string
	pairs       int
	json, quiet bool
}

func build(p *program.Program, cmd *cobra.Command) {
	var f command
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	flags.Hide(cmd, "delay", "cs", "timer")
	set.IntVar(&f.Hidden, "hidden", 0, "the most `steps` of the run that the log may lack")
	set.StringSliceVar(&f.HiddenKinds, "hidden-kinds", nil, "they are of these `kinds`, such as timeout or deliver(Reply) (default: any)")
	set.StringVar(&f.trace, "trace", "", "write the run, or its longest prefix, into this trace `file`; if a property is violated, up to there")
	set.StringVar(&f.html, "html", "", "write a page that shows it into this `file`")
	set.IntVar(&f.pairs, "pairs", conform.Pairs, "judge other orders of the events by at most this `number` of ways in which processes are together (0: the order found alone)")
	options.NumberVar(set, &f.MaxStates, "max-states", 2_000_000, "stop after this `number` of states (0: no limit)")
	set.DurationVar(&f.MaxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
	set.BoolVar(&f.json, "json", false, "print the answer as JSON, and nothing else")
	set.BoolVar(&f.quiet, "quiet", false, "no progress")
	for _, name := range []string{"hidden", "hidden-kinds", "pairs", "max-states", "max-time"} {
		flags.Complete(cmd, name)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for name, n := range map[string]int{"hidden": f.Hidden, "pairs": f.pairs, "max-states": f.MaxStates} {
			if n < 0 {
				return &options.UsageError{Flag: name, Given: fmt.Sprint(n), Allowed: "a number from 0"}
			}
		}
		if err := cmp.Or(flags.Placed("trace", f.trace), flags.Placed("html", f.html)); err != nil {
			return err
		}
		l, err := read(cmd, args[0])
		if err != nil {
			return err
		}
		named := args[1:]
		if len(named) == 0 && l.Algorithm != "" {
			named = []string{l.Algorithm}
		}
		if len(named) == 0 && len(p.Algorithms) != 1 {
			return &options.UsageError{Problem: fmt.Sprintf("conform needs an algorithm, which the log does not name; %s list shows them", p.Name)}
		}
		a, c, err := p.Model(named, configured)
		if err != nil {
			return err
		}
		if !a.NoRequests && !set.Changed("requests") {
			c.Requests = l.Requests(a.New(c), f.Hidden)
		}
		return f.run(cmd, p, a, c, l)
	}
}

// read reads a log, or the standard input.
func read(cmd *cobra.Command, file string) (*conform.Log, error) {
	name, in := names.Shown(file), cmd.InOrStdin()
	if file == flags.Stdin {
		name = "stdin"
	} else {
		f, err := disk.Open(file, conform.MaxBytes)
		if err != nil {
			return nil, options.Usage(err)
		}
		defer f.Close()
		in = f
	}
	l, err := conform.Read(name, in)
	return l, options.Usage(err)
}

func (f *command) run(cmd *cobra.Command, p *program.Program, a *paper.Algorithm, c model.Config, l *conform.Log) error {
	if !f.quiet {
		show := terminal.NewProgress(cmd)
		show.Until = terminal.Remaining{States: f.MaxStates, Time: f.MaxTime}
		f.Progress = func(at conform.Progress) {
			show.Show(fmt.Sprintf("%s of %s events fit, %s states looked at", layout.Grouped(at.Events), layout.Grouped(at.Of), layout.Grouped(at.States)))
		}
		defer show.Clear()
	}
	sys, properties := a.New(c), a.Properties(c)
	if err := f.hidable(a, sys); err != nil {
		return err
	}
	if err := explore.Rehearse(cmd.Context(), sys, invariants.Panel(properties)); err != nil {
		return err
	}
	began := time.Now()
	got, err := conform.Decide(cmd.Context(), sys, l, f.Options)
	var mistake *conform.Mistake
	if errors.As(err, &mistake) {
		return options.Usage(err)
	}
	if err != nil {
		return err
	}
	judged, err := conform.Judge(cmd.Context(), got, properties, f.pairs)
	if err != nil {
		return err
	}
	x := &result{program: p.Name, line: options.Line(a, c), config: c, log: l, got: got, judged: judged, asked: asked(properties), seconds: time.Since(began).Seconds()}
	x.pairs = f.pairs
	var written error
	if f.trace != "" || f.html != "" {
		written = f.write(p.Name, x, a, properties)
	}
	if f.json {
		err = answer.JSON(cmd.OutOrStdout(), x.object())
	} else {
		err = x.text(cmd.OutOrStdout(), terminal.ScreenOf(cmd.OutOrStdout()))
	}
	if err := errors.Join(err, written); err != nil {
		return err
	}
	return exit.Err(x.code())
}

// hidable refuses kinds of steps that cannot be hidden. Which messages there are is known of protocols of one's own only.
func (f *command) hidable(a *paper.Algorithm, sys *system.System) error {
	if len(f.HiddenKinds) > 0 && f.Hidden == 0 {
		return &options.UsageError{Flag: "hidden-kinds", Given: strings.Join(f.HiddenKinds, ","), Problem: "--hidden, which says how many steps may be hidden, is 0"}
	}
	all := append(conform.StepKinds(sys), a.Events...)
	for _, timer := range a.Timers {
		all = append(all, "timeout("+timer+")")
	}
	for _, kind := range f.HiddenKinds {
		if !slices.Contains(all, kind) && (a.Own || !strings.HasPrefix(kind, "deliver(") && !strings.HasPrefix(kind, "drop(")) {
			slices.Sort(all)
			return flags.NoSuch(a, "hidden-kinds", kind, "kind of step", slices.Compact(all))
		}
	}
	return nil
}

// asked are the properties that a run can violate.
func asked(all []invariants.Property) (some []invariants.Property) {
	for _, p := range all {
		if counterexamples.Pursuable(p) {
			some = append(some, p)
		}
	}
	return some
}

// write writes the run to files.
func (f *command) write(program string, x *result, a *paper.Algorithm, properties []invariants.Property) error {
	t := &counterexamples.Trace{Model: x.line, Fingerprint: x.config.Fingerprint(), Start: x.got.Start, Steps: x.got.Labels()}
	if len(x.judged.Violations) > 0 {
		v := x.judged.Violations[0]
		t.Property, t.Steps = v.Property.Name, v.Steps
	}
	if f.trace != "" {
		if err := disk.WriteBytes(f.trace, t.Format()); err != nil {
			return err
		}
		x.trace = f.trace
	}
	if f.html == "" {
		return nil
	}
	var outcome *counterexamples.Outcome
	if len(x.judged.Violations) > 0 {
		var err error
		if outcome, err = counterexamples.Replay(a.New(x.config), properties, t); err != nil {
			return err
		}
	}
	err := disk.WriteFile(f.html, func(w io.Writer) error { return counterexamples.HTML(w, a.New(x.config), t, outcome, program) })
	if err == nil {
		x.html = f.html
	}
	return err
}
