package invariants

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

// history is a run of n processes, made by hand: what each of them does changes its view.
type history struct {
	views Views
	steps []Step
}

func begin(n int) *history {
	h := &history{}
	for range n {
		h.views = append(h.views, out())
	}
	return h
}

// then adds a step at site e.Site, whose view becomes v; nil: stays as it is.
func (h *history) then(e model.Event, v *model.View) *history {
	after := append(Views{}, h.views...)
	if v != nil {
		after[e.Site-1] = v
	}
	h.steps = append(h.steps, Step{Before: h.views, After: after, Event: &e})
	h.views = after
	return h
}

func (h *history) request(i model.Site, x model.Group, sends ...model.Send) *history {
	return h.then(model.Event{Kind: model.RequestEvent, Site: i, Demand: &model.Demand{Group: x}, Sends: sends}, waitsFor(groupOf(x)...))
}

func (h *history) enter(i model.Site, x model.Group, sends ...model.Send) *history {
	return h.then(model.Event{Kind: model.DeliverEvent, Site: i, Entries: 1, Sends: sends}, inside(groupOf(x)...))
}

func (h *history) deliver(i model.Site, sends ...model.Send) *history {
	return h.then(model.Event{Kind: model.DeliverEvent, Site: i, Sends: sends}, nil)
}

func (h *history) exit(i model.Site, sends ...model.Send) *history {
	return h.then(model.Event{Kind: model.ExitEvent, Site: i, Sends: sends}, out())
}

func groupOf(x model.Group) []model.Group {
	if x == 0 {
		return nil
	}
	return []model.Group{x}
}

// TestGauges measures runs: what ends with the last step of each.
func TestGauges(t *testing.T) {
	to := func(to, account model.Site) model.Send { return model.Send{To: to, Account: account} }
	registered := func(vs Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits && v.Holds > 0 }) }
	marked := &model.View{Waits: true, Holds: 1}
	opens := func(e *model.Event, before, after *model.View) bool { return e.Site == 2 && e.Entries > 0 }
	for _, test := range []struct {
		name  string
		gauge *Gauge
		run   *history
		want  string
	}{
		{"nobody overtakes", Bypass(2).Gauge, begin(2).request(1, 0).enter(1, 0), "[0]"},
		{"who still waits at the end is not measured", Bypass(2).Gauge, begin(2).request(1, 0).request(2, 0).enter(2, 0), "[0]"},
		{"everywhere, where nothing says within what", &Gauge{Lanes: 1, Whole: true, Weigh: RunMessages.Gauge.Weigh}, begin(2).deliver(1, to(2, 1)).deliver(2, to(1, 1)), "[2]"},
		{"two entries of others, not its own, count", Bypass(3).Gauge,
			begin(3).request(1, 0).request(2, 0).enter(2, 0).exit(2).request(3, 0).enter(3, 0).exit(3).enter(1, 0), "[2]"},
		{"entries before the request do not count", Bypass(2).Gauge,
			begin(2).request(2, 0).enter(2, 0).exit(2).request(1, 0).enter(1, 0), "[0]"},
		{"only what overtakes it while it is registered", BypassRegistered(2, registered, "waits").Gauge,
			begin(2).request(1, 0).request(2, 0).enter(2, 0).exit(2).then(model.Event{Kind: model.DeliverEvent, Site: 1}, marked).
				request(2, 0).enter(2, 0).exit(2).enter(1, 0), "[1]"},
		{"only sessions that others open", BypassSessions(3, opens).Gauge,
			begin(3).request(1, 0).request(2, 0).enter(2, 0).exit(2).request(3, 0).enter(3, 0).exit(3).enter(1, 0), "[1]"},
		{"only entries for the same resource", BypassOfResource(3, 2, nil, "").Gauge,
			begin(3).request(1, 1).request(2, 1).enter(2, 1).request(3, 2).enter(3, 2).exit(2).enter(1, 1), "[1]"},
		{"of a resource, while registered", BypassOfResource(2, 2, registered, "waits").Gauge,
			begin(2).request(1, 1).request(2, 1).enter(2, 1).exit(2).enter(1, 1), "[0]"},
		{"an entry for no resource overtakes nobody", BypassOfResource(2, 2, nil, "").Gauge,
			begin(2).request(2, 1).then(model.Event{Kind: model.DeliverEvent, Site: 1, Entries: 1}, inside(0)).enter(2, 1), "[0]"},
		{"messages on its account, from request to exit", MessagesToExit(2, Claimed{}).Gauge,
			begin(2).request(1, 0, to(2, 1)).deliver(2, to(1, 1), to(1, 2)).enter(1, 0).exit(1, to(2, 1)), "[3]"},
		{"messages to oneself are none", MessagesToExit(2, Claimed{}).Gauge,
			begin(2).request(1, 0, to(1, 1)).enter(1, 0).exit(1), "[0]"},
		{"messages after the exit are on its account, too", MessagesToNext(2, Claimed{}).Gauge,
			begin(2).request(1, 0, to(2, 1)).enter(1, 0).exit(1).deliver(2, to(1, 1), to(1, 1)).deliver(1, to(2, 1), to(2, 0), to(2, 2)), "[4]"},
		{"the next request ends the interval, and its messages are its own", MessagesToNext(2, Claimed{}).Gauge,
			begin(2).request(1, 0, to(2, 1)).enter(1, 0).exit(1).request(1, 0, to(2, 1), to(2, 1), to(2, 1)), "[1 3]"},
		{"and those of the last process", MessagesToNext(2, Claimed{}).Gauge,
			begin(2).request(2, 0, to(1, 2)).deliver(1, to(2, 2)), "[2]"},
		{"messages for nobody, and for those who have not asked", MessagesUnaccounted(2).Gauge,
			begin(2).request(1, 0, to(2, 1)).deliver(2, to(1, 2), to(1, 2), to(1, 0), to(1, 0)).deliver(1, to(2, 2), to(1, 0), to(2, 1)), "[3 2]"},
		{"what is sent for those who have not asked, until they ask", MessagesUnaccounted(2).Gauge,
			begin(2).deliver(1, to(2, 2)).request(2, 0, to(1, 2)), "[0 1 0]"},
		{"messages from request to entry", MessagesToEntry(2, Claimed{}).Gauge,
			begin(2).request(1, 0, to(2, 1)).deliver(2, to(1, 1)).enter(1, 0, to(2, 1)), "[3]"},
		{"all messages of a run but those to oneself", RunMessages.Gauge,
			begin(2).request(1, 0, to(2, 1), to(1, 1)).deliver(2, to(1, 0)).enter(1, 0).exit(1), "[2]"},
		{"a run that ends while somebody waits does not count", RunMessages.Gauge,
			begin(2).request(1, 0, to(2, 1)).deliver(2, to(1, 0)), "[]"},
		{"but among those that do so", RunMessagesUnserved.Gauge,
			begin(2).request(1, 0, to(2, 1)).deliver(2, to(1, 0)), "[2]"},
		{"where those that serve everybody do not count", RunMessagesUnserved.Gauge,
			begin(2).request(1, 0, to(2, 1), to(1, 1)).deliver(2, to(1, 0)).enter(1, 0).exit(1), "[]"},
	} {
		if got := fmt.Sprint(test.gauge.Recount(test.run.steps, test.gauge.Begun(nil), true)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestPumps: what is open when a loop begins grows with every round if it stays open all round, and something adds to it.
func TestPumps(t *testing.T) {
	to := func(to, account model.Site) model.Send { return model.Send{To: to, Account: account} }
	registered := func(vs Views) uint64 { return vs.Mask(func(v *model.View) bool { return v.Waits && v.Holds > 0 }) }
	overtaken := func() *history { return begin(2).request(1, 0).request(2, 0).enter(2, 0).exit(2) }
	third := func(vs Views) bool { return vs[2].Waits }
	for _, test := range []struct {
		name  string
		gauge *Gauge
		run   *history
		loop  int
		want  bool
	}{
		{"another enters again and again", Bypass(2).Gauge, overtaken(), 1, true},
		{"nobody enters again", Bypass(2).Gauge, overtaken().deliver(1), 4, false},
		{"it has not been asked for when the loop begins", Bypass(2).Gauge, begin(2).request(2, 0).enter(2, 0).request(1, 0), 0, false},
		{"it enters in the loop", Bypass(2).Gauge, overtaken().enter(1, 0), 1, false},
		{"it has entered before the loop", Bypass(2).Gauge, begin(2).request(1, 0).enter(1, 0).exit(1).request(2, 0).enter(2, 0).exit(2), 3, false},
		{"it waits unregistered", BypassRegistered(2, registered, "waits").Gauge, overtaken(), 1, false},
		{"messages on the account of who asks no more", MessagesToNext(2, Claimed{}).Gauge, begin(2).request(2, 0).deliver(1, to(2, 2)), 1, true},
		{"messages on the account of who asks in each round", MessagesToNext(2, Claimed{}).Gauge, begin(2).request(2, 0).deliver(1, to(2, 2)).request(2, 0), 1, false},
		{"messages of the whole run", RunMessages.Gauge, begin(2).deliver(1, to(2, 1)), 0, true},
		{"ticks at the load at which it is measured", loadedDelay(third).Gauge, begin(3).enter(1, 0).request(2, 0).request(3, 0).exit(1).tick(), 4, true},
		{"ticks at another load", loadedDelay(third).Gauge, begin(3).enter(1, 0).request(2, 0).exit(1).tick(), 3, false},
		{"no messages", RunMessages.Gauge, begin(2).deliver(1, to(2, 1)).deliver(1), 1, false},
		{"everywhere, where nothing says within what", &Gauge{Lanes: 1, Whole: true, Weigh: RunMessages.Gauge.Weigh}, begin(2).deliver(1, to(2, 1)), 0, true},
	} {
		if got := test.gauge.Pumps(test.run.steps, test.gauge.Begun(nil), test.loop); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestSizes: how many can be inside together, as a configuration lets them.
func TestSizes(t *testing.T) {
	set := model.SetOf[model.Group]
	for _, test := range []struct {
		requests            []int
		workload            []model.Groups
		groups              int
		together, resources int
	}{
		{[]int{1, 1, 1}, nil, 0, 3, 0},
		{[]int{1, 0, model.Unlimited}, nil, 0, 2, 0},
		{[]int{1, 1, 1}, []model.Groups{set(1), set(1), set(2)}, 2, 2, 2},
		{[]int{1, 0, 1}, []model.Groups{set(1), set(1), set(2)}, 2, 1, 2},
		{[]int{1, 1, 1}, []model.Groups{set(1), set(1), set(1)}, 2, 3, 1},
		{[]int{1, 1}, []model.Groups{set(1, 2), set(1)}, 2, 2, 2}, // the first must take the second resource
		{[]int{1, 0, 0}, []model.Groups{set(1, 2), set(1), set(2)}, 2, 1, 1},
		{[]int{1, model.Unlimited}, []model.Groups{set(1), {}}, 2, 2, 2}, // who names no resource takes any
	} {
		c := model.Config{Processes: len(test.requests), Requests: test.requests, Workload: test.workload, Groups: test.groups}
		if got := Together(c); got != test.together {
			t.Errorf("%v: %d together, want %d", c, got, test.together)
		}
		if got := Resources(c); got != test.resources {
			t.Errorf("%v: %d resources in use, want %d", c, got, test.resources)
		}
	}
	if got := MaxConcurrency(2).Size(Views{inside(), out(), inside(1)}); got != 2 {
		t.Errorf("%d are inside, want 2", got)
	}
}
