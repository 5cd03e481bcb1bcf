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
// what they say of views without all that a Deaf one does not ask for.
type attentive struct {
	question.Judge
	t *testing.T
}

func (p attentive) State(views []*model.View) (spoke, violated uint64) {
	var short []*model.View
	for _, v := range views {
		short = append(short, &model.View{Waits: v.Waits, InCS: v.InCS, Groups: v.Groups, Priority: v.Priority})
	}
	spoke, violated = p.Judge.State(views)
	if s, v := p.Judge.State(short); s != spoke || v != violated {
		p.t.Errorf("they say %b and %b, and of views with no more than Deaf allows %b and %b", spoke, violated, s, v)
	}
	return spoke, violated
}

// TestBrief: properties that are Deaf ask for no more than they may, and searches that judge nothing else find what others find.
func TestBrief(t *testing.T) {
	refuted := 0
	for _, a := range algorithms.All() {
		compared := 0
		for _, c := range papertest.SomeSmall(a) {
			panel := slices.DeleteFunc(invariants.Panel(a.Properties(c)), func(p invariants.Property) bool { return !p.Deaf })
			if !panel.Brief() {
				t.Fatalf("%s: properties that are Deaf are not brief", a.Name)
			}
			brief, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, MaxStates: 4000})
			if err != nil {
				t.Fatal(err)
			}
			if !brief.Complete || len(panel) == 0 {
				continue
			}
			full, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: attentive{panel, t}})
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

// TestNotBrief: a property that asks for more than it may, because it is Deaf, ends the search.
func TestNotBrief(t *testing.T) {
	c := raymond.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 4, []int{2, 2, 2, 2} })
	lying := invariants.Property{
		Name: "lying", Kind: invariants.Invariant, Doc: "no token is on its way", Deaf: true,
		State: func(vs invariants.Views) invariants.Opinion {
			return invariants.That(!vs.Any(func(v *model.View) bool { return v.Coming > 0 }))
		},
	}
	_, _, err := explore.CheckAll(t.Context(), raymond.Algorithm.New(c), invariants.Panel{lying}, explore.Options{})
	var broken *model.Broken
	if !errors.As(err, &broken) || broken.Property != "lying" || !strings.Contains(err.Error(), "Deaf") {
		t.Errorf("%v", err)
	}
}
