package views

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
)

// notWithEvery are flags that say of how many processes, on which tree or how closely, which every number of processes leaves open.
var notWithEvery = []string{"processes", paper.TreeParam, "entities", "queues", "numbers", "certificate", "verify", "picture", "property"}

// everywhere is the answer for every number of processes.
type everywhere struct {
	algorithm *paper.Algorithm
	config    model.Config
	every     *proofs.Every
	limit     string // why there is none; empty: there is one
}

// runEvery looks at the conditions of the theorem of docs/every-n.md.
func (f *command) runEvery(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	for _, name := range notWithEvery {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Changed {
			return &options.UsageError{Flag: name, Given: flag.Value.String(), Problem: "not together with --every-n, which is about all of them"}
		}
	}
	if a.Own {
		return &options.UsageError{Flag: "every-n", Given: "true", Problem: "nothing is said for every n of a protocol of one's own, whose properties may depend on n; -n proves for one n what NeverTwo claims"}
	}
	if f.laws {
		return &options.UsageError{Flag: "find-laws", Given: "true", Problem: "not together with --every-n: its theorem knows no laws"}
	}
	limits, err := f.Options()
	if err != nil {
		return err
	}
	o := views.Options{MaxWork: proofs.EveryWork, MaxMemory: limits.MaxMemory}
	ctx, cancel := explore.Limited(cmd.Context(), limits.MaxTime)
	defer cancel()
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		o.Progress = func(entities int) { show.Show("closing views of " + layout.Grouped(entities) + " places") }
		defer show.Clear()
	}
	explore.KeepBelow(limits.MaxMemory)
	x := &everywhere{algorithm: a, config: c}
	var broken *model.Broken
	switch x.every, err = proofs.DecideEvery(ctx, a, c, o); {
	case errors.As(err, &broken):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		x.limit = explore.Interruption(ctx, limits.MaxTime)
	case err != nil:
		return &options.UsageError{Problem: err.Error()}
	}
	if err := answer.Print(cmd.OutOrStdout(), f.JSON, f.markdown, x.object, x.write); err != nil {
		return err
	}
	return exit.Err(x.exit())
}

// exit is the exit code: a conjecture is inconclusive.
func (x *everywhere) exit() int {
	if x.limit != "" || !x.every.Theorem() || slices.ContainsFunc(x.every.Answers, func(a views.Answer) bool { return !a.Proved }) {
		return exit.Inconclusive
	}
	if slices.ContainsFunc(x.every.Answers, func(a views.Answer) bool { return a.Vacuous }) {
		return exit.Vacuous
	}
	return exit.Fine
}

// verdict is an answer in a word.
func (x *everywhere) verdict(a *views.Answer) string {
	switch {
	case !a.Proved || !x.every.Conjectured():
		return "not proved"
	case !x.every.Theorem():
		return "conjecture"
	case a.Vacuous:
		return "vacuous"
	}
	return "holds"
}

// words are a verdict for readers.
func (x *everywhere) words(a *views.Answer) string {
	every := "for every n"
	if proofs.OnTrees(x.algorithm) {
		every += " and every tree"
	}
	switch v := x.verdict(a); v {
	case "holds":
		return "holds " + every + " (views of 2)"
	case "conjecture":
		return fmt.Sprintf("conjecture %s: missing is %s", every, x.every.Missing())
	case "vacuous":
		return "vacuous: it never has anything to say"
	default:
		if a.Proved {
			return fmt.Sprintf("not proved: it is at n = %d, and what more is needed is not met: %s", x.every.Processes, x.every.Missing())
		}
		return v
	}
}

func (x *everywhere) write(p answer.Page) {
	p.Head(x.algorithm.Name+" --variant "+x.config.Variant, "every number of processes; views of 2; any number of requests")
	if x.limit != "" {
		p.Paragraph(p.Warn("no answer") + ": " + x.limit)
		return
	}
	p.Gap()
	t := &layout.Table{Head: []string{"", "condition", "met", "how it is known, or why it is not"}, Prose: true}
	for _, c := range x.every.Conditions {
		met := "yes"
		if !c.Met {
			met = p.Warn("no")
		}
		t.Add(fmt.Sprint(c.Number), c.Text, met, c.How)
	}
	p.Table(t, "")
	if len(x.every.Answers) == 0 {
		return
	}
	p.Gap()
	t = &layout.Table{Head: []string{"property", "verdict"}, Prose: true}
	for k := range x.every.Answers {
		a := &x.every.Answers[k]
		text := x.words(a)
		if x.verdict(a) != "holds" {
			text = p.Warn(text)
		}
		t.Add(a.Name, text)
	}
	p.Table(t, "")
	unproved(p, x.every.Answers)
}

func (x *everywhere) object() any {
	o := answer.Of("schema", "gmecheck/views-every-n", "schema_version", 1, "model", report.ModelObject(x.config))
	o.Add("limit?", x.limit)
	e := x.every
	if e == nil {
		e = &proofs.Every{}
	}
	o.Add("closure", answer.Of("processes", e.Processes, "mentioned", e.Mentioned, "pairs", e.Pairs, "orbits", e.Orbits, "topologies", e.Topologies))
	o.Add("conditions", answer.Each(e.Conditions, func(c proofs.Condition) any {
		return answer.Of("number", c.Number, "condition", c.Text, "met", c.Met, "how", c.How)
	}))
	o.Add("properties", answer.Each(e.Answers, func(a views.Answer) any {
		return property(a, x.verdict(&a))
	}))
	return o
}
