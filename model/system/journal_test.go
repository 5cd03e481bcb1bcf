package system

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestForeignEntries: what names a site, a node, a batch or a ticket that is not there is an error, whatever else it says; and where requests draw
// tickets every node is worked out with one.
func TestForeignEntries(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{1, 1}, Network: model.Bag}
	plain, drawing := Compose(chatter{}, c), Compose(ticketed{}, c)
	plain.Start()
	drawing.Start()
	for _, test := range []struct {
		sys   *System
		entry Entry
		known bool
	}{
		{plain, Entry{Site: 1, Node: 1}, true},
		{plain, Entry{Site: 2, Node: 1}, false},
		{plain, Entry{Site: 1, Node: 0}, false},
		{plain, Entry{Site: 1, Node: 9}, false},
		{plain, Entry{Site: 1, Node: 1, Batch: 9}, false},
		{plain, Entry{Site: 1, Node: 1, Ticket: 1}, false},
		{drawing, Entry{Site: 1, Node: 1, Ticket: 3}, true},
		{drawing, Entry{Site: 1, Node: 1, Ticket: 4}, false},
		{drawing, Entry{Site: 1, Node: 1}, false},
		{drawing, Entry{Site: 2, Node: 1, Ticket: 1}, false},
	} {
		if err := test.sys.Replay(test.entry); (err == nil) != test.known {
			t.Errorf("%+v: %v", test.entry, err)
		}
	}
}
