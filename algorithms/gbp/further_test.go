package gbp

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// ofTwo is two processes and two groups, with quorums all; groups are sites 3 and 4.
var ofTwo = Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Groups = 2, 2 })

// property is one of the further ones, by its name.
func property(t *testing.T, name string) invariants.Property {
	for _, p := range further(ofTwo) {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no further property is named %s", name)
	return invariants.Property{}
}

// process views.
var (
	outside = model.View{}
	waits1  = model.View{Waits: true, Groups: model.SetOf[model.Group](1)}
	inside1 = model.View{InCS: true, Groups: model.SetOf[model.Group](1)}
)

// views is a state: what P_1 does, and two groups; P_2 is outside.
func views(P1 model.View, G1, G2 look) invariants.Views {
	return invariants.Views{&P1, &model.View{}, &model.View{More: G1}, &model.View{More: G2}}
}

func sites(all ...model.Site) model.Sites   { return model.SetOf(all...) }
func locks(all ...model.Group) model.Groups { return model.SetOf(all...) }

// TestFurtherStates gives each property of states one that it must find fine, and some that violate it.
func TestFurtherStates(t *testing.T) {
	LP := model.ListOf(linked{1, 2, 0})
	has := func(k ...model.Group) model.List[lock] {
		LG := model.List[lock]{}
		for _, l := range k {
			LG = LG.Add(lock{l, 1})
		}
		return LG
	}
	using := look{state: CS, locks: locks(1, 2), active: sites(1), LG: has(1)}
	for _, c := range []struct {
		name      string
		good, bad []invariants.Views
	}{
		{
			"temporary",
			nil, // see TestFurtherSteps
			[]invariants.Views{views(outside, look{active: sites(1)}, look{}), views(outside, look{}, look{waiting: sites(1)})},
		},
		{
			"all-using",
			[]invariants.Views{views(inside1, using, look{state: Active, waiting: sites(2)})},
			[]invariants.Views{views(inside1, look{state: CS, active: sites(1), waiting: sites(2)}, look{})},
		},
		{
			"active-time",
			[]invariants.Views{views(waits1, look{state: Active, LP: LP, gtpo: 2}, look{})},
			[]invariants.Views{views(waits1, look{state: Active, LP: LP, gtpo: 1}, look{}), views(waits1, look{}, look{state: Active, LP: LP, gtpo: 3})},
		},
		{
			"locks-suffice",
			[]invariants.Views{views(waits1, look{state: Active, conj: locks(1)}, look{}), views(waits1, look{state: Active, conj: locks(2), locks: locks(1, 2)}, look{})},
			[]invariants.Views{views(waits1, look{state: Active, conj: locks(1, 2)}, look{})},
		},
		{
			"locks-granted",
			[]invariants.Views{views(inside1, using, look{LG: has(2, 1)})},
			[]invariants.Views{views(inside1, using, look{}), views(inside1, using, look{LG: has(2)})},
		},
		{
			"inside-locked",
			[]invariants.Views{views(inside1, using, look{})},
			[]invariants.Views{
				views(inside1, look{state: Active, locks: locks(1, 2)}, look{}), views(inside1, look{state: CS, locks: locks(1)}, look{}),
				views(inside1, look{}, look{state: CS, locks: locks(1, 2)}),
			},
		},
	} {
		p := property(t, c.name)
		for k, vs := range c.good {
			if got := p.State(vs); got != invariants.Fine {
				t.Errorf("%s: %v of good state %d", c.name, got, k+1)
			}
		}
		for k, vs := range c.bad {
			if got := p.State(vs); got != invariants.Violated {
				t.Errorf("%s: %v of bad state %d", c.name, got, k+1)
			}
		}
	}
}

// TestFurtherSteps gives each property of steps of G_1, or P_1, some that it must find fine, and some that violate it.
func TestFurtherSteps(t *testing.T) {
	type made struct {
		before, after invariants.Views
		event         model.Event
	}
	gets := func(m message, notes []any, sends ...message) model.Event {
		e := model.Event{Kind: model.DeliverEvent, Site: 3, Message: model.Message{Value: m}, Notes: notes}
		for _, s := range sends {
			e.Sends = append(e.Sends, model.Send{Value: s})
		}
		return e
	}
	group1 := func(before, after look, e model.Event) made {
		return made{views(waits1, before, look{}), views(waits1, after, look{}), e}
	}
	two := model.ListOf(linked{1, 1, 1}, linked{2, 1, 0})
	of := func(z ...int) (LG model.List[lock]) { // G_1's priority, then that of G_2
		for k, z := range z {
			LG = LG.Add(lock{model.Group(k + 1), z})
		}
		return LG
	}
	asks := func(priori int, LG model.List[lock], sends ...message) model.Event {
		return gets(ReqGroup{2, 1, priori}, []any{asked{lock{2, priori}, LG}}, sends...)
	}
	reply := func(before, after model.View) made {
		e := gets(RepProcess{1, 1}, nil)
		e.Site = 1
		return made{views(before, look{}, look{}), views(after, look{}, look{}), e}
	}
	held := look{locks: locks(1), LG: of(2)} // G_1 has its own lock
	for _, c := range []struct {
		name      string
		good, bad []made
	}{
		{
			"temporary",
			[]made{{views(outside, look{active: sites(1), leaving: sites(1)}, look{}), views(outside, look{}, look{}), gets(RelProcess{1, 1}, nil)}},
			[]made{{views(outside, look{active: sites(1), leaving: sites(1)}, look{}), views(outside, look{active: sites(1)}, look{}), gets(RelProcess{1, 1}, nil)}},
		},
		{
			"unlinks",
			[]made{group1(look{LP: two}, look{LP: two.WithoutAt(0)}, gets(RelProcess{1, 1}, nil)), group1(look{}, look{}, gets(RelProcess{1, 1}, nil))},
			[]made{
				group1(look{LP: two}, look{LP: two}, gets(RelProcess{1, 1}, nil)), group1(look{LP: two}, look{LP: two.WithoutAt(1)}, gets(RelProcess{1, 1}, nil)),
				group1(look{LP: two}, look{}, gets(RelProcess{1, 1}, nil)),
			},
		},
		{
			"elapsed-kept",
			[]made{
				group1(look{state: CS, tpouse: 1, gtpo: 2}, look{state: CS, tpouse: 1, gtpo: 2}, asks(1, of())),
				group1(look{state: CS, LP: two, gtpo: 2}, look{state: CS, tpouse: 1, gtpo: 2}, gets(RelProcess{1, 1}, nil)),
				group1(look{state: CS, LP: two, gtpo: 2, tpouse: 2}, look{state: CS, tpouse: 2, gtpo: 2}, gets(RelProcess{1, 1}, nil)),
				group1(look{state: CS, LP: model.ListOf(linked{1, 3, 3}), gtpo: 2}, look{state: CS, tpouse: 2, gtpo: 2}, gets(RelProcess{1, 1}, nil)),
			},
			[]made{
				group1(look{state: CS, gtpo: 2}, look{state: CS, tpouse: 2, gtpo: 2}, asks(1, of())),
				group1(look{state: CS, LP: two, gtpo: 2}, look{state: CS, tpouse: 2, gtpo: 2}, gets(RelProcess{1, 1}, nil)),
				group1(look{state: CS, LP: two, gtpo: 2}, look{state: CS, gtpo: 2}, gets(RelProcess{1, 1}, nil)),
				group1(look{state: CS, LP: two, gtpo: 2}, look{state: CS, tpouse: 1, gtpo: 2}, gets(RelProcess{2, 1}, nil)),
			},
		},
		{
			"last-reply",
			[]made{reply(waits1, inside1)},
			[]made{reply(waits1, waits1), reply(inside1, inside1), reply(outside, outside), reply(model.View{Waits: true, Groups: locks(2)}, inside1)},
		},
		{
			"grants-free",
			[]made{group1(look{}, look{}, asks(1, of(), RecGroup{1, 2}))},
			[]made{group1(look{}, look{}, asks(1, of())), group1(look{LG: of(1)}, look{}, asks(2, of(1), RelGroup{1, 1}))},
		},
		{
			"answers",
			[]made{
				group1(look{}, look{LG: of(1, 1)}, asks(1, of(), RecGroup{1, 2})),
				group1(look{state: CS, locks: locks(1, 2)}, look{LG: of(1)}, gets(RelProcess{1, 1}, nil, RecGroup{1, 1})),
			},
			[]made{
				group1(look{}, look{LG: of(1)}, asks(1, of(), RecGroup{1, 2})),
				group1(held, look{LG: of(1, 1)}, asks(1, of(2), RecGroup{1, 1})),
			},
		},
		{
			"calls-above-holder",
			[]made{group1(held, look{}, asks(3, of(2), RelGroup{1, 1})), group1(held, look{}, asks(1, of(2)))},
			[]made{group1(held, look{}, asks(3, of(2))), group1(held, look{}, asks(1, of(2), RelGroup{1, 1}))},
		},
	} {
		p := property(t, c.name)
		judge := func(x made) invariants.Opinion {
			if !p.Hears(&x.event) {
				return invariants.Silent
			}
			return p.Step(invariants.Step{Before: x.before, After: x.after, Event: &x.event})
		}
		for k, x := range c.good {
			if got := judge(x); got != invariants.Fine {
				t.Errorf("%s: %v of good step %d", c.name, got, k+1)
			}
		}
		for k, x := range c.bad {
			if got := judge(x); got != invariants.Violated {
				t.Errorf("%s: %v of bad step %d", c.name, got, k+1)
			}
		}
	}
	// What the properties leave out.
	for name, x := range map[string]made{
		"temporary":          group1(look{active: sites(1), leaving: sites(1)}, look{active: sites(1)}, gets(RelProcess{1, 1}, nil)), // it asks again
		"grants-free":        group1(look{returning: locks(2)}, look{}, asks(1, of(1))),
		"calls-above-holder": group1(look{locks: locks(1), LG: of(1, 2)}, look{}, asks(3, of(1, 2))),
	} {
		if got := property(t, name).Step(invariants.Step{Before: x.before, After: x.after, Event: &x.event}); got != invariants.Silent {
			t.Errorf("%s: %v of a step that it leaves out", name, got)
		}
	}
}

// TestCallsOnce: a lock that is called back twice is one too many.
func TestCallsOnce(t *testing.T) {
	for _, times := range []int{1, 2} {
		e := model.Event{Kind: model.DeliverEvent, Site: 3, Notes: []any{asked{lock{2, 2}, model.ListOf(lock{1, 1})}}}
		for range times {
			e.Sends = append(e.Sends, model.Send{To: 3, Value: RelGroup{1, 1}})
		}
		if got := calls.Step(invariants.Step{Event: &e}); (got == invariants.Fine) != (times == 1) {
			t.Errorf("called %d times: %v", times, got)
		}
	}
}

// TestFurtherCounts: what a step weighs.
func TestFurtherCounts(t *testing.T) {
	request := &model.Event{Kind: model.RequestEvent, Site: 2, Sends: []model.Send{{To: 3, Value: ReqProcess{2, 1, 1}}}}
	if w := property(t, "process-sends").Gauge.Weigh(request, nil, nil); w.Begins != 2 || w.Weights[1] != 1 {
		t.Errorf("process-sends: %v", w)
	}
	enters := &model.Event{Kind: model.DeliverEvent, Site: 3, Notes: []any{session{k: 1}}, Sends: []model.Send{{To: 1, Value: RepProcess{1, 1}}}}
	if w := property(t, "unique").Gauge.Weigh(enters, nil, nil); w.Weights[0] != 3*2+1-1 {
		t.Errorf("unique: %v", w)
	}
}

// TestQuorumClaims: what the rows on the choice of quorums show.
func TestQuorumClaims(t *testing.T) {
	if m := coteries(""); m.Loads != 13 || m.Differ != 0 {
		t.Errorf("coteries: %+v", m)
	}
	if m := quorumSize(""); m.Loads != 3 || m.Differ != 2 || m.Example != "4 groups: a quorum of 3" {
		t.Errorf("sizes: %+v", m)
	}
}

// TestMessagesTogether: two of two requests are let in with a quorum of two groups, or one of them alone.
func TestMessagesTogether(t *testing.T) {
	weigh := property(t, "messages-together").Gauge.Weigh
	for _, c := range []struct {
		name   string
		LP     model.List[linked]
		weight int
		drops  uint64
	}{
		{"both", model.ListOf(linked{1, 1, 0}, linked{2, 1, 0}), 1 - (3*2 + 3*(2-1)), 0},
		{"one", model.ListOf(linked{1, 1, 0}), 1 - (3*2 + 3*(2-1)), 1},
	} {
		e := &model.Event{Kind: model.DeliverEvent, Site: 3, Notes: []any{session{k: 1, LP: c.LP}}, Sends: []model.Send{{To: 1, Value: RepProcess{1, 1}}}}
		if w := weigh(e, nil, nil); w.Weights[0] != c.weight || w.Drops != c.drops {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
}
