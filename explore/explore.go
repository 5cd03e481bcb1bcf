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
	StopAtFirst bool           // end with the level in which a property is violated first
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
	Workers       int
	Elapsed       time.Duration
	PeakBytes     int64 // of the whole process
	BytesPerState float64
	Sizes         model.Sizes
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
	start   time.Time
	first   state // the initial state
	pages   pages

	level       int
	levels      []int
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]goal // by property; the ends of judged ones are looked for when the search is over

	stored atomic.Int64 // states so far, for progress and the limit
	shown  atomic.Pointer[Progress]
	halt   atomic.Int32 // a reason to stop at once
	peak   atomic.Int64
	early  atomic.Bool  // a timer expired before its time
	bytes  atomic.Int64 // peak of tables and frontiers
}

// Reasons to halt.
const (
	haltNone int32 = iota
	haltOverflow
	haltStates
	haltMemory
	haltContext
	haltBroken
)

// Check searches the system.
func Check(ctx context.Context, sys *model.System, options Options) (*Result, error) {
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
	c := &common{ctx: ctx, sys: sys, options: options, start: time.Now(), found: map[int]goal{}}
	if ctx.Err() != nil {
		c.halt.Store(haltContext)
	}
	stop := c.watch()
	defer stop()
	c.first = append(state(sys.Start()), sys.StartBudget())
	if options.Mode == DFS {
		e := newEngine(c, c.width(24))
		defer e.free()
		return e.depthFirst(c.first)
	}
	e := newEngine(c, c.width(16))
	e.seed(c.first, 0, true)
	return c.breadthFirst(e)
}

// engine hides how many words a state has.
type engine interface {
	seed(s state, level int, frontier bool)
	each(yield func(s state, level int))
	frontierEach(yield func(s state))
	expandLevel(insert bool) error
	advance()
	frontierSize() int
	missing() bool
	free() // the store
	forget(level int)
	culprits(found map[int]goal)
	pathsTo(goals []goal) []path
	stem(s state, level int) []pathStep
	answer(q Questions) *answers
	depthFirst(first state) (*Result, error)
	memory() int64
}

func newEngine(c *common, l layout) engine {
	switch l.words {
	case 1:
		return newSearch[[1]uint64](c, l)
	case 2:
		return newSearch[[2]uint64](c, l)
	case 3:
		return newSearch[[3]uint64](c, l)
	case 4:
		return newSearch[[4]uint64](c, l)
	case 6:
		return newSearch[[6]uint64](c, l)
	case 8:
		return newSearch[[8]uint64](c, l)
	default:
		return newSearch[[16]uint64](c, l)
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
	c.levels = []int{1}
	limit := ""
	for e.frontierSize() > 0 {
		before := *c.snapshot()
		atLimit := c.options.MaxDepth > 0 && c.level >= c.options.MaxDepth
		err := e.expandLevel(!atLimit)
		if c.halt.Load() == haltOverflow {
			e = c.rebuild(e, before)
			continue
		}
		if err != nil {
			return nil, c.explain(e, err)
		}
		if c.halt.Load() == haltStates {
			// Judge the last complete level again without entering its successors, so that the report is about
			// whole levels and the same for any number of workers.
			c.restore(before)
			e.forget(c.level + 1)
			c.halt.Store(haltNone)
			limit = fmt.Sprintf("max-states %d", c.options.MaxStates)
			err := e.expandLevel(false)
			for ; c.halt.Load() == haltOverflow; err = e.expandLevel(false) {
				e = c.rebuild(e, before)
			}
			if err != nil {
				return nil, c.explain(e, err)
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
			e.forget(c.level + 1)
			break
		}
		if atLimit {
			if e.missing() {
				limit = fmt.Sprintf("max-depth %d", c.options.MaxDepth)
			}
			break
		}
		if c.options.StopAtFirst && len(c.found) > 0 {
			e.forget(c.level + 1)
			limit = "stop-at-first"
			break
		}
		e.advance()
		if e.frontierSize() > 0 {
			c.level++
			c.levels = append(c.levels, e.frontierSize())
		}
	}
	if limit != "" {
		return c.report(e, limit), nil
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

type snapshot struct {
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]goal
}

func (c *common) snapshot() *snapshot {
	return &snapshot{c.transitions, slices.Clone(c.coverage), c.spoke, maps.Clone(c.found)}
}

func (c *common) restore(s snapshot) {
	c.transitions, c.coverage, c.spoke, c.found = s.transitions, slices.Clone(s.coverage), s.spoke, maps.Clone(s.found)
}

// rebuild packs all states anew, with more room for the nodes that did not fit, and begins the level again.
func (c *common) rebuild(old engine, before snapshot) engine {
	c.restore(before)
	c.halt.Store(haltNone)
	e := newEngine(c, c.width(16))
	c.stored.Store(0)
	old.each(func(s state, level int) {
		if level <= c.level {
			e.seed(s, level, false)
		}
	})
	old.frontierEach(func(s state) { e.seed(s, c.level, true) })
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
	for k, name := range c.sys.Classes() {
		r.Coverage[name] = 0
		if k < len(c.coverage) {
			r.Coverage[name] = c.coverage[k]
		}
	}
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
	r.Elapsed, r.PeakBytes = time.Since(c.start), c.peak.Load()
	r.BytesPerState = float64(c.bytes.Load()) / float64(max(1, r.States))
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
	case haltMemory:
		return fmt.Sprintf("max-memory %d bytes", c.options.MaxMemory)
	}
	if errors.Is(c.ctx.Err(), context.DeadlineExceeded) && c.options.MaxTime > 0 {
		return fmt.Sprintf("max-time %v", c.options.MaxTime)
	}
	return "interrupted"
}
