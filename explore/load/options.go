package load

import (
	"fmt"
	"time"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Options say in which times runs pass, how much is run, and what is judged.
type Options struct {
	measures.Times
	Timers map[string]measures.Distribution // the time after which each timer expires
	// Bounds, if there are any, say how long timers are that Timers does not have: see [Options.Keep].
	Bounds *model.Times
	// Events are the times of internal events, by name, from when they become possible. Of all others it is Step, but in a closed
	// load Think of those that need not happen.
	Events map[string]measures.Distribution
	Step   measures.Distribution
	Marks  measures.Marks
	Links  map[Link]measures.Distribution // the latency of some links, in the place of Latency
	Sizes  bool                           // bytes are measured, too

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

// Keep makes messages and critical sections take whole ticks within these bounds, each number as likely, and timers as many as a model
// with them says. So all that is measured in a run lies within what a search finds for the same bounds.
func (o *Options) Keep(t *model.Times) error {
	for _, x := range []struct {
		name string
		of   model.Interval
		to   *measures.Distribution
	}{{"Delay", t.Delay, &o.Latency}, {"CS", t.CS, &o.CS}} {
		if !x.of.Bounded() {
			return fmt.Errorf("Times.%s is %v, and a run needs a largest number of ticks", x.name, x.of)
		}
		*x.to = measures.Must(fmt.Sprintf("%s:%d,%d", measures.Ticks, x.of.Lo, x.of.Hi))
	}
	o.Bounds = t
	return nil
}

// overdue is by how much a timer's clock is beyond its value when it expires because it exceeds it: after all that happens by then, in
// times that are sums of others and not exact, and before anything else.
const overdue = 1e-6

// Link is a direction between two sites, or to oneself.
type Link struct{ From, To model.Site }

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
