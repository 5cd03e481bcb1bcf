// Package mean is the verb mean: exact averages of small models, whose states are a Markov chain.
package mean

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "mean ALGORITHM",
	Short: "Compute averages exactly: messages per entry, waiting times, throughput of a small model, by a Markov chain",
	Long: "mean explores all states of a model. Where all times are exponential these are a Markov chain, which it solves: with\n" +
		"--requests inf for the long run, otherwise for all that happens until a run ends. What a request asks for, and what a\n" +
		"handler chooses, is equally likely. It says nothing if a limit ends the exploration.",
	Examples: []string{
		"mean raymond -n 3 -r inf --think exp:10",
		"mean suzuki-kasami -n 3 -r 2 --json",
		"mean suzuki-kasami -n 2 --loss 1 --loss-rate 0.01 --property deadlock",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

// command are the flags of mean.
type command struct {
	search.Flags
	times    *flags.Times
	markdown bool
	export   string
	means    map[string]*string // flags that are mean times
	rates    map[string]*string // and rates
	events   []string
	marks    measures.Marks
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{
		Flags: search.Flags{Program: p, Search: string(explore.BFS), Symmetry: "auto", Workers: 1},
		means: map[string]*string{}, rates: map[string]*string{},
	}
	set := cmd.Flags()
	f.times = flags.NewTimes(cmd)
	configured := flags.Model(p, cmd)
	flags.Hide(cmd, "delay")
	for name, of := range map[string]string{"latency": "of messages", "cs": "in the critical section", "think": "from an exit to the next request of the process"} {
		set.Lookup(name).Usage = "`times` " + of + ": exp:MEAN"
	}
	flags.Hide(cmd, "rate")
	for _, x := range []struct{ name, of string }{
		{"internal", "from when an internal event is possible to when it happens (default at once)"},
		{"timer", "from when a timer is due, because nothing else can happen, to when it expires; needed where timers run"},
		{"recovery", "from a crash to the recovery"},
	} {
		f.means[x.name] = set.String(x.name, "", "`times` "+x.of)
		flags.Complete(cmd, x.name, "exp:")
	}
	set.StringSliceVar(&f.events, "event", nil, "the time of one internal event, such as close=exp:5; may be repeated: `NAME=TIMES`")
	flags.Complete(cmd, "event")
	flags.Marks(cmd, &f.marks)
	for _, x := range []struct{ name, of string }{
		{"loss-rate", "of the loss of each message in flight, while --loss allows one"},
		{"duplicate-rate", "of a second copy of each message in flight, while --duplicate allows one"},
		{"crash-rate", "of a crash of each site, while --crash allows one"},
	} {
		f.rates[x.name] = set.String(x.name, "", "`rate`, per time, "+x.of)
		flags.Complete(cmd, x.name)
	}
	set.StringSliceVar(&f.Properties, "property", nil, "compute also how likely runs are that violate these `properties`")
	set.StringVar(&f.Symmetry, "symmetry", "auto", "`when` states are lumped: auto: those that differ only in the names of processes, unless there is a --property; off: none")
	options.NumberVar(set, &f.MaxStates, "max-states", 5_000_000, "stop after this `number` of states (0: no limit)")
	set.DurationVar(&f.MaxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
	f.MemoryLimit(set)
	set.StringVar(&f.export, "export", "", "write the chain in PRISM's explicit form into files whose names begin with this `path`")
	set.BoolVar(&f.JSON, "json", false, "print the answer as JSON, and nothing else")
	set.BoolVar(&f.markdown, "markdown", false, "print the tables as Markdown")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	f.Complete(cmd, configured)
	flags.Must(cmd.MarkFlagFilename("export"))
	cmd.RunE = p.OnModel(configured, f.run)
}

// solution is the answer.
type solution struct {
	program   string // its name
	algorithm *paper.Algorithm
	config    model.Config
	clocks    mean.Clocks
	panel     invariants.Panel
	result    *mean.Result
}

func (f *command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	if err := flags.Marked(a, f.marks); err != nil {
		return err
	}
	if err := flags.Refuse(cmd, "the times of a chain are --latency, --cs and --think", "delay"); err != nil {
		return err
	}
	limits, err := f.Options()
	if err != nil {
		return err
	}
	if f.JSON && f.markdown {
		return &options.UsageError{Flag: "markdown", Given: "true", Problem: "not together with --json"}
	}
	if err := flags.InDirectory("export", f.export); err != nil {
		return err
	}
	s := &solution{program: f.Program.Name, algorithm: a, config: c}
	sys := a.New(c) // which knows what parameters of a protocol of one's own say of faults
	if s.clocks, err = f.clocks(cmd, a, sys.Config); err != nil {
		return err
	}
	if s.panel, err = f.judged(a, c); err != nil {
		return err
	}
	o := mean.Options{
		Clocks: s.clocks, Symmetry: limits.Symmetry && s.panel == nil, MaxStates: limits.MaxStates, MaxTime: limits.MaxTime, MaxMemory: limits.MaxMemory,
	}
	if s.panel != nil {
		o.Judge, o.Properties = s.panel, len(s.panel)
	}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		o.Progress = func(states int) { show.Show(layout.Grouped(states) + " states") }
		defer show.Clear()
	}
	explore.KeepBelow(o.MaxMemory)
	if err := explore.Rehearse(cmd.Context(), sys, invariants.Panel{}); err != nil {
		return err
	}
	if s.result, err = mean.Of(cmd.Context(), sys, o); errors.Is(err, mean.ErrStill) {
		return &options.UsageError{Problem: err.Error(), Allowed: "--internal or --timer"}
	} else if _, broken := err.(*model.Broken); err != nil && !broken {
		return &options.UsageError{Problem: err.Error()}
	} else if broken {
		return err
	}
	if s.result.Limit == "" && f.export != "" {
		if err := s.result.Export(f.export); errors.Is(err, mean.ErrAtOnce) {
			return &options.UsageError{Flag: "export", Given: f.export, Problem: err.Error()}
		} else if err != nil {
			return err
		}
	}
	if err := answer.Print(cmd.OutOrStdout(), f.JSON, f.markdown, s.object, s.write); err != nil {
		return err
	}
	if s.result.Limit != "" {
		return exit.Code(exit.Inconclusive)
	}
	return nil
}

// judged are the properties that runs may violate; nil if none are named.
func (f *command) judged(a *paper.Algorithm, c model.Config) (invariants.Panel, error) {
	if f.Properties == nil {
		return nil, nil
	}
	panel, err := f.Selected(a, c)
	for _, p := range panel {
		if !p.Shows() || p.Witness != nil {
			return nil, &options.UsageError{Flag: "property", Given: p.Name, Problem: "no step of a run violates it: it is about all states, which check explores"}
		}
	}
	return panel, err
}

// clocks are the times that the flags describe, and that the model needs.
func (f *command) clocks(cmd *cobra.Command, a *paper.Algorithm, c model.Config) (clocks mean.Clocks, err error) {
	times, err := f.times.Times(cmd)
	if err != nil {
		return clocks, err
	}
	if times.Open() {
		return clocks, &options.UsageError{Flag: "rate", Given: strconv.FormatFloat(times.Rate, 'g', -1, 64), Problem: "an open load has states without end", Allowed: "--think"}
	}
	for _, x := range []struct {
		flag string
		d    measures.Distribution
		to   *float64
	}{{"latency", times.Latency, &clocks.Latency}, {"cs", times.CS, &clocks.CS}, {"think", times.Think, &clocks.Think}} {
		if *x.to, err = exponential(x.flag, x.d); err != nil {
			return clocks, err
		}
	}
	for _, x := range []struct {
		flag          string
		to            *float64
		needed, never bool
	}{
		{"internal", &clocks.Internal, false, false}, {"timer", &clocks.Timer, len(a.Timers) > 0 && c.Timeouts == model.Patient, false},
		{"recovery", &clocks.Recovery, c.Crash > 0 && !c.Final, c.Final},
	} {
		text := *f.means[x.flag]
		if text != "" && x.never {
			return clocks, &options.UsageError{Flag: x.flag, Given: text, Problem: "who crashes does not recover in this model"}
		}
		if text == "" && x.needed {
			return clocks, &options.UsageError{Problem: "this model needs a mean time", Allowed: "--" + x.flag + " exp:MEAN"}
		}
		if text == "" {
			continue
		}
		d, err := measures.Parse(text)
		if err != nil {
			return clocks, &options.UsageError{Flag: x.flag, Given: text, Problem: err.Error(), Allowed: "exp:MEAN"}
		}
		if *x.to, err = exponential(x.flag, d); err != nil {
			return clocks, err
		}
	}
	for _, x := range []struct {
		flag   string
		to     *float64
		budget int
		of     string
	}{
		{"loss-rate", &clocks.Loss, c.Loss, "loss"}, {"duplicate-rate", &clocks.Duplicate, c.Duplicate, "duplicate"}, {"crash-rate", &clocks.Crash, c.Crash, "crash"},
	} {
		text := *f.rates[x.flag]
		switch {
		case text == "" && x.budget > 0:
			return clocks, &options.UsageError{Problem: "--" + x.of + " needs a rate", Allowed: "--" + x.flag + " with a number above 0"}
		case text != "" && x.budget == 0:
			return clocks, &options.UsageError{Flag: x.flag, Given: text, Problem: "there is none", Allowed: "with --" + x.of}
		case text == "":
			continue
		}
		if *x.to, err = strconv.ParseFloat(text, 64); err != nil || !(*x.to > 0 && *x.to <= mean.Most) {
			return clocks, &options.UsageError{Flag: x.flag, Given: text, Allowed: fmt.Sprintf("a number above 0, to %g", mean.Most)}
		}
	}
	if clocks.Events, err = f.eventTimes(a); err != nil {
		return clocks, err
	}
	clocks.Marks = f.marks
	if c.Early > 0 {
		return clocks, &options.UsageError{Flag: "early", Given: fmt.Sprint(c.Early), Problem: "early expiries have no time", Allowed: "0"}
	}
	if err := clocks.Wrong(c); err != nil {
		return clocks, &options.UsageError{Problem: err.Error()}
	}
	return clocks, nil
}

// eventTimes are the mean times of internal events that have one of their own.
func (f *command) eventTimes(a *paper.Algorithm) (map[string]float64, error) {
	all := map[string]float64{}
	for _, text := range f.events {
		name, times, is := strings.Cut(text, "=")
		d, err := measures.Parse(times)
		if !is || name == "" || err != nil {
			return nil, &options.UsageError{Flag: "event", Given: text, Allowed: "NAME=exp:MEAN"}
		}
		if all[name], err = exponential("event", d); err != nil {
			return nil, err
		}
	}
	if err := flags.Timed(a, slices.Sorted(maps.Keys(all))); err != nil {
		return nil, err
	}
	return all, nil
}

// exponential is the mean of an exponential distribution.
func exponential(flag string, d measures.Distribution) (float64, error) {
	if d.Shape() != measures.Exponential || d.Mean() == 0 {
		return 0, &options.UsageError{Flag: flag, Given: d.String(), Problem: "the chain has a solution for exponential times", Allowed: "exp:MEAN, a mean above 0"}
	}
	if d.Mean() < mean.Least || d.Mean() > mean.Most {
		return 0, &options.UsageError{Flag: flag, Given: d.String(), Allowed: fmt.Sprintf("a mean from %g to %g", mean.Least, mean.Most)}
	}
	return d.Mean(), nil
}
