package explore_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
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
		for _, o.Judge = range []question.Judge{nil, invariants.Panel{everyStep}} {
			c := model.Config{Processes: 3, Requests: []int{2, 0, 1}, Network: model.FIFO}
			if o.Symmetry {
				c.Requests = []int{1, 0, 1} // P1 and P3 can be exchanged
			}
			_, err := explore.Check(t.Context(), system.Compose(fragile{}, c), o)
			var broken *explore.Broken
			if !errors.As(err, &broken) {
				t.Errorf("%+v: %v", o, err)
				continue
			}
			if at := breaksAfter(t, system.Compose(fragile{}, c), broken.Trace); at != len(broken.Trace) || at > 3 && o.Mode != explore.DFS {
				t.Errorf("%+v: a handler panics after %d steps of %q", o, at, broken.Trace)
			}
		}
	}
}

// breaksAfter is how many steps of a trace it takes until a handler panics; -1 if none does.
func breaksAfter(t *testing.T, sys *system.System, trace []string) (steps int) {
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

// brittle breaks in many states of one level: when a site receives its third message, whoever has sent it.
type brittle struct{ fragile }

func (brittle) Request(i model.Site, _ *int, d model.Demand, out *model.Outbox[string]) {
	out.Send(model.Site(d.Group), fmt.Sprintf("from %d", i))
}
func (brittle) Receive(i model.Site, v *int, m string, _ *model.Outbox[string]) {
	if *v++; *v == 3 {
		panic(fmt.Sprintf("%s is too much for %d", m, i))
	}
}

// some listens to deliveries at one site, and has nothing against any: so some of the states that break are met a level
// before the others.
var some = invariants.Property{
	Name:  "some",
	Hears: func(e *model.Event) bool { return e.Site == 2 },
	Step:  func(invariants.Step) invariants.Opinion { return invariants.Fine },
}

// TestWhichBroken demands that of many states in which a handler panics always the same one is told of, whoever meets it
// first, and the path to it that would be shown if it were a violation.
func TestWhichBroken(t *testing.T) {
	c, want := model.Config{Processes: 3, Groups: 3, Requests: []int{2, 2, 2}, Network: model.Bag}, ""
	for _, o := range []explore.Options{
		{Workers: 1}, {Workers: 2}, {Workers: 8}, {Workers: 8}, {Symmetry: true}, {Symmetry: true, Workers: 8},
		{Workers: 2, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 10)}, {Workers: 2, MaxDepth: 6},
		{Workers: 2, Store: onFiles(t.TempDir(), 3)},
	} {
		for _, o.Judge = range []question.Judge{nil, invariants.Panel{some}, invariants.Panel{everyStep}} {
			if o.Store != nil {
				o.Store = onFiles(t.TempDir(), 3)
			}
			_, err := explore.Check(t.Context(), system.Compose(brittle{}, c), o)
			var broken *explore.Broken
			if !errors.As(err, &broken) {
				t.Fatalf("%+v: %v", o, err)
			}
			if got := fmt.Sprintf("%v after %q", err, broken.Trace); want == "" {
				want = got
			} else if got != want {
				t.Errorf("%d workers, symmetry %t: %s, not %s", o.Workers, o.Symmetry, got, want)
			}
		}
	}
}
