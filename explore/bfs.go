package explore

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/visited"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// breadthFirst searches level by level, until there is nothing new or a limit is reached.
func (c *common) breadthFirst(e engine) (*question.Result, error) {
	defer func() { e.free() }()
	for {
		before := c.findings.clone()
		if c.saver != nil {
			if failed := c.saver.begin(c, e, before); failed != nil {
				return c.cutShort(e, before, failed.Error(), failed)
			}
		}
		next, limit, err := c.searchLevel(&e, before)
		switch {
		case err != nil:
			return nil, err
		case limit != "":
			return c.cutShort(e, before, limit, nil)
		case next == 0:
			return c.complete(e)
		}
		c.LevelSeen()
		c.level++
		c.levels = append(c.levels, next)
	}
}

// maxLevel is the deepest level that is searched. States can be marked with one more, see [visited.table]: where levels are on
// disk, those found beyond the last one are stored, too, before it is known whether there are any that are new.
const maxLevel = math.MaxUint16 - 1

// searchLevel expands the frontier and returns how many states the next one has, or the limit that ends the search.
func (c *common) searchLevel(e *engine, before findings) (next int, limit string, err error) {
	depth := c.DeepestLevel
	if c.MaxDepth > 0 {
		depth = min(depth, c.MaxDepth)
	}
	atLimit := c.level >= depth
	if err := c.expandLevel(e, before, !atLimit); err != nil {
		return 0, "", err
	}
	if c.Halted() == session.States {
		// Judge the last complete level again without entering its successors, so that the report is about
		// whole levels and the same for any number of workers.
		c.findings = before.clone()
		c.Proceed()
		if err := c.expandLevel(e, before, false); err != nil {
			return 0, "", err
		}
		if c.Halted() == session.Running {
			return 0, c.Text(session.States), nil
		}
	}
	if halted := c.Halted(); halted != session.Running {
		found := c.found
		c.findings = before.clone()
		c.found = found
		return 0, c.Text(halted), nil
	}
	if atLimit {
		missing, err := (*e).missing()
		if err != nil {
			c.Fail(c.shelf.fail(err))
			return 0, c.Text(session.Files), nil
		}
		if missing {
			limit = fmt.Sprintf("max-depth %d", depth)
		}
		return 0, limit, nil
	}
	if c.StopAtFirst && c.refuted() {
		return 0, "stop-at-first", nil
	}
	next, err = (*e).advance()
	if err == errFull {
		return 0, c.Text(session.States), nil
	}
	if err != nil {
		c.Fail(c.shelf.fail(err))
		return 0, c.Text(session.Files), nil
	}
	return next, "", nil
}

// refuted reports that a property is violated.
func (c *common) refuted() bool {
	seeks := question.Seeks(c.Judge)
	for p := range c.found {
		if seeks>>p&1 == 0 {
			return true
		}
	}
	return false
}

// expandLevel expands the frontier, again with more room as often as nodes, or the next level, do not fit. The error is a
// handler's panic, or permutations that are no symmetries.
func (c *common) expandLevel(e *engine, before findings, insert bool) error {
	for {
		if (insert || c.onDisk()) && !(*e).holds(c.level+1) {
			if *e = c.rebuild(*e, before); c.Halted() != session.Running {
				return nil
			}
		}
		err := (*e).expandLevel(insert)
		if c.Halted() == session.Overflow {
			if *e = c.rebuild(*e, before); c.Halted() == session.Running {
				continue
			}
		}
		if err == nil && c.Halted() == session.Asymmetric {
			err = c.asymmetries(*e)
		}
		var met *model.Broken
		if !errors.As(err, &met) {
			return err
		}
		if err := (*e).explain(met); err != nil {
			return err
		}
		if *e = c.rebuild(*e, before); c.Halted() != session.Running {
			return nil
		}
	}
}

// cutShort reports on a search that a limit has ended, or a checkpoint that could not be written, and saves it.
func (c *common) cutShort(e engine, before findings, limit string, failed error) (*question.Result, error) {
	saved := false
	if failed == nil && c.saver != nil {
		failed = c.saver.save(c, e, before)
		saved = failed == nil
	}
	r, err := c.report(e, limit)
	if err != nil {
		return nil, err
	}
	if limit != "stop-at-first" {
		r.Growing = c.Growths(c.level)
	}
	if r.Saved, r.Err = saved, failed; failed == nil || c.Failure(session.Files) != nil {
		r.Err = c.Failure(session.Files)
	}
	return r, nil
}

// complete answers the questions about the graph of all states, and reports.
func (c *common) complete(e engine) (*question.Result, error) {
	if c.questions.None() {
		return c.report(e, "")
	}
	a := e.answer(c.questions)
	if met := c.Failure(session.Broken); met != nil {
		return nil, e.explainQuestion(met.(*model.Broken), c.questions)
	}
	c.spoke |= a.Spoke
	maps.Copy(c.found, a.Found)
	for p, x := range a.Endless {
		switch g, ends := c.found[p]; {
		case !ends:
		case g.Length <= len(x.Run.Path):
			delete(a.Endless, p)
		default:
			delete(c.found, p)
		}
	}
	r, err := c.report(e, "")
	if err != nil {
		return nil, err
	}
	r.Limit, r.Answered, r.Open, r.Measures = a.Limit, a.Answered, a.Open, a.Measures
	for _, p := range slices.Sorted(maps.Keys(a.Endless)) {
		r.Violations = append(r.Violations, c.endless(p, a.Endless[p]))
	}
	return r, nil
}

// rebuild packs all states anew, with more room for what did not fit, and begins the level again. Where there
// is no memory for both, or no such room, it leaves everything as it was and halts.
func (c *common) rebuild(old engine, before findings) engine {
	c.findings = before.clone()
	l, ok := c.width(16, c.level+1)
	if !ok {
		c.HaltAnyway(session.Wide)
		return old
	}
	states := old.states()
	if c.onDisk() {
		c.shelf.dropRuns()
		c.Proceed()
		old.free()
		return newEngine(c, l, 0)
	}
	if !c.Memory.Fits(visited.SetBytes(l, states)) {
		if c.shelf == nil {
			c.HaltAnyway(session.Memory)
			return old
		}
		c.Proceed()
		if err := old.evict(false); err != nil {
			c.Fail(c.shelf.fail(err))
			return old
		}
		old.free()
		return newEngine(c, l, 0)
	}
	c.Proceed()
	e := newEngine(c, l, states)
	e.keep(old.keeps())
	c.Stored.Store(0)
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
