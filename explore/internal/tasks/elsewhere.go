package tasks

import (
	"context"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/store"
)

// Engine does the tasks of large levels in other processes.
type Engine struct {
	From int // levels with fewer states are searched in this process

	// Level does the tasks of a level but [Advance]. What it leaves undone is done in this process, which so finds the trace of what
	// is wrong with the protocol. An error ends the search, which can be resumed.
	Level func(context.Context, Level) error
}

// Level is a level whose tasks are to be done.
type Level struct {
	Number int
	States int
	Parts  int // of this level, and of the next one
}

// elsewhere has the engine do the tasks of a level, if there is one, and the level is large, and not all of them are done.
func (d *Local) elsewhere(level int) error {
	e, states := d.options.Engine, d.manifest.Levels[level]
	if e == nil || states < e.From || d.search.Halted() != session.Running {
		return nil
	}
	for part := range d.manifest.Parts {
		if ok, err := d.has(store.States, level+1, part); err != nil {
			return err
		} else if !ok {
			err := e.Level(d.search.Ctx, Level{Number: level, States: states, Parts: d.manifest.Parts})
			if d.search.Halted() != session.Running || d.search.Ctx.Err() != nil {
				d.search.Halt(session.Interrupted)
				return errHalted
			}
			return err
		}
	}
	return nil
}
