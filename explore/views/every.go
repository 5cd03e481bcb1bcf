package views

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// Family is a protocol in every topology: a system for each topology of n processes, up to the names of the processes.
type Family func(n int) []*system.System

// Everywhere is what views of two say of every number of processes and every topology. The theorem is in docs/every-n.md, which also says what is
// not checked here: no obstacle is no proof.
type Everywhere struct {
	Processes  int // of the closure; 0: none ended
	Mentioned  int // processes that a view of three mentions at most, those included that a step may bring in
	Pairs      int // in the closure
	Orbits     int // of these, up to the names of processes
	Topologies int
	Obstacles  []Obstacle // nil: all that is checked here is met
	Answers    []Answer
	Growing    []Growing // where the work allowed ended a closure: what was growing
}

// Enough reports that the closure is of as many processes as a view of three mentions.
func (e *Everywhere) Enough() bool { return e.Processes >= max(e.Mentioned, fewest) }

// Obstacle is a condition of the theorem, from 1 to 5, that is not met, and what shows it.
type Obstacle struct {
	Condition int
	Text      string
}

// fewest is the number of processes of which trees have all pairs of edges that any tree has.
const fewest = 5

// Every closes pairs under renaming, of more and more processes, until there are as many as a view of three mentions.
func Every(ctx context.Context, f Family, o Options) (*Everywhere, error) {
	r := &Everywhere{}
	o.Unfold = true
	for n := 3; ; {
		if len(f(n)) == 0 || len(f(n+1)) == 0 {
			r.Obstacles = append(r.Obstacles, Obstacle{2, fmt.Sprintf("there is no such model of %d processes, or of %d", n, n+1)})
			return r, nil
		}
		e, err := everywhere(ctx, f, n, o)
		if err != nil {
			return nil, err
		}
		if o.Unfold && e.fault != nil && e.fault.Cause == (model.Open{}) {
			o.Unfold = false // handlers look at all of a list
			continue
		}
		if e.unfinished {
			r.Processes = max(r.Processes, n)
			condition, why := 4, fmt.Sprintf("at n = %d the pairs of all topologies are more than the work allowed", n)
			if reason := e.Halted(); reason != session.Running {
				why = fmt.Sprintf("at n = %d: %s", n, e.Text(reason))
			}
			if r.Mentioned >= n {
				condition, why = 5, fmt.Sprintf("three things mention %d processes at n = %d, and %s", r.Mentioned, n-1, why)
			}
			r.Obstacles, r.Growing = append(r.Obstacles, Obstacle{condition, why}), e.growing()
			return r, nil
		}
		*r = e.result()
		if len(r.Obstacles) > 0 || r.Enough() || e.refuted() {
			return r, nil
		}
		n++
	}
}

// every is a closure of pairs, closed under renaming.
type every struct {
	*two
	n, topologies int
	images        map[[2]int32]int32     // by exchange k, k+1, and entity
	acts          map[[2]int32][]outcome // of meetings
	mentions      []model.Sites          // of entities
	unfinished    bool                   // there was too much work
	brought       int                    // processes that a step mentions of which nobody in it has heard, at most
	obstacles     []Obstacle
}

func everywhere(ctx context.Context, f Family, n int, o Options) (*every, error) {
	topologies := f(n)
	sys := topologies[0].Fresh()
	s := &session.Session{Ctx: ctx, Sys: sys, Start: time.Now()}
	s.Memory.Allow(o.MaxMemory)
	s.Memory.Start()
	defer s.Memory.Stop()
	defer s.Watch()()
	o.Entities, o.Queues, o.Numbers, o.lawless = 2, 0, 0, true
	e := &every{two: newTwo(s, o), n: n, topologies: len(topologies), images: map[[2]int32]int32{}, acts: map[[2]int32][]outcome{}}
	e.renamed = true
	err := session.Try(func() {
		e.begin(topologies)
		e.close(e.refuted)
		switch {
		case e.fault != nil:
			e.block(4, "%s", e.fault.Error())
		case !e.stopped() && !e.refuted():
			e.checkRenaming()
			e.checkElsewhere(append(slices.Clone(topologies[1:]), f(n+1)...))
		}
		e.unfinished = e.fault == nil && e.stopped()
	})
	if err == nil {
		err = ctx.Err()
	}
	return e, err
}

// block notes a condition that is not met; the first time is enough.
func (e *every) block(condition int, format string, args ...any) {
	if !slices.ContainsFunc(e.obstacles, func(o Obstacle) bool { return o.Condition == condition }) {
		e.obstacles = append(e.obstacles, Obstacle{condition, fmt.Sprintf(format, args...)})
	}
}

// text is an entity in words.
func (e *every) text(k int32) string {
	s := e.show(k)
	if s.Message != "" {
		return s.Message + " to " + s.Place
	}
	return s.Place
}

// meetings calls f for every site alone, and for every site and message that can meet, until f says that it is enough.
func (e *every) meetings(f func(v, m int32) bool) {
	for v := range int32(len(e.beside)) {
		if e.all[v].flies() {
			continue
		}
		enough := f(v, none)
		e.beside[v].each(func(m int32) {
			if x := e.all[m]; x.flies() && x.site == e.all[v].site {
				enough = enough || f(v, m)
			}
		})
		if enough {
			return
		}
	}
}

// names is the processes that an entity mentions, its own place included.
func (e *every) names(k int32) model.Sites {
	for at := int32(len(e.mentions)); at <= k; at++ {
		x := e.all[at]
		var value any
		if x.flies() {
			value = e.alone.Message(x.message)
		} else {
			value = e.alone.Vars(x.site, x.local.Vars)
		}
		e.mentions = append(e.mentions, permutation.Mentioned(value, e.n).With(model.Site(x.site+1)))
	}
	return e.mentions[k]
}

// result counts, and answers the questions for the closure.
func (e *every) result() Everywhere {
	r := Everywhere{Processes: e.n, Topologies: e.topologies, Pairs: e.pairs, Obstacles: e.obstacles}
	pair, single := 0, 0
	for k := range int32(len(e.beside)) {
		single = max(single, e.names(k).Len())
	}
	e.meetings(func(v, m int32) bool {
		named := e.names(v)
		if m != none {
			named = named.Union(e.names(m))
		}
		pair = max(pair, named.Len())
		return false
	})
	r.Mentioned = pair + e.brought + single
	if len(e.obstacles) == 0 && !e.refuted() {
		r.Orbits = e.orbits()
	}
	for q := range e.options.Questions {
		r.Answers = append(r.Answers, e.answer(q))
	}
	e.vacuous(r.Answers)
	return r
}
