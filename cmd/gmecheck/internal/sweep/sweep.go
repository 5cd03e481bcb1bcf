// Package sweep is the verb sweep: one model with more and more requests.
package sweep

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/sweep"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
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
	Short: "Show which verdicts and numbers change with the requests of each process: 1, 2, ...",
	Long: "sweep explores a model with one request for each process, with two, and so on, and shows the verdicts side by\n" +
		"side. A number that grows with the requests is no bound of the algorithm. Processes to which --requests gives no\n" +
		"request get none.",
	Examples: []string{
		"sweep suzuki-kasami --up-to 3 --property bypass,bypass-registered",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	var upTo int
	configured := flags.Model(p, cmd)
	f := command{search.NewStudy(p, cmd, configured, 5_000_000)}
	cmd.Flags().IntVar(&upTo, "up-to", 3, "the largest number of requests of each process")
	flags.Complete(cmd, "up-to")
	flags.Hide(cmd, "trace-dir")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := flags.Refuse(cmd, "sweep writes no traces; check does, for one of its models", "trace-dir"); err != nil {
			return err
		}
		if upTo < 2 || upTo > 16 {
			return &options.UsageError{Flag: "up-to", Given: fmt.Sprint(upTo), Allowed: "a number from 2 to 16"}
		}
		a, c, err := p.Model(args, configured)
		if err != nil {
			return err
		}
		return f.run(cmd, a, c, upTo)
	}
}

// command is the flags of the verb.
type command struct{ *search.Study }

func (f command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config, upTo int) error {
	if a.NoRequests {
		return &options.UsageError{Problem: "sweep is about requests, and nobody requests anything of " + a.Name}
	}
	o, err := f.Limits()
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if f.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.MaxTime)
		defer cancel()
	}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		o.Progress = show.Update
		defer show.Clear()
	}
	codes := map[int]bool{}
	runs, err := sweep.Of(ctx, c, upTo, func(c model.Config) (run sweep.Run, err error) {
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
	line, properties := options.Line(a, c), sweep.Compare(runs)
	if err := f.Print(cmd, func() any { return object(line, o.Mode, runs, properties) }, func(p answer.Page) { write(p, line, runs, properties) }); err != nil {
		return err
	}
	return exit.Err(exit.Gravest(func(code int) bool { return codes[code] }))
}

func reportOf(r sweep.Run, mode explore.Mode) *report.Report {
	return &report.Report{Config: r.Config, Mode: mode, Result: r.Result, Findings: r.Findings}
}

func object(line string, mode explore.Mode, runs []sweep.Run, properties []sweep.Property) any {
	return answer.Of(
		"schema", "gmecheck/sweep", "schema_version", 1, "model", line,
		"runs", answer.Each(runs, func(r sweep.Run) any { return reportOf(r, mode).Object() }),
		"properties", answer.Each(properties, func(p sweep.Property) any {
			return answer.Of("name", p.Name, "found", p.Found, "change", p.Change)
		}),
	)
}

func write(p answer.Page, line string, runs []sweep.Run, properties []sweep.Property) {
	t := &layout.Table{Head: []string{"requests each"}, Prose: true, Least: 12}
	states := []string{"states"}
	for _, run := range runs {
		t.Head = append(t.Head, model.RequestsText(run.Config.Requests))
		text := layout.Grouped(run.Result.States)
		if !run.Result.Complete {
			text += " (not complete)"
		}
		states = append(states, text)
	}
	t.Head = append(t.Head, "from the last but one to the last")
	t.Add(append(states, "")...)
	for _, property := range properties {
		t.Add(append(append([]string{property.Name}, property.Found...), property.Change)...)
	}
	p.Line(line)
	p.Gap()
	p.Table(t, "")
}
