package gbp

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestNeeds demands that a rule that goes by notes is violated where a note must be and is not, or is twice, and is asked only where there is one.
func TestNeeds(t *testing.T) {
	rule := needs[asked](invariants.Property{
		Hears: invariants.Noting[asked],
		Step:  func(invariants.Step) invariants.Opinion { return invariants.Fine },
	}, asksLock)
	group, process := &model.View{More: look{}}, &model.View{}
	for name, x := range map[string]struct {
		site    *model.View
		message message
		notes   []any
		want    invariants.Opinion
	}{
		"noted":                  {group, ReqGroup{}, []any{asked{}}, invariants.Fine},
		"not noted":              {group, ReqGroup{}, nil, invariants.Violated},
		"noted twice":            {group, ReqGroup{}, []any{asked{}, asked{}}, invariants.Violated},
		"noted without need":     {group, RelProcess{}, []any{asked{}}, invariants.Fine},
		"neither noted nor need": {group, RelProcess{}, nil, invariants.Silent},
		"a process":              {process, RepProcess{}, nil, invariants.Silent},
	} {
		e := &model.Event{Kind: model.DeliverEvent, Site: 1, Message: model.Message{Value: x.message}, Notes: x.notes}
		views := invariants.Views{x.site}
		if !rule.Hears(e) {
			t.Errorf("%s: the event is not heard", name)
		}
		if got := rule.Step(invariants.Step{Before: views, After: views, Event: e}); got != x.want {
			t.Errorf("%s: opinion %d, want %d", name, got, x.want)
		}
	}
}
