package views_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// ladder is two sites that climb, from a rung and with as many steps behind them, and say so to the other.
type ladder struct{ from, most int }

type climber struct {
	rung  int
	steps model.List[model.Site]
}

type above struct{ rung int }

func (l ladder) Start(model.Site) climber                                        { return climber{rung: l.from} }
func (ladder) MayRequest(model.Site, climber) bool                               { return false }
func (ladder) InCS(model.Site, climber) bool                                     { return false }
func (ladder) Request(model.Site, *climber, model.Demand, *model.Outbox[above])  {}
func (ladder) Exit(model.Site, *climber, *model.Outbox[above])                   {}
func (ladder) Receive(_ model.Site, _ *climber, _ above, _ *model.Outbox[above]) {}
func (ladder) Look(_ model.Site, v climber, _ []above) model.View                { return model.View{More: v.rung} }
func (l ladder) Internals(_ model.Site, v climber) []model.Inner {
	if v.rung == l.most {
		return nil
	}
	return []model.Inner{{Name: "climb"}}
}
func (ladder) Do(i model.Site, v *climber, _ string, out *model.Outbox[above]) {
	v.rung++
	v.steps = v.steps.Add(i)
	out.Send(3-i, above{v.rung})
}

func (l ladder) system() *system.System {
	return system.Compose[climber, above](l, model.Config{Processes: 2, Requests: []int{0, 0}})
}

// TestCaps: what is as large as a cap says is looked at, what is larger is left out, which the answer says; and what an initial state has is never left out.
func TestCaps(t *testing.T) {
	both := func(rung int) views.Question {
		return views.Question{Name: "up", Pair: func(v, w *model.View) bool { return v.More == rung && w.More == rung }}
	}
	for _, x := range []struct {
		l               ladder
		queues, numbers int
		rung            int // on which two are not to be
		proved, capped  bool
	}{
		{ladder{0, 5}, 0, 3, 3, false, true}, {ladder{0, 5}, 0, 3, 4, true, true}, {ladder{0, 5}, 0, 5, 5, false, false},
		{ladder{0, 5}, 3, 0, 3, false, true}, {ladder{0, 5}, 3, 0, 4, true, true}, {ladder{0, 5}, 5, 0, 5, false, false},
		{ladder{4, 6}, 0, 2, 4, false, false}, {ladder{4, 6}, 0, 2, 5, true, true},
	} {
		r := asked(t, x.l.system(), views.Options{Entities: 2, Queues: x.queues, Numbers: x.numbers}, both(x.rung))
		if r.Answers[0].Proved != x.proved || x.proved && r.Capped != x.capped {
			t.Errorf("%+v: proved: %v, capped: %v", x, r.Answers[0].Proved, r.Capped)
		}
		if _, err := r.Certificate(""); x.proved && (err == nil || !strings.Contains(err.Error(), "because of a cap")) {
			t.Errorf("%+v: a certificate: %v", x, err)
		}
	}
}

// TestWork: steps, pairs and entities are work.
func TestWork(t *testing.T) {
	a, c := read(t, "naimi-trehel -n 5 -r inf")
	_, questions := few(a, c)
	for entities := 1; entities <= 2; entities++ {
		all := asked(t, a.New(c), views.Options{Entities: entities}, questions...)
		things := 50 * (all.States + all.Messages)
		for most, limited := range map[int]bool{things: true, things + all.Views*(entities-1) - 1: true, 2*things + 3*all.Views: false} {
			r := asked(t, a.New(c), views.Options{Entities: entities, MaxWork: most}, questions...)
			if (r.Limit != "") != limited {
				t.Errorf("views of %d, %d things and %d views with a limit of %d: %q", entities, all.States+all.Messages, all.Views, most, r.Limit)
			}
			if _, err := r.Certificate(""); limited && err == nil {
				t.Errorf("views of %d: a certificate of what is not closed", entities)
			}
		}
	}
}

// TestUncertified: there is no certificate of what the second checker could not follow.
func TestUncertified(t *testing.T) {
	never := views.Question{Name: "never", Pair: func(_, _ *model.View) bool { return false }}
	room := usual(2)
	declared := room.open(3, model.Unlimited, model.Config{})
	room.credits = nil
	for _, x := range []struct {
		sys  *system.System
		o    views.Options
		want string
	}{
		{declared, views.Options{Entities: 2}, "rests on credits"},
		{room.open(3, model.Unlimited, model.Config{}), views.Options{Entities: 2, FindLaws: true}, "rests on credits"},
		{rings(3, "may send two", model.Config{}), views.Options{Entities: 1}, "nothing follows from views of 1"},
		{system.Compose[alike, token](twins{}, model.Config{Processes: 2, Requests: []int{1, 1}}), views.Options{Entities: 2}, "two different things are written alike"},
	} {
		if _, err := asked(t, x.sys, x.o, never).Certificate(""); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %s", err, x.want)
		}
	}
}

// twins are sites whose states are not written down as they are.
type twins struct{}

type alike struct{ of veiled }

type veiled bool

func (veiled) String() string { return "veiled" }

func (twins) Start(model.Site) alike                                                 { return alike{} }
func (twins) MayRequest(_ model.Site, v alike) bool                                  { return !bool(v.of) }
func (twins) InCS(model.Site, alike) bool                                            { return false }
func (twins) Request(_ model.Site, v *alike, _ model.Demand, _ *model.Outbox[token]) { v.of = true }
func (twins) Exit(model.Site, *alike, *model.Outbox[token])                          {}
func (twins) Receive(model.Site, *alike, token, *model.Outbox[token])                {}
func (twins) Look(model.Site, alike, []token) model.View                             { return model.View{} }
func (twins) Internals(model.Site, alike) []model.Inner                              { return nil }
func (twins) Do(model.Site, *alike, string, *model.Outbox[token])                    {}

// TestMisasked: what cannot be answered is an error, and what nobody asks is closed all the same.
func TestMisasked(t *testing.T) {
	sys := rings(2, "", model.Config{})
	for _, entities := range []int{-1, 0, 3} {
		if _, err := views.Of(t.Context(), sys, views.Options{Entities: entities}); err == nil {
			t.Errorf("views of %d are closed", entities)
		}
	}
	a, c := read(t, "ring-coordinator -n 2 -r inf")
	if _, err := views.Of(t.Context(), a.New(c), views.Options{Entities: 2, MaxWork: 1000}); err == nil || !strings.Contains(err.Error(), "time stamps") {
		t.Errorf("time stamps without end: %v", err)
	}
	for entities := 1; entities <= 2; entities++ {
		none, some := asked(t, sys, views.Options{Entities: entities}), asked(t, sys, views.Options{Entities: entities}, views.Question{Name: "never", Pair: func(_, _ *model.View) bool { return false }})
		if none.Views != some.Views || none.States != 8 || none.Messages != 2 {
			t.Errorf("views of %d: %d of %d states and %d messages, and %d with a question", entities, none.Views, none.States, none.Messages, some.Views)
		}
		var broken *model.Broken
		odd := 0
		_, err := views.Of(t.Context(), sys, views.Options{Entities: entities, Questions: []views.Question{{Name: "fickle", Pair: func(_, _ *model.View) bool { odd++; return odd%4 == 2 }}}})
		if !errors.As(err, &broken) || broken.Property != "fickle" {
			t.Errorf("views of %d: a question that does not always answer the same: %v", entities, err)
		}
		a := asked(t, sys, views.Options{Entities: entities}, views.Question{Name: "panics", Pair: func(v, _ *model.View) bool {
			if v.InCS {
				panic("no answer")
			}
			return false
		}}).Answers[0]
		if a.Proved || !strings.Contains(a.Why, "no answer") {
			t.Errorf("views of %d: a question that panics: %+v", entities, a)
		}
	}
	if _, err := views.Of(t.Context(), system.Compose[stop, token](blind{}, model.Config{Processes: 2, Requests: []int{1, 1}}), views.Options{Entities: 2}); err == nil {
		t.Error("initial states that cannot be looked at are closed")
	}
}

// blind is a ring that cannot be looked at.
type blind struct{ ring }

func (blind) Look(model.Site, stop, []token) model.View { panic("no look") }

// TestBeginningsAll: what stands side by side in any initial state does, and what happens to one that is alone does.
func TestBeginningsAll(t *testing.T) {
	p := purse{[]int{0, 1}, func(_ purseful, coming int) int { return coming }}
	sys := system.Compose[purseful, coinage](p, model.Config{Processes: 2, Requests: []int{0, 0}})
	single := rings(1, "", model.Config{})
	for entities := 1; entities <= 2; entities++ {
		holds := views.Question{Name: "holds", Pair: func(v, w *model.View) bool { return v.Holds > 0 && w.Holds == 0 }}
		if asked(t, sys, views.Options{Entities: entities}, holds).Answers[0].Proved {
			t.Errorf("views of %d: what only the second initial state shows is not found", entities)
		}
		asks := views.Question{Name: "asks", Heard: func(e *model.Event) bool { return e.Kind == model.RequestEvent }}
		if asked(t, single, views.Options{Entities: entities}, asks).Answers[0].Proved {
			t.Errorf("views of %d: nothing happens to a site that is alone", entities)
		}
	}
}

// TestTwice: where messages come twice, what two of them do is looked at.
func TestTwice(t *testing.T) {
	inside := views.Question{Name: "mutex", Deaf: true, Pair: func(v, w *model.View) bool { return v.InCS && w.InCS }}
	for duplicate := range 2 {
		if a := asked(t, rings(3, "", model.Config{Duplicate: duplicate}), views.Options{Entities: 2}, inside).Answers[0]; a.Proved != (duplicate == 0) {
			t.Errorf("messages come twice: %d; %+v", duplicate, a)
		}
	}
}
