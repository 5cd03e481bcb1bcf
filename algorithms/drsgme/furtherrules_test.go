package drsgme

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestFurtherStates gives the properties of states a view that they must find fine, and one that violates them.
func TestFurtherStates(t *testing.T) {
	for _, c := range []struct {
		property  invariants.Property
		good, bad model.View
	}{
		{ghostR(), model.View{Waits: true, More: look{state: R}}, model.View{More: look{state: R}}},
		{stateN(), model.View{More: look{state: N}}, model.View{Waits: true, More: look{state: N}}},
		{
			oldNumbers, model.View{Waits: true, More: look{state: R, sn: 2, answers: numbers{named: true}}},
			model.View{Waits: true, More: look{state: R, sn: 2, answers: numbers{named: true, other: true}}},
		},
		{stateHI(), model.View{More: look{state: HI}}, model.View{More: look{state: HI, queued: model.SetOf[model.Site](2)}}},
	} {
		other := &model.View{More: look{state: EF}}
		if got := c.property.State(invariants.Views{other}); got != invariants.Silent {
			t.Errorf("%s: %v of another state", c.property.Name, got)
		}
		if got := c.property.State(invariants.Views{other, &c.good}); got != invariants.Fine {
			t.Errorf("%s: %v of a good state", c.property.Name, got)
		}
		bad := invariants.Views{other, &c.bad}
		if got := c.property.State(bad); got != invariants.Violated || c.property.Detail(bad) == "" {
			t.Errorf("%s: %v of a bad state, %q", c.property.Name, got, c.property.Detail(bad))
		}
	}
}

// TestFollowers: who has been let in without a request has a captain, of which the claims on followers say nothing.
func TestFollowers(t *testing.T) {
	follower := func(groups model.Groups) *model.View {
		return &model.View{InCS: true, Groups: groups, More: look{state: EF, captain: 2}}
	}
	captain := &model.View{InCS: true, Groups: model.SetOf[model.Group](1), More: look{state: EC, typ: 1, follower: model.SetOf[model.Site](1)}}
	idle, done := &model.View{More: look{state: N}}, &model.View{More: look{state: HS}}
	asked := model.SetOf[model.Group](1)
	for name, x := range map[string]struct {
		property invariants.Property
		views    invariants.Views
		want     invariants.Opinion
	}{
		"its captain knows it":                       {sessionMatch, invariants.Views{follower(asked), captain}, invariants.Fine},
		"its captain is none any more":               {sessionMatch, invariants.Views{follower(asked), idle}, invariants.Violated},
		"the same without a request":                 {sessionMatch, invariants.Views{follower(model.Groups{}), idle}, invariants.Silent},
		"a captain waits for it":                     {sessionOver, invariants.Views{follower(asked), done}, invariants.Fine},
		"and for who has been let in without asking": {sessionOver, invariants.Views{follower(model.Groups{}), done}, invariants.Fine},
		"a captain waits for nobody":                 {sessionOver, invariants.Views{idle, done}, invariants.Violated},
	} {
		if got := x.property.State(x.views); got != x.want {
			t.Errorf("%s: opinion %v, want %v", name, got, x.want)
		}
	}
}

// TestFurtherRules gives each rule steps of P1 that keep it, steps that break it, and some of which it says nothing.
func TestFurtherRules(t *testing.T) {
	p := newProtocol(model.Config{Processes: 3, Groups: 2}, false)
	known := model.NewPerSite[int](3).With(2, 1)
	captain := func(state state, counted int, followers ...model.Site) vars {
		return vars{state: state, SN: known, follower: model.SetOf(followers...), token: token{followers: counted}}
	}
	heard := func(RS ...model.Site) vars { return vars{SN: known, RS: model.SetOf(RS...)} }
	news := heard(2)
	news.SN = known.With(2, 2)
	starts := func(to ...model.Site) (all []sent) {
		for _, i := range to {
			all = append(all, sent{i, start{i: 1}})
		}
		return all
	}
	kept := func(state state, t token) vars { return vars{state: state, SN: known, oldToken: t} }
	q := queue(model.ListOf(entry{1, model.ListOf(waiter{2, 1})}, entry{2, model.ListOf(waiter{3, 1})}))
	alone := queue(model.ListOf(entry{2, model.ListOf(waiter{3, 1})}))
	idle, asks := captain(HI, 0), request{j: 3, SN: 1, X: want(model.SetOf[model.Group](2))}
	for name, x := range map[string]struct{ good, bad, others []step }{
		"state-HS": {
			[]step{{after: captain(HS, 1, 2)}},
			[]step{{after: captain(HS, 0)}, {after: captain(HS, -1)}},
			[]step{{after: captain(HI, 0)}},
		},
		"followers": {
			[]step{{after: captain(EC, 1, 2)}},
			[]step{{after: captain(EC, 2, 2)}, {after: captain(HS, 1)}},
			[]step{{after: captain(N, 5)}, {after: captain(HI, 0)}},
		},
		"follower-set": {
			[]step{
				{before: captain(EC, 0), after: captain(EC, 1, 2), sends: starts(2)},
				{before: captain(HS, 2, 2, 3), after: captain(HS, 1, 3), m: complete{j: 2}},
			},
			[]step{
				{before: captain(EC, 0), after: captain(EC, 1), sends: starts(2)},
				{before: captain(EC, 0), after: captain(EC, 1, 2)},
				{before: captain(HS, 2, 2, 3), after: captain(HS, 2, 2, 3), m: complete{j: 2}},
				{before: captain(EC, 1, 2), after: captain(HS, 1)},
				{before: captain(R, 0), after: captain(EC, 1), m: token{session: 1}, sends: starts(2)},
			},
			[]step{{before: captain(N, 0), after: captain(N, 0, 2)}, {before: captain(EC, 1, 2), after: captain(HS, 1, 2), exits: true}},
		},
		"rs-grows": {
			[]step{
				{before: heard(), after: heard(2), m: request{j: 2}},
				{before: heard(3), after: heard(2, 3), m: genToken{j: 2}},
				{before: heard(), after: heard(2, 3), sends: []sent{{2, token{queue: q}}}},
			},
			[]step{
				{before: heard(), after: heard(1), m: request{j: 2}},
				{before: heard(), after: heard(2), m: start{i: 2}},
				{before: heard(), after: heard(1, 2), sends: []sent{{2, token{queue: q}}}},
			},
			[]step{{before: heard(2, 3), after: heard(2)}, {before: heard(2), after: heard(2), m: request{j: 2}}},
		},
		"old-ignored": {
			[]step{{before: heard(), after: heard(), m: request{j: 2, SN: 1}}, {before: heard(), after: news, m: request{j: 2, SN: 2}}},
			[]step{
				{before: heard(), after: heard(2), m: request{j: 2, SN: 1}},
				{before: heard(), after: heard(), m: request{j: 2, SN: 1}, sends: starts(2)},
				{before: heard(), after: heard(2), m: request{j: 2, SN: 2}},
				{before: heard(), after: news, exits: true},
			},
			[]step{{before: heard(), after: heard(), exits: true}, {before: heard(), after: news, asks: asks.X}},
		},
		"copy-exact": {
			[]step{
				{before: captain(HS, 1, 2), after: kept(N, token{queue: q, session: 1}), sends: []sent{{2, token{queue: q, session: 1}}}},
			},
			[]step{
				{before: captain(HS, 1, 2), after: kept(N, token{queue: q, session: 1}), sends: []sent{{2, token{queue: q, session: 2}}}},
				{before: captain(EC, 0), after: kept(N, token{queue: q}), sends: []sent{{2, token{queue: q, typ: 1}}}},
				{before: captain(EC, 0), after: kept(N, token{queue: q}), sends: []sent{{2, token{queue: q, followers: 1}}}},
				{before: captain(HI, 0), after: kept(R, token{}), sends: []sent{{2, token{queue: q}}}},
			},
			[]step{
				{before: captain(R, 0), after: kept(R, token{session: 3}), sends: []sent{{2, token{queue: q, session: 1}}}},
				{before: captain(EC, 0), after: kept(HI, token{session: 3})},
			},
		},
		"late-ignored": {
			[]step{
				{before: captain(HS, 1, 2), after: captain(HS, 1, 2), m: complete{j: 3}},
			},
			[]step{
				{before: captain(HS, 1, 2), after: captain(HS, 0, 2), m: complete{j: 3}},
				{before: captain(HS, 1, 2), after: captain(HS, 1, 2), m: complete{j: 3}, sends: starts(3)},
			},
			[]step{{before: captain(HS, 1, 2), after: captain(HI, 0), m: complete{j: 2}}},
		},
		"holder-answers": {
			[]step{
				{before: idle, after: kept(N, token{}), m: asks, sends: []sent{{3, token{queue: alone}}}},
				{before: captain(EC, 0), after: vars{state: EC, SN: known, token: token{queue: q}}, m: asks},
			},
			[]step{
				{before: idle, after: kept(N, token{}), m: asks, sends: []sent{{3, token{}}}},
				{before: idle, after: kept(N, token{}), m: asks, sends: []sent{{3, token{queue: q}}}},
				{before: idle, after: kept(N, token{}), m: asks, sends: []sent{{2, token{queue: alone}}}},
				{before: idle, after: idle, m: asks, sends: []sent{{3, token{queue: alone}}}},
				{before: idle, after: kept(N, token{}), m: asks},
				{before: captain(EC, 0), after: captain(EC, 0), m: asks},
				{before: captain(EC, 0), after: vars{state: EC, SN: known, token: token{queue: q}}, m: asks, sends: starts(3)},
			},
			[]step{
				{before: captain(R, 0), after: captain(R, 0), m: asks, sends: []sent{{3, token{}}}},
				{before: idle, after: idle, m: request{j: 2, SN: 1, X: asks.X}},
			},
		},
		"copy-kept": {
			[]step{{before: captain(HS, 1, 2), after: kept(N, token{queue: q, session: 1}), sends: []sent{{2, token{queue: q, session: 1}}}}},
			[]step{
				{before: captain(HS, 1, 2), after: kept(N, token{queue: q, session: 1}), sends: []sent{{2, token{queue: q, session: 2}}}},
				{before: captain(EC, 0), after: kept(N, token{queue: q}), sends: []sent{{2, token{queue: q, followers: 1}}}},
				{before: captain(EC, 0), after: kept(N, token{queue: q}), sends: []sent{{2, token{queue: q, SN: known}}}},
				{before: captain(R, 0), after: kept(R, token{session: 1})},
			},
			[]step{{before: captain(HS, 1, 2), after: captain(HI, 0), m: complete{j: 2}}},
		},
	} {
		for _, r := range append(eventRules, furtherRules...) {
			if r.name != name {
				continue
			}
			judge := func(all []step, want invariants.Opinion) {
				for k, s := range all {
					s.i = 1
					if got := r.judge(p, &s); got != want {
						t.Errorf("%s: step %d: opinion %v, want %v", name, k+1, got, want)
					}
				}
			}
			judge(x.good, invariants.Fine)
			judge(x.bad, invariants.Violated)
			judge(x.others, invariants.Silent)
		}
	}
	if len(furtherRules) != 7 {
		t.Errorf("there are %d rules", len(furtherRules))
	}
}

// TestAcceptedFrom weighs a receipt of a token, an entry of an idle captain and one of a follower, all at P2 of three.
func TestAcceptedFrom(t *testing.T) {
	g := acceptedFrom(3).Gauge
	captain, follower := &model.View{More: look{state: EC}}, &model.View{More: look{state: EF}}
	from := func(j model.Site) model.Message { return model.Message{Value: token{}, From: j} }
	const P1, P2 = 1, 2
	for _, c := range []struct {
		name                string
		e                   model.Event
		after               *model.View
		begins, ends, drops uint64
	}{
		{"P1's token", model.Event{Kind: model.DeliverEvent, Site: 2, Entries: 1, Message: from(1)}, captain, P1 | P2, P1, P2},
		{"its own", model.Event{Kind: model.DeliverEvent, Site: 2, Entries: 1, Message: from(2)}, captain, 0, P2, 0},
		{"a request", model.Event{Kind: model.RequestEvent, Site: 2, Entries: 1}, captain, P2, 0, P2},
		{"a start", model.Event{Kind: model.DeliverEvent, Site: 2, Entries: 1, Message: model.Message{Value: start{}, From: 1}}, follower, 0, 0, 0},
		{"a token that is not accepted", model.Event{Kind: model.DeliverEvent, Site: 2, Message: from(1)}, captain, 0, 0, 0},
	} {
		if w := g.Weigh(&c.e, nil, c.after); w.Begins != c.begins || w.Ends != c.ends || w.Drops != c.drops || (w.Weights != nil) != (w.Begins|w.Ends != 0) {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
}

// TestNextAsked has P2 of two ask, be asked and get the token, and tells which lanes count where P1 waits.
func TestNextAsked(t *testing.T) {
	any, unknown := nextAsked(2).Gauge, nextAskedUnknown(2).Gauge
	const (
		sentTo1, sentTo2     = 1 << 2, 1 << 3 // by P2; those of P1 are bits 0 and 1
		unsentTo1, unsentTo2 = sentTo1 << 4, sentTo2 << 4
	)
	toP1 := []model.Send{{To: 1, Value: request{j: 2, SN: 1}}}
	view := func(RS ...model.Site) *model.View { return &model.View{More: look{state: R, RS: model.SetOf(RS...)}} }
	gets := func(m message) model.Event {
		return model.Event{Kind: model.DeliverEvent, Site: 2, Entries: 1, Message: model.Message{Value: m, From: 1}}
	}
	for _, c := range []struct {
		name                string
		e                   model.Event
		before              *model.View
		begins, ends, drops uint64
		weights             []int
	}{
		{"asks P1", model.Event{Kind: model.RequestEvent, Site: 2, Sends: toP1}, view(1), sentTo1 | unsentTo2, 0, 0, nil},
		{"asks nobody", model.Event{Kind: model.RequestEvent, Site: 2}, view(1), unsentTo1 | unsentTo2, 0, 0, nil},
		{"asks P1 later", model.Event{Kind: model.DeliverEvent, Site: 2, Sends: toP1}, view(), sentTo1, 0, unsentTo1, nil},
		{"enters idle", model.Event{Kind: model.RequestEvent, Site: 2, Entries: 1}, view(1), 0, 0, sentTo1 | sentTo2 | unsentTo1 | unsentTo2, nil},
		{"gets a start", gets(start{}), view(1), 0, 0, sentTo1 | sentTo2 | unsentTo1 | unsentTo2, nil},
		{"gets the token, P1 in RS", gets(token{}), view(1), 0, sentTo1 | unsentTo1, sentTo2 | unsentTo2, []int{0, 0, 0, 0, 0, 0, 1, 0}},
		{"gets the token, RS empty", gets(token{}), view(), 0, 0, sentTo1 | sentTo2 | unsentTo1 | unsentTo2, make([]int, 8)},
	} {
		w := any.Weigh(&c.e, c.before, nil)
		if w.Begins != c.begins || w.Ends != c.ends || w.Drops != c.drops || !slices.Equal(w.Weights, c.weights) {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
	waits := func(RS ...model.Site) *model.View {
		v := view(RS...)
		v.Waits = true
		return v
	}
	for _, c := range []struct {
		name           string
		P1             *model.View
		any, unknownTo uint64
	}{
		{"P1 does not wait", view(), 0, 0},
		{"P1 waits and has P2 in RS", waits(2), unsentTo1, 0},
		{"P1 waits", waits(), unsentTo1, unsentTo1},
	} {
		vs := invariants.Views{c.P1, view(1)}
		if is, of := any.Counts(vs), unknown.Counts(vs); is != c.any || of != c.unknownTo {
			t.Errorf("%s: %b and %b count", c.name, is, of)
		}
	}
}

// TestNumbers looks at starts and tokens in flight to P1 of two, which waits with its second request, and judges the sending of others.
func TestNumbers(t *testing.T) {
	p := newProtocol(model.Config{Processes: 2, Groups: 1}, false)
	v := vars{state: R, req: want(model.SetOf[model.Group](1)), SN: model.NewPerSite[int](2).With(1, 2)}
	gets := func(id model.Site, sn int) token {
		return token{session: 1, queue: model.ListOf(entry{1, model.ListOf(waiter{id, sn})})}
	}
	for _, c := range []struct {
		m    message
		want numbers
	}{
		{start{i: 2, SN: 2}, numbers{named: true}},
		{start{i: 2, SN: 1}, numbers{named: true, other: true}},
		{start{i: 2}, numbers{}},
		{gets(1, 2), numbers{named: true}},
		{gets(1, 1), numbers{named: true, other: true}},
		{gets(2, 1), numbers{}},
		{token{session: 1}, numbers{}},
		{token{queue: gets(1, 1).queue}, numbers{}}, // not valid
	} {
		view := p.Look(1, v, []message{c.m})
		if got := lookOf(&view).answers; got != c.want {
			t.Errorf("%v: %+v", c.m, got)
		}
	}
	waits, idle := p.Look(1, v, nil), model.View{More: look{state: N}}
	holder := &model.View{Holds: 1, More: look{state: EC}}
	for _, c := range []struct {
		name string
		P1   *model.View
		upon message
		m    message
		want invariants.Opinion
	}{
		{"a start upon an old gen_token", &waits, genToken{j: 1, SN: 1}, start{i: 2}, invariants.Violated},
		{"a start upon its request", &waits, request{j: 1, SN: 2}, start{i: 2}, invariants.Fine},
		{"a start upon an old one", &waits, request{j: 1, SN: 1}, start{i: 2}, invariants.Violated},
		{"a start upon one that is served", &idle, request{j: 1, SN: 2}, start{i: 2}, invariants.Violated},
		{"a numbered start", &waits, nil, start{i: 2, SN: 1}, invariants.Violated},
		{"a start from the queue", &waits, gets(1, 1), start{i: 2}, invariants.Violated},
		{"the token", &waits, nil, gets(1, 2), invariants.Fine},
		{"the token for an old one", &waits, nil, gets(1, 1), invariants.Violated},
		{"no answer", &waits, request{j: 1, SN: 1}, request{j: 2, SN: 1}, invariants.Silent},
	} {
		e := &model.Event{Kind: model.DeliverEvent, Site: 2, Message: model.Message{Value: c.upon}, Sends: []model.Send{{To: 1, Value: c.m}}}
		if got := answersOld.Step(invariants.Step{Before: invariants.Views{c.P1, holder}, Event: e}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	regenerated := &model.Event{Kind: model.DeliverEvent, Site: 2, Sends: []model.Send{{To: 1, Value: gets(1, 1)}}}
	if got := answersOld.Step(invariants.Step{Before: invariants.Views{&waits, &idle}, Event: regenerated}); got != invariants.Silent {
		t.Errorf("a token that is regenerated: %v", got)
	}
}

// TestMessagesAs has P1 of two ask, be sent what it needs, enter and leave.
func TestMessagesAs(t *testing.T) {
	captain, follower := &model.View{More: look{state: EC}}, &model.View{InCS: true, More: look{state: EF}}
	asks := model.Event{Kind: model.RequestEvent, Site: 1, Sends: []model.Send{{To: 2, Value: request{j: 1}, Account: 1}}}
	serves := model.Event{Kind: model.DeliverEvent, Site: 2, Sends: []model.Send{{To: 1, Value: start{i: 2}, Account: 1}}}
	enters := model.Event{Kind: model.DeliverEvent, Site: 1, Entries: 1}
	leaves := model.Event{Kind: model.ExitEvent, Site: 1, Sends: []model.Send{{To: 2, Value: complete{j: 1}, Account: 1}}}
	as, is, requests := messagesOfCaptains(2).Gauge, messagesOfFollowers(2).Gauge, requestsToEntry(2).Gauge
	for _, c := range []struct {
		name                string
		g                   *invariants.Gauge
		e                   *model.Event
		after               *model.View
		begins, ends, drops uint64
		weight              int
	}{
		{"a captain asks", as, &asks, &model.View{More: look{state: R}}, 1, 0, 0, 1},
		{"a captain is served", as, &serves, captain, 0, 0, 0, 1},
		{"a captain enters", as, &enters, captain, 0, 1, 0, 0},
		{"a follower enters, no captain", as, &enters, follower, 0, 0, 1, 0},
		{"a captain enters, no follower", is, &enters, captain, 0, 0, 1, 0},
		{"a follower enters", is, &enters, follower, 0, 0, 0, 0},
		{"a follower leaves", is, &leaves, &model.View{More: look{state: N}}, 0, 1, 0, 1},
		{"asks", requests, &asks, nil, 1, 0, 0, 1},
		{"is served", requests, &serves, nil, 0, 0, 0, 0},
		{"enters", requests, &enters, nil, 0, 1, 0, 0},
	} {
		if w := c.g.Weigh(c.e, nil, c.after); w.Begins != c.begins || w.Ends != c.ends || w.Drops != c.drops || w.Weights[0] != c.weight {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
}

// TestTGI: TGI is set by the timer T1 alone, and not reset while the process waits.
func TestTGI(t *testing.T) {
	k := slices.IndexFunc(timerRules, func(r rule) bool { return r.name == "T1-runs" })
	waits := vars{state: R, req: want(model.SetOf[model.Group](1)), T1: true}
	asking, idle := waits, vars{state: N}
	asking.TGI = true
	for name, x := range map[string]struct {
		step step
		want invariants.Opinion
	}{
		"the timer expires":                   {step{before: waits, after: asking, timer: T1}, invariants.Fine},
		"it expires in vain":                  {step{before: waits, after: waits, timer: T1}, invariants.Violated},
		"set with the request":                {step{before: idle, after: asking}, invariants.Violated},
		"set by what comes":                   {step{before: waits, after: asking}, invariants.Violated},
		"set by the other timer":              {step{before: waits, after: asking, timer: T2}, invariants.Violated},
		"reset where it enters, or is served": {step{before: asking, after: idle}, invariants.Fine},
		"reset while it waits":                {step{before: asking, after: waits}, invariants.Violated},
		"as it was":                           {step{before: asking, after: asking}, invariants.Fine},
		"nobody waits":                        {step{before: idle, after: idle}, invariants.Silent},
	} {
		if got := timerRules[k].judge(nil, &x.step); got != x.want {
			t.Errorf("%s: opinion %v, want %v", name, got, x.want)
		}
	}
}

// TestRegenerationMessages: a gen_token of P_2 arrives at P_1, which sends a token again, requests, or both.
func TestRegenerationMessages(t *testing.T) {
	again, asks := model.Send{To: 3, Value: token{}}, model.Send{To: 2, Value: request{j: 1}}
	for _, c := range []struct {
		name      string
		sends     []model.Send
		cost, and int
		begins    uint64
	}{
		{"nothing", nil, 1, 1, 0},
		{"a token", []model.Send{again}, 2, 2, 2},
		{"a request", []model.Send{asks}, 1, 2, 0},
		{"both", []model.Send{again, asks}, 2, 3, 2},
	} {
		e := &model.Event{Kind: model.DeliverEvent, Site: 1, Message: model.Message{Value: genToken{j: 2}}, Sends: c.sends}
		for name, x := range map[string]struct {
			g    *invariants.Gauge
			want int
		}{"cost": {regenerationCost(3).Gauge, c.cost}, "messages": {regenerationMessages(3).Gauge, c.and}} {
			if w := x.g.Weigh(e, nil, nil); w.Weights[1] != x.want || w.Begins != c.begins {
				t.Errorf("%s, %s: %+v", name, c.name, w)
			}
		}
	}
	if w := regenerationMessages(3).Gauge.Weigh(&model.Event{Kind: model.DeliverEvent, Site: 1, Message: model.Message{Value: request{j: 2}}, Sends: []model.Send{asks}}, nil, nil); w.Weights != nil {
		t.Errorf("a request that is answered with a request: %+v", w)
	}
}
