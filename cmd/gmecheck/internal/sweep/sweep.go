package sweep

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/invariants"
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

// sweepReport is the answer of sweep, in the form that --json prints.
type sweepReport struct {
	Schema        string           `json:"schema"`
	SchemaVersion int              `json:"schema_version"`
	Model         string           `json:"model"`
	Runs          []*report.Report `json:"runs"`
	Properties    []sweptReport    `json:"properties"`
	findings      [][]invariants.Finding
}

// sweptReport says of one property how its largest value, or its verdict, changes with the number of requests.
type sweptReport struct {
	Name   string   `json:"name"`
	Found  []string `json:"found"` // by run
	Change string   `json:"change"`
}

// command is the flags of the verb.
type command struct{ *search.Study }

func (f command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config, upTo int) error {
	o, err := f.Limits(cmd)
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
	all := &sweepReport{Schema: "gmecheck/sweep", SchemaVersion: 1, Model: options.Line(a, c)}
	codes := map[int]bool{}
	for r := 1; r <= upTo; r++ {
		c := c.Clone()
		for i := range c.Requests {
			if c.Requests[i] != 0 {
				c.Requests[i] = r
			}
		}
		panel, err := f.Selected(a, c)
		if err != nil {
			return err
		}
		findings, result, err := search.Run(ctx, a, c, panel, o)
		if err != nil {
			return err
		}
		all.Runs = append(all.Runs, report.New(c, o.Mode, result, findings))
		all.findings = append(all.findings, findings)
		codes[exit.Of(findings, result.Complete, len(report.IdleFaults(c, result)) > 0)] = true
		if ctx.Err() != nil {
			break
		}
	}
	all.compare()
	if f.Json {
		err = report.JSON(cmd.OutOrStdout(), all)
	} else {
		all.text(cmd.OutOrStdout(), f.Markdown)
	}
	if err != nil {
		return err
	}
	return exit.Err(exit.Gravest(func(code int) bool { return codes[code] }))
}

// compare sets the findings of all runs side by side, by property; those that a run does not have are left out there.
func (s *sweepReport) compare() {
	at := map[string]int{}
	for r, findings := range s.findings {
		for _, f := range findings {
			k, known := at[f.Property.Name]
			if !known {
				k = len(s.Properties)
				at[f.Property.Name] = k
				s.Properties = append(s.Properties, sweptReport{Name: f.Property.Name, Found: make([]string, len(s.findings))})
			}
			found := string(f.Verdict)
			if f.Value != nil {
				found = f.Value.String()
				if f.Verdict == invariants.Refuted {
					found += " (violated)"
				}
			}
			s.Properties[k].Found[r] = found
		}
	}
	for k := range s.Properties {
		s.Properties[k].Change = s.change(s.Properties[k].Name)
	}
}

// change says what the last two runs tell of a property.
func (s *sweepReport) change(name string) string {
	var last []invariants.Finding
	for _, findings := range s.findings {
		for _, f := range findings {
			if f.Property.Name == name {
				last = append(last, f)
			}
		}
	}
	if len(last) < 2 {
		return ""
	}
	a, b := last[len(last)-2], last[len(last)-1]
	switch {
	case a.Verdict == invariants.Inconclusive || b.Verdict == invariants.Inconclusive:
		return "not decided"
	case a.Value != nil && b.Value != nil && !b.Value.Unbounded && b.Value.Max > a.Value.Max:
		return "grows"
	case a.Value != nil && b.Value != nil && *a.Value == *b.Value, a.Value == nil && b.Value == nil && a.Verdict == b.Verdict:
		return "the same"
	case a.Value != nil && b.Value != nil && a.Value.Max == b.Value.Max:
		return "the same largest"
	}
	return "changes"
}

func (s *sweepReport) text(w io.Writer, markdown bool) {
	t := layout.Table{Head: []string{"requests each"}, Prose: true}
	states := []string{"states"}
	for _, run := range s.Runs {
		t.Head = append(t.Head, requestsText(run.Model.Requests))
		text := layout.Grouped(run.Search.States)
		if !run.Search.Complete {
			text += " (not complete)"
		}
		states = append(states, text)
	}
	t.Head = append(t.Head, "from the last but one to the last")
	t.Add(append(states, "")...)
	for _, p := range s.Properties {
		t.Add(append(append([]string{p.Name}, p.Found...), p.Change)...)
	}
	fmt.Fprintf(w, "%s\n\n", s.Model)
	if markdown {
		t.Markdown(w)
	} else {
		t.Text(w, "")
	}
}

func requestsText(r any) string {
	if n, ok := r.(int); ok {
		return strconv.Itoa(n)
	}
	return fmt.Sprint(r)
}
