package explore_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// numbered is a protocol in which everybody sends everybody else numbers, and nobody looks at them.
type numbered struct {
	processes int
	canon     func(g *model.Global[int, note])
}

// note is a message with a number.
type note struct {
	from   model.Site
	number int
}

func (numbered) Start(model.Site) int                       { return 0 }
func (numbered) MayRequest(model.Site, int) bool            { return true }
func (numbered) InCS(model.Site, int) bool                  { return false }
func (numbered) Exit(model.Site, *int, *model.Outbox[note]) {}
func (p numbered) Request(i model.Site, v *int, _ model.Demand, out *model.Outbox[note]) {
	*v++
	out.Send(model.Site(int(i)%p.processes+1), note{i, *v})
}
func (numbered) Receive(model.Site, *int, note, *model.Outbox[note]) {}
func (numbered) Look(model.Site, int, []note) model.View             { return model.View{} }
func (p numbered) Canon(g *model.Global[int, note])                  { p.canon(g) }

func (p numbered) system() *system.System {
	return system.Compose(p, model.Config{Algorithm: "numbered", Processes: p.processes, Requests: slices.Repeat([]int{model.Unlimited}, p.processes), Network: model.Bag})
}

// forgets counts nothing and forgets all messages.
func forgets(g *model.Global[int, note]) {
	clear(g.Vars)
	g.Forget(func(model.Site, note) bool { return true })
}

// waits is a property of endless runs.
var waits = invariants.Panel{{
	Name: "waits", Kind: invariants.Liveness, Doc: "somebody waits for ever",
	Fair: func(vs invariants.Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits }) },
}}

// TestStepsWithinAForm: where a step leads to a state with the form that it leaves, the search has an end, and what is asked of the graph
// of all states stays open.
func TestStepsWithinAForm(t *testing.T) {
	findings, r, err := explore.CheckAll(t.Context(), numbered{2, forgets}.system(), waits, explore.Options{})
	if err != nil || !r.Complete || r.States != 1 {
		t.Fatal(r, err)
	}
	if findings[0].Verdict != invariants.Inconclusive || !strings.Contains(r.Limit, "the canonical form that it had before") {
		t.Error(findings[0].Verdict, r.Limit)
	}
}

// TestWrongForms: what is wrong with a canonical form is said before anything is searched.
func TestWrongForms(t *testing.T) {
	for want, canon := range map[string]func(*model.Global[int, note]){
		"panics: no":                                func(*model.Global[int, note]) { panic("no") },
		"leaves variables of 1 sites":               func(g *model.Global[int, note]) { g.Vars = g.Vars[:1] },
		"leaves 3 tickets drawn of 0":               func(g *model.Global[int, note]) { g.Tickets = 3 },
		"does not leave a canonical state as it is": func(g *model.Global[int, note]) { g.Vars[0]++ },
		"keeps a message that nothing depends on": func(g *model.Global[int, note]) {
			forgets(g)
			g.InFlight[0] = append(g.InFlight[0], model.InFlight[note]{Message: note{2, 7}})
		},
		"loses request":          func(g *model.Global[int, note]) { clear(g.Vars) },
		"differ in numbers only": func(*model.Global[int, note]) {},
	} {
		_, _, err := explore.CheckAll(t.Context(), numbered{2, canon}.system(), waits, explore.Options{MaxStates: 100})
		var broken *explore.Broken
		if !errors.As(err, &broken) || !broken.Astray || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// TestFormsAndFaults: a form that leaves out a message which can still be lost or duplicated is not wrong, but does not go with that.
func TestFormsAndFaults(t *testing.T) {
	for fault, c := range map[string]model.Config{"lose": {Loss: 1}, "duplicate": {Duplicate: 1}} {
		c.Algorithm, c.Processes, c.Requests, c.Network = "numbered", 2, []int{1, 1}, model.Bag
		_, err := explore.Check(t.Context(), system.Compose(numbered{2, forgets}, c), explore.Options{Canonical: explore.CanonicalOn})
		var refused *explore.NotCanonical
		if want := "can still be lost or duplicated: " + fault + "(note(1, 1) -> 2)\n  in the state  P1: "; !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// TestNotCanonical: what stands in the way is named where canonical forms are asked for, and otherwise they are left.
func TestNotCanonical(t *testing.T) {
	c := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 2, []int{model.Unlimited, 1} })
	for want, o := range map[string]explore.Options{
		"reduced by symmetry": {Symmetry: true}, "depth first": {Mode: explore.DFS}, "on files": {Store: &explore.Store{Dir: t.TempDir()}},
	} {
		o.Canonical = explore.CanonicalOn
		_, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), o)
		var refused *explore.NotCanonical
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
		o.Canonical, o.MaxStates, o.Store = explore.CanonicalByDefault, 50, nil
		r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), o)
		if err != nil || r.Forms != nil && (o.Symmetry || o.Mode == explore.DFS) || (r.Forms == nil) != strings.Contains(r.Formless, want) {
			t.Errorf("%s: %+v, %q, %v", want, r.Forms, r.Formless, err)
		}
	}
	for _, sys := range []*system.System{suzukikasami.Algorithm.New(c).Showing(), numbered{2, nil}.system().Showing()} {
		if _, err := explore.Check(t.Context(), sys, explore.Options{Canonical: explore.CanonicalOn}); err == nil || !strings.Contains(err.Error(), "expressions see the variables") {
			t.Error("canonical forms of states that properties are shown:", err)
		}
	}
	if _, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Canonical: "maybe"}); err == nil {
		t.Error("another word")
	}
	if r, err := explore.Check(t.Context(), suzukikasami.Algorithm.New(c), explore.Options{Canonical: explore.CanonicalOff, MaxStates: 100, Mode: explore.DFS}); err != nil || r.Forms != nil || r.Complete || r.Formless != "" {
		t.Error(r, err)
	}
}

// TestCanonicalWorkers: forms are the same for any number of workers, also where states have to be packed anew.
func TestCanonicalWorkers(t *testing.T) {
	papertest.Seldom(t, 2)
	c := suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 3, []int{2, 2, model.Unlimited} })
	panel := invariants.Panel(suzukikasami.Algorithm.Properties(c))
	var first []invariants.Finding
	for _, workers := range []int{1, 2, 8} {
		findings, r, err := explore.CheckAll(t.Context(), suzukikasami.Algorithm.New(c), panel, explore.Options{Workers: workers})
		if err != nil || !r.Complete || r.Forms == nil {
			t.Fatal(r, err)
		}
		if first == nil {
			first = findings
		}
		for k, f := range findings {
			if f.Verdict != first[k].Verdict || !slices.Equal(f.Trace, first[k].Trace) {
				t.Errorf("%d workers: %s: %s %q, %s %q", workers, f.Property.Name, f.Verdict, f.Trace, first[k].Verdict, first[k].Trace)
			}
		}
	}
}

// TestCanonicalRuns: what is found among canonical forms is a run of the model itself, also where it goes round.
func TestCanonicalRuns(t *testing.T) {
	for _, processes := range []int{2, 3} {
		a := &suzukikasami.Algorithm
		c := a.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests = processes, slices.Repeat([]int{model.Unlimited}, processes)
		})
		if endless := replayed(t, a.New(c), a.Properties(c)); endless == 0 {
			t.Errorf("no run of %d processes goes round", processes)
		}
	}
}

// counted is a protocol whose sites count up to two, and one message each.
type counted struct {
	numbered
	most int // requests
	look func(v int) model.View
	note string // of the handler of messages
}

func (p counted) MayRequest(_ model.Site, v int) bool { return v < p.most }
func (p counted) Receive(_ model.Site, _ *int, _ note, out *model.Outbox[note]) {
	if p.note != "" {
		out.Note(p.note)
	}
}
func (p counted) Look(_ model.Site, v int, _ []note) model.View {
	if p.look == nil {
		return model.View{}
	}
	return p.look(v)
}

// TestFormsThatHide: a form must not hide what properties see of states, ends and steps, nor make more possible than there is.
func TestFormsThatHide(t *testing.T) {
	holds := func(v int) model.View { return model.View{Holds: v} }
	is := func(n int) func(invariants.Views) invariants.Opinion {
		return func(vs invariants.Views) invariants.Opinion { return invariants.That(vs[0].Holds != n) }
	}
	forgotten := func(g *model.Global[int, note]) { g.Forget(func(model.Site, note) bool { return true }) }
	lowered := func(from, to int) func(g *model.Global[int, note]) {
		return func(g *model.Global[int, note]) {
			forgotten(g)
			for k, v := range g.Vars {
				if v == from {
					g.Vars[k] = to
				}
			}
		}
	}
	delivery := func(e *model.Event) bool { return e.Kind == model.DeliverEvent }
	for want, x := range map[string]struct {
		counted
		property invariants.Property
	}{
		`a state of which property "seen" says something else`: {
			counted{numbered{2, lowered(2, 1)}, 3, holds, ""}, invariants.Property{State: is(2)},
		},
		`an end of which property "seen" says something else`: {
			counted{numbered{1, lowered(2, 3)}, 2, holds, ""}, invariants.Property{End: is(3)},
		},
		"makes request(1) possible": {
			counted{numbered{1, lowered(2, 1)}, 2, nil, ""}, invariants.Property{State: is(9)},
		},
		"loses deliver": {
			counted{numbered{2, forgotten}, 1, nil, ""},
			invariants.Property{Hears: delivery, Step: func(invariants.Step) invariants.Opinion { return invariants.Violated }},
		},
		"loses deliver(note": {
			counted{numbered{2, forgotten}, 1, nil, ""}, invariants.Property{Gauge: &invariants.Gauge{
				Lanes: 1, Within: one, Weigh: func(e *model.Event, _, _ *model.View) question.EdgeWeight {
					if delivery(e) {
						return question.EdgeWeight{Weights: []int{1}}
					}
					return question.EdgeWeight{}
				},
			}},
		},
		`makes request(1) a step of which property "seen" says something else`: {
			counted{numbered{1, lowered(2, 1)}, 2, holds, ""}, invariants.Property{
				Hears: func(e *model.Event) bool { return e.Kind == model.RequestEvent },
				Step: func(s invariants.Step) invariants.Opinion {
					return invariants.That(s.After[0].Holds > s.Before[0].Holds)
				},
			},
		},
		"makes request(2) a step of which properties say something else": {
			counted{numbered{2, func(g *model.Global[int, note]) {
				forgotten(g)
				g.Vars[0], g.Vars[1] = min(g.Vars[0], 2), min(g.Vars[1], 2)
			}}, 1 << 20, holds, ""}, invariants.Property{Gauge: &invariants.Gauge{
				Lanes: 1, Within: one, Weigh: func(e *model.Event, before, _ *model.View) question.EdgeWeight {
					if e.Kind == model.RequestEvent && e.Site == 2 && before.Holds == 3 { // as many as the form does not count
						return question.EdgeWeight{Weights: []int{1}}
					}
					return question.EdgeWeight{}
				},
			}},
		},
		"loses deliver(note(": {
			counted{numbered{2, forgotten}, 1, nil, "came"}, invariants.Property{State: is(9)},
		},
	} {
		x.property.Name = "seen"
		_, _, err := explore.CheckAll(t.Context(), x.system(), invariants.Panel{x.property}, explore.Options{})
		var broken *explore.Broken
		if !errors.As(err, &broken) || !broken.Astray || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

func (p counted) system() *system.System {
	return system.Compose(p, model.Config{Algorithm: "counted", Processes: p.processes, Requests: slices.Repeat([]int{model.Unlimited}, p.processes), Network: model.Bag})
}
