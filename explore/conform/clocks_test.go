package conform

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestClocks: who gets a message knows of all that its sender knew when it sent it, and of no more; of a copy, too, whatever equal message was sent
// later.
func TestClocks(t *testing.T) {
	send := &model.Event{Kind: model.InternalEvent, Site: 1, Sends: []model.Send{{To: 2, Value: "m"}}}
	event := func(kind model.EventKind, from model.Site) *model.Event {
		return &model.Event{Kind: kind, Site: 2, Message: model.Message{Value: "m", From: from}}
	}
	for network, from := range map[model.Network]model.Site{model.Bag: 0, model.FIFO: 1} {
		deliver, copies := event(model.DeliverEvent, from), event(model.DuplicateEvent, from)
		c := newClocks(2, network)
		for k, x := range []struct {
			event *model.Event
			knows []int32
		}{
			{send, []int32{1, 0}}, {copies, []int32{1, 1}}, {send, []int32{2, 0}}, {deliver, []int32{1, 2}}, {deliver, []int32{1, 3}}, {deliver, []int32{2, 4}},
		} {
			if got := c.step(&option{site: int(x.event.Site) - 1, move: &system.Move{Outcome: &system.Outcome{Event: x.event}}}); !slices.Equal(got, x.knows) {
				t.Errorf("%s: after step %d it knows of %v, want %v", network, k, got, x.knows)
			}
		}
	}
}
