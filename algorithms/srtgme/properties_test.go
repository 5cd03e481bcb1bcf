package srtgme

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// views are those of processes of which the properties know just this; a process in EC or EF is in its CS.
func views(all ...more) invariants.Views {
	var vs invariants.Views
	for _, m := range all {
		vs = append(vs, &model.View{InCS: m.state == EC || m.state == EF, Waits: m.state == R, More: m})
	}
	return vs
}

// TestStates gives each property a state that it must find fine, and one that violates it.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		property  invariants.Property
		good, bad invariants.Views
	}{
		{ghostR(), views(more{state: R}), invariants.Views{{More: more{state: R}}}},
		{stateN(), views(more{state: N}), invariants.Views{{Waits: true, More: more{state: N}}}},
		{stateHI(), views(more{state: HI, entries: 1, coming: model.SetOf[model.Site](2)}), views(more{state: HI, entries: 1, waiting: model.SetOf[model.Site](2)})},
		{stateHS(), views(more{state: HS, followers: 1}), views(more{state: HS})},
		{captainKnown, invariants.Views{{Coming: 1, More: more{}}, {More: more{state: EF, captain: 1}}}, views(more{}, more{state: EF, captain: 1})},
		{captainKnown, invariants.Views{{Holds: 1, More: more{}}, {More: more{state: EF, captain: 1}}}, views(more{state: EF}, more{})},
		{captainKnown, invariants.Views{{Holds: 1, More: more{}}, {More: more{state: EF, captain: 1}}},
			invariants.Views{{Holds: 1, More: more{}}, {More: more{state: EF, captain: 1}}, {More: more{state: R, captain: 1}}}},
		{followers, views(more{state: EC, followers: 3, starts: 1}, more{state: EF}, more{completes: 1}), views(more{state: EC, followers: 1}, more{})},
		{followers, views(more{brought: 2, early: 1}, more{starts: 1}), views(more{}, more{state: EF})},
		{currentType, views(more{state: HS, typ: 1}, more{state: EF, X: 1}), views(more{state: HS, typ: 1}, more{state: EF, X: 2})},
		{currentType, views(more{state: EC, typ: 1, X: 1}), views(more{state: EC, typ: 0, X: 1})},
		{rsSize(2), views(more{RS: model.SetOf[model.Site](1)}), views(more{RS: model.SetOf[model.Site](1, 2)})},
		{queueDup(), views(more{entries: 1}), views(more{entries: 1, repeated: true})},
		{oneEntry(), views(more{entries: 1}), views(more{entries: 2, ungrouped: true})},
		{queueLength(3, 2), views(more{entries: 2}), views(more{entries: 3})},
		{tokenSize(3), views(more{entries: 2, ids: 3}), views(more{entries: 2, ids: 4})},
		{headLevel(), views(more{entries: 2}), views(more{entries: 2, misplaced: true})},
		{tokenKept, invariants.Views{{Coming: 1, More: more{}}}, views(more{})},
	} {
		if got := c.property.State(c.good); got != invariants.Fine {
			t.Errorf("%s: %v of a good state", c.property.Name, got)
		}
		if got := c.property.State(c.bad); got != invariants.Violated {
			t.Errorf("%s: %v of a bad state", c.property.Name, got)
		} else if c.property.Detail(c.bad) == "" {
			t.Errorf("%s: does not say why", c.property.Name)
		}
	}
}

// TestRead looks at queues as head-level, one-entry, queue-dup and the lengths do.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		q    queue
		want more
	}{
		{q(), more{}},
		{q(e(1, 2, 3, 4), e(2, 2, 5)), more{entries: 2, ids: 3}},
		{q(e(1, 2, 3, 3)), more{entries: 1, ids: 2, repeated: true}},
		{q(e(1, 2, 3), e(2, 1, 3)), more{entries: 2, ids: 2, repeated: true}},
		{q(e(1, 2, 3), e(1, 2, 4)), more{entries: 2, ids: 2, ungrouped: true}},
		{q(e(1, 2, 3), e(2, 1)), more{entries: 2, ids: 1, ungrouped: true}},
		{q(e(1, 1, 3), e(2, 2, 4)), more{entries: 2, ids: 2, misplaced: true}},
	} {
		var got more
		if got.read(c.q); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.q, got, c.want)
		}
	}
}

// step is an event of P_1, while the others are in these states and wait for these sessions.
func step(e model.Event, others ...more) invariants.Step {
	e.Site = 1
	vs := views(append([]more{{state: HS, X: 1, Z: 1}}, others...)...)
	return invariants.Step{Before: vs, After: vs, Event: &e}
}

// joins is a decision on the request (j, X, Z), and what is sent with it.
func joins(before, after queue, typ model.Group, j model.Site, X model.Group, Z int, sends ...model.Send) model.Event {
	return model.Event{Notes: []any{decided{j: j, X: X, Z: Z, typ: typ, before: before, after: after}}, Sends: sends}
}

// passes is the end of a session: what is sent, and the queue before.
func passes(before queue, sends ...model.Send) model.Event {
	return model.Event{Notes: []any{passed{before}}, Sends: sends}
}

func to(i model.Site, m message) model.Send { return model.Send{To: i, Value: m} }

// TestSteps gives each property a step that it must find fine, and steps that violate it.
func TestSteps(t *testing.T) {
	waits := func(X model.Group, Z int) more { return more{state: R, X: X, Z: Z} }
	two := q(e(2, 2, 2, 3), e(1, 1, 4))
	rest := token{queue: q(e(1, 2, 4)), typ: 2, followers: 1}
	opened := passes(two, to(2, rest), to(3, start{2}))
	changed := func(change func(*token)) model.Event {
		t := rest
		change(&t)
		return passes(two, to(2, t), to(3, start{2}))
	}
	asks := model.Event{Kind: model.RequestEvent, Demand: &model.Demand{Group: 2, Priority: 3}}
	asking := func(sends ...model.Send) model.Event {
		e := asks
		e.Sends = sends
		return e
	}
	all := []more{waits(2, 2), waits(2, 1), waits(1, 1)}
	for _, c := range []struct {
		property invariants.Property
		others   []more
		good     model.Event
		bad      []model.Event
	}{
		{captures, all, opened, []model.Event{
			passes(two, to(2, rest)), passes(two, to(2, rest), to(3, start{2}), to(3, start{2})), passes(two, to(3, start{2})),
			passes(two, to(2, rest), to(4, start{2})), changed(func(t *token) { t.followers++ }), changed(func(t *token) { t.typ = 3 }),
			changed(func(t *token) { t.queue = q(e(2, 2, 3)) }),
		}},
		{servedFirst, all, opened, []model.Event{passes(two, to(4, token{queue: q(e(2, 3, 2, 3)), typ: 1}))}},
		{prioLevel, all, opened, []model.Event{passes(two, to(4, token{queue: q(e(2, 3, 2, 3)), typ: 1}))}},
		{prioRaw, all, opened, []model.Event{passes(two, to(4, token{queue: q(e(2, 3, 2, 3)), typ: 1}))}},
		{prioUnaged, all, opened, []model.Event{passes(two, to(4, token{queue: q(e(2, 3, 2, 3)), typ: 1}))}},
		{entryLevel, all, opened, []model.Event{passes(q(e(2, 3, 2, 3), e(1, 1, 4)), to(2, rest))}},
		{agingStep, all, opened, []model.Event{
			changed(func(t *token) { t.queue = q(e(1, 1, 4)) }), changed(func(t *token) { t.queue = q(e(1, 3, 4)) }), changed(func(t *token) { t.queue = q() }),
			changed(func(t *token) { t.queue = q(e(1, 2)) }),
		}},
		{level(model.Config{Priorities: 2}), all, opened, []model.Event{
			changed(func(t *token) { t.queue = q(e(1, 1, 4)) }), joins(q(), q(e(1, 0, 4)), 2, 4, 1, 1), joins(q(e(1, 2, 3)), q(e(1, 1, 3, 4)), 2, 4, 1, 1),
		}},
		{startMatch, all, opened, []model.Event{
			passes(two, to(2, rest), to(4, start{2})), joins(q(), q(), 2, 4, 2, 1, to(4, start{1})), joins(q(), q(), 1, 3, 2, 1, to(3, start{1})),
		}},
		{tokenStays, all, opened, nil},
		{tokenStays, []more{waits(2, 2), {state: EF}}, model.Event{}, []model.Event{opened}},
		{tokenStays, []more{waits(2, 2), {starts: 1}}, model.Event{}, []model.Event{opened}},
		{entryPolicy, all, joins(q(), q(), 2, 3, 2, 1, to(3, start{1})), []model.Event{
			joins(q(), q(), 2, 3, 2, 1), joins(q(), q(e(2, 1, 3)), 2, 3, 2, 1), joins(two, two, 2, 3, 2, 1, to(3, start{1})),
			joins(q(), q(), 1, 3, 2, 1, to(3, start{1})), joins(two, two, 1, 3, 2, 1), joins(q(), q(e(1, 1, 3)), 1, 3, 2, 1),
			joins(q(), q(e(2, 1, 3, 3)), 1, 3, 2, 1), joins(q(), q(e(2, 1, 3)), 1, 3, 2, 1, to(3, start{1})),
		}},
		{entryPolicy, all, joins(q(e(2, 1, 2)), q(e(2, 1, 2, 3)), 2, 3, 2, 1), []model.Event{joins(q(e(2, 1, 2)), q(e(2, 1, 3)), 2, 3, 2, 1)}},
		{joinLevel, all, joins(q(e(2, 1, 2)), q(e(2, 3, 2, 3)), 1, 3, 2, 3), []model.Event{
			joins(q(e(2, 1, 2)), q(e(2, 1, 2, 3)), 1, 3, 2, 3), joins(q(e(2, 3, 2)), q(e(2, 1, 2, 3)), 1, 3, 2, 1),
			joins(q(e(1, 1, 4)), q(e(2, 1, 2), e(1, 2, 4)), 1, 2, 2, 1), joins(q(), q(e(2, 2, 2)), 1, 2, 2, 1),
		}},
		{movedForward, all, joins(q(e(1, 1, 4)), q(e(2, 2, 2), e(1, 1, 4)), 3, 2, 2, 2), []model.Event{joins(q(e(1, 1, 4)), q(e(1, 1, 4), e(2, 2, 2)), 3, 2, 2, 2)}},
		{fcfsEntry, all, joins(q(e(1, 1, 4)), q(e(1, 1, 4), e(2, 1, 2)), 3, 2, 2, 1), []model.Event{joins(q(e(1, 1, 4)), q(e(2, 1, 2), e(1, 1, 4)), 3, 2, 2, 1)}},
		{oldRequest, all, model.Event{Notes: []any{repeated{}}}, []model.Event{
			{Notes: []any{repeated{changed: true}}}, {Notes: []any{repeated{}}, Sends: []model.Send{to(2, request{})}},
		}},
		{countsRequests, all, model.Event{Notes: []any{counted{right: true}}}, []model.Event{{Notes: []any{counted{}}}}},
		{requestsSent(3), all[:2], asking(to(2, request{}), to(3, request{})), []model.Event{asking(to(1, request{}), to(2, request{}), to(3, request{}))}},
		{announces, all, asking(to(2, request{1, 1, 2, 3})), []model.Event{
			asking(to(2, request{2, 1, 2, 3})), asking(to(2, request{1, 1, 1, 3})), asking(to(2, request{1, 1, 2, 1})),
			{Kind: model.DeliverEvent, Sends: []model.Send{to(2, request{1, 1, 2, 1})}},
		}},
		{announces, all, model.Event{Kind: model.DeliverEvent, Sends: []model.Send{to(2, request{1, 1, 1, 1})}}, nil},
		{answers(model.Config{}), all, model.Event{}, []model.Event{{Kind: model.DeliverEvent, Sends: []model.Send{to(2, request{})}}}}, // 2 is in RS of nobody
		{typeMatch, nil, model.Event{Notes: []any{received{waits: true, X: 1, typ: 1}}}, []model.Event{{Notes: []any{received{waits: true, X: 1}}}}},
	} {
		judge := func(e model.Event) invariants.Opinion {
			if !c.property.Hears(&e) {
				return invariants.Silent
			}
			return c.property.Step(step(e, c.others...))
		}
		if got := judge(c.good); got != invariants.Fine && len(c.good.Sends)+len(c.good.Notes) > 0 {
			t.Errorf("%s: %v of a good step", c.property.Name, got)
		}
		for k, e := range c.bad {
			if got := judge(e); got != invariants.Violated {
				t.Errorf("%s: %v of bad step %d", c.property.Name, got, k+1)
			}
		}
	}
}

// TestAnswers sends a request back to 2 from each state, with 2 in the request set before and after or not.
func TestAnswers(t *testing.T) {
	fine := func(c model.Config, x state, before, after model.Sites) bool {
		at := func(rs model.Sites) invariants.Views { return views(more{state: x, RS: rs}, more{}) }
		e := model.Event{Site: 1, Kind: model.DeliverEvent, Sends: []model.Send{to(2, request{})}}
		return answers(c).Step(invariants.Step{Before: at(before), After: at(after), Event: &e}) == invariants.Fine
	}
	two := model.SetOf[model.Site](2)
	for x := N; x <= HS; x++ {
		if got, want := fine(model.Config{}, x, model.Sites{}, two), x == R; got != want {
			t.Errorf("published, in %v: %v", x, got)
		}
		if got, want := fine(model.Config{Repairs: []string{AnswerOld.Name}}, x, model.Sites{}, two), x == R || x.holds(); got != want {
			t.Errorf("answer-old, in %v: %v", x, got)
		}
		if fine(model.Config{}, x, two, two) || fine(model.Config{}, x, model.Sites{}, model.Sites{}) {
			t.Errorf("in %v: fine, of one that was in the request set, or has not joined it", x)
		}
	}
}
