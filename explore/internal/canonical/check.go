package canonical

import (
	"math/rand/v2"
	"slices"

	"github.com/gmecheck/gmecheck/explore/internal/liveness"
	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/packed"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/verdicts"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Of compares the states of a canonical system with their forms, as these properties and questions see them.
func Of(sys *system.System, judge question.Judge, q question.Questions) *Pairs {
	p := &Pairs{sys: sys, asked: judge, reader: sys.NewReader(), fair: len(q.Fair) > 0, held: map[string]map[constraint][]any{}, real: map[string][]step{}, forms: map[string][]step{}}
	if judge != nil {
		p.judge = verdicts.OfVectors(verdicts.NewCache(sys, judge, &membudget.Budget{}), p.reader)
	}
	plan := liveness.NewPlan(&session.Session{Sys: sys}, q)
	p.states, p.edges = plan.States, plan.Edges
	return p
}

// Size is how much is compared before a search.
type Size struct {
	States int // of a small model; the largest that has no more is taken
	Walks  int // random runs of the model itself
	Steps  int // of each
}

// Enough is as much as takes about a second.
var Enough = Size{States: 8_000, Walks: 32, Steps: 100}

// Check compares states with their canonical forms: all states of the largest model with few enough, whose processes make fewer
// requests, and those of random runs of the model. What is wrong with a form is a [*model.Broken].
func Check(sys *system.System, judge question.Judge, q question.Questions, size Size, stopped func() bool) (*question.Forms, error) {
	pairs := func(requests []int) *Pairs {
		t := sys.Requesting(requests)
		if t.Canonical = true; judge != nil {
			t.Watch = system.Hearing(judge.Hears)
		}
		return Of(t, judge, q)
	}
	f, sizes := &question.Forms{}, budgets(sys.Config.Requests)
	if sys.Own() { // nobody requests anything
		sizes = [][]int{nil}
	}
	err := session.Try(func() {
		for _, requests := range sizes {
			states, all, broken := pairs(requests).each(size.States, stopped)
			if broken != nil {
				panic(broken)
			}
			if !all && f.All || stopped() {
				break
			}
			f.Requests, f.States, f.All = requests, states, all
			if !all {
				break
			}
		}
		walked, broken := pairs(nil).walk(size, stopped)
		if f.Walked = walked; broken != nil {
			panic(broken)
		}
	})
	return f, err
}

// budgets lists smaller request budgets, the smallest first: processes make one request more each time, one after the other.
func budgets(requests []int) (all [][]int) {
	const most = 8 // requests of a process
	now := make([]int, len(requests))
	for round := 1; round <= most; round++ {
		for k, r := range requests {
			if r == model.Unlimited || r >= round {
				now[k] = round
				all = append(all, slices.Clone(now))
			}
		}
	}
	return all
}

// each compares all states, if there are no more than so many.
func (p *Pairs) each(most int, stopped func() bool) (states int, all bool, broken *model.Broken) {
	seen := map[string]bool{}
	var todo []packed.Vector
	add := func(s packed.Vector) {
		if k := s.Key(); !seen[k] {
			seen[k], todo = true, append(todo, s)
		}
	}
	for _, nodes := range p.sys.Starts() {
		add(append(packed.Vector(nodes), p.sys.StartBudget()))
	}
	for k := 0; k < len(todo); k++ {
		if k == most || k%64 == 0 && stopped() {
			return k, false, nil
		}
		if broken := p.compare(todo[k]); broken != nil {
			return k, false, broken
		}
		for _, x := range p.steps(todo[k], false) {
			add(x.To)
		}
	}
	return len(todo), true, nil
}

// walk compares the states of random runs; the same ones every time.
func (p *Pairs) walk(size Size, stopped func() bool) (states int, broken *model.Broken) {
	seen := map[string]bool{}
	starts := p.sys.Starts()
	for n := range size.Walks {
		dice := rand.New(rand.NewPCG(uint64(n), 1))
		s := append(packed.Vector(starts[n%len(starts)]), p.sys.StartBudget())
		for range size.Steps {
			if stopped() {
				return len(seen), nil
			}
			if k := s.Key(); !seen[k] {
				seen[k] = true
				if broken := p.compare(s); broken != nil {
					return len(seen), broken
				}
			}
			all := p.steps(s, false)
			if len(all) == 0 {
				break
			}
			s = all[dice.IntN(len(all))].To
		}
	}
	return len(seen), nil
}
