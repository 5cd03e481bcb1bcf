package explore

import (
	"time"

	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/internal/tasks"
)

// Failing makes calls for the checkpoint's files fail.
func (c *Checkpoint) Failing(fault func(disk.Call, int) error) { c.fault = fault }

// Now spills all states in memory after every so many chunks of so many states of the frontier.
func (s *Spill) Now(every, chunk int) *Spill {
	s.every, s.chunk = every, chunk
	return s
}

// Failing makes calls for the files fail.
func (s *Spill) Failing(fault func(disk.Call, int) error) { s.fault = fault }

// Tested changes how the tasks are done.
func (s Store) Tested(change func(*tasks.Options)) *Store {
	change(&s.test)
	return &s
}

// Remembering makes each worker remember so many verdicts.
func (o Options) Remembering(most int) Options {
	o.remembered = most
	return o
}

// Refusing makes the system refuse memory outside Go's heap whenever refuse says so. Any goroutine may ask it.
func (o Options) Refusing(refuse func() bool) Options {
	o.refuse = refuse
	return o
}

// Patient makes a search wait for so long for a call that does not return, once it is to end.
func (o Options) Patient(patience time.Duration) Options {
	o.patience = patience
	return o
}
