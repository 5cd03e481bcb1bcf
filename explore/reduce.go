package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model/system"
)

// Reduce is what a search keeps that leaves states out: see the package stubborn.
type Reduce string

// The reductions.
const (
	Deadlock   Reduce = "deadlock"   // all states without a transition are visited
	Invariants Reduce = "invariants" // and if a property is violated by a state, one that violates it
)

// unspared says why the search cannot leave states out; nil if it can.
func (o Options) unspared() error {
	sparing, ok := o.Judge.(question.Sparing)
	switch {
	case o.Reduce != Deadlock && o.Reduce != Invariants:
		return fmt.Errorf("Reduce is %q; allowed is %q, and %q", o.Reduce, Deadlock, Invariants)
	case o.Mode == DFS || o.Checkpoint != nil || o.Spill != nil || o.Store != nil:
		return errors.New("a search that leaves states out is breadth first, in memory, and neither saved nor spilled")
	case o.Symmetry: // a permutation is tested at the states that are searched, and must be one of all states
		return errors.New("a search that leaves states out is not reduced by symmetry: those left out might show that a permutation is none")
	case o.MaxDepth > 0:
		return errors.New("a search that leaves states out has no MaxDepth: its levels say nothing of how far away states are")
	case onGraph(o.Questions):
		return errors.New("a search that leaves states out answers no questions about the graph of all states")
	case !ok:
		return errors.New("a search that leaves states out needs a judge that is Sparing")
	}
	if err := sparing.Spare(o.Reduce == Deadlock); err != nil {
		return fmt.Errorf("%w: Reduce %q leaves out what that needs", err, o.Reduce)
	}
	return nil
}

// spared searches without the states that the properties do not need. The traces of violations are as the search found them; a
// second search, of all states and as deep as these traces are long, finds shortest ones.
func spared(ctx context.Context, sys *system.System, o Options) (*question.Result, error) {
	switch {
	case sys.Config.Times != nil:
		return nil, errors.New("a search that leaves states out has no times: a step that can wait may let a deadline pass")
	case sys.Within != nil:
		return nil, errors.New("a search that leaves states out has no boundary: what was left out might lie within it")
	case o.Reduce == Invariants && sys.Questioned():
		return nil, fmt.Errorf("Reduce %q: the properties of this protocol see whole sites; allowed is %q", Invariants, Deadlock)
	}
	r, err := whole(ctx, sys, o)
	if err != nil {
		return nil, err
	}
	if r.Spared == nil { // nothing was searched
		r.Spared = &question.Spared{}
	}
	r.Spared.For = string(o.Reduce)
	if len(r.Violations) == 0 {
		return r, nil
	}
	r.Spared.Second, err = shortened(ctx, sys, o, r.Violations)
	return r, err
}

// shortened replaces the traces by shortest ones as far as it finds them.
func shortened(ctx context.Context, sys *system.System, o Options, all []question.Violation) (*question.Result, error) {
	o.Reduce = ""
	for _, v := range all {
		o.MaxDepth = max(o.MaxDepth, len(v.Path))
	}
	again := sys.Fresh()
	o.listen(again)
	r, err := whole(ctx, again, o)
	if err != nil {
		return nil, err
	}
	for k := range all {
		v := &all[k]
		at := slices.IndexFunc(r.Violations, func(w question.Violation) bool { return w.Property == v.Property })
		switch {
		case at >= 0:
			*v = r.Violations[at]
		case r.Judged >= len(v.Path):
			panic("explore: a violation is found only if states are left out")
		}
	}
	return r, nil
}
