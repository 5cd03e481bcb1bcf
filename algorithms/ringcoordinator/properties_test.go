package ringcoordinator

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Sites of the tests: one process, and the coordinator behind it.
func views(coordinator vars) invariants.Views {
	p := &protocol{}
	process, look := p.Look(1, vars{}, nil), p.Look(2, coordinator, nil)
	return invariants.Views{&process, &look}
}

func TestReturns(t *testing.T) {
	for _, test := range []struct {
		sends []model.Send
		want  invariants.Opinion
	}{
		{[]model.Send{{To: 2, Value: Back{1}}}, invariants.Fine},
		{nil, invariants.Violated},
		{[]model.Send{{To: 1, Value: Back{1}}}, invariants.Violated},
		{[]model.Send{{To: 2, Value: Token{}}}, invariants.Violated},
		{[]model.Send{{To: 2, Value: Back{1}}, {To: 2, Value: Back{1}}}, invariants.Violated},
	} {
		e := &model.Event{Site: 1, Kind: model.ExitEvent, Sends: test.sends}
		if got := returns.Step(invariants.Step{Before: views(vars{}), Event: e}); got != test.want {
			t.Errorf("sends %v: opinion %d, want %d", test.sends, got, test.want)
		}
	}
}

func TestAnswered(t *testing.T) {
	token, wait := model.Send{To: 1, Value: Token{}}, model.Send{To: 1, Value: Wait{}}
	queue := model.ListOf(request{1, 1})
	for _, test := range []struct {
		name          string
		before, after vars
		sends         []model.Send
		want          invariants.Opinion
	}{
		{"the token", vars{has: true}, vars{}, []model.Send{token}, invariants.Fine},
		{"a WAIT signal though it has the token", vars{has: true}, vars{has: true}, []model.Send{wait}, invariants.Violated},
		{"the token, and queued", vars{has: true}, vars{Q: queue}, []model.Send{token}, invariants.Violated},
		{"a WAIT signal", vars{}, vars{Q: queue}, []model.Send{wait}, invariants.Fine},
		{"a WAIT signal, and not queued", vars{}, vars{}, []model.Send{wait}, invariants.Violated},
		{"no answer", vars{}, vars{Q: queue}, nil, invariants.Violated},
		{"a token that it has not", vars{}, vars{Q: queue}, []model.Send{token}, invariants.Violated},
	} {
		e := &model.Event{Site: 2, Kind: model.DeliverEvent, Message: model.Message{Value: Req{1, 1}}, Sends: test.sends}
		if got := answered.Step(invariants.Step{Before: views(test.before), After: views(test.after), Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}

func TestLeaves(t *testing.T) {
	token, wait := model.Send{To: 1, Value: Token{}}, model.Send{To: 1, Value: Wait{}}
	one, doubled := model.ListOf(request{1, 1}), model.ListOf(request{1, 1}, request{1, 1})
	for _, test := range []struct {
		name          string
		before, after vars
		sends         []model.Send
		want          invariants.Opinion
	}{
		{"kept", vars{}, vars{has: true}, nil, invariants.Fine},
		{"lost", vars{}, vars{}, nil, invariants.Violated},
		{"sent though nobody waits", vars{}, vars{}, []model.Send{token}, invariants.Violated},
		{"sent", vars{Q: one}, vars{}, []model.Send{token}, invariants.Fine},
		{"sent, and the request stays", vars{Q: one}, vars{Q: one}, []model.Send{token}, invariants.Violated},
		{"kept though one waits", vars{Q: one}, vars{has: true, Q: one}, nil, invariants.Violated},
		{"sent, and a WAIT signal", vars{Q: one}, vars{}, []model.Send{token, wait}, invariants.Violated},
		{"a WAIT signal instead", vars{Q: one}, vars{}, []model.Send{wait}, invariants.Violated},
		{"sent to another one", vars{Q: one}, vars{}, []model.Send{{To: 2, Value: Token{}}}, invariants.Violated},
		{"sent for one of two copies", vars{Q: doubled}, vars{Q: one}, []model.Send{token}, invariants.Fine},
		{"sent for both", vars{Q: doubled}, vars{}, []model.Send{token}, invariants.Violated},
	} {
		e := &model.Event{Site: 2, Kind: model.DeliverEvent, Message: model.Message{Value: Back{1}}, Sends: test.sends}
		if got := leaves.Step(invariants.Step{Before: views(test.before), After: views(test.after), Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}

func TestSignalOnly(t *testing.T) {
	waits, goes := vars{st: paper.Wait, ts: 2}, []model.Send{{To: 2, Value: Back{1}}}
	for _, test := range []struct {
		name          string
		before, after vars
		sends         []model.Send
		entries       int
		want          invariants.Opinion
	}{
		{"it waits", waits, waits, nil, 0, invariants.Fine},
		{"it has been served before", vars{}, vars{}, nil, 0, invariants.Fine},
		{"it sends", waits, waits, goes, 0, invariants.Violated},
		{"it enters, and leaves", waits, waits, nil, 1, invariants.Violated},
		{"it is inside", waits, vars{st: paper.CS, ts: 2}, nil, 0, invariants.Violated},
		{"it gives up", waits, vars{}, nil, 0, invariants.Violated},
		{"it forgets its time stamp", waits, vars{st: paper.Wait}, nil, 0, invariants.Violated},
		{"it asks", vars{}, waits, nil, 0, invariants.Violated},
	} {
		p := &protocol{}
		before, after := p.Look(1, test.before, nil), p.Look(1, test.after, nil)
		e := &model.Event{Site: 1, Kind: model.DeliverEvent, Message: model.Message{Value: Wait{}}, Sends: test.sends, Entries: test.entries}
		if got := signalOnly.Step(invariants.Step{Before: invariants.Views{&before}, After: invariants.Views{&after}, Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}
