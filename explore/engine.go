package explore

import (
	"maps"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/liveness"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// common is what the generic search and its callers share.
type common struct {
	*session.Session
	questions question.Questions
	saver     *saver
	shelf     *shelf
	first     packed.Vector // the initial state

	level  int
	levels []int
	findings
}

func newCommon(s *session.Session) *common {
	return &common{Session: s, findings: findings{found: map[int]trace.Target{}}}
}

// findings are what a search has counted and met.
type findings struct {
	transitions int
	coverage    []int // by class
	spoke       uint64
	found       map[int]trace.Target // by property; the ends of judged ones are looked for when the search is over
	represented represented          // under symmetry
}

// clone is the findings as they are now.
func (f findings) clone() findings {
	f.coverage, f.found = slices.Clone(f.coverage), maps.Clone(f.found)
	return f
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
	culprits(found map[int]trace.Target) error
	explain(met *model.Broken) error
	explainQuestion(met *model.Broken, q question.Questions) error
	pathsTo(goals []trace.Target) ([]trace.Path, error)
	stem(s packed.Vector, level int) []trace.Step
	answer(q question.Questions) *liveness.Answers
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
	return packed.Choose(c.Sys.Nodes(), c.Sys.Budgets(), least, deepest, c.WordsOfAState)
}

// onDisk reports whether the levels are on disk.
func (c *common) onDisk() bool { return c.shelf != nil && len(c.shelf.levels) > 0 }

// frontierSize is how many states the current level has; 0 depth first.
func (c *common) frontierSize() int {
	if c.level >= len(c.levels) {
		return 0
	}
	return c.levels[c.level]
}
