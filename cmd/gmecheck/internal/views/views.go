// Package views is the verb views: proofs by view abstraction, for sizes that no search reaches.
package views

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "views ALGORITHM",
	Short: "Prove safety for more processes than any search reaches, by view abstraction",
	Long: "views does not search states. It closes the set of what can be seen of one or two places at a time, sites with their\n" +
		"variables and messages on their way, under all events of the handlers. What that set does not show can never happen: with\n" +
		"any number of requests, messages in any order, and any of them lost. Events of a protocol of one's own happen as often as\n" +
		"their budgets say. It proves properties that show in few places, such as mutual exclusion, or what NeverTwo claims, and\n" +
		"refutes none: what is not proved may hold all the same, and check decides it where that ends.",
	Examples: []string{
		"views naimi-trehel -n 6",
		"views naimi-trehel -n 16 -k 1 --property mutex,one-token",
		"views raymond -n 12 --json",
		"views raymond --every-n",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

// command are the flags of views.
type command struct {
	search.Flags
	entities        int
	queues, numbers int
	markdown        bool
	certificate     string
	drawing         string // the file of the picture
	verify          string
	every           bool
	laws            bool
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{Flags: search.Flags{Program: p, Search: string(explore.BFS), Symmetry: "off", Canonical: "auto", Workers: 1}}
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.IntVarP(&f.entities, "entities", "k", 2, "views of so many places: 2, or 1, which proves less and is faster; a `number`")
	set.IntVar(&f.queues, "queues", 0, "leave out lists longer than this `number`, which proves nothing of them (0: none)")
	set.IntVar(&f.numbers, "numbers", 0, "leave out plain numbers larger than this `number`, which proves nothing of them (0: none)")
	set.StringSliceVar(&f.Properties, "property", nil, "prove only these `properties` (default: all that show in few places)")
	set.DurationVar(&f.MaxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
	f.MemoryLimit(set)
	set.StringVar(&f.certificate, "certificate", "", "write what the proof rests on into this `file`")
	set.StringVar(&f.drawing, "picture", "", "draw the view that keeps a property from being proved, and the steps that made it, as SVG into this `file`")
	set.StringVar(&f.verify, "verify", "", "check the certificate in this `file`, which --certificate wrote, by a second program part that shares only the handlers; prove nothing else")
	set.BoolVar(&f.laws, "find-laws", false, "look for sums of variables and messages that no step changes, and leave out what has more than the whole (see docs/views.md)")
	set.BoolVar(&f.every, "every-n", false, "for every number of processes and every tree: look at each condition of the theorem that docs/every-n.md proves")
	if p.Own() {
		flags.Hide(cmd, "every-n")
	}
	set.BoolVar(&f.JSON, "json", false, "print the answer as JSON, and nothing else")
	set.BoolVar(&f.markdown, "markdown", false, "print the answer as Markdown")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	f.Complete(cmd, configured)
	flags.Complete(cmd, "entities", "1", "2")
	flags.Complete(cmd, "queues")
	flags.Complete(cmd, "numbers")
	flags.Must(cmd.MarkFlagFilename("certificate"))
	flags.Must(cmd.MarkFlagFilename("verify"))
	flags.Must(cmd.MarkFlagFilename("picture"))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a, err := p.Algorithm(args)
		if err != nil {
			return err
		}
		c, err := configured.Config(a.UpTo(proofs.MostProcesses))
		if err != nil {
			return err
		}
		if f.every {
			return f.runEvery(cmd, a, c)
		}
		return f.run(cmd, a, c)
	}
}

// proof is the answer.
type proof struct {
	algorithm *paper.Algorithm
	config    model.Config
	options   views.Options
	result    *views.Result
}

func (f *command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	limits, err := f.Options()
	if err != nil {
		return err
	}
	switch {
	case f.JSON && f.markdown:
		return &options.UsageError{Flag: "markdown", Given: "true", Problem: "not together with --json"}
	case f.entities != 1 && f.entities != 2:
		return &options.UsageError{Flag: "entities", Given: fmt.Sprint(f.entities), Allowed: "1 or 2"}
	case f.certificate != "" && f.verify != "":
		return &options.UsageError{Flag: "certificate", Given: f.certificate, Problem: "not together with --verify: it is written once views are closed"}
	case f.laws && f.verify != "":
		return &options.UsageError{Flag: "find-laws", Given: "true", Problem: "not together with --verify: certificates rest on none"}
	case f.laws && c.Duplicate > 0:
		return &options.UsageError{Flag: "find-laws", Given: "true", Problem: "not together with --duplicate: what comes twice has its credits twice"}
	case f.queues < 0:
		return &options.UsageError{Flag: "queues", Given: fmt.Sprint(f.queues), Allowed: "a number from 1, or 0 for none"}
	case f.numbers < 0:
		return &options.UsageError{Flag: "numbers", Given: fmt.Sprint(f.numbers), Allowed: "a number from 1, or 0 for none"}
	}
	if err := cmp.Or(flags.Placed("certificate", f.certificate), flags.Placed("picture", f.drawing)); err != nil {
		return err
	}
	sys, c, err := proofs.Endless(a, c)
	if err != nil {
		return &options.UsageError{Problem: err.Error()}
	}
	x := &proof{algorithm: a, config: c, options: views.Options{
		Entities: f.entities, Queues: f.queues, Numbers: f.numbers, FindLaws: f.laws, MaxTime: limits.MaxTime, MaxMemory: limits.MaxMemory,
	}}
	panel, err := f.Selected(a, c)
	if err != nil {
		return err
	}
	if err := explore.Rehearse(cmd.Context(), sys, panel); err != nil {
		return err
	}
	if x.options.Questions, err = f.questions(panel, a, c); err != nil {
		return err
	}
	if f.verify != "" {
		return f.verified(cmd, x, sys, limits.MaxTime)
	}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		x.options.Progress = func(entities int) { show.Show("closing views of " + layout.Grouped(entities) + " places") }
		defer show.Clear()
	}
	explore.KeepBelow(limits.MaxMemory)
	x.result, err = views.Of(cmd.Context(), sys, x.options)
	var broken *model.Broken
	if errors.As(err, &broken) {
		return err
	} else if err != nil {
		return &options.UsageError{Problem: err.Error()}
	}
	if err := answer.Print(cmd.OutOrStdout(), f.JSON, f.markdown, x.object, x.write); err != nil {
		return err
	}
	if f.certificate != "" && x.exit() == exit.Inconclusive {
		fmt.Fprintln(cmd.ErrOrStderr(), "no certificate is written: not all is proved")
	} else if f.certificate != "" {
		if err := x.certify(f.certificate); err != nil {
			return err
		}
	}
	if f.drawing != "" {
		if err := x.picture(f.drawing, sys.Places); err != nil {
			return err
		}
	}
	return exit.Err(x.exit())
}

// questions are the properties that are to be proved.
func (f *command) questions(panel invariants.Panel, a *paper.Algorithm, c model.Config) (all []views.Question, err error) {
	for k := range panel {
		p := &panel[k]
		switch {
		case p.Few != nil:
			all = append(all, proofs.Question(p))
		case f.Properties != nil:
			return nil, &options.UsageError{Flag: "property", Given: p.Name, Problem: "it does not show in few places", Allowed: provable(a, c)}
		}
	}
	if len(all) == 0 {
		problem := a.Name + " has no property that shows in few places"
		switch {
		case a.Shared:
			problem = "views are of sites and messages on their way, and the processes of " + a.Name + " share a memory"
		case a.Own:
			problem += ", which NeverTwo claims in a protocol of one's own"
		}
		return nil, &options.UsageError{Problem: problem}
	}
	return all, nil
}

func provable(a *paper.Algorithm, c model.Config) string {
	few := slices.DeleteFunc(a.Properties(c), func(p invariants.Property) bool { return p.Few == nil })
	return names.Or(invariants.Names(few))
}

// exit is the exit code: what is not proved is inconclusive.
func (x *proof) exit() int {
	if x.result.Limit != "" || x.result.Capped || slices.ContainsFunc(x.result.Answers, func(a views.Answer) bool { return !a.Proved }) {
		return exit.Inconclusive
	}
	if slices.ContainsFunc(x.result.Answers, func(a views.Answer) bool { return a.Vacuous }) {
		return exit.Vacuous
	}
	return exit.Fine
}

// caps are those that were hit, in words; empty if none was.
func (x *proof) caps() string {
	if !x.result.Capped {
		return ""
	}
	var all []string
	if x.options.Queues > 0 {
		all = append(all, fmt.Sprintf("queues <= %d", x.options.Queues))
	}
	if x.options.Numbers > 0 {
		all = append(all, fmt.Sprintf("numbers <= %d", x.options.Numbers))
	}
	return strings.Join(all, ", ")
}

// verdict is an answer in words.
func (x *proof) verdict(a *views.Answer) string {
	switch {
	case !a.Proved:
		return "not proved"
	case a.Vacuous && !x.result.Capped:
		return "vacuous: it never has anything to say"
	case x.result.Capped:
		return fmt.Sprintf("holds up to caps (%s)", x.caps())
	}
	return fmt.Sprintf("holds for n = %d by views of %d", x.config.Processes, x.result.Entities)
}
