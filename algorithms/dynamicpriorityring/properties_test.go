package dynamicpriorityring

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// queueing is a coordinator of one resource, whose token is away, that has heard of the requests in this order.
func queueing(t *testing.T, change func(*model.Config), requests ...model.Site) (*protocol, vars) {
	t.Helper()
	p := &protocol{Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes = 4
		if change != nil {
			change(c)
		}
	})}
	v := p.Start(p.coordinator())
	v.tokens = v.tokens.Without(1)
	for _, i := range requests {
		p.Receive(p.coordinator(), &v, Req{1, i, int(i)}, model.NewOutbox[message]())
	}
	return p, v
}

func all(c *model.Config) { c.Params = map[string]string{rise: riseAll} }

// TestRise: "if the priority of earliest request message is low than the next message, than increment the priority".
func TestRise(t *testing.T) {
	for _, test := range []struct {
		requests []model.Site
		change   func(*model.Config)
		want     string
	}{
		{[]model.Site{1, 2, 3}, nil, "<(1, 3), (2, 2), (3, 3)>"},
		{[]model.Site{1, 2, 3}, all, "<(1, 3), (2, 3), (3, 3)>"},
		{[]model.Site{3, 2, 4, 1}, nil, "<(3, 4), (2, 2), (4, 4), (1, 1)>"},
		{[]model.Site{2, 3, 2, 3}, nil, "<(2, 3), (3, 3), (2, 2), (3, 3)>"}, // an equal one does not rise
	} {
		_, v := queueing(t, test.change, test.requests...)
		if got := v.queue(1).String(); got != test.want {
			t.Errorf("after the requests of %v: %s, want %s", test.requests, got, test.want)
		}
	}
}

// TestService: the highest current priority goes first, the oldest among equals; the last one leaves the token behind.
func TestService(t *testing.T) {
	p, v := queueing(t, nil, 1, 2, 3) // (1, 3), (2, 2), (3, 3)
	for _, want := range []model.Site{1, 3, 2} {
		out := model.NewOutbox[message]()
		p.Receive(p.coordinator(), &v, Back{1, 4}, out)
		for to, m := range out.Sent() {
			if to != want || m != (Token{1}) {
				t.Errorf("%s goes to %d, want Token(g1) to %d", model.Text(m), to, want)
			}
		}
	}
	p.Receive(p.coordinator(), &v, Back{1, 2}, model.NewOutbox[message]())
	if want := p.Start(p.coordinator()); v != want {
		t.Errorf("the coordinator ends with %v, want %v", v, want)
	}
}

func TestPriorityOrder(t *testing.T) {
	for _, test := range []struct {
		requests []model.Site
		served   model.Site
		want     invariants.Opinion
	}{
		{[]model.Site{2, 1}, 2, invariants.Fine}, // (2, 2), (1, 1)
		{[]model.Site{2, 1}, 1, invariants.Violated},
		{[]model.Site{2, 3}, 2, invariants.Fine},     // (2, 3), (3, 3)
		{[]model.Site{2, 3}, 3, invariants.Violated}, // the older one has the same priority
		{[]model.Site{1, 3}, 3, invariants.Fine},     // (1, 2), (3, 3)
	} {
		p, v := queueing(t, nil, test.requests...)
		look := p.Look(p.coordinator(), v, nil)
		before := make(invariants.Views, p.coordinator())
		before[p.coordinator()-1] = &look
		e := &model.Event{Kind: model.DeliverEvent, Message: model.Message{Value: Back{1, 4}}, Sends: []model.Send{{To: test.served, Value: Token{1}}}}
		if got := priorityOrder(p.c).Step(invariants.Step{Before: before, Event: e}); got != test.want {
			t.Errorf("%d is served of %s: opinion %d, want %d", test.served, v.queue(1), got, test.want)
		}
	}
}

func TestPriorityOrderInitial(t *testing.T) {
	p := &protocol{Algorithm.With(model.Published, func(c *model.Config) { c.Groups = 2 })}
	look := func(i model.Site, v vars) *model.View {
		view := p.Look(i, v, nil)
		return &view
	}
	for _, test := range []struct {
		first, last vars // of P1 and P3; P2 enters
		want        invariants.Opinion
	}{
		{vars{}, vars{}, invariants.Fine},
		{vars{st: paper.Wait, res: 1}, vars{}, invariants.Fine},
		{vars{}, vars{st: paper.Wait, res: 1}, invariants.Violated},
		{vars{}, vars{st: paper.Wait, res: 2}, invariants.Fine},
		{vars{}, vars{st: paper.CS, res: 2}, invariants.Fine},
	} {
		after := invariants.Views{look(1, test.first), look(2, vars{st: paper.CS, res: 1}), look(3, test.last), look(4, p.Start(4))}
		step := invariants.Step{After: after, Event: &model.Event{Site: 2, Entries: 1}}
		if got := priorityOrderInitial.Step(step); got != test.want {
			t.Errorf("P1 is %v, P3 is %v: opinion %d, want %d", test.first, test.last, got, test.want)
		}
	}
}

// TestRises: a request joins the queue of its resource, and the other resource's stays as it is.
func TestRises(t *testing.T) {
	p := &protocol{Algorithm.With(model.Published, func(c *model.Config) { c.Groups = 2 })}
	queues := func(of ...model.List[Queued]) invariants.Views {
		all := make(invariants.Views, p.coordinator())
		look := p.Look(p.coordinator(), vars{queues: model.ListOf(of...)}, nil)
		all[p.coordinator()-1] = &look
		return all
	}
	first, joined := model.ListOf(Queued{1, 1}), model.ListOf(Queued{1, 2}, Queued{3, 3})
	for _, test := range []struct {
		name  string
		after invariants.Views
		want  invariants.Opinion
	}{
		{"the earliest gains one", queues(joined, first), invariants.Fine},
		{"the earliest of another resource does, too", queues(joined, model.ListOf(Queued{1, 2})), invariants.Violated},
		{"nobody gains one", queues(model.ListOf(Queued{1, 1}, Queued{3, 3}), first), invariants.Violated},
		{"the newcomer is forgotten", queues(model.ListOf(Queued{1, 2}), first), invariants.Violated},
	} {
		e := &model.Event{Site: p.coordinator(), Kind: model.DeliverEvent, Message: model.Message{Value: Req{1, 3, 3}}}
		if got := rises(p.c).Step(invariants.Step{Before: queues(first, first), After: test.after, Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}

// TestGranted: the coordinator's answers to a request of P2, with the token and without.
func TestGranted(t *testing.T) {
	p := &protocol{Algorithm.With(model.Published, func(c *model.Config) { c.Groups = 2 })}
	start := p.Start(p.coordinator())
	away := start
	away.tokens = away.tokens.Without(1)
	queued, other := away, away
	queued.setQueue(1, model.ListOf(Queued{2, 2}))
	other.setQueue(2, model.ListOf(Queued{1, 1}))
	none := queued
	none.tokens = model.Groups{}
	views := func(v vars) invariants.Views {
		all := make(invariants.Views, p.coordinator())
		look := p.Look(p.coordinator(), v, nil)
		all[p.coordinator()-1] = &look
		return all
	}
	token := []model.Send{{To: 2, Value: Token{1}}}
	for _, test := range []struct {
		name          string
		before, after vars
		sends         []model.Send
		want          invariants.Opinion
	}{
		{"the token", start, away, token, invariants.Fine},
		{"the token, and stored", start, queued, token, invariants.Violated},
		{"the token to another one", start, away, []model.Send{{To: 1, Value: Token{1}}}, invariants.Violated},
		{"stored, though it has the token", start, queued, nil, invariants.Violated},
		{"stored", away, queued, nil, invariants.Fine},
		{"forgotten", away, away, nil, invariants.Violated},
		{"a token that it has not", away, queued, token, invariants.Violated},
		{"the token, and it keeps one", start, start, token, invariants.Violated},
		{"stored, and another token is lost", away, none, nil, invariants.Violated},
		{"the token, and another queue changes", start, other, token, invariants.Violated},
	} {
		e := &model.Event{Site: p.coordinator(), Kind: model.DeliverEvent, Message: model.Message{Value: Req{1, 2, 2}}, Sends: test.sends}
		if got := granted(p.c).Step(invariants.Step{Before: views(test.before), After: views(test.after), Event: e}); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}
