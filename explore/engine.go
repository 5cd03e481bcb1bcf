package explore

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// common is what the generic search and its callers share.
type common struct {
	ctx     context.Context
	sys     *system.System
	options Options
	memory  membudget.Budget
	saver   *saver
	shelf   *shelf
	start   time.Time
	first   packed.Vector // the initial state
	earlier time.Duration // that the searches took that this one resumes

	level       int
	levels      []int
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]trace.Target // by property; the ends of judged ones are looked for when the search is over

	marks []system.Mark // after the last levels

	symmetry    *system.Symmetry // nil without symmetry
	represented represented

	stored atomic.Int64 // states so far, for progress and the limit
	shown  atomic.Pointer[Progress]
	stage  atomic.Pointer[stage] // nil while states are searched
	halt   atomic.Int32          // a reason to stop at once
	full   atomic.Pointer[system.Full]
	asked  atomic.Pointer[model.Broken] // a panic of a question about the graph
	peak   atomic.Int64
	early  atomic.Bool // a timer expired before its time
}

// engine hides how many words a state has.
type engine interface {
	seed(s packed.Vector, level int, frontier bool)
	each(yield func(s packed.Vector, level int) bool)
	drain(yield func(s packed.Vector, level int)) // up to the current level, and lose all
	keep(order bool)                              // in which states are found
	keeps() bool
	states() int
	holds(level int) bool // the layout has room for the level
	expandLevel(insert bool) error
	advance() (int, error)
	frontierEach(yield func(s packed.Vector))
	free() // the store
	missing() (bool, error)
	evict(candidates bool) error
	culprits(found map[int]trace.Target)
	explain(met *model.Broken) error
	explainQuestion(met *model.Broken, q question.Questions) error
	pathsTo(goals []trace.Target) []trace.Path
	stem(s packed.Vector, level int) []trace.Step
	answer(q question.Questions) *answers
	depthFirst(first packed.Vector) (*question.Result, error)
}

func newEngine(c *common, l packed.Layout, states int) engine {
	switch l.Words {
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

// width chooses the layout for the nodes known, see [choose].
func (c *common) width(least, deepest int) (l packed.Layout, ok bool) {
	return packed.Choose(c.sys.Nodes(), c.sys.Budgets(), least, deepest, c.widest())
}

// widest are the most words of a state.
func (c *common) widest() int { return cmp.Or(c.options.widest, packed.MaxWords) }

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
	haltWide
	haltFull
)

// onDisk reports whether the levels are on disk.
func (c *common) onDisk() bool { return c.shelf != nil && len(c.shelf.levels) > 0 }

// frontierSize is how many states the current level has; 0 depth first.
func (c *common) frontierSize() int {
	if c.level >= len(c.levels) {
		return 0
	}
	return c.levels[c.level]
}

// elapsed is how long the search has taken, with those that it resumes.
func (c *common) elapsed() time.Duration { return c.earlier + time.Since(c.start) }
