package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/flags"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/search"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// survivalFlags are the flags of searches that take longer than the machine may run.
type survivalFlags struct {
	checkpoint string
	every      time.Duration
	resume     string
	spill      string
	store      string
	partitions int
	tasksFrom  int
	engine     string
	engineFrom int
	told       io.Writer // what engines tell
	set        *pflag.FlagSet
}

func (f *survivalFlags) add(cmd *cobra.Command, p *program.Program) {
	f.set = cmd.Flags()
	set := f.set
	set.StringVar(&f.checkpoint, "checkpoint", "", "save the search in this `directory` at intervals, and when a limit or a signal ends it")
	set.DurationVar(&f.every, "checkpoint-every", 5*time.Minute, "save before a level if the last checkpoint is, or would become, older than this `time`")
	set.StringVar(&f.resume, "resume", "", "continue the search saved in this `directory`, and continue to save it there")
	set.StringVar(&f.spill, "spill", "", "continue on disk, in this `directory`, when --max-memory is used up")
	set.StringVar(&f.store, "store", "", "search on files in this `directory` instead of in memory, and continue what is there")
	set.IntVar(&f.partitions, "partitions", 0, "divide each level of --store into this `number` of parts (default: that of the directory, or 8)")
	options.NumberVar(set, &f.tasksFrom, "tasks-from", explore.DefaultTasksFrom, "search up to this `number` of states of --store in memory, before there are tasks (1: none); up to twice as many where little is left")
	if e := p.Engine; e == nil {
		set.StringVar(&f.engine, "engine", local, "`what` does the tasks of --store: local, which is this process")
	} else {
		set.StringVar(&f.engine, "engine", e.Name, "`what` does the tasks of --store: "+e.Name+", or local, which is this process")
		options.NumberVar(set, &f.engineFrom, "engine-from", 1e6, "levels of fewer than this `number` of states are searched by this process")
		flags.Complete(cmd, "engine-from")
		e.Flags(set)
	}
	for _, name := range []string{"checkpoint", "resume", "spill", "store"} {
		flags.Must(cmd.MarkFlagDirname(name))
	}
	flags.Complete(cmd, "checkpoint-every")
	flags.Complete(cmd, "partitions")
	flags.Complete(cmd, "tasks-from")
	flags.Complete(cmd, "engine", engines(p)...)
}

// configure checks the flags and completes the options of the search.
func (f *survivalFlags) configure(o *explore.Options, p *program.Program, a *paper.Algorithm, c model.Config, panel invariants.Panel) error {
	for _, given := range []struct{ flag, dir string }{{"checkpoint", f.checkpoint}, {"resume", f.resume}, {"spill", f.spill}, {"store", f.store}} {
		if o.Reduce != "" && given.dir != "" {
			return &options.UsageError{Flag: given.flag, Given: given.dir, Problem: "a search that leaves states out is in memory, and not saved", Allowed: "--reduce off"}
		}
	}
	for _, given := range []struct{ flag, dir string }{{"checkpoint", f.checkpoint}, {"resume", f.resume}, {"store", f.store}} {
		if len(panel) > question.MaxProperties && given.dir != "" {
			return &options.UsageError{
				Flag: given.flag, Given: given.dir, Problem: fmt.Sprintf("a search that is saved judges at most %d properties, and these are %d", question.MaxProperties, len(panel)),
				Allowed: fmt.Sprintf("--property with at most %d of them", question.MaxProperties),
			}
		}
	}
	if f.store != "" {
		return f.stored(o, p, a, c, panel)
	}
	flag, dir := "checkpoint", f.checkpoint
	if f.resume != "" {
		flag, dir = "resume", f.resume
	}
	for _, name := range []string{"partitions", "tasks-from", "engine", "engine-from"} {
		if f.set.Changed(name) {
			return &options.UsageError{Flag: name, Given: f.set.Lookup(name).Value.String(), Problem: "it is of searches on files", Allowed: "--store DIR with it"}
		}
	}
	switch {
	case f.set.Changed("checkpoint-every") && dir == "":
		return &options.UsageError{Flag: "checkpoint-every", Given: f.every.String(), Problem: "it is of searches that are saved", Allowed: "--checkpoint DIR or --resume DIR with it"}
	case f.every <= 0:
		return &options.UsageError{Flag: "checkpoint-every", Given: f.every.String(), Allowed: "a time such as 30s or 5m"}
	case o.Symmetry && f.spill != "":
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "a search reduced by symmetry is not spilled", Allowed: "--symmetry off"}
	case o.Symmetry && dir != "":
		return &options.UsageError{Flag: flag, Given: dir, Problem: "a search reduced by symmetry is not saved", Allowed: "--symmetry off"}
	case f.spill != "" && o.MaxMemory == explore.NoLimit:
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "it is for what --max-memory has no room for, which is no limit"}
	case f.spill != "" && a.Shared:
		return &options.UsageError{
			Flag: "spill", Given: f.spill, Problem: "local states stay in memory, and a state of processes that share a memory is one local state", Allowed: "--store, or a larger --max-memory",
		}
	case f.spill != "" && o.Mode != explore.BFS:
		return &options.UsageError{Flag: "spill", Given: f.spill, Problem: "only a search breadth first can be spilled", Allowed: "--search bfs"}
	}
	if f.spill != "" {
		o.Spill = &explore.Spill{Dir: f.spill}
	}
	switch {
	case dir == "":
		return nil
	case f.resume != "" && f.checkpoint != "" && filepath.Clean(f.resume) != filepath.Clean(f.checkpoint):
		return &options.UsageError{
			Flag: "checkpoint", Given: f.checkpoint, Problem: "a resumed search is saved where it was", Allowed: f.resume + ", or nothing",
		}
	case o.Mode != explore.BFS:
		return &options.UsageError{Flag: flag, Given: dir, Problem: "only a search breadth first can be saved", Allowed: "--search bfs"}
	}
	of, err := search.Traits(p, a, c, panel)
	if err != nil {
		return err
	}
	o.Checkpoint = &explore.Checkpoint{Dir: dir, Every: f.every, Resume: f.resume != "", Of: of}
	return nil
}

// stored checks the flags of a search on files, and completes the options.
func (f *survivalFlags) stored(o *explore.Options, p *program.Program, a *paper.Algorithm, c model.Config, panel invariants.Panel) error {
	wrong := func(problem, allowed string) error {
		return &options.UsageError{Flag: "store", Given: f.store, Problem: problem, Allowed: allowed}
	}
	switch {
	case f.checkpoint != "" || f.resume != "":
		return wrong("it saves every level in its own directory", "no --checkpoint and no --resume with it")
	case f.spill != "":
		return wrong("all states are on disk", "no --spill with it")
	case o.Symmetry:
		return wrong("a search reduced by symmetry is not one on files", "--symmetry off")
	case o.Mode != explore.BFS:
		return wrong("a search on files is breadth first", "--search bfs")
	case f.engine != local && (p.Engine == nil || f.engine != p.Engine.Name):
		return &options.UsageError{Flag: "engine", Given: f.engine, Allowed: names.Or(engines(p))}
	case f.engineFrom < 0:
		return &options.UsageError{Flag: "engine-from", Given: fmt.Sprint(f.engineFrom), Allowed: "a number from 0"}
	case f.tasksFrom < 1:
		return &options.UsageError{Flag: "tasks-from", Given: fmt.Sprint(f.tasksFrom), Allowed: "a number from 1"}
	case f.set.Changed("partitions") && f.partitions < 1 || f.partitions > explore.MaxParts:
		return &options.UsageError{Flag: "partitions", Given: fmt.Sprint(f.partitions), Allowed: fmt.Sprintf("1 to %d", explore.MaxParts)}
	}
	var engine *explore.Engine
	if f.engine != local {
		if err := p.Engine.Ready(); err != nil {
			return err
		}
		engine = &explore.Engine{From: f.engineFrom, Level: func(ctx context.Context, l explore.Level) error {
			return p.Engine.Level(ctx, f.told, f.store, l)
		}}
	}
	of, err := search.Traits(p, a, c, panel)
	if err != nil {
		return err
	}
	dir, bucket, err := p.Place(f.store)
	o.Store = &explore.Store{Dir: dir, Bucket: bucket, Parts: f.partitions, TasksFrom: f.tasksFrom, Of: of, Engine: engine}
	return err
}

// local is the engine that is this process.
const local = "local"

// engines are the values of --engine.
func engines(p *program.Program) []string {
	if p.Engine == nil {
		return []string{local}
	}
	return []string{p.Engine.Name, local}
}

// explain makes a directory that cannot be used the user's mistake.
func (f *survivalFlags) explain(err error) error {
	var refused *explore.CheckpointError
	var spill *explore.SpillError
	switch {
	case errors.As(err, &refused) && refused.Resume:
		return &options.UsageError{Flag: "resume", Given: refused.Dir, Problem: refused.Err.Error()}
	case errors.As(err, &refused):
		return &options.UsageError{Flag: "checkpoint", Given: refused.Dir, Problem: refused.Err.Error()}
	case errors.As(err, &spill):
		return &options.UsageError{Flag: "spill", Given: spill.Dir, Problem: spill.Err.Error()}
	}
	return search.StoreRefused(f.store, err)
}

// tell says on stderr what became of files.
func (f *survivalFlags) tell(w io.Writer, p *program.Program, quiet bool, o explore.Options, r *explore.Result) {
	if r.Err != nil {
		fmt.Fprintf(w, "%s: %v\n", p.Name, r.Err)
	} else if r.Saved && !quiet && o.Store != nil {
		fmt.Fprintf(w, "%s: saved; the same command goes on with it\n", p.Name)
	} else if r.Saved && !quiet {
		fmt.Fprintf(w, "%s: saved; --resume %s goes on with it\n", p.Name, o.Checkpoint.Dir)
	}
}
