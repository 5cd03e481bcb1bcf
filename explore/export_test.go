package explore

import "io"

// Through makes the checkpoint's files pass through a writer, for tests of disks that fail.
func (c *Checkpoint) Through(wrap func(io.Writer) io.Writer) { c.wrap = wrap }

// Now spills all states in memory after every so many chunks of so many states of the frontier.
func (s *Spill) Now(every, chunk int) *Spill {
	s.every, s.chunk = every, chunk
	return s
}

// Through makes the files pass through a writer, for tests of disks that fail.
func (s *Spill) Through(wrap func(io.Writer) io.Writer) { s.wrap = wrap }

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
