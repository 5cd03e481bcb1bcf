package invariants

import (
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// TestSentByOwner: the second of two sites does something.
func TestSentByOwner(t *testing.T) {
	deliver, request := model.DeliverEvent, model.RequestEvent
	for name, test := range map[string]struct {
		kind          model.EventKind
		before, after Views
		want          Opinion
	}{
		"no token is sent":                  {request, Views{{Holds: 1}, {}}, Views{{Holds: 1}, {}}, Silent},
		"one comes and stays":               {deliver, Views{{}, {Coming: 1}}, Views{{}, {Holds: 1}}, Silent},
		"the owner sends it":                {request, Views{{}, {Holds: 1}}, Views{{Coming: 1}, {}}, Fine},
		"it comes and is sent on":           {deliver, Views{{}, {Coming: 1}}, Views{{Coming: 1}, {}}, Fine},
		"the owner sends it to itself":      {request, Views{{}, {Holds: 1}}, Views{{}, {Coming: 1}}, Fine},
		"it is made":                        {request, Views{{}, {}}, Views{{Coming: 1}, {}}, Violated},
		"another's is sent":                 {request, Views{{Holds: 1}, {}}, Views{{Coming: 1}, {}}, Violated},
		"one is made while another comes":   {deliver, Views{{}, {Coming: 1}}, Views{{Coming: 1}, {Coming: 1}}, Violated},
		"one is made before its own comes":  {request, Views{{}, {Coming: 1}}, Views{{Coming: 1}, {}}, Violated},
		"one comes, and another is sent on": {deliver, Views{{Coming: 1}, {Coming: 1}}, Views{{Coming: 2}, {}}, Fine},
	} {
		if got := SentByOwner.Step(Step{test.before, test.after, &model.Event{Kind: test.kind, Site: 2}}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", name, got, test.want)
		}
	}
}
