package algorithms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// attentive is a property that a search asks about every combination of views. Each of its functions of states compares what it says with what it
// says of views without all that a Deaf one does not ask for, or with what it has said where sites showed the same to Sees.
func attentive(t *testing.T, p invariants.Property) invariants.Property {
	p.State, p.Witness = attends(t, p, p.State), attends(t, p, p.Witness)
	p.Pending, p.Goal, p.Fair, p.Cause, p.Size = attends(t, p, p.Pending), attends(t, p, p.Goal), attends(t, p, p.Fair), attends(t, p, p.Cause), attends(t, p, p.Size)
	if p.Gauge != nil {
		g := *p.Gauge
		g.Within, g.Armed, g.Counts, g.Last = attends(t, p, g.Within), attends(t, p, g.Armed), attends(t, p, g.Counts), attends(t, p, g.Last)
		p.Gauge = &g
	}
	if p.Chain != nil {
		c := *p.Chain
		c.Within, c.Armed = attends(t, p, c.Within), attends(t, p, c.Armed)
		p.Chain = &c
	}
	p.Deaf, p.Sees = false, nil
	return p
}

func attends[R comparable](t *testing.T, p invariants.Property, f func(invariants.Views) R) func(invariants.Views) R {
	if f == nil {
		return nil
	}
	type seen struct{ one, others any }
	said := map[any]R{}
	return func(views invariants.Views) R {
		now := f(views)
		if p.Sees == nil {
			var short invariants.Views
			for _, v := range views {
				short = append(short, &model.View{Waits: v.Waits, InCS: v.InCS, Groups: v.Groups, Priority: v.Priority})
			}
			if brief := f(short); brief != now {
				t.Errorf("%s says %v, and of views with no more than Deaf allows %v", p.Name, now, brief)
			}
			return now
		}
		var all any
		for _, v := range views {
			all = seen{p.Sees(v), all}
		}
		if before, known := said[all]; known && before != now {
			t.Errorf("%s says %v and %v of sites that show the same to Sees", p.Name, before, now)
		}
		said[all] = now
		return now
	}
}

// TestBrief: properties that are Deaf, or tell what they see, ask for no more than they may, and searches that judge nothing else find what others find.
func TestBrief(t *testing.T) {
	refuted := 0
	for _, a := range algorithms.All() {
		compared := 0
		for _, c := range papertest.SomeSmall(a) {
			panel := slices.DeleteFunc(invariants.Panel(a.Properties(c)), func(p invariants.Property) bool { return !p.Deaf && p.Sees == nil })
			if panel.Sees() == nil || panel.Questions().Sees == nil {
				t.Fatalf("%s: properties that are Deaf, or tell what they see, may ask for all", a.Name)
			}
			var whole invariants.Panel
			for _, p := range panel {
				whole = append(whole, attentive(t, p))
			}
			search := func(panel invariants.Panel) *question.Result {
				r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, Questions: panel.Questions(), MaxStates: 4000})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			brief := search(panel)
			if !brief.Complete || len(panel) == 0 {
				continue
			}
			full := search(whole)
			compared++
			for k, f := range panel.Findings(brief) {
				g := whole.Findings(full)[k]
				if f.Verdict != g.Verdict || !cmp.Equal(f.Value, g.Value) || f.Steps != g.Steps || !slices.Equal(f.Trace, g.Trace) || brief.States != full.States {
					t.Errorf("%s, %v: %s is %s in %d steps of %d states, and %s in %d of %d", a.Name, c, f.Property.Name, f.Verdict, f.Steps, brief.States, g.Verdict, g.Steps, full.States)
				}
				if f.Verdict == invariants.Refuted {
					refuted++
				}
			}
		}
		if compared == 0 && !papertest.Sampled() {
			t.Errorf("%s: nothing was compared", a.Name)
		}
	}
	if refuted == 0 && !papertest.Sampled() {
		t.Error("no property was refuted")
	}
}

// TestNotBrief: a property that asks for more than it may, because it is Deaf or by what Sees tells, ends the search, whether it judges states or asks the
// graph; so does one whose Sees returns what cannot be compared.
func TestNotBrief(t *testing.T) {
	c := raymond.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 4, []int{2, 2, 2, 2} })
	coming := func(vs invariants.Views) bool { return vs.Any(func(v *model.View) bool { return v.Coming > 0 }) }
	lane := func(vs invariants.Views) uint64 {
		if coming(vs) {
			return 1
		}
		return 0
	}
	for method, lying := range map[string]invariants.Property{
		"State":   {State: func(vs invariants.Views) invariants.Opinion { return invariants.That(!coming(vs)) }},
		"Pending": {Pending: lane, Goal: func(invariants.Views) uint64 { return 1 }},
		"Fair":    {Fair: lane},
		"Within": {Gauge: &invariants.Gauge{Lanes: 1, Within: lane, Weigh: func(*model.Event, *model.View, *model.View) question.EdgeWeight {
			return question.EdgeWeight{}
		}}},
	} {
		for _, x := range []struct {
			deaf            bool
			sees            func(*model.View) any
			method, problem string
		}{
			{true, nil, method, "Deaf"},
			{false, func(v *model.View) any { return v.InCS }, method, "Sees tells"},
			{false, func(*model.View) any { return []int{1} }, "Sees", "cannot be compared"},
		} {
			lying.Name, lying.Kind, lying.Doc, lying.Deaf, lying.Sees = "lying", invariants.Liveness, "it asks for a token on its way", x.deaf, x.sees
			_, _, err := explore.CheckAll(t.Context(), raymond.Algorithm.New(c), invariants.Panel{lying}, explore.Options{})
			var broken *model.Broken
			if !errors.As(err, &broken) || broken.Property != "lying" || broken.Method != x.method || !strings.Contains(err.Error(), x.problem) {
				t.Errorf("%s, %s: %v", method, x.problem, err)
			}
		}
	}
}

// TestWitnessBesideBrief: what is looked for is found beside a property that is brief, even if sites that look alike to that do not show it.
func TestWitnessBesideBrief(t *testing.T) {
	c := raymond.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 3, []int{1, 1, 1} })
	found := invariants.Property{
		Name: "found", Kind: invariants.Invariant, Doc: "a token is on its way, and two wait",
		Witness: func(vs invariants.Views) bool {
			waiting := vs.Count(func(v *model.View) bool { return v.Waits })
			return waiting == 2 && vs.Any(func(v *model.View) bool { return v.Coming > 0 })
		},
	}
	for _, panel := range []invariants.Panel{{found}, {invariants.Mutex, found}} {
		findings, _, err := explore.CheckAll(t.Context(), raymond.Algorithm.New(c), panel, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f := findings[len(findings)-1]; f.Verdict != invariants.Holds {
			t.Errorf("of %d properties: %s", len(panel), f.Verdict)
		}
	}
}
