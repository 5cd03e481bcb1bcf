package algorithms_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// undivided is a panel that a search asks about every combination of views, and about every step of which a property wants to hear. It compares what
// a divided one says: of each site by itself, of the event and its site by themselves, and the rest.
type undivided struct {
	question.Judge
	panel  invariants.Panel
	alone  question.Judge
	rest   question.Judge
	t      *testing.T
	states map[string]bool // properties that have been violated by what one site shows
	steps  map[string]bool // and those by an event and its site
}

func (u *undivided) State(views []*model.View) (spoke, violated uint64) {
	spoke, violated = u.Judge.State(views)
	s, v := u.rest.State(views)
	for _, view := range views {
		alone, bad := u.alone.State([]*model.View{view})
		s, v = s|alone, v|bad
		u.note(u.states, bad)
	}
	if s != spoke || v != violated {
		u.t.Errorf("of a state they say %b and %b, and divided %b and %b", spoke, violated, s, v)
	}
	return spoke, violated
}

func (u *undivided) Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64) {
	spoke, violated = u.Judge.Step(before, e, after)
	own := [2][]*model.View{make([]*model.View, len(before)), make([]*model.View, len(before))}
	own[0][e.Site-1], own[1][e.Site-1] = before[e.Site-1], after[e.Site-1]
	s, v := u.alone.Step(own[0], e, own[1])
	u.note(u.steps, v)
	if u.rest.Hears(e) {
		more, bad := u.rest.Step(before, e, after)
		s, v = s|more, v|bad
	}
	if s != spoke || v != violated {
		u.t.Errorf("of %v they say %b and %b, and divided %b and %b", e, spoke, violated, s, v)
	}
	return spoke, violated
}

func (u *undivided) note(of map[string]bool, bad uint64) {
	for k, p := range u.panel {
		if bad>>k&1 == 1 {
			of[p.Name] = true
		}
	}
}

// TestDivided: what properties say of one site, or of an event and its site, by themselves is what they say; and a search that asks for that but once finds what one
// finds that asks for all of it every time.
func TestDivided(t *testing.T) {
	states, steps := map[string]bool{}, map[string]bool{}
	for _, a := range algorithms.All() {
		compared := 0
		for _, c := range papertest.SomeSmall(a) {
			for _, part := range invariants.Panel(a.AllProperties(c)).Parts(question.MaxProperties) {
				panel := part.(invariants.Panel)
				alone, rest := panel.Divide()
				u := &undivided{panel, panel, alone, rest, t, states, steps}
				options := explore.Options{Judge: panel, MaxStates: 1000, Workers: 1}
				divided, err := explore.Check(t.Context(), a.New(c), options)
				if err != nil {
					t.Fatal(err)
				}
				options.Judge = u
				full, err := explore.Check(t.Context(), a.New(c), options)
				if err != nil {
					t.Fatal(err)
				}
				if !divided.Complete {
					continue // where it was halted within a level depends on the order of moves
				}
				compared++
				if divided.States != full.States || divided.Transitions != full.Transitions || !maps.Equal(divided.Coverage, full.Coverage) {
					t.Errorf("%s, %v: %d states, %d transitions; asked every time: %d, %d", a.Name, c, divided.States, divided.Transitions, full.States, full.Transitions)
				}
				for k, f := range panel.Findings(divided) {
					if g := panel.Findings(full)[k]; f.Verdict != g.Verdict || f.Steps != g.Steps || !slices.Equal(f.Trace, g.Trace) {
						t.Errorf("%s, %v: %s is %s in %d steps; asked every time: %s in %d", a.Name, c, f.Property.Name, f.Verdict, f.Steps, g.Verdict, g.Steps)
					}
				}
			}
		}
		if compared == 0 && !papertest.Sampled() {
			t.Errorf("%s: nothing was compared", a.Name)
		}
	}
	if (len(states) < 5 || len(steps) < 5) && !papertest.Sampled() {
		t.Errorf("violated by one site: %v; by an event: %v", states, steps)
	}
}

// TestAlone: what a rule says that is ByEvent is kept apart for one event where its site shows different things; of an event that is possible only now and then it
// is asked where it happens; and if it asks for another site after all, the search ends and names it. A witness is looked for among all sites.
func TestAlone(t *testing.T) {
	here := func(s invariants.Step) *model.View { return s.Before[s.Event.Site-1] }
	fine := func(invariants.Views) invariants.Opinion { return invariants.Fine }
	others := invariants.Panel{
		{Name: "site", BySite: true, State: fine},
		{Name: "witness", Witness: func(vs invariants.Views) bool {
			if len(vs) == 1 {
				panic("asked of one site alone")
			}
			return false
		}},
	}
	kind := func(k model.EventKind) func(*model.Event) bool {
		return func(e *model.Event) bool { return e.Kind == k }
	}
	for _, x := range []struct {
		line  string
		rule  invariants.Property
		steps int    // to the violation; -1: none
		error string // in that of the search
	}{
		{"suzuki-kasami -n 3", invariants.Property{
			Hears: kind(model.ExitEvent), Step: func(s invariants.Step) invariants.Opinion { return invariants.That(!here(s).InFlight) },
		}, 3, ""},
		{"drs-gme -n 2 -m 1 -r 2 --loss 1", invariants.Property{
			Hears: kind(model.TimeoutEvent), Step: func(s invariants.Step) invariants.Opinion {
				if here(s).InFlight {
					panic("a patient timer expires where a message could be delivered")
				}
				return invariants.Fine
			},
		}, -1, ""},
		{"suzuki-kasami -n 2", invariants.Property{
			Hears: kind(model.ExitEvent), Step: func(s invariants.Step) invariants.Opinion { return invariants.That(!s.Before[2-s.Event.Site].Waits) },
		}, -1, "property rule, judging exit(1), panics"},
	} {
		a, c, err := options.Parse(algorithms.All(), x.line)
		if err != nil {
			t.Fatal(err)
		}
		x.rule.Name, x.rule.ByEvent = "rule", true
		panel := append(invariants.Panel{x.rule}, others...)
		found, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, Workers: 1})
		if x.error != "" {
			if err == nil || !strings.Contains(err.Error(), x.error) {
				t.Errorf("%s: %v", x.line, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.line, err)
			continue
		}
		steps := -1
		if f := panel.Findings(found)[0]; f.Verdict == invariants.Refuted {
			steps = f.Steps
		}
		if steps != x.steps {
			t.Errorf("%s: violated in %d steps, expected %d", x.line, steps, x.steps)
		}
	}
}
