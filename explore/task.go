package explore

import (
	"context"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
	"github.com/gmecheck/gmecheck/model/system"
)

// Task is one task of a search on files, for a process that does nothing else.
type Task = tasks.Task

// TaskKind is what a task does.
type TaskKind = tasks.Kind

// The tasks of a level, in their order: those that expand can be done at once, and so can those that settle.
const (
	Expand  = tasks.Expand
	Number  = tasks.Number
	Settle  = tasks.Settle
	Advance = tasks.Advance
)

// Engine does the tasks of large levels in other processes.
type Engine = tasks.Engine

// Level is a level whose tasks are to be done.
type Level = tasks.Level

// Stored is how far a search on files is.
type Stored struct {
	Of       []Trait
	Parts    int
	Level    int // that is searched now
	Complete bool
}

// ReadStore reads how far the search in a directory is, or, if bucket is not nil, in that.
func ReadStore(dir string, bucket Bucket) (Stored, error) {
	m, err := tasks.Read(dir, bucket)
	return Stored{m.Of, m.Parts, len(m.Levels) - 1, m.Complete}, err
}

// Do does a task of the search in o.Store. The error is one of the files, or of the protocol: then [Check] finds the trace.
func Do(ctx context.Context, sys *system.System, o Options, t Task) (err error) {
	if err := o.wrong(); err != nil {
		return err
	}
	sys = sys.Fresh()
	o.listen(sys)
	s := o.session(ctx, sys, time.Now(), nil)
	s.Memory.Start()
	defer s.Memory.Stop()
	defer s.Watch()()
	panicked := session.Try(func() {
		err = t.Do(s, tasks.Options{Dir: o.Store.Dir, Bucket: o.Store.Bucket, Of: o.Store.Of, Warn: o.Store.Warn, Passing: o.Store.test.Passing})
	})
	if panicked != nil {
		return panicked
	}
	return err
}
