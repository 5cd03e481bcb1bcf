package mean

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// Options are what averages are computed of, and within which limits.
type Options struct {
	Clocks
	// Judge, if not nil, judges states, steps and ends: how likely are runs that violate each of its so many properties?
	Judge      question.Judge
	Properties int
	// Symmetry lumps states that differ only in the names of processes; not together with a Judge, which may tell them apart.
	Symmetry bool

	MaxStates int           // 0: no limit
	MaxTime   time.Duration // 0: no limit
	MaxMemory int64         // bytes that the process may hold; 0: what the machine has to give, -1: no limit
	Progress  func(states int)
}

// Result is averages, or the reason why there are none.
type Result struct {
	Limit    string // why there are none; empty: all is known
	Unsolved bool   // not because there are more states, but because their equations are not solved

	States      int // of the chain
	Represented int // of the model: more where states are lumped
	Transitions int
	AtOnce      int  // states in which something happens at once
	Forms       bool // states are canonical forms
	Chooses     bool // a handler chooses: each choice is equally likely
	Group       []*permutation.Permutation
	Iterations  int
	Residual    float64 // the largest

	// Endless: averages are those of the long run. Otherwise they are of all that happens before a run ends.
	Endless  bool
	Ends     []End
	Stuck    float64 // probability that a process waits for ever
	Duration float64 // mean, of runs that end
	Measures []Measure
	Fault    float64   // probability that there is a loss, duplicate or crash; 0 where they have no budget
	Violated []float64 // by property of the judge: probability that a run violates it

	chain *chain
}

// End is a part of the chain that no run leaves, and in which every state is met again and again.
type End struct {
	Probability float64
	States      int
	Entries     bool // processes enter there
	Waits       bool // a process waits there for ever
}

// Measure is an average.
type Measure struct {
	Name  string // of [measures.All], or a part of one
	Value float64
}

// Of computes averages.
func Of(ctx context.Context, sys *system.System, o Options) (*Result, error) {
	sys = sys.Fresh()
	return waiting.For(ctx, o.MaxTime, sys, o.Judge, waiting.Patience, func() (*Result, error) { return of(ctx, sys, o) })
}

func of(ctx context.Context, sys *system.System, o Options) (*Result, error) {
	if err := wrongMarks(o.Clocks, sys.Config.Processes); err != nil {
		return nil, err
	}
	switch err := o.Clocks.Wrong(sys.Config); {
	case err != nil:
		return nil, err
	case o.Judge != nil && o.Symmetry:
		return nil, fmt.Errorf("Symmetry and a Judge: a property may tell processes apart")
	case sys.Config.Times != nil:
		return nil, fmt.Errorf("Times: bounds of ticks are no exponential times")
	case sys.Within != nil:
		return nil, measures.ErrBoundary
	case sys.Lone() && o.Marks.Apart():
		return nil, measures.ErrMemory
	}
	for i := range model.Site(sys.Config.Processes) {
		if slices.ContainsFunc(sys.Demands(i+1), func(d model.Demand) bool { return d.Duration > 1 }) {
			return nil, fmt.Errorf("critical sections of several durations have no exponential time")
		}
	}
	sys.Apart = true // each of them has its probability
	if sys.Canonical = onForms(sys, o); sys.Canonical {
		o.Symmetry = false // images of forms need not be forms
	}
	if o.Judge != nil {
		sys.Watch = system.Hearing(o.Judge.Hears)
	}
	ctx, cancel := session.Limited(ctx, o.MaxTime)
	defer cancel()
	s := &session.Session{Ctx: ctx, Sys: sys, Start: time.Now(), Settings: session.Settings{MaxTime: o.MaxTime, MaxStates: o.MaxStates}}
	if o.Progress != nil {
		s.Progress = func(session.Progress) { o.Progress(int(s.Stored.Load())) }
	}
	s.Memory.Allow(o.MaxMemory)
	s.Memory.Start()
	defer s.Memory.Stop()
	defer s.Watch()()
	sys.Claim = s.Memory.Reserve
	if ctx.Err() != nil {
		s.Halt(session.Interrupted)
	}
	r, wrong := &Result{}, error(nil)
	err := error(nil)
	if sys.Canonical {
		err = checked(sys, func() bool { return ctx.Err() != nil })
	}
	if err != nil {
		return nil, err
	}
	err = session.Try(func() {
		if x := explored(s, o, r); s.Halted() == session.Running {
			if wrong = x.rows.refuses; wrong != nil {
				return
			}
			r.Represented, r.Chooses, r.Forms = x.represented, x.rows.chooses, sys.Canonical
			wrong = r.of(x.chain, sys, o, func() bool { return s.Halted() != session.Running })
		}
	})
	if _, is := err.(*model.Broken); is {
		return nil, err
	} else if err != nil {
		s.Fail(err)
	}
	if s.Halted() != session.Running {
		return &Result{Limit: s.Text(s.Halted()), States: int(s.Stored.Load())}, nil
	}
	if wrong == errSlow {
		return &Result{Limit: errSlow.Error(), Unsolved: true, States: r.States}, nil
	}
	return r, wrong
}

// explored finds the chain, lumped by the largest group of permutations that stands the test. All of them leave groups as they are: what
// happens in one group after another is counted.
func explored(s *session.Session, o Options, r *Result) *explorer {
	var allowed []*permutation.Permutation
	var refused []system.Refusal
	if o.Symmetry {
		allowed, _ = s.Sys.Symmetries()
		for _, p := range allowed {
			if movesGroups(p, s.Sys.Config.Groups) {
				refused = append(refused, system.Refusal{Renaming: p})
			}
		}
	}
	for {
		if len(allowed) > 0 {
			allowed, r.Group = system.Without(allowed, refused)
		}
		if s.Symmetry = nil; len(r.Group) > 1 {
			s.Symmetry = s.Sys.NewSymmetry(r.Group)
		}
		x := newExplorer(s, o.Clocks, o.Judge)
		x.run()
		if refused = x.refused; refused == nil {
			return x
		}
	}
}

func movesGroups(p *permutation.Permutation, groups int) bool {
	for g := range model.Group(groups) {
		if p.Group(g+1) != g+1 {
			return true
		}
	}
	return false
}
