package system

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// forked is a chatter that asks in one of two ways.
type forked struct{ chatter }

func (f forked) Request(i model.Site, v *int, _ model.Demand, o *model.Outbox[int]) {
	if o.Choose("way", 0, 1) == 0 {
		f.one(i, v, o)
	} else {
		f.other(i, v, o)
	}
}

//go:noinline
func (forked) one(i model.Site, v *int, o *model.Outbox[int]) {
	*v++
	o.Send(3-i, 1)
}

//go:noinline
func (forked) other(i model.Site, v *int, o *model.Outbox[int]) {
	*v++
	o.Send(3-i, 2)
}

// TestHandlerOfChoice demands of an event in which something was chosen the function that was called then.
func TestHandlerOfChoice(t *testing.T) {
	sys := Compose(forked{}, model.Config{Processes: 2, Requests: []int{1, 1}, Network: model.Bag})
	for choice, method := range map[string]any{"way=0": forked.one, "way=1": forked.other} {
		e := &model.Event{Kind: model.RequestEvent, Site: 1, Choices: []string{choice}}
		if at, want := sys.Handler(e, sys.Start()[0]), model.Begin(method); at != want || at.Line == 0 {
			t.Errorf("%s: %+v, not %+v", choice, at, want)
		}
	}
}
