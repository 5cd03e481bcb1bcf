package invariants

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

func fine(Views) Opinion    { return Fine }
func every(Views) uint64    { return 1 }
func stepFine(Step) Opinion { return Fine }
func nothing(*model.Event, *model.View, *model.View) question.EdgeWeight {
	return question.EdgeWeight{}
}

// TestClaiming: a state violates a claim of sizes on either side of the range; that the largest size is attained no single state shows.
func TestClaiming(t *testing.T) {
	size := 0
	p := Property{Name: "x", Size: func(Views) int { return size }}
	c := p.Claiming(&Claimed{Min: 1, Max: 2})
	for n, want := range []Opinion{Violated, Fine, Fine, Violated} {
		if size = n; c.State(nil) != want || !strings.HasPrefix(c.Detail(nil), fmt.Sprintf("found %d; claimed: ", n)) {
			t.Errorf("%d: %v, %s", n, c.State(nil), c.Detail(nil))
		}
	}
	if !c.Shows() || p.Shows() || p.Claiming(&Claimed{Max: 2, Attained: true}).Shows() {
		t.Error("what single states show")
	}
	if again := c.Claiming(nil); again.State != nil || again.Detail != nil || again.Claimed != nil || again.Refuse() != nil {
		t.Errorf("%+v", again)
	}
}

// TestRefuse demands that no property that asks nothing, half a question or two comes to a verdict.
func TestRefuse(t *testing.T) {
	sound := Property{Name: "sound", State: fine}
	for _, x := range []struct {
		want  string
		panel Panel
	}{
		{"property 2 has no name", Panel{sound, {State: fine}}},
		{`two properties are named "sound": properties 1 and 3`, Panel{sound, {Name: "x", State: fine}, sound}},
		{`property "x": it asks nothing: State, End, Step, Witness, Pending with Goal, Fair, Size, Gauge and Chain are all missing`, Panel{{Name: "x"}}},
		{`property "x": its kind is "invariants"; allowed are ["invariant" "step" "deadlock" "liveness" "bound" "cost"]`, Panel{{Name: "x", Kind: "invariants", State: fine}}},
		{`property "x": it has Hears, and no Step to judge what it hears`, Panel{{Name: "x", State: fine, Hears: Entering}}},
		{`property "x": it is BySite, and has no State that could be so`, Panel{{Name: "x", Step: stepFine, BySite: true}}},
		{`property "x": it is ByEvent, and has no Step that could be so`, Panel{{Name: "x", State: fine, ByEvent: true}}},
		{`property "x": it has Hears, and no Step to judge what it hears`, Panel{{Name: "x", Hears: Entering}}},
		{`property "x": it has Goal or Along, and Pending, which says when the goal is due, is missing`, Panel{{Name: "x", Goal: every}}},
		{`property "x": it has Goal or Along, and Pending, which says when the goal is due, is missing`, Panel{{Name: "x", Along: Entering}}},
		{`property "x": it has Pending, and Goal, which says what is to be reached, is missing`, Panel{{Name: "x", Pending: every}}},
		{`property "x": it asks more than one question`, Panel{{Name: "x", Pending: every, Goal: every, Fair: every}}},
		{`property "x": it asks more than one question`, Panel{{Name: "x", Size: func(Views) int { return 0 }, Gauge: &Gauge{Lanes: 1, Weigh: nothing}}}},
		{`property "x": it asks two questions: one that State, End or Step judge, and one with Pending and Goal`, Panel{{Name: "x", State: fine, Pending: every, Goal: every}}},
		{`property "x": it asks two questions: one that State, End or Step judge, and one that Size, Gauge or Chain measure`, Panel{{Name: "x", Step: stepFine, Size: func(Views) int { return 0 }}}},
		{`property "x": it asks two questions: with Fair only End may judge, too`, Panel{{Name: "x", State: fine, Fair: every}}},
		{`property "x": it has Claimed, and neither Size, Gauge nor Chain measures what is claimed`, Panel{{Name: "x", State: fine, Claimed: &Claimed{}}}},
		{`property "x": it has Claimed, and neither Size, Gauge nor Chain measures what is claimed`, Panel{{Name: "x", Claimed: &Claimed{}}}},
		{`property "x": it claims a range from 2 to 1, in which there is nothing`, Panel{Property{Name: "x", Size: func(Views) int { return 0 }}.Claiming(&Claimed{Min: 2, Max: 1})}},
		{`property "x": it has Size and Claimed, and State, which judges single states by them, is missing: Claiming makes it`, Panel{{Name: "x", Size: func(Views) int { return 0 }, Claimed: &Claimed{}}}},
		{`property "x": it asks two questions: one that State, End or Step judge, and one that Size`, Panel{{Name: "x", State: fine, Size: func(Views) int { return 0 }}}},
		{`property "x": its Gauge has no Weigh`, Panel{{Name: "x", Gauge: &Gauge{Lanes: 1}}}},
		{`property "x": its Gauge has 0 lanes`, Panel{{Name: "x", Gauge: &Gauge{Weigh: nothing}}}},
		{`property "x": its Gauge has Whole and Again`, Panel{{Name: "x", Gauge: &Gauge{Weigh: nothing, Lanes: 2, Whole: true, Again: true}}}},
		{`property "x": its Gauge has Endless, and Whole or Again`, Panel{{Name: "x", Gauge: &Gauge{Weigh: nothing, Lanes: 1, Endless: true, Again: true}}}},
		{`property "x": its Gauge has Last, Ending or Resting`, Panel{{Name: "x", Gauge: &Gauge{Weigh: nothing, Lanes: 1, Last: every}}}},
		{`property "x": its Gauge has Last, Ending or Resting`, Panel{{Name: "x", Gauge: &Gauge{Weigh: nothing, Lanes: 1, Ending: true}}}},
		{`property "x": its Chain needs Within, Begins, Ends and Drops`, Panel{{Name: "x", Chain: &Chain{Begins: Entering, Ends: Entering}}}},
		{`property "x": it has StepDetail, and no Step`, Panel{{Name: "x", State: fine, StepDetail: func(*model.Event) string { return "" }}}},
		{`property "x": it has Vain, and neither Pending nor Fair`, Panel{{Name: "x", State: fine, Vain: Each("waits")}}},
	} {
		sys := system.Compose(door{n: 1}, model.Config{Algorithm: "door", Processes: 1, Requests: []int{1}})
		if findings, _, err := explore.CheckAll(t.Context(), sys, x.panel, explore.Options{}); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("%v, %v; not %s", findings, err, x.want)
		}
		if _, err := explore.Simulate(t.Context(), sys, explore.Walks{Judge: x.panel}); err == nil || !strings.HasPrefix(err.Error(), x.want) {
			t.Errorf("simulated: %v, not %s", err, x.want)
		}
	}
	const many = "64 properties; a search judges at most 63" // CheckAll divides them among searches
	sys := system.Compose(door{n: 1}, model.Config{Algorithm: "door", Processes: 1, Requests: []int{1}})
	if _, err := explore.Check(t.Context(), sys, explore.Options{Judge: make(Panel, 64)}); err == nil || err.Error() != many {
		t.Errorf("%v, not %s", err, many)
	}
	if _, err := explore.Simulate(t.Context(), sys, explore.Walks{Judge: make(Panel, 64)}); err == nil || err.Error() != many {
		t.Errorf("simulated: %v, not %s", err, many)
	}
}
