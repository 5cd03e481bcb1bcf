package explore_test

import (
	"errors"
	"testing"

	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// fragile breaks when site 2 receives its second message.
type fragile struct{ model.Protocol[int, string] }

func (fragile) Start(model.Site) int            { return 0 }
func (fragile) MayRequest(model.Site, int) bool { return true }
func (fragile) Request(_ model.Site, _ *int, _ model.Demand, out *model.Outbox[string]) {
	out.Send(2, "go")
}
func (fragile) InCS(model.Site, int) bool                 { return false }
func (fragile) Look(model.Site, int, []string) model.View { return model.View{} }
func (fragile) Receive(_ model.Site, v *int, _ string, _ *model.Outbox[string]) {
	if *v++; *v == 2 {
		panic("too much")
	}
}

// everyStep listens to all steps, and has nothing against any.
var everyStep = invariants.Property{
	Name:  "every step",
	Hears: func(*model.Event) bool { return true },
	Step:  func(invariants.Step) invariants.Opinion { return invariants.Fine },
}

// TestBroken demands a trace to where a handler panics: a shortest one, unless the search is depth first.
func TestBroken(t *testing.T) {
	for _, o := range []explore.Options{{Workers: 1}, {Workers: 2}, {Workers: 8}, {Mode: explore.DFS}, {Symmetry: true}} {
		for _, o.Judge = range []explore.Judge{nil, invariants.Panel{everyStep}} {
			c := model.Config{Processes: 3, Requests: []int{2, 0, 1}, Network: model.FIFO}
			if o.Symmetry {
				c.Requests = []int{1, 0, 1} // P1 and P3 can be exchanged
			}
			_, err := explore.Check(t.Context(), model.Compose(fragile{}, c), o)
			var broken *explore.Broken
			if !errors.As(err, &broken) {
				t.Errorf("%+v: %v", o, err)
				continue
			}
			if at := breaksAfter(t, model.Compose(fragile{}, c), broken.Trace); at != len(broken.Trace) || at > 3 && o.Mode != explore.DFS {
				t.Errorf("%+v: a handler panics after %d steps of %q", o, at, broken.Trace)
			}
		}
	}
}

// breaksAfter is how many steps of a trace it takes until a handler panics; -1 if none does.
func breaksAfter(t *testing.T, sys *model.System, trace []string) (steps int) {
	defer func() {
		if _, broken := recover().(*model.Broken); !broken {
			steps = -1
		}
	}()
	r, at, budget := sys.NewReader(), sys.Start(), sys.StartBudget()
	for ; ; steps++ {
		moves := map[string]func(){}
		for k := range at {
			for _, m := range r.Expand(k, at[k], budget).Moves {
				moves[sys.Label(k, at[k], m.Event)] = func() {
					at[k] = m.Next
					for _, d := range m.Sends {
						at[d.Site] = r.Put(d.Site, at[d.Site], d.Batch)
					}
				}
			}
		}
		if steps == len(trace) || moves[trace[steps]] == nil {
			return -1
		}
		moves[trace[steps]]()
	}
}
