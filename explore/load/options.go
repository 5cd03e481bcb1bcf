package load

import (
	"time"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// Options say in which times runs pass, how much is run, and what is judged.
type Options struct {
	measures.Times
	Timers map[string]measures.Distribution // the time after which each timer expires
	// Events are the times of internal events, by name, from when they become possible. Of all others it is Step, but in a closed
	// load Think of those that need not happen.
	Events map[string]measures.Distribution
	Step   measures.Distribution
	Marks  Marks

	Loss, Duplicate float64 // the chance of each message
	Crash           float64 // crashes of each site, per time
	Recovery        measures.Distribution

	Judge  question.Judge // of the first events of each run; nil: nothing is judged
	Judged int            // how many events
	// Always judges the states in which a process enters, in all of each run, of views that are right for the processes inside
	// and empty for all others: mutual exclusion, for instance. AlwaysOf is the property of Judge that each of its properties is.
	Always   question.Judge
	AlwaysOf []int

	Seed      uint64
	Runs      int     // at least so many; 0: 10
	Entries   int     // of each run, those before the steady state included; 0: 10,000
	Precision float64 // runs are added until the interval of each main measure is at most so wide, on either side, in parts of the mean; 0: none are
	MostRuns  int     // with a precision; 0: 100 times Runs
	MaxTime   time.Duration
	Workers   int
	Progress  func(runs, entries int)
}

// Marks are the names of internal events that are a process's request, entry and exit, for protocols that have nothing but
// internal events; their times are Think and CS if they have none of their own. Without a request an entry has not been waited for; without
// an entry, which may be a part of a delivery, it is not known when a process is inside: then only exits are; without an exit an entry is over
// at once.
type Marks struct{ Request, Entry, Exit string }

// None reports that nothing is marked.
func (m Marks) None() bool { return m == Marks{} }

func (o Options) withDefaults() Options {
	o.Runs, o.Entries, o.Workers = positive(o.Runs, 10), positive(o.Entries, 10_000), positive(o.Workers, 1)
	o.MostRuns = max(o.Runs, positive(o.MostRuns, 100*o.Runs))
	return o
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}
