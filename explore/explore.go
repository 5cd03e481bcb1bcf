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
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
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
	Questions   question.Questions
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
	refuse  func() bool // tests: systems without memory outside Go's heap
}

// Progress is how far a search has come.
type Progress = session.Progress

// What a search finds is declared beside what it is asked.
type (
	Result    = question.Result
	Violation = question.Violation
	Step      = question.Step
	Measure   = question.Measure
	Run       = question.Run
	Reduction = question.Reduction
)

// Broken is what is wrong with a protocol, or a panic of a property, with the trace that leads to it.
type Broken = trace.Broken

// Check searches the system. It leaves it as it is: any number of searches may be at work on one system, at once or one
// after the other.
func Check(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	return check(ctx, sys.Fresh(), options)
}

// Panel is properties that judge a search, ask it questions, and make findings F of its result.
type Panel[F any] interface {
	question.Judge
	Questions() question.Questions
	Findings(*Result) []F
}

// CheckAll searches the system for the properties of a panel and returns its findings. What the options say of judge and
// questions is replaced.
func CheckAll[F any](ctx context.Context, sys *system.System, panel Panel[F], o Options) ([]F, *Result, error) {
	o.Judge, o.Questions = panel, panel.Questions()
	r, err := Check(ctx, sys, o)
	if err != nil {
		return nil, nil, err
	}
	return panel.Findings(r), r, nil
}

// check is [Check] with a system of its own.
func check(ctx context.Context, sys *system.System, options Options) (*question.Result, error) {
	if err := options.wrong(); err != nil {
		return nil, err
	}
	if len(sys.StartNames()) > 1 || sys.Within != nil {
		return nil, errors.New("a search from several initial states, or within a boundary, is not possible yet")
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

// session is a run with these options, all defaults filled in.
func (o Options) session(ctx context.Context, sys *system.System, start time.Time, symmetry *system.Symmetry) *session.Session {
	s := &session.Session{
		Ctx: ctx, Sys: sys, Symmetry: symmetry, Start: start,
		Settings: session.Settings{
			Judge: o.Judge, KeepOrder: !o.Questions.None() && o.Spill == nil, Workers: max(1, o.Workers), MaxStates: o.MaxStates,
			MaxDepth: o.MaxDepth, MaxTime: o.MaxTime, StopAtFirst: o.StopAtFirst, Progress: o.Progress,
			TraceWidth: cmp.Or(o.cone, trace.MaxWidth), Remembered: cmp.Or(o.most, verdicts.MostVerdicts),
			DeepestLevel: cmp.Or(o.deepest, maxLevel), WordsOfAState: cmp.Or(o.widest, packed.MaxWords),
		},
		Memory: membudget.Budget{
			Limit: allowed(o.MaxMemory), Light: o.MaxMemory == 0, Spills: o.Spill != nil, Pages: membudget.Pages{Refuse: o.refuse},
		},
	}
	if o.Mode == DFS {
		s.Workers = 1 // one path
	}
	sys.Claim = s.Memory.Reserve
	return s
}

// run searches once.
func run(ctx context.Context, sys *system.System, options Options, start time.Time, symmetry *system.Symmetry) (r *question.Result, err error) {
	s := options.session(ctx, sys, start, symmetry)
	c := newCommon(s)
	c.questions = options.Questions
	if options.Checkpoint != nil {
		if c.saver, err = newSaver(options.Checkpoint, sys); err != nil {
			return nil, err
		}
		defer c.saver.close()
	}
	if options.Spill != nil {
		if c.shelf, err = newShelf(options, len(sys.Places)+1); err != nil {
			return nil, err
		}
		defer c.shelf.close()
	}
	s.Memory.PeakBefore = membudget.PeakBytes()
	s.Memory.Start()
	defer s.Memory.Stop()
	if ctx.Err() != nil {
		s.Halt(session.Interrupted)
	}
	stop := s.Watch()
	defer stop()
	ended := session.Try(func() { r, err = c.search(options) })
	if ended == nil {
		ended = err
	}
	if full, ok := ended.(*system.Full); ok { // before the search, or after it
		s.Fail(full)
		return c.unsearched(full.Error()), nil
	}
	return r, ended
}

func (c *common) search(options Options) (*question.Result, error) {
	c.first = append(packed.Vector(c.Sys.Start()), c.Sys.StartBudget())
	if options.Mode == DFS {
		l, ok := c.width(24, 0)
		if !ok {
			return c.unsearched(c.Text(session.Wide)), nil
		}
		e := newEngine(c, l, 0)
		defer e.free()
		return e.depthFirst(c.first)
	}
	if options.Checkpoint != nil && options.Checkpoint.Resume {
		e, err := c.saver.resume(c)
		if errors.Is(err, errWide) {
			return c.unsearched(c.Text(session.Wide)), nil
		}
		if err != nil {
			return nil, err
		}
		return c.breadthFirst(e)
	}
	l, ok := c.width(16, 1)
	if !ok {
		return c.unsearched(c.Text(session.Wide)), nil
	}
	e := newEngine(c, l, 0)
	e.seed(c.first, 0, true)
	c.levels = []int{1}
	return c.breadthFirst(e)
}
