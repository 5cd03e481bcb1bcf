package explore

import (
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/checkpoint"
	"github.com/gmecheck/gmecheck/explore/internal/external"
	"github.com/gmecheck/gmecheck/explore/internal/search"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// Checkpoint is where a breadth-first search is saved, so that it can be resumed after whatever ended it. What is saved
// is always the beginning of a level: all states up to it, and what was found above it. It is written at the beginning of
// a level when the last one is old, or will be before the level has ended, and when a limit or the context ends the search.
type Checkpoint struct {
	Dir    string
	Every  time.Duration // 0: five minutes
	Resume bool          // go on with the search saved in Dir; otherwise there must be none
	Of     []Trait       // what the search is of; a search of anything else is not resumed

	Warn func(error) // nil, or told of a file system that does not make names durable

	fault func(disk.Call, int) error // tests: disks that fail
}

type (
	// Trait is one thing in which searches differ so much that one does not go on with what the other has saved.
	Trait = disk.Trait
	// CheckpointError is why a search cannot be saved in, or resumed from, a directory. Nothing of it has been used.
	CheckpointError = checkpoint.Error
	// SpillError is what went wrong with the files of states.
	SpillError = external.Error
	// StoreError is why a search cannot go on in a directory: nothing that is there has been lost.
	StoreError = tasks.Error
)

// MaxParts is as many as a [Store] can be divided into.
const MaxParts = tasks.MaxParts

// DefaultTasksFrom is how many states of a [Store] are searched in memory, if nothing else is said.
const DefaultTasksFrom = tasks.DefaultTasksFrom

// Store makes a breadth-first search one on files: states are in a directory and not in memory, divided into parts. Every level
// that is searched is a checkpoint, and a search in a directory that has one goes on with it. Counts, verdicts and traces are
// the same as in memory. Questions about the graph are answered if memory has room for all states at the end.
type Store struct {
	Dir    string
	Bucket Bucket      // nil, or where the files are, of which copies are in Dir
	Parts  int         // in how many parts a level is divided; 0: as many as the search that is there, or 8
	Of     []Trait     // what the search is of; a search of anything else is not continued
	Warn   func(error) // nil, or told of a file system that does not make names durable

	// TasksFrom is how many states are searched in memory, and written together about once a second, before the levels are searched by
	// tasks; 0: [DefaultTasksFrom]; 1: there are tasks from the first level on.
	TasksFrom int

	Engine *Engine // nil: all tasks are done in this process

	test tasks.Options
}

// Bucket is where files are that several machines reach without a file system of their own.
type Bucket = disk.Bucket

// stored searches on files.
func (o Options) stored(x *search.Search) (*question.Result, error) {
	t := o.Store.test
	if o.Store.TasksFrom != 0 {
		t.TasksFrom = o.Store.TasksFrom
	}
	t.Dir, t.Bucket, t.Parts, t.Of, t.Warn, t.Engine = o.Store.Dir, o.Store.Bucket, o.Store.Parts, o.Store.Of, o.Store.Warn, o.Store.Engine
	d, err := tasks.Open(x, t)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	ended, err := d.Run()
	if err != nil {
		return nil, err
	}
	defer func() { x.Free() }()
	if ended.Limit != "" {
		return limited(x, ended, o)
	}
	if !onGraph(o.Questions) {
		return report(x, "")
	}
	if _, err := d.Load(); err != nil {
		return nil, err
	}
	return answered(x, o.Questions)
}

// Spill lets a breadth-first search go on when the memory of [Options.MaxMemory] is used up: the states visited go to
// disk, and the search is bound by its size. Which of the states found in a level are old is then found out at the
// level's end, by comparing them in order with those on disk. Counts, verdicts and traces are the same.
type Spill struct {
	Dir string // a directory of the search's own is made in it, and removed at the end

	every, chunk int                        // tests: spill after so many segments of so many states
	fault        func(disk.Call, int) error // tests: disks that fail
}

// onDisk sets a search up that uses files. It returns how it begins, and what is to be done when it has ended.
func (o Options) onDisk(x *search.Search) (begin func() error, end func(), err error) {
	begin, end = x.Start, func() {}
	store := external.Options{Width: len(x.Sys.Places) + 1}
	if c := o.Checkpoint; c != nil {
		saver, err := checkpoint.New(checkpoint.Options{Dir: c.Dir, Every: c.Every, Resume: c.Resume, Of: c.Of, Warn: c.Warn, Fault: c.fault}, x.Sys)
		if err != nil {
			return nil, nil, err
		}
		if x.Saver, end, store.Levels = saver, saver.Close, saver.Dir(); c.Resume {
			begin = func() error { return saver.Resume(x) }
		}
	}
	if s := o.Spill; s != nil {
		store.Dir, store.Every, store.Segment, store.Fault = s.Dir, s.every, s.chunk, s.fault
		if x.Disk, err = external.New(x.Session, store); err != nil {
			end()
			return nil, nil, err
		}
		unlock := end
		end = func() { x.Disk.Close(); unlock() }
	}
	return begin, end, nil
}
