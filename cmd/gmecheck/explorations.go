package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
)

// explorations are the flags of a verb that explores many configurations to answer one question.
type explorations struct {
	checkFlags
	markdown bool
	doing    string // what is explored, for the line of progress
}

// newExplorations registers the flags. maxStates is the default limit of each exploration.
func newExplorations(cmd *cobra.Command, configured *options.Flags, maxStates int) *explorations {
	f := &explorations{checkFlags: checkFlags{search: string(explore.BFS), symmetry: "off"}}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.properties, "property", nil, "judge only these properties")
	flags.IntVar(&f.workers, "workers", runtime.NumCPU(), "goroutines that search; the answer is the same for any number")
	flags.IntVar(&f.maxStates, "max-states", maxStates, "end each exploration after this many states (0: no limit)")
	flags.StringVar(&f.maxMemory, "max-memory", "", "end an exploration before the process holds more memory than this, such as 2GiB; none: no limit (default four fifths of the machine's)")
	flags.DurationVar(&f.maxTime, "max-time", 0, "end everything after this time, such as 10m (0: no limit)")
	flags.StringVar(&f.traceDir, "trace-dir", "", "write a trace file for every violation into this directory")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON, and nothing else")
	flags.BoolVar(&f.markdown, "markdown", false, "print the tables as Markdown")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.complete(cmd, configured)
	return f
}

// limits checks the flags and prepares the directory of the traces. What MaxTime says is about everything: it is left
// out of the options of each exploration.
func (f *explorations) limits(cmd *cobra.Command) (explore.Options, error) {
	o, err := f.options()
	if err != nil {
		return o, err
	}
	o.MaxTime = 0
	if f.json && f.markdown {
		return o, &options.UsageError{Flag: "markdown", Given: "true", Problem: "not together with --json"}
	}
	if err := f.refuseNoProperty(cmd); err != nil {
		return o, err
	}
	return o, makeTraceDir(f.traceDir)
}
