package rehearsal

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestSame: events are the same if nothing that is written of them differs; those of demands are left to be written.
func TestSame(t *testing.T) {
	event := model.Event{Kind: model.DeliverEvent, Site: 1, Name: "a", Message: model.Message{Value: 1, From: 2, Position: 1}, Choices: []string{"z=1"}}
	if e := event; !same(&event, &e) {
		t.Error("an event is not the same as itself")
	}
	for name, change := range map[string]func(*model.Event){
		"kind": func(e *model.Event) { e.Kind = model.LoseEvent }, "site": func(e *model.Event) { e.Site = 2 }, "name": func(e *model.Event) { e.Name = "b" },
		"message": func(e *model.Event) { e.Message.Value = 2 }, "channel": func(e *model.Event) { e.Message.From = 3 },
		"position": func(e *model.Event) { e.Message.Position = 2 }, "choices": func(e *model.Event) { e.Choices = []string{"z=2"} },
		"demand": func(e *model.Event) { e.Demand = &model.Demand{} },
	} {
		e := event
		if change(&e); same(&event, &e) || same(&e, &event) {
			t.Errorf("events with another %s are the same", name)
		}
	}
}
