package liveness

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/stategraph"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// TestTaskWithoutMemory: a question that runs out of memory stays open, the others are answered, and what it took is free again. One that
// fails for another reason ends the run.
func TestTaskWithoutMemory(t *testing.T) {
	s := &session.Session{Memory: membudget.Budget{Limit: 1 << 20}}
	o := &stategraph.Order{}
	p, on, free := NewPlan(s, question.Questions{}), &ordered{&stategraph.Graph{Session: s}, o, o.Single()}, newSemaphore(100)
	p.answers.Open = map[int]string{}
	answered := false
	for _, next := range []task{
		{properties: []int{3}, run: func(*ordered) { panic(membudget.Exhausted{}) }},
		{properties: []int{4}, run: func(*ordered) { answered = true }},
	} {
		p.do(&next, on, free)
	}
	if why := p.answers.Open[3]; len(p.answers.Open) != 1 || !strings.HasPrefix(why, "max-memory 1.0 MiB: it needs more") || !answered || s.Halted() != session.Running || free.used != 0 {
		t.Errorf("open: %v; answered: %t, halted: %d, in use: %d", p.answers.Open, answered, s.Halted(), free.used)
	}
	broken := &model.Broken{}
	p.do(&task{run: func(*ordered) { panic(broken) }}, on, free)
	if err := s.Failure(s.Halted()); s.Halted() == session.Running || !errors.Is(err, broken) {
		t.Errorf("halted: %d, %v", s.Halted(), err)
	}
}

// TestNeeds: what a question takes round cycles is asked for where there are some.
func TestNeeds(t *testing.T) {
	x := task{bytes: 4, classBytes: 2, cyclic: 20}
	if got := [...]uint64{x.needs(10, 5, true), x.needs(10, 10, false), x.needs(1<<31, 0, false)}; got != [...]uint64{50, 260, 24 << 31} {
		t.Error(got)
	}
}

// TestCombinationsReserve: what combinations take is reserved before they grow.
func TestCombinationsReserve(t *testing.T) {
	met := func(limit int64) (met any) {
		defer func() { met = recover() }()
		c := newCombinations(1, &membudget.Budget{Limit: limit})
		for n := range 1 << 13 {
			c.number([]bounds{{extreme(n), none}})
		}
		return nil
	}
	if met(1) != any(membudget.Exhausted{}) || met(0) != nil {
		t.Errorf("with a limit %v, without %v", met(1), met(0))
	}
}
