// Package task is the verb task: one task of a search on files, for a process that does nothing else, and scripts that let a cluster do
// all of them.
package task

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
)

// Verb is the verb.
var Verb = program.Verb{
	Use:   "task expand|number|settle|advance|level|script",
	Short: "Do one task of check --store, as a cluster's jobs do; write their script",
	Long: "task does one task of a search that check --store has begun. expand finds the successors of a part of a level,\n" +
		"number gives numbers to the local states that are new, settle makes the successors that are new a part of the next\n" +
		"level, and advance ends the level when all of that is done. level prints the level that is searched now, or complete.\n" +
		"script writes the script that does all of it as array jobs. A task whose file is there does nothing, so any can be repeated.",
	Examples: []string{
		"task script --store DIR --engine slurm",
		"task expand --store DIR --level 17 --part 3",
	},
	Args: func(_ *program.Program, _ string, args []string) error {
		if len(args) != 1 {
			return &options.UsageError{Problem: "task needs to be told which: " + strings.Join(whats, ", ")}
		}
		if !slices.Contains(whats, args[0]) {
			return &options.UsageError{Problem: fmt.Sprintf("there is no task %q; allowed is %s", args[0], names.Or(whats))}
		}
		return nil
	},
	Complete: func(_ *program.Program, args []string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return whats, cobra.ShellCompDirectiveNoFileComp
	},
	Build: build,
}

var whats = []string{string(explore.Expand), string(explore.Number), string(explore.Settle), string(explore.Advance), "level", "script"}

// command is the flags of task.
type command struct {
	search.Flags
	store, engine string
	level, part   int
}

func build(p *program.Program, cmd *cobra.Command) {
	f := command{Flags: search.Flags{Program: p}}
	set := cmd.Flags()
	set.StringVar(&f.store, "store", "", "`directory` of the search")
	set.IntVar(&f.level, "level", -1, "`number` of the level, as task level prints it")
	set.IntVar(&f.part, "part", 0, "`number` of the part, from 0")
	set.StringVar(&f.engine, "engine", "slurm", "`what` runs the script's jobs: slurm or kubernetes")
	f.MemoryLimit(set)
	flags.Must(cmd.MarkFlagDirname("store"))
	flags.Complete(cmd, "level")
	flags.Complete(cmd, "part")
	flags.Complete(cmd, "engine", engines...)
	flags.Complete(cmd, "max-memory")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) }
}

func (f *command) run(cmd *cobra.Command, what string) error {
	if f.store == "" {
		return &options.UsageError{Flag: "store", Problem: "it is not given", Allowed: "the directory of a search that check --store has begun"}
	}
	if program.IsBucket(f.store) {
		return &options.UsageError{Flag: "store", Given: f.store, Problem: "the tasks of array jobs are done in a directory that all machines see", Allowed: "a directory"}
	}
	stored, err := explore.ReadStore(f.store, nil)
	if err != nil {
		return search.StoreRefused(f.store, err)
	}
	switch what {
	case "level":
		return f.tell(cmd.OutOrStdout(), stored)
	case "script":
		return f.script(cmd.OutOrStdout(), stored)
	}
	if f.level < 0 {
		return &options.UsageError{Flag: "level", Problem: "it is not given", Allowed: "the number that task level prints"}
	}
	err = search.Do(cmd.Context(), f.Program, f.Flags, f.store, explore.Task{Kind: explore.TaskKind(what), Level: f.level, Part: f.part})
	var broken *model.Broken
	if errors.As(err, &broken) {
		return fmt.Errorf("%w\ncheck --store %s finds the way there", err, f.store)
	}
	return search.StoreRefused(f.store, err)
}

func (f *command) tell(w io.Writer, s explore.Stored) error {
	if s.Complete {
		_, err := fmt.Fprintln(w, "complete")
		return err
	}
	_, err := fmt.Fprintln(w, s.Level)
	return err
}
