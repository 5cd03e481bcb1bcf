// Package explore searches the graph of a system's global states: level by level with any number of workers, or depth
// first. It knows packed vectors of node numbers, transitions and verdicts; no paper and no property by name.
//
// The answer is the same for any number of workers: verdicts, counts and every trace. Levels are searched one after
// another. Of all shortest traces that violate a property the one with the fewest switches between sites is shown, and
// of several such the one whose labels come first.
//
// All states are visited. Of the ways to them, many of those that differ only in the order of independent moves are not
// gone, see [packed.SleepSet].
package explore

import (
	"context"
	"errors"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Mode is the order of the search.
type Mode string

// The orders. Only breadth first gives shortest traces.
const (
	BFS Mode = "bfs"
	DFS Mode = "dfs"
)

// Options of a search. The zero value is a complete breadth-first search by one worker that judges nothing.
type Options struct {
	Judge       question.Judge
	Questions   Questions
	Mode        Mode
	Workers     int            // a depth-first search has one
	MaxStates   int            // 0: no limit
	MaxDepth    int            // 0: no limit
	MaxMemory   int64          // bytes of the whole process, which then tunes Go's collector while it searches; 0: [MachineShare], and nothing is tuned; or [NoLimit]
	MaxTime     time.Duration  // 0: no limit
	Symmetry    bool           // visit one of the states that differ in the names of processes and groups only; not depth first
	StopAtFirst bool           // end with the level in which a property is violated first
	Checkpoint  *Checkpoint    // nil: none is written
	Spill       *Spill         // nil: all states stay in memory
	Progress    func(Progress) // called about five times a second, from another goroutine

	cone    int         // states that a trace keeps in each level; 0: trace.MaxWidth
	most    int         // verdicts that a worker remembers; 0: mostVerdicts
	deepest int         // level that is searched; 0: maxLevel
	widest  int         // words of a state; 0: maxWords
	light   bool        // MaxMemory is the default
	refuse  func() bool // tests: systems without memory outside Go's heap
}

// Progress is how far a search has come.
type Progress struct {
	Level    int // depth first: the length of the path
	States   int
	Frontier int // states of the level; depth first: of the path
	Elapsed  time.Duration
	Bytes    int64

	Stage    string // what it is at once all states have been searched; empty before
	Done, Of int    // of the stage
}

// Result is what a search found.
type Result struct {
	Complete      bool
	Limit         string         // why it is not complete, or why questions are open all the same
	Growing       []model.Growth // if a limit has ended it: the variables and inboxes that still had new values then
	States        int            // distinct states
	Transitions   int            // out of all of them; those that leave the state as it was are not counted
	Depth         int            // level of the farthest state; depth first: length of the longest path searched
	Levels        []int          // states per level; nil for a depth-first search
	Coverage      map[string]int
	Early         bool             // a timer expired before its time
	Spoke         uint64           // properties that had something to say
	Answered      uint64           // properties that are questions about the graph, on which there is an answer
	Open          map[int]string   // by property: why there is no answer on it, where the rest is answered
	Measures      map[int]*Measure // by property
	Violations    []Violation
	Saved         bool  // a checkpoint of the end is there to be resumed
	Err           error // what went wrong with files, and made the search end early
	Workers       int
	Elapsed       time.Duration
	PeakBytes     int64   // of the whole process, while it searched
	BytesPerState float64 // PeakBytes over States: all included
	Sizes         model.Sizes
	Reduction     *Reduction // nil without symmetry
}

// Broken is what is wrong with a protocol, or a panic of a property, with the trace that leads to it.
type Broken = trace.Broken

// Violation is the refutation of one property.
type Violation struct {
	Property int
	Path     []Step // ends in the violating state, or with the violating step
	Final    []model.Description
	Views    []*model.View // of the last state
	Hopeless uint64        // of a hope or a due: the bits that are in vain there; of an endless run: the bit that stays pending
	Shortest bool
	Endless  bool // the path goes on at step Loop after its last step
	Loop     int
}

// Step is one transition of a path.
type Step struct {
	Event *model.Event
	Label string
}

// Check searches the system. It leaves it as it is: any number of searches may be at work on one system, at once or one
// after the other.
func Check(ctx context.Context, sys *model.System, options Options) (*Result, error) {
	return check(ctx, sys.Fresh(), options)
}

// check is [Check] with a system of its own.
func check(ctx context.Context, sys *model.System, options Options) (*Result, error) {
	if err := options.wrong(); err != nil {
		return nil, err
	}
	options.light, options.MaxMemory = options.MaxMemory == 0, allowed(options.MaxMemory)
	options.Workers = max(1, options.Workers)
	if options.most == 0 {
		options.most = verdicts.MostVerdicts
	}
	if options.cone == 0 {
		options.cone = trace.MaxWidth
	}
	if options.deepest == 0 {
		options.deepest = maxLevel
	}
	switch options.Mode {
	case "":
		options.Mode = BFS
	case DFS:
		options.Workers = 1 // one path
	}
	if options.Judge != nil {
		sys.Watch = options.Judge.Hears
	}
	if options.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, options.MaxTime)
		defer cancel()
	}
	if options.Symmetry {
		return reduced(ctx, sys, options, time.Now())
	}
	return run(ctx, sys, options, time.Now(), nil)
}

// run searches once.
func run(ctx context.Context, sys *model.System, options Options, start time.Time, symmetry *model.Symmetry) (r *Result, err error) {
	c := &common{
		ctx: ctx, sys: sys, options: options, start: start, symmetry: symmetry, found: map[int]trace.Target{},
		memory: membudget.Budget{Limit: options.MaxMemory, Light: options.light, Pages: membudget.Pages{Refuse: options.refuse}},
	}
	sys.Claim = c.memory.Reserve
	c.memory.Spills = options.Spill != nil
	if c.saver, err = newSaver(options.Checkpoint, sys); err != nil {
		return nil, err
	}
	defer c.saver.close()
	if c.shelf, err = newShelf(options, len(sys.Places)+1); err != nil {
		return nil, err
	}
	defer c.shelf.close()
	defer func() {
		p := recover()
		full, ended := p.(*model.Full)
		switch {
		case p == nil:
		case ended: // before the search, or after it
			c.end(full)
			r, err = c.unsearched(full.Error()), nil
		case c.shelf == nil || c.shelf.failure.Load() == nil:
			panic(p)
		default:
			r, err = nil, *c.shelf.failure.Load() // states that cannot be read again
		}
	}()
	c.memory.PeakBefore = membudget.PeakBytes()
	c.memory.Start()
	defer c.memory.Stop()
	if ctx.Err() != nil {
		c.halt.Store(haltContext)
	}
	stop := c.watch()
	defer stop()
	c.first = append(packed.Vector(sys.Start()), sys.StartBudget())
	if options.Mode == DFS {
		l, ok := c.width(24, 0)
		if !ok {
			return c.unsearched(c.reason(haltWide)), nil
		}
		e := newEngine(c, l, 0)
		defer e.free()
		return e.depthFirst(c.first)
	}
	if options.Checkpoint != nil && options.Checkpoint.Resume {
		e, err := c.saver.resume(c)
		if errors.Is(err, errWide) {
			return c.unsearched(c.reason(haltWide)), nil
		}
		if err != nil {
			return nil, err
		}
		return c.breadthFirst(e)
	}
	l, ok := c.width(16, 1)
	if !ok {
		return c.unsearched(c.reason(haltWide)), nil
	}
	e := newEngine(c, l, 0)
	e.seed(c.first, 0, true)
	c.levels = []int{1}
	return c.breadthFirst(e)
}
