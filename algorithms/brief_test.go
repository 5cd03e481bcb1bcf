package algorithms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// attentive is a panel that a search does not take for brief: it is asked about every combination of views. It compares what its properties say with
// what they say of views without all that a Deaf one does not ask for, and with what they have said where sites showed the same to Sees.
type attentive struct {
	question.Judge
	panel invariants.Panel
	said  map[any]invariants.Opinion // by property and what it sees
	t     *testing.T
}

func (p attentive) State(views []*model.View) (spoke, violated uint64) {
	var short []*model.View
	for _, v := range views {
		short = append(short, &model.View{Waits: v.Waits, InCS: v.InCS, Groups: v.Groups, Priority: v.Priority})
	}
	spoke, violated = p.Judge.State(views)
	deaf := uint64(0)
	for k, property := range p.panel {
		if property.Deaf {
			deaf |= 1 << k
		}
		if property.Sees == nil {
			continue
		}
		type seen struct{ one, others any }
		var all any = k
		for _, v := range views {
			all = seen{property.Sees(v), all}
		}
		if said, known := p.said[all]; known && said != property.State(views) {
			p.t.Errorf("%s says %v and %v of sites that show the same to Sees", property.Name, said, property.State(views))
		}
		p.said[all] = property.State(views)
	}
	spokeDeaf, violatedDeaf := spoke&deaf, violated&deaf
	if s, v := p.Judge.State(short); s&deaf != spokeDeaf || v&deaf != violatedDeaf {
		p.t.Errorf("they say %b and %b, and of views with no more than Deaf allows %b and %b", spokeDeaf, violatedDeaf, s&deaf, v&deaf)
	}
	return spoke, violated
}

// TestBrief: properties that are Deaf, or tell what they see, ask for no more than they may, and searches that judge nothing else find what others find.
func TestBrief(t *testing.T) {
	refuted := 0
	for _, a := range algorithms.All() {
		compared := 0
		for _, c := range papertest.SomeSmall(a) {
			panel := slices.DeleteFunc(invariants.Panel(a.Properties(c)), func(p invariants.Property) bool { return !p.Deaf && p.Sees == nil })
			if panel.Sees() == nil {
				t.Fatalf("%s: properties that are Deaf, or tell what they see, may ask for all", a.Name)
			}
			brief, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, MaxStates: 4000})
			if err != nil {
				t.Fatal(err)
			}
			if !brief.Complete || len(panel) == 0 {
				continue
			}
			full, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: attentive{panel, panel, map[any]invariants.Opinion{}, t}})
			if err != nil {
				t.Fatal(err)
			}
			compared++
			for k, f := range panel.Findings(brief) {
				g := panel.Findings(full)[k]
				if f.Verdict != g.Verdict || f.Steps != g.Steps || !slices.Equal(f.Trace, g.Trace) || brief.States != full.States {
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

// TestNotBrief: a property that asks for more than it may, because it is Deaf or by what Sees tells, ends the search; so does one whose Sees returns what
// cannot be compared.
func TestNotBrief(t *testing.T) {
	c := raymond.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 4, []int{2, 2, 2, 2} })
	for _, x := range []struct {
		deaf    bool
		sees    func(*model.View) any
		problem string
	}{
		{true, nil, "Deaf"},
		{false, func(v *model.View) any { return v.InCS }, "Sees"},
		{false, func(*model.View) any { return []int{1} }, "cannot be compared"},
	} {
		lying := invariants.Property{
			Name: "lying", Kind: invariants.Invariant, Doc: "no token is on its way", Deaf: x.deaf, Sees: x.sees,
			State: func(vs invariants.Views) invariants.Opinion {
				return invariants.That(!vs.Any(func(v *model.View) bool { return v.Coming > 0 }))
			},
		}
		_, _, err := explore.CheckAll(t.Context(), raymond.Algorithm.New(c), invariants.Panel{lying}, explore.Options{})
		var broken *model.Broken
		if !errors.As(err, &broken) || broken.Property != "lying" || !strings.Contains(err.Error(), x.problem) {
			t.Errorf("%s: %v", x.problem, err)
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
