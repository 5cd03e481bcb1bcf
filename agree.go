package gmecheck

import (
	"context"
	"fmt"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/naive"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Agree compares the search with a second, slow checker, which is a map of whole states and shares nothing with it but the
// model's handlers: the numbers of states and transitions, the depth, and of each property of states and ends whether it is
// violated, and after how many steps. It is for small models, of up to a million states, and for those who doubt. It compares whole
// searches, so the options are a [Network], [Faults] and [Times] only; it does without canonical forms, so numbers that grow need a
// [Model.Within].
func (p *Model[V]) Agree(t TB, options ...Option) {
	t.Helper()
	p.own().agree(t, options)
}

// mostAgreed is how many states the slow checker visits within a minute or two.
const mostAgreed = 1_000_000

func (p *core) agree(t TB, options []Option) {
	t.Helper()
	for _, o := range options {
		switch o.(type) {
		case Network, Faults, Times, nil:
		default:
			t.Fatalf("%s: Agree has the option %s; it compares whole searches, and allowed are a Network, Faults and Times", p.name, o.kind())
			return
		}
	}
	sys, set, err := p.checked(options)
	if err != nil {
		t.Fatalf("%v", err)
		return
	}
	claims := invariants.Panel(p.claims(sys.Config))
	var searches []*explore.Result
	for workers := 1; workers <= 2; workers++ {
		r, err := explore.Check(context.Background(), sys, explore.Options{Judge: claims, Workers: workers, Canonical: explore.CanonicalOff, MaxStates: mostAgreed})
		if err == nil && !r.Complete {
			err = fmt.Errorf("%s: the search ends early (%s): Agree compares whole searches; bound the model, see Within", p.name, r.Limit)
		}
		if err != nil {
			t.Fatalf("%v", err)
			return
		}
		searches = append(searches, r)
	}
	const none = -1
	levels := make([]int, len(claims))
	for k := range levels {
		levels[k] = none
	}
	visit := func(depth int, views []model.View, end bool) {
		all := make(invariants.Views, len(views))
		for k := range views {
			all[k] = &views[k]
		}
		_, violated := claims.State(all)
		if end {
			_, more := claims.End(all)
			violated |= more
		}
		for k := range levels {
			if violated>>k&1 != 0 && levels[k] == none {
				levels[k] = depth
			}
		}
	}
	var slow naive.Result
	if x := newProtocol(p, set); p.within != nil {
		slow = naive.Explore(bounded{x}, sys.Config, visit)
	} else {
		slow = naive.Explore(x, sys.Config, visit)
	}
	for k, r := range searches {
		workers := k + 1
		if r.States != slow.States || r.Transitions != slow.Transitions || r.Depth != slow.Depth {
			t.Errorf("%s, %d workers: %d states, %d transitions, depth %d; slowly %+v", p.name, workers, r.States, r.Transitions, r.Depth, slow)
		}
		found := make([]int, len(levels))
		for k := range found {
			found[k] = none
		}
		for _, v := range r.Violations {
			found[v.Property] = len(v.Path)
		}
		for k, x := range claims {
			if x.Step == nil && found[k] != levels[k] {
				t.Errorf("%s, %d workers: %s is violated after %d steps, slowly after %d (-1: it is not)", p.name, workers, x.Name, found[k], levels[k])
			}
		}
	}
}
