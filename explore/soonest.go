package explore

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Soonest finds, of each of the properties that a panel judges by states, ends and steps, a trace of a violation with the fewest
// ticks, and of those with the fewest steps. It visits states in this order, one at a time, and keeps all of them in memory with
// the ways to them: it is for violations that are known. After a number of states, unless that is 0, it ends, and searched is how
// many there were: it has found those traces than which nothing better can be there, and says nothing of other properties. Otherwise
// searched is 0.
func Soonest[F any](ctx context.Context, sys *system.System, panel question.Panel[F], wanted uint64, most int) (findings []F, searched int, err error) {
	if err := session.Refused(panel); err != nil {
		return nil, 0, err
	}
	x := &soonest{
		sys: sys.Fresh(), judge: panel, wanted: wanted, most: most,
		reached: map[string]*moment{}, best: make([]*moment, question.MaxProperties),
	}
	x.reader = x.sys.NewReader()
	if panicked := session.Try(func() { searched = x.search(ctx) }); panicked != nil {
		return nil, 0, panicked
	}
	r := &Result{Complete: searched == 0}
	for p, at := range x.best {
		if at != nil {
			v := at.path().Violation(x.sys, p)
			v.Shortest = false
			r.Violations = append(r.Violations, v)
		}
	}
	return panel.Findings(r), searched, nil
}

// soonest is such a search.
type soonest struct {
	sys     *system.System
	reader  *system.Reader
	judge   question.Judge
	wanted  uint64
	most    int
	reached map[string]*moment
	best    []*moment // by property: where it is violated, as early as is known
}

// moment is a state and the earliest way to it that is known.
type moment struct {
	ticks, steps int
	state        packed.Vector
	from         *moment
	site         int
	move         *system.Move
	passed       bool // no way to it is earlier
}

func (a *moment) before(b *moment) bool {
	return a.ticks < b.ticks || a.ticks == b.ticks && a.steps < b.steps
}

// path is the way to it.
func (a *moment) path() trace.Path {
	p := trace.Path{Last: a.state}
	for ; a.from != nil; a = a.from {
		p.Steps = append(p.Steps, trace.Step{From: a.from.state, Site: a.site, Move: a.move})
	}
	slices.Reverse(p.Steps)
	return p
}

// search visits the states: those of a number of ticks by their steps, before those of the next. It returns how many it has visited
// if it ends before it is done.
func (x *soonest) search(ctx context.Context) int {
	var now [][]*moment // by steps
	for _, nodes := range x.sys.Starts() {
		first := &moment{state: append(packed.Vector(nodes), x.sys.StartBudget())}
		if views := x.reader.Views(first.state); x.sys.Within == nil || x.sys.Within(views) {
			x.reach(&now, first)
		}
	}
	for visited := 0; len(now) > 0; {
		var later [][]*moment
		for steps := 0; steps < len(now); steps++ {
			for k := 0; k < len(now[steps]); k++ {
				at := now[steps][k]
				if at.passed {
					continue
				}
				if x.found(at) {
					return 0
				}
				if x.most > 0 && visited == x.most || visited > 0 && ctx.Err() != nil {
					x.forget(at)
					return visited
				}
				visited++
				at.passed = true
				for _, next := range x.visit(at) {
					if next.ticks == at.ticks {
						x.reach(&now, next)
					} else {
						x.reach(&later, next)
					}
				}
			}
		}
		now = later
	}
	return 0
}

// forget drops what has been found to be violated later than where the search ends: there may be better.
func (x *soonest) forget(at *moment) {
	for p, known := range x.best {
		if known != nil && at.before(known) {
			x.best[p] = nil
		}
	}
}

// reach notes a state for when its time comes, unless it is known to be reached as early.
func (x *soonest) reach(queue *[][]*moment, at *moment) {
	key := fmt.Sprint(at.state)
	if known := x.reached[key]; known != nil && !at.before(known) {
		return
	} else if known != nil {
		known.passed = true // by the earlier way
	}
	x.reached[key] = at
	for len(*queue) <= at.steps {
		*queue = append(*queue, nil)
	}
	(*queue)[at.steps] = append((*queue)[at.steps], at)
}

// found reports that everything wanted is violated at least as early as the states to come.
func (x *soonest) found(at *moment) bool {
	for left := x.wanted; left != 0; left &= left - 1 {
		if known := x.best[bits.TrailingZeros64(left)]; known == nil || at.before(known) {
			return false
		}
	}
	return true
}

// note notes what is violated at a moment.
func (x *soonest) note(violated uint64, at *moment) {
	for left := violated & x.wanted; left != 0; left &= left - 1 {
		if p := bits.TrailingZeros64(left); x.best[p] == nil || at.before(x.best[p]) {
			x.best[p] = at
		}
	}
}

// visit judges a state and the steps out of it, and returns where they lead.
func (x *soonest) visit(at *moment) (all []*moment) {
	before := x.reader.Views(at.state)
	_, violated := x.judge.State(before)
	x.note(violated, at)
	out := x.reader.Out(at.state)
	if len(out) == 0 {
		_, violated = x.judge.End(before)
		x.note(violated, at)
	}
	for _, t := range out {
		e := t.Move.Event
		next := &moment{ticks: at.ticks, steps: at.steps + 1, state: t.To, from: at, site: t.Site, move: t.Move}
		if e.Kind == model.TickEvent {
			next.ticks++
		}
		hears := x.judge.Hears(e)
		if !hears && x.sys.Within == nil {
			all = append(all, next)
			continue
		}
		after := x.reader.Views(t.To)
		if hears {
			_, violated = x.judge.Step(before, e, after)
			x.note(violated, next)
		}
		if x.sys.Within == nil || x.sys.Within(after) {
			all = append(all, next)
		}
	}
	return all
}
