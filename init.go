package gmecheck

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/model/values"
)

// starts makes the choices of Init: every sequence of them once, in lexicographic order.
type starts struct {
	taken  []pick
	depth  int
	open   int            // how many of the choices so far have more than one answer
	common map[string]int // choices for all sites, by name
}

type pick struct {
	name              string
	first, value, end int
}

func (s *starts) next(name string, lo, hi int) int {
	if s.depth == len(s.taken) {
		s.taken = append(s.taken, pick{name, lo, lo, hi})
	}
	if lo < hi {
		s.open++
		model.InARow(name, s.open)
	}
	s.depth++
	return s.taken[s.depth-1].value
}

func (s *starts) shared(name string, lo, hi int) int {
	value, made := s.common[name]
	if !made {
		value = s.next(name, lo, hi)
		s.common[name] = value
	}
	return value
}

// advance moves on to the next sequence, false after the last.
func (s *starts) advance() bool {
	for k := len(s.taken) - 1; k >= 0; k-- {
		if s.taken[k].value < s.taken[k].end {
			s.taken[k].value++
			s.taken = s.taken[:k+1]
			return true
		}
	}
	return false
}

// String is what was chosen: "token=2 active1=0".
func (s *starts) String() string {
	var all []string
	for _, t := range s.taken {
		all = append(all, fmt.Sprintf("%s=%d", t.name, t.value))
	}
	return strings.Join(all, " ")
}

// weight is how likely it is, if each choice is equally likely.
func (s *starts) weight() float64 {
	p := 1.0
	for _, t := range s.taken {
		p /= float64(t.end - t.first + 1)
	}
	return p
}

// mostStarts is how many initial states there can be.
const mostStarts = 1_000_000

// Starts lists the initial states. A run of Init that goes on for too long is not waited for: its goroutine goes on.
func (p *protocol) Starts() (all []model.Start[local]) {
	if p.m.init == nil {
		return p.starts(&initial{})
	}
	at, done := &initial{}, make(chan struct{})
	wrong, gone := any(nil), true
	go func() {
		defer close(done)
		all, wrong = p.listed(at)
		gone = false
	}()
	switch {
	case !at.returns(done):
		panic(p.placed(model.Mistake{Problem: fmt.Sprintf("has not returned for %v", patience), In: p.m.start}, at))
	case gone:
		panic(p.placed(model.Mistake{Problem: "ends its goroutine, as runtime.Goexit and FailNow of a test do", In: p.m.start}, at))
	case wrong != nil:
		panic(wrong)
	}
	return all
}

// initial is where the runs of Init are.
type initial struct {
	calls atomic.Int64 // twice as many as have returned, and one more while one runs
	site  atomic.Int64
}

// patience is how long a run of Init may take.
const patience = 5 * time.Second

// returns waits until all runs are done, or one of them has gone on for too long: whoever is stopped for a while is not blamed for it.
func (at *initial) returns(done <-chan struct{}) bool {
	const looks = 25
	calls := at.calls.Load()
	for same := 0; same < looks; same++ {
		select {
		case <-done:
			return true
		case <-time.After(patience / looks):
		}
		if now := at.calls.Load(); now != calls || now%2 == 0 {
			calls, same = now, 0
		}
	}
	return false
}

// placed is a mistake of Init at the site that it is asked for.
func (p *protocol) placed(m model.Mistake, at *initial) model.Mistake {
	if m.Method = "Init"; p.m.memory == 0 && at.site.Load() > 0 && m.Place == "" {
		m.Place = fmt.Sprintf("P%d", at.site.Load())
	}
	return m
}

// listed lists the initial states twice; wrong is what it panics with, a mistake.
func (p *protocol) listed(at *initial) (all []model.Start[local], wrong any) {
	defer func() {
		if r := recover(); r != nil {
			m, is := r.(model.Mistake)
			if !is {
				m.Cause = r
			}
			wrong = p.placed(m, at).Raised()
		}
	}()
	all = p.starts(at)
	same := func(a, b model.Start[local]) bool { return a.Name == b.Name && slices.Equal(a.Vars, b.Vars) }
	if again := p.starts(at); !slices.EqualFunc(all, again, same) {
		problem := fmt.Sprintf("makes %d initial states, and %d when it is run again", len(all), len(again))
		for k := range min(len(all), len(again)) {
			for i, l := range all[k].Vars {
				if to := again[k].Vars[i]; l != to {
					at.site.Store(int64(i + 1))
					problem = "does not always do the same: run again, it makes other variables: " + system.Difference(l.vars, to.vars)
				}
			}
		}
		panic(model.Mistake{Problem: problem, In: p.m.start})
	}
	return all, nil
}

// starts lists them.
func (p *protocol) starts(at *initial) (all []model.Start[local]) {
	s, types := &starts{}, values.NewTypes()
	for more := true; more; more = s.advance() {
		s.depth, s.open, s.common = 0, 0, map[string]int{}
		var start model.Start[local]
		for i := range Site(p.m.n) {
			at.site.Store(int64(i + 1))
			l := local{vars: p.m.variables.zero, used: p.unused, of: p.names}
			if p.m.init != nil {
				c := p.ctx(i + 1)
				if c.alone {
					c.Self = 0 // it is no process's
				}
				c.turn = &turn{start: s}
				at.calls.Add(1)
				l.vars = p.m.variables.run(l.vars, p.m.init, c, nil)
				c.turn.end()
				at.calls.Add(1)
				if found := types.WrongIn(l.vars); found != "" {
					panic(model.Mistake{Problem: "leaves variables that are no value: " + found, In: p.m.start})
				}
			}
			start.Vars = append(start.Vars, l)
		}
		start.Name, start.Weight = s.String(), s.weight()
		if all = append(all, start); len(all) > mostStarts {
			panic(model.Mistake{Problem: fmt.Sprintf("makes more than %d initial states", mostStarts)})
		}
	}
	return all
}

// bounded is a protocol that is searched within a boundary.
type bounded struct{ *protocol }

// Within reports that a state is inside.
func (p bounded) Within(views []*model.View) bool { return p.m.within(views) }

// inside refuses a boundary that leaves out all initial states. What else is wrong where they are looked at is told by the search.
func (p *core) inside(set settings, c model.Config) error {
	sys, err := system.New(bounded{newProtocol(p, set)}, c)
	if err != nil {
		return err
	}
	inside := func(start []uint32) (is bool) {
		defer func() { is = is || recover() != nil }()
		return sys.Within(sys.NewReader().Views(append(start, sys.StartBudget())))
	}
	if !slices.ContainsFunc(sys.Starts(), inside) {
		return fmt.Errorf("%s: Within is true of no initial state", p.name)
	}
	return nil
}
