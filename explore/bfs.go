package explore

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// breadthFirst searches level by level, until there is nothing new or a limit is reached.
func (c *common) breadthFirst(e engine) (*question.Result, error) {
	defer func() { e.free() }()
	for {
		before := *c.snapshot()
		if c.saver != nil {
			if failed := c.saver.begin(c, e, before); failed != nil {
				return c.cutShort(e, before, failed.Error(), failed), nil
			}
		}
		next, limit, err := c.searchLevel(&e, before)
		switch {
		case err != nil:
			return nil, err
		case limit != "":
			return c.cutShort(e, before, limit, nil), nil
		case next == 0:
			return c.complete(e)
		}
		c.levelSeen()
		c.level++
		c.levels = append(c.levels, next)
	}
}

// maxLevel is the deepest level that is searched. States can be marked with one more, see [visited.table]: where levels are on
// disk, those found beyond the last one are stored, too, before it is known whether there are any that are new.
const maxLevel = math.MaxUint16 - 1

// searchLevel expands the frontier and returns how many states the next one has, or the limit that ends the search.
func (c *common) searchLevel(e *engine, before snapshot) (next int, limit string, err error) {
	depth := c.options.deepest
	if c.options.MaxDepth > 0 {
		depth = min(depth, c.options.MaxDepth)
	}
	atLimit := c.level >= depth
	if err := c.expandLevel(e, before, !atLimit); err != nil {
		return 0, "", err
	}
	if c.halt.Load() == haltStates {
		// Judge the last complete level again without entering its successors, so that the report is about
		// whole levels and the same for any number of workers.
		c.restore(before)
		c.proceed()
		if err := c.expandLevel(e, before, false); err != nil {
			return 0, "", err
		}
		if c.halt.Load() == haltNone {
			return 0, c.reason(haltStates), nil
		}
	}
	if halted := c.halt.Load(); halted != haltNone {
		found := c.found
		c.restore(before)
		c.found = found
		return 0, c.reason(halted), nil
	}
	if atLimit {
		missing, err := (*e).missing()
		if err != nil {
			c.fail(err)
			return 0, c.reason(haltDisk), nil
		}
		if missing {
			limit = fmt.Sprintf("max-depth %d", depth)
		}
		return 0, limit, nil
	}
	if c.options.StopAtFirst && len(c.found) > 0 {
		return 0, "stop-at-first", nil
	}
	next, err = (*e).advance()
	if err == errFull {
		return 0, c.reason(haltStates), nil
	}
	if err != nil {
		c.fail(err)
		return 0, c.reason(haltDisk), nil
	}
	return next, "", nil
}

// expandLevel expands the frontier, again with more room as often as nodes, or the next level, do not fit. The error is a
// handler's panic, or permutations that are no symmetries.
func (c *common) expandLevel(e *engine, before snapshot, insert bool) error {
	for {
		if (insert || c.onDisk()) && !(*e).holds(c.level+1) {
			if *e = c.rebuild(*e, before); c.halt.Load() != haltNone {
				return nil
			}
		}
		err := (*e).expandLevel(insert)
		if c.halt.Load() == haltOverflow {
			if *e = c.rebuild(*e, before); c.halt.Load() == haltNone {
				continue
			}
		}
		if err == nil && c.halt.Load() == haltAsymmetric {
			err = c.asymmetries(*e)
		}
		var met *model.Broken
		if !errors.As(err, &met) {
			return err
		}
		if err := (*e).explain(met); err != nil {
			return err
		}
		if *e = c.rebuild(*e, before); c.halt.Load() != haltNone {
			return nil
		}
	}
}

// cutShort reports on a search that a limit has ended, or a checkpoint that could not be written, and saves it.
func (c *common) cutShort(e engine, before snapshot, limit string, failed error) *question.Result {
	saved := false
	if failed == nil && c.saver != nil {
		failed = c.saver.save(c, e, before)
		saved = failed == nil
	}
	r := c.report(e, limit)
	if limit != "stop-at-first" {
		r.Growing = c.growths()
	}
	if r.Saved, r.Err = saved, failed; c.shelf != nil && c.shelf.failure.Load() != nil {
		r.Err = *c.shelf.failure.Load()
	}
	return r
}

// complete answers the questions about the graph of all states, and reports.
func (c *common) complete(e engine) (*question.Result, error) {
	if c.options.Questions.None() {
		return c.report(e, ""), nil
	}
	a := e.answer(c.options.Questions)
	if met := c.asked.Load(); met != nil {
		return nil, e.explainQuestion(met, c.options.Questions)
	}
	c.spoke |= a.spoke
	maps.Copy(c.found, a.found)
	for p, x := range a.endless {
		switch g, ends := c.found[p]; {
		case !ends:
		case g.Length <= len(x.run.Path):
			delete(a.endless, p)
		default:
			delete(c.found, p)
		}
	}
	r := c.report(e, "")
	r.Limit, r.Answered, r.Open, r.Measures = a.limit, a.answered, a.open, a.measures
	for _, p := range slices.Sorted(maps.Keys(a.endless)) {
		r.Violations = append(r.Violations, c.endless(p, a.endless[p]))
	}
	return r, nil
}

type snapshot struct {
	transitions int
	coverage    []int
	spoke       uint64
	found       map[int]trace.Target
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

// rebuild packs all states anew, with more room for what did not fit, and begins the level again. Where there
// is no memory for both, or no such room, it leaves everything as it was and halts.
func (c *common) rebuild(old engine, before snapshot) engine {
	c.restore(before)
	l, ok := c.width(16, c.level+1)
	if !ok {
		c.halt.Store(haltWide)
		return old
	}
	states := old.states()
	if c.onDisk() {
		c.shelf.dropRuns()
		c.proceed()
		old.free()
		return newEngine(c, l, 0)
	}
	if !c.memory.Fits(visited.SetBytes(l, states)) {
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
	e.keep(old.keeps())
	c.stored.Store(0)
	old.drain(func(s packed.Vector, level int) { e.seed(s, level, level == c.level) })
	old.free()
	known := 0
	for _, n := range c.levels {
		known += n
	}
	if e.states() != known {
		panic("explore: states were lost when they were packed anew")
	}
	return e
}
