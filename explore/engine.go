package explore

import (
	"cmp"
	"context"
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/model"
)

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
	stage  atomic.Pointer[stage] // nil while states are searched
	halt   atomic.Int32          // a reason to stop at once
	full   atomic.Pointer[model.Full]
	peak   atomic.Int64
	early  atomic.Bool // a timer expired before its time
}

// engine hides how many words a state has.
type engine interface {
	seed(s state, level int, frontier bool)
	each(yield func(s state, level int) bool)
	drain(yield func(s state, level int)) // up to the current level, and lose all
	keep(order bool)                      // in which states are found
	keeps() bool
	states() int
	holds(level int) bool // the layout has room for the level
	expandLevel(insert bool) error
	advance() (int, error)
	frontierEach(yield func(s state))
	free() // the store
	missing() (bool, error)
	evict(candidates bool) error
	culprits(found map[int]goal)
	breaking(level int) (goal, bool)
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

// width chooses a layout: room for four times the nodes known, or twice if that costs fewer words, or just for them where
// that is all there is; at least least bits each unless that costs a word more. Levels, the deepest of which is given,
// stand in the states if that costs no word and leaves every node leastBeside bits, so that states seldom have to be packed
// anew for it. Depth first, where all states are of level 0, they never can be, and the nodes get all the bits. It returns
// false if there is no such layout.
func (c *common) width(least, deepest int) (l layout, ok bool) {
	known := c.sys.Nodes()
	room := func(times, least int) []int {
		need := make([]int, len(known)+1)
		for k, n := range known {
			need[k] = max(least, bits.Len(uint(times*max(64, n))))
		}
		need[len(known)] = bits.Len(uint(c.sys.Budgets() - 1))
		return need
	}
	times := 2
	if l, ok = newLayout(room(times, 0), c.widest()); !ok {
		times = 1
		if l, ok = newLayout(room(times, 0), c.widest()); !ok {
			return l, false
		}
	} else if _, ok := fit(room(4, 0), l.words, 0); ok {
		times = 4
	}
	level := 0
	if deepest > 0 {
		level = min(levelBits, max(leastLevel, bits.Len(4*uint(deepest))))
	}
	for _, try := range []struct{ least, level int }{{least, level}, {leastBeside, level}, {least, 0}} {
		if wide, ok := fit(room(times, try.least), l.words, try.level); ok {
			return wide, true
		}
	}
	return fit(room(times, 0), l.words, 0)
}

// widest are the most words of a state.
func (c *common) widest() int { return cmp.Or(c.options.widest, maxWords) }

const (
	leastLevel  = 10 // bits
	leastBeside = 13
)

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

// frontierSize is how many states the current level has; 0 depth first.
func (c *common) frontierSize() int {
	if c.level >= len(c.levels) {
		return 0
	}
	return c.levels[c.level]
}

// elapsed is how long the search has taken, with those that it resumes.
func (c *common) elapsed() time.Duration { return c.earlier + time.Since(c.start) }
