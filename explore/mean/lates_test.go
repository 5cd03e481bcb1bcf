package mean

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestAfter: which messages have come moves with those that are taken out of their channel, or put into it.
func TestAfter(t *testing.T) {
	for _, x := range []struct {
		kind       model.EventKind
		position   int
		come, want uint64
	}{
		{model.DeliverEvent, 1, 0b1011, 0b101}, {model.DropEvent, 1, 0b1010, 0b101}, {model.LoseEvent, 2, 0b1011, 0b101}, {model.LoseEvent, 3, 0b1010, 0b110},
		{model.DuplicateEvent, 1, 0b1011, 0b10101}, {model.DuplicateEvent, 2, 0b1010, 0b10010}, {model.DuplicateEvent, 4, 0b1010, 0b1010}, {model.DuplicateEvent, 3, 0b1010, 0b10010},
	} {
		l := newLates(nil)
		other := l.with(0, 2, 1, 0b110)
		list := l.after(l.with(other, 0, 1, x.come), &model.Event{Kind: x.kind, Site: 2, Message: model.Message{Value: 1, From: 1, Position: x.position}})
		if got := l.come(list, 0, 1); got != x.want || l.come(list, 2, 1) != 0b110 || l.come(list, 0, 2) != 0 {
			t.Errorf("%v of position %d: of %b have come %b, want %b", x.kind, x.position, x.come, got, x.want)
		}
	}
}
