package load

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Result is what runs have measured.
type Result struct {
	Estimates []Estimate // in the order in which they are shown
	Runs      int        // that came to their steady state and were measured
	Entries   int        // of all runs, those before the steady state included
	Events    int
	Warmup    int // exits left out of each run, on average
	Unsteady  int // runs that may not have become steady: they are measured all the same
	Unserved  int // runs in which a process waits through all that is measured, while others enter: the numbers are those of the others
	Judged    int // events of which properties were judged
	Spoke     uint64
	Largest   int     // the most processes inside together
	Longest   float64 // the longest wait
	Spurious  int     // entries and exits that nobody had asked for
	Expiries  int

	// Runs in which nothing could happen any more, nobody entered any more, time stood still, too many requests waited: not measured.
	Stopped, Starved, Frozen, Flooded int
	StoppedWaiting                    int // processes that waited at the end of the first of them
	// Limit is why the runs have ended before the precision was reached; empty: they have not.
	Limit      string
	Violations []question.Violation // the first of each property
	Untold     []Untold             // those whose trace is too long to be told
	Used       []Used               // what the budgets of the model must be for each of the violations
	Elapsed    time.Duration
}

// Estimate is a mean over runs, with the half of its interval of 95 %.
type Estimate struct {
	Name string
	Mean float64
	Half float64 // NaN if there are too few runs
}

// Untold is a violation that comes too late to be told step by step.
type Untold struct {
	Property, Events int
	Time             float64
}

// Main are the measures whose intervals a precision is about.
var Main = []string{measures.MessagesPerEntry, measures.ResponseTime, measures.WaitingTime, measures.Throughput, measures.Concurrency}

// Estimate is the one of a name.
func (r *Result) Estimate(name string) (Estimate, bool) {
	k := slices.IndexFunc(r.Estimates, func(e Estimate) bool { return e.Name == name })
	if k < 0 {
		return Estimate{}, false
	}
	return r.Estimates[k], true
}

// Run simulates a system. The answer is the same for any number of workers, unless the time ends it. The error is what is wrong
// with the protocol.
func Run(ctx context.Context, sys *system.System, options Options) (*Result, error) {
	switch {
	case sys.Within != nil:
		return nil, measures.ErrBoundary
	case sys.Lone() && options.Marks.Apart():
		return nil, measures.ErrMemory
	}
	sys = sys.Fresh()
	return waiting.For(ctx, options.MaxTime, sys, options.Judge, waiting.Patience, func() (*Result, error) {
		return simulated(ctx, sys, options.withDefaults())
	})
}

func simulated(ctx context.Context, sys *system.System, o Options) (*Result, error) {
	began := time.Now()
	if o.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.MaxTime)
		defer cancel()
	}
	var all []*outcome
	limit, more := "", o.Runs
	for more > 0 {
		from := len(all)
		all = append(all, make([]*outcome, more)...)
		if limit = simulate(ctx, sys, &o, all, from); limit != "" {
			break
		}
		if more, limit = further(all, &o); more == 0 {
			break
		}
	}
	for _, x := range all {
		if x != nil && x.err != nil {
			return nil, x.err
		}
	}
	all = slices.DeleteFunc(all, func(x *outcome) bool { return x == nil || x.end == halted })
	res := gather(all)
	res.Limit = limit
	tell(sys, &o, all, res)
	res.Elapsed = time.Since(began)
	return res, nil
}

// try does something that calls the protocol's guards and the properties' functions, and returns what they panic with.
func (r *run) try(do func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *model.Broken:
			err = x
		case model.Mistake:
			err = (&model.Broken{Algorithm: r.config.Algorithm, Place: r.sites.Places()[max(1, r.settling)-1].Title()}).Panics(x)
		default:
			panic(x)
		}
	}()
	do()
	return nil
}

// simulate makes the runs from a number on.
func simulate(ctx context.Context, sys *system.System, o *Options, all []*outcome, from int) (limit string) {
	var next, entries, done atomic.Int64
	next.Store(int64(from))
	var workers sync.WaitGroup
	for range min(o.Workers, len(all)-from) {
		workers.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(all) && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				r := newRun(sys, o, k)
				if o.Judge != nil && o.Judged > 0 {
					r.judged = newWatch(r, o.Judge, false)
					r.watch = r.judged
				}
				if err := r.try(func() { r.begin(); r.until(ctx, o.Entries, 0); r.stop() }); err != nil {
					all[k] = &outcome{err: err}
				} else {
					all[k] = r.outcome()
				}
				if o.Progress != nil {
					o.Progress(from+int(done.Add(1)), int(entries.Add(int64(all[k].entries))))
				}
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		if o.MaxTime > 0 && ctx.Err() == context.DeadlineExceeded {
			return fmt.Sprintf("the time of %v is over", o.MaxTime)
		}
		return "interrupted"
	}
	return ""
}

// further is how many runs more the precision needs; and why it is not reached if there are to be none.
func further(all []*outcome, o *Options) (more int, limit string) {
	if o.Precision == 0 {
		return 0, ""
	}
	res, factor := gather(all), 1.0
	for _, name := range Main {
		if e, is := res.Estimate(name); is && e.Mean != 0 {
			wide := e.Half / math.Abs(e.Mean) / o.Precision
			if math.IsNaN(wide) {
				wide = 2
			}
			factor = max(factor, wide)
		}
	}
	switch {
	case factor <= 1:
		return 0, ""
	case res.Runs < len(all) || len(all) >= o.MostRuns:
		return 0, fmt.Sprintf("an interval is still %.3g times as wide as asked for after %d runs", factor, len(all))
	}
	// Intervals narrow as the root of the number of runs. The estimate of that may be wrong: no more than four times as many at once.
	want := float64(len(all)) * min(4, factor*factor)
	return max(1, min(int(math.Ceil(want)), o.MostRuns)-len(all)), ""
}

// gather makes estimates of what runs have measured.
func gather(all []*outcome) *Result {
	res := &Result{}
	var names []string
	for _, x := range all {
		res.Entries, res.Events, res.Judged = res.Entries+x.entries, res.Events+x.events, res.Judged+x.judged
		res.Spoke, res.Spurious, res.Expiries = res.Spoke|x.spoke, res.Spurious+x.spurious, res.Expiries+x.expiries
		res.Largest, res.Longest = max(res.Largest, x.largest), max(res.Longest, x.longest)
		switch x.end {
		case stopped:
			if res.Stopped++; res.Stopped == 1 {
				res.StoppedWaiting = x.waits
			}
		case starved:
			res.Starved++
		case frozen:
			res.Frozen++
		case flooded:
			res.Flooded++
		}
		if x.values == nil {
			continue
		}
		res.Runs++
		res.Warmup += x.warmup
		if x.unsteady {
			res.Unsteady++
		}
		if x.unserved {
			res.Unserved++
		}
		names = merged(names, x.names)
	}
	if res.Runs > 0 {
		res.Warmup /= res.Runs
	}
	for _, name := range names {
		var values []float64
		for _, x := range all {
			if x.values == nil {
				continue
			}
			value, measured := x.values[name]
			if measured || counts(name) {
				values = append(values, value)
			}
		}
		mean, half := interval(values)
		res.Estimates = append(res.Estimates, Estimate{name, mean, half})
	}
	return res
}

// merged is a list of names with those of another that are not in it, each behind the one that stands before it there.
func merged(names, others []string) []string {
	at := 0
	for _, name := range others {
		if k := slices.Index(names, name); k >= 0 {
			at = k + 1
			continue
		}
		names = slices.Insert(names, at, name)
		at++
	}
	return names
}

// counts reports that a run that has not seen what a measure counts has measured 0 of it.
func counts(name string) bool {
	return len(name) > len(measures.MessagesPerEntry) && name[:len(measures.MessagesPerEntry)] == measures.MessagesPerEntry
}
