// Package simulate is the verb simulate: random walks.
package simulate

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// command are the flags of simulate beside those of the model.
type command struct {
	search.Flags
	seed uint64
	runs int
}

// Verb is the verb.
var Verb = program.Verb{
	Use:   "simulate ALGORITHM",
	Short: "Walk at random: a trace for every violation on the way, never a proof",
	Long: "simulate walks from the initial state at random, for models that are too large for check. It judges the properties\n" +
		"of states, steps and ends on the way, and names the others. It may miss violations: if it meets none, the exit code is\n" +
		"20, as for every incomplete check, or 15 if there was nothing to judge. Equal seeds give equal answers.",
	Examples: []string{
		"simulate srt-gme --variant published -n 4 -m 2 -r 3",
		"simulate drs-gme --variant repaired -n 5 --loss 2 --seed 7 --runs 100000 --trace-dir traces",
	},
	Args:     program.OneAlgorithm,
	Complete: program.CompleteAlgorithm,
	Build:    build,
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{Flags: search.Flags{Program: p, Search: string(explore.DFS), Symmetry: "off"}} // a walk is a path, too
	set, configured := cmd.Flags(), flags.Model(p, cmd)
	set.StringSliceVar(&f.Properties, "property", nil, "judge only these `properties` (default: all that a walk can judge)")
	set.Uint64Var(&f.seed, "seed", 1, "`seed` of the random numbers")
	set.IntVar(&f.runs, "runs", 1000, "`number` of walks")
	set.IntVar(&f.MaxDepth, "max-depth", 1000, "the most `steps` of a walk")
	set.DurationVar(&f.MaxTime, "max-time", 0, "stop after this `time`, such as 10m (0: no limit)")
	f.MemoryLimit(set)
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of goroutines that walk; the answer is the same for any number")
	set.StringVar(&f.TraceDir, "trace-dir", "", "write a trace file for every violation into this `directory`")
	set.BoolVar(&f.JSON, "json", false, "print the report as JSON, and nothing else")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	f.Complete(cmd, configured)
	flags.Complete(cmd, "seed")
	flags.Complete(cmd, "runs")
	cmd.RunE = p.OnModel(configured, f.run)
}

func (f *command) run(cmd *cobra.Command, a *paper.Algorithm, c model.Config) error {
	switch {
	case f.runs < 1:
		return &options.UsageError{Flag: "runs", Given: fmt.Sprint(f.runs), Allowed: "a number from 1"}
	case f.MaxDepth < 1:
		return &options.UsageError{Flag: "max-depth", Given: fmt.Sprint(f.MaxDepth), Allowed: "a number from 1"}
	}
	o, err := f.Options()
	if err != nil {
		return err
	}
	explore.KeepBelow(o.MaxMemory)
	panel, err := f.Violable("a walk", a, c)
	if err != nil {
		return err
	}
	if err := f.MakeTraceDir(); err != nil {
		return err
	}
	walks := explore.Walks{
		Judge: panel, Seed: f.seed, Runs: f.runs, MaxDepth: o.MaxDepth, MaxTime: o.MaxTime, MaxMemory: o.MaxMemory, Workers: o.Workers,
	}
	if !f.Quiet {
		show := terminal.NewProgress(cmd)
		walks.Progress = func(n int) {
			show.Show(fmt.Sprintf("walking at random: walk %s of %s", layout.Grouped(n), layout.Grouped(f.runs)))
		}
		defer show.Clear()
	}
	rep, err := simulate(cmd.Context(), a, c, panel, walks)
	if err != nil {
		return err
	}
	files, unwritten := f.WriteTraces(a, c, rep.findings) // takes nothing away from the report
	rep.left, rep.traces = f.Left(a, c), report.Traces{Program: f.Program.Name, System: a.New(c), Files: files}
	stdout := cmd.OutOrStdout()
	if f.JSON {
		err = answer.JSON(stdout, rep.object())
	} else {
		err = rep.text(stdout, options.Line(a, c)+a.Within(), terminal.ScreenOf(stdout))
	}
	if err := cmp.Or(err, unwritten); err != nil {
		return err
	}
	if len(rep.findings) == 0 {
		return exit.Code(exit.Vacuous)
	}
	return exit.Code(exit.Of(rep.findings, false, false))
}

// simulation is what the walks have met.
type simulation struct {
	config   model.Config
	bounded  bool
	walks    explore.Walks
	found    *explore.Simulation
	findings []invariants.Finding
	left     []string // properties that walks do not judge
	coverage []report.Event
	traces   report.Traces
}

// notViolated is the verdict on what no walk has violated.
const notViolated = "not violated"

func simulate(ctx context.Context, a *paper.Algorithm, c model.Config, panel invariants.Panel, w explore.Walks) (*simulation, error) {
	found, err := explore.Simulate(ctx, a.New(c), w)
	if err != nil {
		return nil, search.Explained(err)
	}
	r := &explore.Result{Limit: found.Limit, Coverage: found.Coverage, Early: found.Early, Violations: found.Violations}
	return &simulation{config: c, bounded: a.Boundary, walks: w, found: found, findings: panel.Findings(r), coverage: report.Coverage(c, r)}, nil
}

// verdict is that on all properties; without any nothing was judged.
func (s *simulation) verdict() string {
	if len(s.findings) == 0 {
		return string(invariants.Vacuous)
	}
	for _, f := range s.findings {
		if f.Verdict == invariants.Refuted {
			return string(f.Verdict)
		}
	}
	return notViolated
}

// object is the answer for programs.
func (s *simulation) object() any {
	w, found := s.walks, s.found
	return answer.Of("schema", "gmecheck/simulation", "schema_version", 1, "model", report.ModelObject(s.config), "bounded?", s.bounded,
		"walks", answer.Of("seed", w.Seed, "runs", w.Runs, "walked", found.Walks, // runs: asked for; walked: to their end
			"max_depth", w.MaxDepth, "steps", found.Steps, "longest", found.Longest,
			"ended", found.Ended, "limit?", found.Limit), // ended: in a state without a transition
		"properties", answer.Each(s.findings, func(f invariants.Finding) any {
			if f.Verdict == invariants.Refuted {
				return report.FindingObject(f, string(f.Verdict))
			}
			return report.FindingObject(f, notViolated)
		}),
		"not_judged?", s.left, "coverage", s.coverage, "verdict", s.verdict())
}
