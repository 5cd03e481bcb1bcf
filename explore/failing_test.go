package explore_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// second is what the functions of properties here cannot stand: that P1, which asks twice, is inside for the second time.
// It is so first after request(1), exit(1), request(1).
func second(vs invariants.Views) bool { return vs[0].InCS && vs[0].Holds == 1 }

// bit panics in such states.
func bit(vs invariants.Views) uint64 {
	if second(vs) {
		var none []int
		none[vs[0].Holds]++ // line 26
	}
	return 1
}

func one(invariants.Views) uint64  { return 1 }
func zero(invariants.Views) uint64 { return 0 }

// leaving panics at the second exit of P1, and at none else.
func leaving(e *model.Event) bool {
	if e.Kind == model.ExitEvent && len(e.Notes) > 0 {
		panic("out of paper")
	}
	return true
}

// failing are properties that panic, each with the name of the function and the steps that lead there.
var failing = []struct {
	function string
	property invariants.Property
	trace    []string
}{
	{"State", invariants.Property{State: func(vs invariants.Views) invariants.Opinion { return invariants.That(bit(vs) == 1) }}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"End", invariants.Property{End: func(vs invariants.Views) invariants.Opinion { panic("the end") }}, nil},
	{"Step", invariants.Property{Step: func(s invariants.Step) invariants.Opinion { return invariants.That(bit(s.After) == 1) }}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Hears", invariants.Property{Step: func(invariants.Step) invariants.Opinion { return invariants.Fine }, Hears: leaving}, []string{"request(1)", "exit(1)", "request(1)", "exit(1)"}},
	{"Pending", invariants.Property{Pending: bit, Goal: one}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Goal", invariants.Property{Pending: one, Goal: bit}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Along", invariants.Property{Pending: zero, Goal: one, Along: leaving}, []string{"request(1)", "exit(1)", "request(1)", "exit(1)"}},
	{"Fair", invariants.Property{Fair: bit}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Size", invariants.Property{Size: func(vs invariants.Views) int { return int(bit(vs)) }}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Within", invariants.Property{Gauge: &invariants.Gauge{Lanes: 1, Within: bit, Weigh: weighs(nil)}}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Armed", invariants.Property{Gauge: &invariants.Gauge{Lanes: 1, Within: one, Armed: bit, Weigh: weighs(nil)}}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Counts", invariants.Property{Gauge: &invariants.Gauge{Lanes: 1, Within: one, Counts: bit, Weigh: weighs(nil)}}, []string{"request(1)", "exit(1)", "request(1)"}},
	{"Weigh", invariants.Property{Gauge: &invariants.Gauge{Lanes: 1, Within: one, Weigh: weighs(leaving)}}, []string{"request(1)", "exit(1)", "request(1)", "exit(1)"}},
}

func weighs(f func(*model.Event) bool) func(e *model.Event, _, _ *model.View) question.EdgeWeight {
	return func(e *model.Event, _, _ *model.View) question.EdgeWeight {
		if f != nil {
			f(e)
		}
		return question.EdgeWeight{}
	}
}

// pupil is a puppet of which the properties see whether it is inside, and how often it has left.
func pupil() *system.System {
	p := newPuppet()
	p.start = func(model.Site) any { return 0 }
	p.may = func(_ model.Site, v any) bool { return v.(int)%2 == 0 }
	p.in = func(_ model.Site, v any) bool { return v.(int)%2 == 1 }
	p.request = func(_ model.Site, v *any, out *model.Outbox[any]) {
		*v = (*v).(int) + 1
		out.Enter()
		out.Send(2, "hello")
	}
	p.exit = func(_ model.Site, v *any, out *model.Outbox[any]) {
		if *v = (*v).(int) + 1; *v == 4 {
			out.Note("again")
		}
	}
	p.receive = func(model.Site, *any, any, *model.Outbox[any]) {}
	p.look = func(_ model.Site, v any, _ []any) model.View {
		return model.View{InCS: v.(int)%2 == 1, Holds: v.(int) / 2}
	}
	p.timers = func(model.Site, any) []string { return nil }
	p.inners = func(model.Site, any) []model.Inner { return nil }
	return system.Compose[any, any](p, puppetConfig)
}

// TestFailingProperties demands that the panic of a property ends every kind of search, with the property's name, the
// function, the place in its source, and the shortest trace.
func TestFailingProperties(t *testing.T) {
	sound := invariants.Property{Name: "sound", State: func(invariants.Views) invariants.Opinion { return invariants.Fine }}
	for _, x := range failing {
		x.property.Name = "frail"
		panel := invariants.Panel{sound, x.property}
		sees := func(kind string, err error, shortest bool) {
			t.Helper()
			var broken *explore.Broken
			if !errors.As(err, &broken) {
				t.Errorf("%s, %s: %v", x.function, kind, err)
				return
			}
			text := err.Error()
			if !strings.HasPrefix(text, "puppet: property frail") || broken.Method != x.function || !strings.Contains(text, " panics: ") || !strings.Contains(text, ", at explore/failing_test.go:") {
				t.Errorf("%s, %s: %s", x.function, kind, text)
			}
			if shortest && x.trace != nil && !slices.Equal(broken.Trace, x.trace) {
				t.Errorf("%s, %s: after %q, not %q", x.function, kind, broken.Trace, x.trace)
			}
			if at := len(broken.Trace); at == 0 || broken.Stack == "" || strings.Contains(broken.Stack, "/internal/") || broken.Cause == nil {
				t.Errorf("%s, %s: %+v", x.function, kind, broken)
			}
		}
		for _, o := range []explore.Options{
			{Workers: 1}, {Workers: 4}, {Symmetry: true}, {Workers: 2, StopAtFirst: true},
			{Workers: 2, Checkpoint: &explore.Checkpoint{Dir: t.TempDir()}},
		} {
			_, _, err := explore.CheckAll(t.Context(), pupil(), panel, o)
			sees("breadth first", err, true)
		}
		if !x.property.OnGraph() {
			_, _, err := explore.CheckAll(t.Context(), pupil(), panel, explore.Options{Workers: 2, Spill: (&explore.Spill{Dir: t.TempDir()}).Now(1, 10)})
			sees("spilled", err, true)
			_, _, err = explore.CheckAll(t.Context(), pupil(), panel, explore.Options{Workers: 2, Store: onFiles(t.TempDir(), 2)})
			sees("on files", err, true)
			_, _, err = explore.CheckAll(t.Context(), pupil(), panel, explore.Options{Mode: explore.DFS})
			sees("depth first", err, false)
			_, err = explore.Simulate(t.Context(), pupil(), explore.Walks{Judge: panel, Runs: 20, Workers: 2})
			sees("simulated", err, false)
		}
	}
}

// bare is a judge that is no panel: it does not know what its functions are called.
type bare struct{ p invariants.Property }

func (b bare) State(views []*model.View) (spoke, violated uint64) {
	if b.p.State != nil {
		b.p.State(views)
	}
	return 1, 0
}

func (b bare) End(views []*model.View) (spoke, violated uint64) {
	if b.p.End != nil {
		b.p.End(views)
	}
	return 1, 0
}

func (b bare) Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64) {
	if b.p.Step != nil {
		b.p.Step(invariants.Step{Before: before, Event: e, After: after})
	}
	return 1, 0
}

func (b bare) Hears(e *model.Event) bool { return b.p.Hears == nil || b.p.Hears(e) }

// TestFailingJudges demands the same of judges and questions that panic with whatever it is.
func TestFailingJudges(t *testing.T) {
	plain := func(f func(invariants.Views) uint64) func([]*model.View) uint64 {
		return func(views []*model.View) uint64 { return f(views) }
	}
	for _, x := range failing {
		var searches []explore.Options
		p := x.property
		switch x.function {
		case "State", "End", "Step", "Hears":
			searches = []explore.Options{
				{Judge: bare{p}, Workers: 1}, {Judge: bare{p}, Workers: 4}, {Judge: bare{p}, Symmetry: true}, {Judge: bare{p}, Mode: explore.DFS},
			}
		case "Pending", "Goal":
			searches = append(searches, explore.Options{Judge: bare{}, Questions: question.Questions{CanReach: []question.CanReach{{Pending: plain(p.Pending), Goal: plain(p.Goal)}}}})
		case "Fair":
			searches = append(searches, explore.Options{Judge: bare{}, Questions: question.Questions{Fair: []question.Fair{{Pending: plain(p.Fair)}}}})
		}
		for _, o := range searches {
			var broken *explore.Broken
			_, err := explore.Check(t.Context(), pupil(), o)
			if !errors.As(err, &broken) || broken.Property != "(unnamed)" || broken.Stack == "" || !strings.Contains(err.Error(), ", at explore/failing_test.go:") {
				t.Errorf("%s: %v", x.function, err)
				continue
			}
			if o.Mode != explore.DFS && x.trace != nil && !slices.Equal(broken.Trace, x.trace) {
				t.Errorf("%s: after %q, not %q", x.function, broken.Trace, x.trace)
			}
		}
	}
	_, err := explore.Simulate(t.Context(), pupil(), explore.Walks{Judge: bare{failing[0].property}, Runs: 20, Workers: 2})
	var broken *explore.Broken
	if !errors.As(err, &broken) || broken.Property != "(unnamed)" {
		t.Errorf("simulated: %v", err)
	}
}
