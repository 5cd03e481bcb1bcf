// Package sweep is the verb sweep: one model with more and more requests, or processes.
package sweep

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/sweep"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "sweep ALGORITHM",
	Short: "Show which verdicts and numbers change with the requests of each process, or with the processes",
	Long: "sweep explores a model with one request for each process, with two, and so on, and shows the verdicts side by\n" +
		"side. A number that grows with the requests is no bound of the algorithm. Processes to which --requests gives no\n" +
		"request get none. With --over n it explores the model with more and more processes, and says which law the states\n" +
		"and the largest numbers follow: constant, linear, n*R, quadratic, logarithmic, exponential. That is a conjecture.",
	Examples: []string{
		"sweep suzuki-kasami --up-to 3 --property bypass,bypass-registered",
		"sweep raymond --over n --up-to 5 --property messages,bypass",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	configured := flags.Model(p, cmd)
	f := command{Study: search.NewStudy(p, cmd, configured, 5_000_000), configured: configured}
	cmd.Flags().IntVar(&f.upTo, "up-to", 3, "the largest number of requests of each process, or of processes")
	usual := overs[0]
	if p.Own() {
		usual = processes
	}
	cmd.Flags().StringVar(&f.over, "over", usual, "`what` grows: requests, of each process, from 1; or n, the processes, from --processes or else from the least number above 1, as in a protocol of one's own")
	cmd.Flags().BoolVar(&f.timed, "times", false, "show also how long each exploration took")
	flags.Complete(cmd, "up-to")
	flags.Complete(cmd, "over", overs...)
	flags.Hide(cmd, "trace-dir")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := flags.Refuse(cmd, "sweep writes no traces; check does, for one of its models", "trace-dir"); err != nil {
			return err
		}
		if !slices.Contains(overs, f.over) {
			return &options.UsageError{Flag: "over", Given: f.over, Allowed: names.Or(overs), Nearest: names.Nearest(f.over, overs)}
		}
		if f.over != processes && (f.upTo < 2 || f.upTo > 16) {
			return &options.UsageError{Flag: "up-to", Given: fmt.Sprint(f.upTo), Allowed: "a number from 2 to 16"}
		}
		a, c, err := p.Model(args, configured)
		if err != nil {
			return err
		}
		if a.NoRequests && !cmd.Flags().Changed("over") {
			f.over = processes
		}
		if f.over == processes {
			return f.processes(cmd, a, c)
		}
		if a.NoRequests {
			return &options.UsageError{Flag: "over", Given: f.over, Problem: "nobody requests anything of " + a.Name, Allowed: processes}
		}
		return f.run(cmd, a, c, sweep.Requests(c, f.upTo))
	}
}

// processes is the value of --over with which the processes grow.
const processes = "n"

// overs are the values of --over.
var overs = []string{"requests", processes}

// command is the flags of the verb.
type command struct {
	*search.Study
	configured *options.Flags
	over       string
	upTo       int
	timed      bool
}

// processes explores more and more processes.
func (f command) processes(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	first := max(a.Processes.Min, 2)
	if cmd.Flags().Changed("processes") {
		first = c.Processes
	}
	if a.Processes.Min == a.Processes.Max {
		return &options.UsageError{Problem: fmt.Sprintf("%s has %s, and no other size to go on to", a.Name, english.Plural(a.Processes.Min, "process", "processes"))}
	}
	if first == a.Processes.Max {
		return &options.UsageError{Flag: "processes", Given: fmt.Sprint(first), Problem: "sweep goes on from there, and " + a.Name + " has no larger size", Allowed: paper.Range{Min: a.Processes.Min, Max: a.Processes.Max - 1}.String()}
	}
	if f.upTo <= first || f.upTo > a.Processes.Max {
		return &options.UsageError{Flag: "up-to", Given: fmt.Sprint(f.upTo), Problem: fmt.Sprintf("%s is explored from %d processes on", a.Name, first), Allowed: paper.Range{Min: first + 1, Max: a.Processes.Max}.String()}
	}
	var all []model.Config
	for n := first; n <= f.upTo; n++ {
		if err := cmd.Flags().Set("processes", fmt.Sprint(n)); err != nil {
			return err
		}
		c, err := f.configured.Config(a) // what depends on n is filled in anew
		if err != nil {
			return err
		}
		if fewer, is := sweep.Fewer(c); is {
			all = append(all, fewer)
		}
		all = append(all, c)
	}
	return f.run(cmd, a, all[len(all)-1], all)
}

// run explores all models; c is that of which the answer names what they have in common.
func (f command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config, all []model.Config) error {
	o, err := f.Limits()
	if err != nil {
		return err
	}
	ctx, cancel := explore.Limited(cmd.Context(), f.MaxTime)
	defer cancel()
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		o.Progress = show.Update
		defer show.Clear()
	}
	codes := map[int]bool{}
	runs, err := sweep.Of(ctx, all, func(c model.Config) (run sweep.Run, err error) {
		panel, err := f.Selected(a, c)
		if err != nil {
			return run, err
		}
		run.Config = c
		run.Findings, run.Result, err = search.Run(ctx, a, c, panel, o)
		if err == nil {
			codes[reportOf(run, o.Mode).Exit()] = true
		}
		return run, err
	})
	if err != nil {
		return err
	}
	x := &swept{command: f, mode: o.Mode, algorithm: a, line: options.Line(a, c), runs: runs, properties: sweep.Compare(runs)}
	if f.over == processes {
		x.line = strings.Replace(x.line, fmt.Sprintf(" -n %d", c.Processes), fmt.Sprintf(" -n %d..%d", all[0].Processes, c.Processes), 1)
		x.grows = sweep.Grows(runs)
	}
	if err := f.Print(cmd, x.object, x.write); err != nil {
		return err
	}
	return exit.Err(exit.Gravest(codes))
}

func reportOf(r sweep.Run, mode explore.Mode) *report.Report {
	return &report.Report{Config: r.Config, Mode: mode, Result: r.Result, Findings: r.Findings}
}
