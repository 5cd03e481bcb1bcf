package srtgme

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestFurtherSteps gives each property steps of P_1 that it must find fine, and steps that violate it. P_2 waits with its second request.
func TestFurtherSteps(t *testing.T) {
	type made struct {
		before, after more
		event         model.Event
	}
	asks := func(sends ...model.Send) model.Event {
		return model.Event{Kind: model.RequestEvent, Sends: sends}
	}
	gets := func(m message, sends ...model.Send) model.Event {
		return model.Event{Kind: model.DeliverEvent, Message: model.Message{Value: m}, Sends: sends}
	}
	enters := func(e model.Event) model.Event {
		e.Entries = 1
		return e
	}
	exits := func(sends ...model.Send) model.Event { return model.Event{Kind: model.ExitEvent, Sends: sends} }
	with := func(e model.Event, notes ...model.Event) model.Event {
		for _, n := range notes {
			e.Notes = append(e.Notes, n.Notes...)
		}
		return e
	}
	mine := request{1, 1, 1, 1}
	news, last := gets(request{2, 2, 1, 1}), model.SetOf[model.Site](2)
	two := model.SetOf[model.Site](2, 3)
	for _, c := range []struct {
		property  invariants.Property
		good, bad []made
	}{
		{
			requestSent,
			[]made{{more{RS: two}, more{state: R}, asks(to(2, mine), to(3, mine))}, {more{}, more{state: R}, asks()}},
			[]made{
				{more{RS: two}, more{state: R}, asks(to(2, mine))}, {more{RS: two}, more{state: R}, asks(to(2, mine), to(3, mine), to(3, mine))},
				{more{RS: last}, more{state: R}, asks(to(3, mine))}, {more{RS: last}, more{state: N}, asks(to(2, mine))},
			},
		},
		{rsHeard(), []made{{more{state: EC}, more{state: EC, RS: last}, news}}, []made{{more{state: EC}, more{state: EC}, news}}},
		{
			rsHeardIdle(),
			[]made{{more{state: HI}, more{RS: last}, news}},
			[]made{{more{state: N}, more{}, news}, {more{state: R}, more{}, news}, {more{state: EF}, more{}, news}, {more{state: HI}, more{}, news}},
		},
		{
			rsPassed,
			[]made{
				{more{state: EC}, more{RS: two}, passes(q(e(1, 1, 2), e(2, 1, 3, 4)))}, {more{state: EC, RS: last}, more{RS: two}, passes(q(e(2, 1, 3, 4)))},
			},
			[]made{
				{more{state: EC}, more{RS: last}, passes(q(e(1, 1, 2), e(2, 1, 3, 4)))}, {more{state: EC}, more{RS: two.With(4)}, passes(q(e(1, 1, 2), e(2, 1, 3, 4)))},
				{more{state: EC, RS: last}, more{RS: model.SetOf[model.Site](3)}, passes(q(e(2, 1, 3, 4)))},
			},
		},
		{
			answers(model.Config{}),
			[]made{{more{state: N}, more{RS: last}, news}, {more{RS: two}, more{RS: two}, news}},
			[]made{
				{more{RS: model.SetOf[model.Site](3)}, more{RS: last}, news}, {more{}, more{RS: two}, news},
				{more{state: R}, more{state: R, RS: last}, news}, {more{state: HS}, more{state: HS, RS: last}, news},
			},
		},
		{
			idleType,
			[]made{{more{state: HS, typ: 1}, more{state: HI, typ: 1}, gets(complete{2})}},
			[]made{{more{state: HS, typ: 1}, more{state: HI}, gets(complete{2})}, {more{state: EC, typ: 1}, more{state: EC, typ: 2}, gets(complete{2})}},
		},
		{
			rsKept,
			[]made{
				{more{state: HI, RS: two}, more{state: EC}, asks()}, {more{state: R, RS: two}, more{state: EC}, gets(token{})},
				{more{state: HS, RS: two}, more{state: EC, RS: two}, asks()}, {more{state: EC, RS: two}, more{state: HI, RS: two}, exits()},
				{more{state: R, RS: two}, more{state: EF, RS: two}, gets(start{2})}, {more{state: HS, RS: two}, more{state: HI, RS: two}, gets(complete{2})},
			},
			[]made{
				{more{state: HI, RS: two}, more{state: EC, RS: two}, asks()}, {more{state: R, RS: two}, more{state: EC, RS: last}, gets(token{})},
				{more{state: HS, RS: two}, more{state: EC}, asks()}, {more{state: EF, RS: two}, more{RS: two.With(4)}, exits()},
				{more{state: R, RS: two}, more{state: EF}, gets(start{2})}, {more{state: HS, RS: two}, more{state: HI}, gets(complete{2})},
			},
		},
		{
			queueKept,
			[]made{
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: HS, queued: q(e(1, 1, 3))}, exits()},
				{more{state: HS, queued: q(e(1, 1, 3))}, more{state: HS, queued: q(e(1, 1, 3))}, gets(complete{2})},
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: EC, queued: q(e(1, 1, 3))}, news},
				{more{state: HS, queued: q(e(1, 1, 3))}, more{}, with(gets(complete{2}), model.Event{Notes: []any{passed{q(e(1, 1, 3))}}})},
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: EC, queued: q(e(1, 1, 3), e(2, 1, 2))}, with(news, joins(q(e(1, 1, 3)), q(e(1, 1, 3), e(2, 1, 2)), 1, 2, 2, 1))},
				{more{state: R}, more{state: EC, queued: q(e(1, 1, 3))}, gets(token{queue: q(e(1, 1, 3))})},
				{more{state: R}, more{state: EC, queued: q(e(1, 1, 3), e(2, 1, 2))}, with(gets(token{queue: q(e(1, 1, 3))}), joins(q(e(1, 1, 3)), q(e(1, 1, 3), e(2, 1, 2)), 1, 2, 2, 1))},
				{more{state: R}, more{state: EC, queued: q(e(2, 1, 3, 2))}, with(gets(token{}), joins(q(), q(e(2, 1, 3)), 1, 3, 2, 1), joins(q(e(2, 1, 3)), q(e(2, 1, 3, 2)), 1, 2, 2, 1))},
			},
			[]made{
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: HS, queued: q(e(1, 2, 3))}, exits()},
				{more{state: HS, queued: q(e(1, 1, 3))}, more{state: HS}, gets(complete{2})},
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: EC, queued: q(e(1, 2, 3))}, news},
				{more{state: R}, more{state: EC, queued: q(e(1, 2, 3))}, gets(token{queue: q(e(1, 1, 3))})},
				{more{state: R}, more{state: EC, queued: q(e(1, 1, 3), e(2, 1, 2))}, with(gets(token{queue: q()}), joins(q(e(1, 1, 3)), q(e(1, 1, 3), e(2, 1, 2)), 1, 2, 2, 1))},
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: EC, queued: q(e(1, 2, 3), e(2, 1, 2))}, with(news, joins(q(e(1, 2, 3)), q(e(1, 2, 3), e(2, 1, 2)), 1, 2, 2, 1))},
				{more{state: EC, queued: q(e(1, 1, 3))}, more{state: EC, queued: q(e(2, 1, 2))}, with(news, joins(q(e(1, 1, 3)), q(e(1, 1, 3), e(2, 1, 2)), 1, 2, 2, 1))},
				{more{state: HS, queued: q(e(1, 1, 3), e(2, 1, 2))}, more{}, with(gets(complete{2}), model.Event{Notes: []any{passed{q(e(2, 1, 2), e(1, 1, 3))}}})},
			},
		},
		{
			requestAnswered,
			[]made{{more{state: R}, more{state: R, RS: last}, gets(request{2, 2, 1, 1}, to(2, mine))}},
			[]made{{more{state: R}, more{state: R}, news}, {more{state: R}, more{state: R}, gets(request{2, 2, 1, 1}, to(3, mine))}},
		},
		{
			announces, // its number, in the event of the demand and where it is sent back
			[]made{{more{X: 1, Z: 1, sn: 1}, more{}, gets(request{2, 2, 1, 1}, to(2, mine))}},
			[]made{{more{X: 1, Z: 1, sn: 2}, more{}, gets(request{2, 2, 1, 1}, to(2, mine))}},
		},
		{
			entersBy,
			[]made{
				{more{state: HI}, more{state: EC}, enters(asks())}, {more{state: R}, more{state: EC}, enters(gets(token{}))},
				{more{state: R}, more{state: EF}, enters(gets(start{2}))},
			},
			[]made{
				{more{state: N}, more{state: EC}, enters(asks())}, {more{state: R}, more{state: EC}, enters(gets(start{2}))},
				{more{state: R}, more{state: EF}, enters(gets(token{}))}, {more{state: HS}, more{state: EC}, enters(gets(complete{2}))},
			},
		},
		{
			holderEnters,
			[]made{{more{state: HI}, more{state: EC}, enters(asks())}},
			[]made{{more{state: HI}, more{state: EC}, asks()}, {more{state: HI}, more{state: EC}, enters(asks(to(2, mine)))}, {more{state: HI}, more{state: HI}, asks()}},
		},
		{
			idleSends,
			[]made{{more{state: HI}, more{}, gets(request{2, 2, 1, 1}, to(2, token{}))}},
			[]made{
				{more{state: HI}, more{}, news}, {more{state: HI}, more{}, gets(request{2, 2, 1, 1}, to(3, token{}))},
				{more{state: HI}, more{}, gets(request{2, 2, 1, 1}, to(2, token{}), to(2, start{1}))},
			},
		},
		{
			joinsAtOnce,
			[]made{{more{state: EC, X: 1}, more{state: EC, X: 1}, gets(request{2, 2, 1, 1}, to(2, start{1}))}},
			[]made{{more{state: EC, X: 1}, more{state: EC, X: 1}, news}, {more{state: EC, X: 1}, more{state: EC, X: 1}, gets(request{2, 2, 1, 1}, to(3, start{1}))}},
		},
		{
			startEnters,
			[]made{{more{state: R}, more{state: EF, captain: 2}, enters(gets(start{2}))}},
			[]made{
				{more{state: R}, more{state: EF, captain: 3}, enters(gets(start{2}))}, {more{state: R}, more{state: R, captain: 2}, enters(gets(start{2}))},
				{more{state: R}, more{state: EF, captain: 2}, gets(start{2})},
			},
		},
		{
			completeSent,
			[]made{{more{state: EF, captain: 2}, more{}, exits(to(2, complete{1}))}},
			[]made{
				{more{state: EF, captain: 2}, more{}, exits()}, {more{state: EF, captain: 2}, more{}, exits(to(3, complete{1}))},
				{more{state: EF, captain: 2}, more{}, exits(to(2, complete{2}))}, {more{state: EF, captain: 2}, more{state: R}, exits(to(2, complete{1}))},
				{more{state: EF, captain: 2}, more{captain: 2}, exits(to(2, complete{1}))},
				{more{state: EF, captain: 2}, more{}, exits(to(2, complete{1}), to(2, complete{1}))},
			},
		},
		{
			tokenOpens,
			[]made{{more{state: R}, more{state: EC}, enters(gets(token{}))}},
			[]made{{more{state: R}, more{state: R}, enters(gets(token{}))}, {more{state: R}, more{state: EC}, gets(token{})}},
		},
		{
			passesOn,
			[]made{
				{more{state: EC, followers: 1, waiting: last}, more{state: HS}, exits()},
				{more{state: EC, waiting: last}, more{}, exits(to(2, token{}))},
				{more{state: HS, followers: 1, waiting: two}, more{state: R}, gets(complete{2}, to(3, token{}), to(2, start{3}))},
			},
			[]made{
				{more{state: EC, followers: 1, waiting: last}, more{}, exits(to(2, token{}))},
				{more{state: EC, followers: 1}, more{state: HS}, exits(to(2, start{1}))}, {more{state: EC, followers: 1}, more{state: HI}, exits()},
				{more{state: EC, waiting: last}, more{state: HS}, exits()}, {more{state: EC, waiting: last}, more{}, exits(to(3, token{}))},
				{more{state: EC, waiting: last}, more{state: HI}, exits(to(2, token{}))}, {more{state: HS, followers: 1, waiting: last}, more{}, gets(complete{2})},
			},
		},
		{
			goesIdle,
			[]made{{more{state: EC}, more{state: HI}, exits()}, {more{state: HS, followers: 1}, more{state: HI}, gets(complete{2})}},
			[]made{
				{more{state: EC}, more{state: HS}, exits()}, {more{state: EC}, more{state: HI}, exits(to(2, token{}))},
				{more{state: HS, followers: 1}, more{state: HS}, gets(complete{2})},
			},
		},
		{
			levelRange(2),
			[]made{{event: joins(q(), q(e(1, 2, 2)), 2, 2, 1, 2)}, {event: passes(q(), to(2, token{queue: q(e(1, 1, 3))}))}},
			[]made{
				{event: joins(q(), q(e(1, 3, 2)), 2, 2, 1, 2)}, {event: joins(q(), q(e(1, 0, 2)), 2, 2, 1, 2)},
				{event: passes(q(), to(2, token{queue: q(e(1, 3, 3))}))},
			},
		},
		{
			newLast,
			[]made{{event: joins(q(e(1, 1, 3)), q(e(1, 1, 3), e(2, 1, 2)), 3, 2, 2, 1)}},
			[]made{{event: joins(q(e(1, 1, 3)), q(e(2, 2, 2), e(1, 1, 3)), 3, 2, 2, 2)}},
		},
	} {
		judge := func(x made) invariants.Opinion {
			x.event.Site = 1
			if !c.property.Hears(&x.event) {
				return invariants.Silent
			}
			view := func(m more) *model.View {
				v := &model.View{More: m}
				if m.state.holds() {
					v.Holds = 1
				}
				return v
			}
			asking := &model.View{Waits: true, More: more{state: R, sn: 2}}
			return c.property.Step(invariants.Step{
				Before: invariants.Views{view(x.before), asking, view(more{})}, After: invariants.Views{view(x.after), asking, view(more{})}, Event: &x.event,
			})
		}
		for k, x := range c.good {
			if got := judge(x); got != invariants.Fine {
				t.Errorf("%s: %v of good step %d", c.property.Name, got, k+1)
			}
		}
		for k, x := range c.bad {
			if got := judge(x); got != invariants.Violated {
				t.Errorf("%s: %v of bad step %d", c.property.Name, got, k+1)
			}
		}
	}
}

// TestFurtherStates: whoever waits while nothing is in flight is queued.
func TestFurtherStates(t *testing.T) {
	waits := &model.View{Waits: true, More: more{state: R}}
	holder := func(waiting ...model.Site) *model.View {
		return &model.View{Holds: 1, More: more{state: EC, waiting: model.SetOf(waiting...)}}
	}
	for _, x := range []struct {
		vs   invariants.Views
		want invariants.Opinion
	}{
		{invariants.Views{holder(2), waits}, invariants.Fine},
		{invariants.Views{holder(), waits}, invariants.Violated},
		{invariants.Views{holder(1), waits}, invariants.Violated},
		{invariants.Views{holder()}, invariants.Silent},
	} {
		if got := waitsQueued.State(x.vs); got != x.want {
			t.Errorf("%v, want %v", got, x.want)
		}
	}
	if text := waitsQueued.Detail(invariants.Views{holder(), waits}); text != "{2} wait, nothing is in flight, and no token has them queued" {
		t.Error(text)
	}
}
