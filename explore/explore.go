// Package explore searches the graph of a system's global states: level by level with any number of workers, or depth
// first. It knows packed vectors of node numbers, moves and opinions; no paper and no property by name.
//
// The answer is the same for any number of workers: verdicts, counts and every trace. Levels are searched one after
// another. Of all shortest traces that violate a property the one with the fewest switches between sites is shown, and
// of several such the one whose labels come first.
package explore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"gmecheck/model"
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
	Judge       Judge
	Questions   Questions
	Mode        Mode
	Workers     int
	MaxStates   int            // 0: no limit
	MaxDepth    int            // 0: no limit
	MaxMemory   int64          // bytes of the whole process; 0: no limit
	MaxTime     time.Duration  // 0: no limit
	Symmetry    bool           // visit one of the states that differ in the names of processes and groups only; not depth first
	StopAtFirst bool           // end with the level in which a property is violated first
	Checkpoint  *Checkpoint    // nil: none is written
	Spill       *Spill         // nil: all states stay in memory
	Progress    func(Progress) // called about five times a second, from another goroutine

	cone int // states that the cone of a trace keeps in each level; 0: maxCone
}

// Progress is how far a search has come.
type Progress struct {
	Level    int
	States   int
	Frontier int
	Elapsed  time.Duration
	Bytes    int64
}

// Result is what a search found.
type Result struct {
	Complete      bool
	Limit         string // why it is not complete, or why questions are open all the same
	States        int    // distinct states
	Transitions   int    // out of all of them; those that leave the state as it was are not counted
	Depth         int    // level of the farthest state; depth first: length of the longest path searched
	Levels        []int  // states per level; nil for a depth-first search
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
	PeakBytes     int64   // of the whole process
	BytesPerState float64 // PeakBytes over States: all included
	Sizes         model.Sizes
	Reduction     *Reduction // nil without symmetry
}

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

// state is an unpacked global state: the nodes of all sites, then the budgets.
type state []uint32

// common is what the generic search and its callers share.
type common struct {
	ctx     context.Context
	sys     *model.System
	options Options
	memory  memory
	saver   *saver
	shelf   *shelf
	start   time.Time
	first   state         // the initial state
	earlier time.Duration // that the searches took that this one resumes

	level       int
	levels      []int
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]goal // by property; the ends of judged ones are looked for when the search is over

	symmetry    *model.Symmetry // nil without symmetry
	represented represented

	stored atomic.Int64 // states so far, for progress and the limit
	shown  atomic.Pointer[Progress]
	halt   atomic.Int32 // a reason to stop at once
	peak   atomic.Int64
	early  atomic.Bool // a timer expired before its time
}

// Reasons to halt.
const (
	haltNone int32 = iota
	haltOverflow
	haltStates
	haltMemory
	haltContext
	haltBroken
	haltAsymmetric
	haltDisk
)

// Check searches the system.
func Check(ctx context.Context, sys *model.System, options Options) (r *Result, err error) {
	options.Workers = max(1, options.Workers)
	if options.cone == 0 {
		options.cone = maxCone
	}
	if options.Mode == "" {
		options.Mode = BFS
	}
	if options.Judge != nil {
		sys.Watch = options.Judge.Hears
	}
	if options.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, options.MaxTime)
		defer cancel()
	}
	if options.Symmetry && options.Mode == DFS {
		return nil, errors.New("a depth-first search cannot be reduced by symmetry")
	}
	if options.Symmetry && (options.Checkpoint != nil || options.Spill != nil) {
		return nil, errors.New("a search reduced by symmetry is neither saved nor spilled")
	}
	if options.Symmetry {
		return reduced(ctx, sys, options, time.Now())
	}
	return run(ctx, sys, options, time.Now(), nil)
}

// run searches once.
func run(ctx context.Context, sys *model.System, options Options, start time.Time, symmetry *model.Symmetry) (r *Result, err error) {
	c := &common{
		ctx: ctx, sys: sys, options: options, start: start, symmetry: symmetry, found: map[int]goal{},
		memory: memory{limit: options.MaxMemory},
	}
	sys.Claim = c.memory.claim
	c.memory.spills = options.Spill != nil
	if c.saver, err = newSaver(options.Checkpoint, sys); err != nil {
		return nil, err
	}
	if c.shelf, err = newShelf(options, len(sys.Places)+1); err != nil {
		return nil, err
	}
	defer c.shelf.close()
	defer func() {
		if p := recover(); p != nil {
			if c.shelf == nil || c.shelf.failure.Load() == nil {
				panic(p)
			}
			r, err = nil, *c.shelf.failure.Load() // states that cannot be read again
		}
	}()
	resetPeak()
	defer c.memory.guard()()
	if ctx.Err() != nil {
		c.halt.Store(haltContext)
	}
	stop := c.watch()
	defer stop()
	c.first = append(state(sys.Start()), sys.StartBudget())
	if options.Mode == DFS {
		if options.Checkpoint != nil || options.Spill != nil {
			return nil, errors.New("a depth-first search is neither saved nor spilled")
		}
		e := newEngine(c, c.width(24), 0)
		defer e.free()
		return e.depthFirst(c.first)
	}
	if options.Checkpoint != nil && options.Checkpoint.Resume {
		e, err := c.saver.resume(c)
		if err != nil {
			return nil, err
		}
		return c.breadthFirst(e)
	}
	e := newEngine(c, c.width(16), 0)
	e.seed(c.first, 0, true)
	c.levels = []int{1}
	return c.breadthFirst(e)
}

// engine hides how many words a state has.
type engine interface {
	seed(s state, level int, frontier bool)
	each(yield func(s state, level int) bool)
	drain(yield func(s state, level int)) // and lose them
	states() int
	expandLevel(insert bool) error
	advance() (int, error)
	frontierSize() int
	frontierEach(yield func(s state))
	free() // the store
	missing() (bool, error)
	evict(candidates bool) error
	culprits(found map[int]goal)
	pathsTo(goals []goal) []path
	stem(s state, level int) []pathStep
	answer(q Questions) *answers
	depthFirst(first state) (*Result, error)
}

func newEngine(c *common, l layout, states int) engine {
	switch l.words {
	case 1:
		return newSearch[[1]uint64](c, l, states)
	case 2:
		return newSearch[[2]uint64](c, l, states)
	case 3:
		return newSearch[[3]uint64](c, l, states)
	case 4:
		return newSearch[[4]uint64](c, l, states)
	case 6:
		return newSearch[[6]uint64](c, l, states)
	case 8:
		return newSearch[[8]uint64](c, l, states)
	default:
		return newSearch[[16]uint64](c, l, states)
	}
}

// width chooses a layout: room for four times the nodes known, or twice if that costs fewer words; at least least bits
// each unless that costs a word more.
func (c *common) width(least int) layout {
	need := make([]int, len(c.sys.Places)+1)
	need[len(need)-1] = bits.Len(uint(c.sys.Budgets() - 1))
	known := c.sys.Nodes()
	room := func(times int) layout {
		for k := range c.sys.Places {
			need[k] = bits.Len(uint(times * max(64, known[k])))
		}
		return newLayout(need)
	}
	l := room(2)
	if wide := room(4); wide.words == l.words {
		l = wide
	} else {
		room(2)
	}
	for k := range c.sys.Places {
		need[k] = max(need[k], least)
	}
	if wide := newLayout(need); wide.words == l.words {
		return wide
	}
	return l
}

func (c *common) breadthFirst(e engine) (*Result, error) {
	defer func() { e.free() }()
	limit := ""
	var before snapshot
	var failed error
	for {
		before = *c.snapshot()
		if failed = c.saver.begin(c, e, before); failed != nil {
			limit = failed.Error()
			break
		}
		atLimit := c.options.MaxDepth > 0 && c.level >= c.options.MaxDepth
		err := e.expandLevel(!atLimit)
		if c.halt.Load() == haltOverflow {
			if e = c.rebuild(e, before); c.halt.Load() == haltNone {
				continue
			}
		}
		if err != nil {
			return nil, c.explain(e, err)
		}
		if c.halt.Load() == haltAsymmetric {
			return nil, c.asymmetries(e)
		}
		if c.halt.Load() == haltStates {
			// Judge the last complete level again without entering its successors, so that the report is about
			// whole levels and the same for any number of workers.
			c.restore(before)
			c.proceed()
			limit = fmt.Sprintf("max-states %d", c.options.MaxStates)
			err := e.expandLevel(false)
			for c.halt.Load() == haltOverflow {
				if e = c.rebuild(e, before); c.halt.Load() == haltNone {
					err = e.expandLevel(false)
				}
			}
			if err != nil {
				return nil, c.explain(e, err)
			}
			if c.halt.Load() == haltAsymmetric {
				return nil, c.asymmetries(e)
			}
			if c.halt.Load() == haltNone {
				break
			}
		}
		if halted := c.halt.Load(); halted != haltNone {
			limit = c.reason(halted)
			found := c.found
			c.restore(before)
			c.found = found
			break
		}
		if atLimit {
			missing, err := e.missing()
			if err != nil {
				c.fail(err)
				limit = c.reason(haltDisk)
			} else if missing {
				limit = fmt.Sprintf("max-depth %d", c.options.MaxDepth)
			}
			break
		}
		if c.options.StopAtFirst && len(c.found) > 0 {
			limit = "stop-at-first"
			break
		}
		next, err := e.advance()
		if err == errFull {
			limit = c.reason(haltStates)
			break
		}
		if err != nil {
			c.fail(err)
			limit = c.reason(haltDisk)
			break
		}
		if next == 0 {
			break
		}
		c.level++
		c.levels = append(c.levels, next)
	}
	if limit != "" {
		saved := false
		if failed == nil {
			failed = c.saver.save(c, e, before)
			saved = failed == nil && c.saver != nil
		}
		r := c.report(e, limit)
		if r.Saved, r.Err = saved, failed; c.shelf != nil && c.shelf.failure.Load() != nil {
			r.Err = *c.shelf.failure.Load()
		}
		return r, nil
	}
	a := e.answer(c.options.Questions)
	c.spoke |= a.spoke
	maps.Copy(c.found, a.found)
	r := c.report(e, "")
	r.Limit, r.Answered, r.Open, r.Measures = a.limit, a.answered, a.open, a.measures
	for _, p := range slices.Sorted(maps.Keys(a.endless)) {
		r.Violations = append(r.Violations, c.endless(p, a.endless[p]))
	}
	return r, nil
}

// endless is the violation of a property by an endless run.
func (c *common) endless(p int, x endless) Violation {
	v := Violation{Property: p, Path: x.run.Path, Hopeless: 1 << x.lane, Endless: true, Loop: x.run.Loop}
	v.Final, v.Views = c.describe(x.at)
	return v
}

// elapsed is how long the search has taken, with those that it resumes.
func (c *common) elapsed() time.Duration { return c.earlier + time.Since(c.start) }

type snapshot struct {
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]goal
	represented represented
}

func (c *common) snapshot() *snapshot {
	return &snapshot{c.transitions, slices.Clone(c.coverage), c.spoke, maps.Clone(c.found), c.represented}
}

func (c *common) restore(s snapshot) {
	c.transitions, c.coverage, c.spoke, c.found = s.transitions, slices.Clone(s.coverage), s.spoke, maps.Clone(s.found)
	c.represented = s.represented
}

// proceed takes back a reason to halt, unless the search is to end anyway.
func (c *common) proceed() {
	c.halt.Store(haltNone)
	if c.ctx.Err() != nil {
		c.halt.CompareAndSwap(haltNone, haltContext)
	}
}

// rebuild packs all states anew, with more room for the nodes that did not fit, and begins the level again. Where there
// is no memory for both, it leaves everything as it was and halts.
func (c *common) rebuild(old engine, before snapshot) engine {
	c.restore(before)
	l, states := c.width(16), old.states()
	if c.shelf.active() {
		c.shelf.dropRuns()
		c.proceed()
		old.free()
		return newEngine(c, l, 0)
	}
	if !c.memory.room(storeBytes(l, states)) {
		if c.shelf == nil {
			c.halt.Store(haltMemory)
			return old
		}
		c.proceed()
		if err := old.evict(false); err != nil {
			c.fail(err)
			return old
		}
		old.free()
		return newEngine(c, l, 0)
	}
	c.proceed()
	e := newEngine(c, l, states)
	c.stored.Store(0)
	old.drain(func(s state, level int) {
		if level <= c.level {
			e.seed(s, level, level == c.level)
		}
	})
	old.free()
	return e
}

func (c *common) report(e engine, limit string) *Result {
	r := &Result{
		Complete: limit == "", Limit: limit, States: 0, Transitions: c.transitions,
		Depth: c.level, Levels: c.levels, Coverage: map[string]int{}, Early: c.early.Load(), Spoke: c.spoke &^ judged,
		Workers: c.options.Workers, Sizes: c.sys.Sizes(),
	}
	for _, n := range c.levels {
		r.States += n
	}
	if c.symmetry != nil {
		r.Reduction = &Reduction{States: c.represented.states, Transitions: c.represented.transitions}
	}
	for k, name := range c.sys.Classes() {
		r.Coverage[name] = 0
		if k < len(c.coverage) {
			r.Coverage[name] = c.coverage[k]
		}
	}
	c.memory.over.Store(true)
	e.culprits(c.found)
	var goals []goal
	properties := slices.Sorted(maps.Keys(c.found))
	for _, p := range properties {
		goals = append(goals, c.found[p])
	}
	for k, path := range e.pathsTo(goals) {
		v := c.violation(properties[k], path)
		v.Shortest, v.Hopeless = true, goals[k].vain(path.last)
		r.Violations = append(r.Violations, v)
	}
	c.observe(e)
	r.Elapsed, r.PeakBytes = c.elapsed(), c.peakBytes()
	r.BytesPerState = float64(r.PeakBytes) / float64(max(1, r.States))
	return r
}

func (c *common) violation(p int, path path) Violation {
	v := Violation{Property: p}
	for _, s := range path.steps {
		v.Path = append(v.Path, Step{s.move.Event, c.sys.Label(s.site, s.from[s.site], s.move.Event)})
	}
	v.Final, v.Views = c.describe(path.last)
	return v
}

// describe says what a state is, and what it looks like.
func (c *common) describe(s state) (final []model.Description, views []*model.View) {
	r := c.sys.NewReader()
	for k := range c.sys.Places {
		final = append(final, c.sys.Describe(k, s[k]))
		views = append(views, c.sys.View(r.Expand(k, s[k], s[len(s)-1]).View))
	}
	return final, views
}

// successor is one transition out of a state, unpacked: for traces, not for the search.
type successor struct {
	site int
	move *model.Move
	to   state
}

// expand lists the transitions out of s that change it.
func expand(sys *model.System, r *model.Reader, s state) []successor {
	sites := len(sys.Places)
	quiet := true
	xs := make([]*model.Expansion, sites)
	for k := range xs {
		xs[k] = r.Expand(k, s[k], s[sites])
		quiet = quiet && !xs[k].Busy
	}
	var all []successor
	for k, x := range xs {
		for m := range x.Moves {
			move := &x.Moves[m]
			budget, ok := sys.Pay(s[sites], move.Cost, quiet)
			if !ok {
				continue
			}
			to := slices.Clone(s)
			to[k], to[sites] = move.Next, budget
			for _, d := range move.Sends {
				to[d.Site] = r.Put(d.Site, to[d.Site], d.Batch)
			}
			if !slices.Equal(to, s) {
				all = append(all, successor{k, move, to})
			}
		}
	}
	return all
}

// Broken is a panic in a protocol's handler, with the trace that leads to it.
type Broken struct {
	*model.Broken
	Trace []string
}

func (b *Broken) Error() string { return b.Broken.Error() }

// Unwrap gives the model's error.
func (b *Broken) Unwrap() error { return b.Broken }

type brokenAt struct {
	cause *model.Broken
	at    state
	level int
}

func (b *brokenAt) Error() string { return b.cause.Error() }

func (c *common) explain(e engine, err error) error {
	var b *brokenAt
	if !errors.As(err, &b) {
		return err
	}
	out := &Broken{Broken: b.cause}
	for _, s := range e.stem(b.at, b.level) {
		out.Trace = append(out.Trace, c.sys.Label(s.site, s.from[s.site], s.move.Event))
	}
	return out
}

func (c *common) reason(halted int32) string {
	switch halted {
	case haltStates:
		return fmt.Sprintf("max-states %d", c.options.MaxStates)
	case haltDisk:
		return (*c.shelf.failure.Load()).Error()
	case haltMemory:
		return "max-memory " + humanize.IBytes(uint64(c.options.MaxMemory))
	}
	if errors.Is(c.ctx.Err(), context.DeadlineExceeded) && c.options.MaxTime > 0 {
		return fmt.Sprintf("max-time %v", c.options.MaxTime)
	}
	return "interrupted"
}
