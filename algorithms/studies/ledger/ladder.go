package ledger

import (
	"container/heap"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// What is assumed of numbers of states before there are any.
const (
	firstGuess = 100       // states of a smallest configuration
	least      = 5_000     // states, after which no exploration is given up for now
	enough     = 2 * least // states, after which one is that is known to refute a claim
	patience   = 4         // times the states expected, after which it is
	again      = 4         // times the states before, when it is tried again; more than reluctance, so that the other network has its turn
	fewest     = 3         // times the states expected, where there are as few processes as possible: they say little
	eagerness  = 8         // times fewer than those states, where a claim begins: without its configurations it is not decided
	devotion   = 32        // times fewer, where a claim is decided alone, or known to be refuted
	reluctance = 3         // times the states expected, where messages keep their order: most claims are known from where they do not, see [book.onlyInBag]
)

// climb explores configurations, those with the fewest states expected first, until the budget is spent. Those that claims name come sooner,
// see [book.limit] and [book.key]. The order does not depend on the budget.
func (b *book) climb(ctx context.Context) error {
	for ctx.Err() == nil && !b.late() {
		p := b.pop()
		if p == nil {
			return nil
		}
		if !p.meet() {
			b.pushNext(p)
			continue
		}
		asked := b.asked(p)
		if len(asked) == 0 {
			b.pushNext(p)
			continue
		}
		if run := b.settled(p, asked); run != nil {
			b.enter(p, run)
			b.pushNext(p)
			continue
		}
		left := -1
		if b.options.Budget > 0 {
			if left = b.options.Budget - b.Spent; left <= 0 {
				return nil
			}
		}
		if err := b.explore(ctx, p, asked, left); err != nil {
			return fmt.Errorf("%s: %w", p.line, err)
		}
	}
	return nil
}

func (b *book) late() bool { return !b.options.Until.IsZero() && time.Now().After(b.options.Until) }

// explore explores a point for the properties that are asked. left is what is left of the budget; negative: there is none.
func (b *book) explore(ctx context.Context, p *point, asked invariants.Panel, left int) error {
	limit := b.limit(p)
	p.limit = limit
	lasting := false // a larger limit will not help
	for _, most := range []int{left, b.options.Most} {
		if most > 0 && most < limit {
			limit, lasting = most, true
		}
	}
	if b.options.Progress != nil {
		b.options.Progress(Progress{Line: p.line, Spent: b.Spent, Budget: b.options.Budget})
	}
	run, err := b.run(ctx, p, asked, limit)
	if err != nil {
		return err
	}
	b.Runs = append(b.Runs, run)
	b.States += run.charge
	if b.Spent += max(run.charge, b.options.Least); left >= 0 {
		b.Spent = min(b.Spent, b.options.Budget)
	}
	b.enter(p, run)
	switch {
	case run.Complete():
		b.pushNext(p)
	case !lasting && run.Limit == stopped(limit):
		p.limit = limit * again
		p.lattice.changed = append(p.lattice.changed, p)
		b.push(p)
	}
	return nil
}

// limit is after how many states the next exploration of a point ends. What a claim names is tried with the same few, however many are
// expected, since there is often nothing from which to expect them.
func (b *book) limit(p *point) int {
	switch {
	case p.limit > 0:
		return p.limit
	case p.refutes > 0:
		return max(p.refutes, least)
	case p.first:
		return enough
	case p.begins:
		return least
	}
	return max(least, int(patience*b.expect(p)))
}

// enter notes what a run says of a point.
func (b *book) enter(p *point, run *Run) {
	if old := b.byLine[p.line]; old != nil && old.Complete() && run.Complete() {
		both := *old // what was explored earlier stays as it was
		both.Answers = slices.Concat(old.Answers, run.Answers)
		run = &both
	}
	b.byLine[p.line], p.run = run, run
	p.lattice.changed = append(p.lattice.changed, p)
	p.lattice.forget()
	b.reorder(p.lattice, b.learn(p))
	for _, t := range p.tracks {
		b.notice(t, p)
	}
}

// reorder finds the places of points in the queue anew, since more is known now: of those of a lattice that follow points which have changed, of all of
// them if refutations were found since, and of all lattices if states grow faster anywhere than was known.
func (b *book) reorder(of *lattice, faster bool) {
	for _, l := range b.lattices {
		if !faster && l != of {
			continue
		}
		moved := false
		for k := range l.queue {
			x := &l.queue[k]
			if !faster && l.found == b.found && !slices.ContainsFunc(l.changed, x.follows) {
				continue
			}
			if key := b.key(x.point); key != x.key {
				x.key, moved = key, true
			}
		}
		if moved {
			heap.Init(&l.queue)
		}
		l.changed, l.found = l.changed[:0], b.found
	}
}

// run explores, or takes what is stored.
func (b *book) run(ctx context.Context, p *point, asked invariants.Panel, limit int) (*Run, error) {
	if run := b.recall(p, asked, limit); run != nil {
		return run, nil
	}
	findings, r, err := b.options.Search(ctx, b.Algorithm, p.config, asked, limit)
	if err != nil {
		return nil, err
	}
	run := &Run{Line: p.line, States: r.States, Transitions: r.Transitions, Depth: r.Depth, Config: p.config, Column: p.lattice.column}
	if !r.Complete {
		run.Limit = r.Limit
	}
	for _, f := range findings {
		run.Answers = append(run.Answers, NewAnswer(f))
	}
	run.price(limit)
	b.remember(run, limit)
	return run, nil
}

// price is what a run takes from the budget: all that it may have explored if it was not complete, which is the same on every
// machine.
func (r *Run) price(limit int) {
	if r.charge = r.States; !r.Complete() {
		r.charge = limit
	}
}

// stopped is the limit of a run that was given up after so many states.
func stopped(states int) string { return fmt.Sprintf("max-states %d", states) }

func (b *book) allTracks() []*track { return slices.Concat(b.tracks...) }

// item is a point in the queue, with its key.
type item struct {
	*point
	key float64
}

// queue has the points of a lattice with the fewest states expected first, of several the one whose steps come first.
type queue []item

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(a, b int) { q[a], q[b] = q[b], q[a] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
func (q queue) Less(a, b int) bool {
	x, y := &q[a], &q[b]
	return x.key < y.key || x.key == y.key && slices.Compare(x.at, y.at) < 0
}

// pop takes the point that comes first out of its queue, of several the one whose lattice does; nil if there is none.
func (b *book) pop() *point {
	var first *lattice
	for _, l := range b.lattices {
		if l.queue.Len() > 0 && (first == nil || l.queue[0].key < first.queue[0].key) {
			first = l
		}
	}
	if first == nil {
		return nil
	}
	p := heap.Pop(&first.queue).(item).point
	p.ready = false
	return p
}

func (b *book) push(p *point) {
	if p.ready {
		return
	}
	p.ready = true
	heap.Push(&p.lattice.queue, item{p, b.key(p)})
}

// key is the place of a point in the queue: the states expected, or a part of them. Where a claim begins it is a part of the states after which the
// next exploration ends, so that it goes on there until that has an end, unless it is known to have none. Where such a configuration has only some
// of its runs comes soon after it.
func (b *book) key(p *point) float64 {
	if p.first && p.run == nil {
		return 0
	}
	if p.refutes > 0 && p.run == nil {
		return float64(p.refutes - MostRefuting - 1) // before all others
	}
	key := b.expect(p)
	eager := p.run == nil || b.endless(p) == ""
	if p.begins && eager {
		if key = min(key, float64(b.limit(p))); p.alone || p.first {
			return key / devotion
		}
		return key / eagerness
	}
	if p.turnedTo("net") && !b.onlyInBag(p) {
		key *= reluctance
	}
	switch {
	case eager && slices.ContainsFunc(p.widened(), func(wide *point) bool { return wide.begins }):
		key /= eagerness
	case p.fewest():
		key *= fewest
	}
	return key
}

// onlyInBag reports that some claim is refuted where messages may overtake each other, and as far as is known only there: nothing is known of it
// from the wider network.
func (b *book) onlyInBag(p *point) bool {
	return slices.ContainsFunc(b.about(p), func(t *track) bool {
		return len(t.refutations) > 0 && !slices.ContainsFunc(t.refutations, func(r Refutation) bool { return r.Config.Network == model.FIFO })
	})
}

// endless is what grows without end at a point; empty: nothing, as far as is known.
func (b *book) endless(p *point) string {
	if b.Algorithm.Endless == nil || !p.meet() {
		return ""
	}
	return b.Algorithm.Endless(p.config)
}

// pushNext puts the points that follow into the queue, as far as some claim may want them.
func (b *book) pushNext(p *point) {
	if p.seen {
		return
	}
	p.seen = true
	for _, n := range p.after() {
		b.push(n.point)
	}
}
