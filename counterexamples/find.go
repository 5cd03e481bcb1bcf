package counterexamples

import (
	"context"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Reached is where a step leads, for what is looked for. Before and Event are those of the step; both are nil of the state
// in which a search begins.
type Reached struct {
	Before, After invariants.Views
	Event         *model.Event
	State         State
	Outside       bool // After is outside of the model's boundary: nothing is known there

	run *Run
}

// Ended reports that nothing is possible afterwards.
func (x Reached) Ended() bool {
	ended := true
	x.run.successors(x.State, func(Choice) { ended = false })
	return ended
}

// Found is the answer to [Run.Find].
type Found struct {
	Reached  bool
	Steps    []string // of a shortest way there
	States   int      // looked at
	Complete bool     // all that can follow has been looked at
}

// Find looks breadth first for a shortest way from where the run is to what is looked for, among at most limit states. From
// time to time it reports how many states it has met and in how many steps; progress may be nil. It ends when the context
// does. The error is that of a handler, a guard or a property that panics. It is a plain search of whole states, for
// questions that somebody asks while looking at a run; the searches of package explore are much faster.
func (r *Run) Find(ctx context.Context, goal func(Reached) bool, limit int, progress func(states, steps int)) (found Found, err error) {
	defer catch(&err, func() string { return "in the search" })
	type came struct {
		from  int // state
		label string
	}
	a := from(r, r.state, limit)
	way, depth := []came{{from: -1}}, []int{0}
	steps := func(n int, last []string) []string {
		for ; n > 0; n = way[n].from {
			last = append([]string{way[n].label}, last...)
		}
		return last
	}
	begin := Reached{After: r.views(r.state), State: r.state, run: r}
	if goal(begin) {
		return Found{Reached: true, States: 1}, nil
	}
	for n := 0; n < len(a.all); n++ {
		if n%1024 == 0 {
			if ctx.Err() != nil {
				return Found{States: len(a.all)}, nil
			}
			if progress != nil {
				progress(len(a.all), depth[n])
			}
		}
		if a.full() {
			return Found{States: len(a.all)}, nil
		}
		here, before := a.all[n], r.views(a.all[n])
		hit := false
		r.successors(here, func(c Choice) {
			if hit {
				return
			}
			site := int(c.Event.Site) - 1
			x := Reached{Before: before, After: r.views(c.State), Event: c.Event, State: c.State, Outside: !r.Inside(c.State), run: r}
			if known := len(a.all); !x.Outside && a.number(c.State) == known {
				way, depth = append(way, came{n, r.sys.Label(site, here.Nodes[site], c.Event)}), append(depth, depth[n]+1)
			}
			if goal(x) {
				hit, found = true, Found{Reached: true, Steps: steps(n, []string{r.sys.Label(site, here.Nodes[site], c.Event)})}
			}
		})
		if hit {
			found.States = len(a.all)
			return found, nil
		}
	}
	return Found{States: len(a.all), Complete: true}, nil
}

// Violating looks for a violation of a property that judges states, steps or ends.
func Violating(p invariants.Property) func(Reached) bool {
	p = p.Guarded()
	steps := p
	steps.State = nil
	return func(x Reached) bool {
		if x.Outside {
			return violatedBy([]invariants.Property{steps}, x.Before, x.After, x.Event, false) != nil
		}
		return violatedBy([]invariants.Property{p}, x.Before, x.After, x.Event, p.End != nil && x.Ended()) != nil
	}
}
