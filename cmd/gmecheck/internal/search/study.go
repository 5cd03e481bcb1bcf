package search

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore"
)

// Study are the flags of a verb that explores many configurations to answer one question.
type Study struct {
	Flags
	Markdown bool
	Doing    string // what is explored, for the line of progress
}

// NewStudy registers the flags. maxStates is the default limit of each exploration.
func NewStudy(p *program.Program, cmd *cobra.Command, configured *options.Flags, maxStates int) *Study {
	f := &Study{Flags: Flags{Program: p, Search: string(explore.BFS), Symmetry: "off"}}
	set := cmd.Flags()
	set.StringSliceVar(&f.Properties, "property", nil, "judge only these `properties`")
	set.IntVar(&f.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of goroutines that search; the answer is the same for any number")
	options.NumberVar(set, &f.MaxStates, "max-states", maxStates, "end each exploration after this `number` of states (0: no limit)")
	set.StringVar(&f.maxMemory, "max-memory", "", "end an exploration before the process holds more memory than this `size`, such as 2GiB; none: no limit (default four fifths of the machine's)")
	set.DurationVar(&f.MaxTime, "max-time", 0, "end everything after this `time`, such as 10m (0: no limit)")
	set.StringVar(&f.TraceDir, "trace-dir", "", "write a trace file for every violation into this `directory`")
	set.BoolVar(&f.JSON, "json", false, "print the report as JSON, and nothing else")
	set.BoolVar(&f.Markdown, "markdown", false, "print the tables as Markdown")
	set.BoolVar(&f.Quiet, "quiet", false, "no progress")
	f.Complete(cmd, configured)
	return f
}

// Limits checks the flags and prepares the directory of the traces. What MaxTime says is about everything: it is left
// out of the options of each exploration.
func (f *Study) Limits() (explore.Options, error) {
	o, err := f.Options()
	if err != nil {
		return o, err
	}
	o.MaxTime = 0
	if f.JSON && f.Markdown {
		return o, &options.UsageError{Flag: "markdown", Given: "true", Problem: "not together with --json"}
	}
	return o, f.MakeTraceDir()
}

// Print prints the answer in the form that the flags name.
func (f *Study) Print(cmd *cobra.Command, object func() any, write func(answer.Page)) error {
	return answer.Print(cmd.OutOrStdout(), f.JSON, f.Markdown, object, write)
}
