package views_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// breaking is a purse that loses what it holds in a crash.
type breaking struct{ purse }

func (breaking) Crash(_ model.Site, v *purseful) { v.holds = 0 }

// twofold is a purse that gives two coins at a time.
type twofold struct{ purse }

func (twofold) Do(_ model.Site, v *purseful, _ string, out *model.Outbox[coinage]) {
	v.holds -= 2
	out.Send(2, coinage{})
	out.Send(2, coinage{})
}

// TestGuesses: a law is found also if the first initial state has nothing to move, or a crash takes some; and its weights are as small as can be.
func TestGuesses(t *testing.T) {
	of := func(coins ...int) purse { return purse{coins, func(_ purseful, coming int) int { return coming }} }
	for want, sys := range map[string]*system.System{
		"coinage in flight + holds = 1": system.Compose[purseful, coinage](of(0, 1), model.Config{Processes: 2, Requests: []int{0, 0}}),
		"coinage in flight + holds = 2": system.Compose[purseful, coinage](breaking{of(2)}, model.Config{Processes: 2, Requests: []int{0, 0}, Crash: 1}),
		"coinage in flight + holds = 4": system.Compose[purseful, coinage](twofold{of(4)}, model.Config{Processes: 2, Requests: []int{0, 0}}),
	} {
		if laws := views.Guessed(sys); len(laws) != 1 || laws[0].String() != want {
			t.Errorf("%v, want %s", laws, want)
		}
	}
	if text := (views.Law{Weights: map[string]int{"free": 2, "inside": 1}, Total: 2}).String(); text != "2 free + inside = 2" {
		t.Error(text)
	}
}

// TestInsideByPairs: that no two are inside is proved by views of two also where nothing is counted.
func TestInsideByPairs(t *testing.T) {
	sys := system.Compose[stop, token](uncounted{ring{3, ""}}, model.Config{Processes: 3, Requests: []int{1, 1, 1}})
	if a := asked(t, sys, views.Options{Entities: 2}, views.Question{Name: "inside", Inside: 1}).Answers[0]; !a.Proved {
		t.Errorf("%+v", a)
	}
}

// uncounted is a ring that shows no tokens.
type uncounted struct{ ring }

func (uncounted) Look(_ model.Site, v stop, _ []token) model.View { return model.View{InCS: v.inside} }

// TestGrowing: where a closure has no end, what grows is named, and nothing else.
func TestGrowing(t *testing.T) {
	sys := system.Compose[hiker, above](trail{}, model.Config{Processes: 2, Requests: []int{0, 0}})
	for entities := 1; entities <= 2; entities++ {
		r := asked(t, sys, views.Options{Entities: entities, MaxWork: 5000}, views.Question{Name: "never", Pair: func(_, _ *model.View) bool { return false }})
		got := map[string]bool{}
		for _, g := range r.Growing {
			got[fmt.Sprintf("%s.%s %v %v", g.Message, g.Field, g.List > 0, g.Number > 0)] = true
		}
		if r.Limit == "" || len(got) != 3 || !got[".climber.steps true false"] || !got[".climber.rung false true"] || !got["above.rung false true"] {
			t.Errorf("views of %d: %+v", entities, r.Growing)
		}
	}
}

// trail is a ladder without an end; what hikers carry stays the same.
type trail struct{ ladder }

type hiker struct {
	climber
	bags model.List[model.Site]
	age  int
}

func (trail) Start(i model.Site) hiker                                        { return hiker{bags: model.ListOf(i, i), age: 7} }
func (trail) MayRequest(model.Site, hiker) bool                               { return false }
func (trail) InCS(model.Site, hiker) bool                                     { return false }
func (trail) Request(model.Site, *hiker, model.Demand, *model.Outbox[above])  {}
func (trail) Exit(model.Site, *hiker, *model.Outbox[above])                   {}
func (trail) Receive(_ model.Site, _ *hiker, _ above, _ *model.Outbox[above]) {}
func (trail) Look(model.Site, hiker, []above) model.View                      { return model.View{} }
func (trail) Internals(model.Site, hiker) []model.Inner                       { return []model.Inner{{Name: "climb"}} }
func (x trail) Do(i model.Site, v *hiker, name string, out *model.Outbox[above]) {
	x.ladder.Do(i, &v.climber, name, out)
}

// TestUnanswered: a function of a question that does not return is named, whichever it is; a handler that does not return is named, and not the question that
// was asked before it.
func TestUnanswered(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	hanging := func() func() bool { // once, and not for ever
		var once sync.Once
		return func() bool {
			once.Do(func() {
				select {
				case <-stay:
				case <-time.After(5 * time.Second):
				}
			})
			return false
		}
	}
	hangs := hanging()
	p := gmecheck.New[counter]("counting", 2)
	p.Event("step", gmecheck.Always, func(s *counter, _ gmecheck.Ctx) bool { return s.Steps < 3 }, func(s *counter, _ gmecheck.Ctx) {
		if s.Steps++; s.Steps == 3 {
			hangs()
		}
	})
	q := gmecheck.New[counter]("counting", 2)
	q.Event("step", gmecheck.Always, func(s *counter, _ gmecheck.Ctx) bool { return s.Steps < 3 }, func(s *counter, _ gmecheck.Ctx) { s.Steps++ })
	never := func(_, _ *model.View) bool { return false }
	for name, x := range map[string]struct {
		p    *gmecheck.Model[counter]
		q    views.Question
		want string
	}{
		"pair":    {q, views.Question{Name: "pair", Pair: paired(hanging())}, "counting: property pair has not returned for 50ms"},
		"speaks":  {q, views.Question{Name: "speaks", Pair: never, Speaks: given[*model.View](hanging())}, "counting: property speaks has not returned for 50ms"},
		"heard":   {q, views.Question{Name: "heard", Heard: given[*model.Event](hanging())}, "counting: property heard has not returned for 50ms"},
		"handler": {p, views.Question{Name: "before", Pair: never}, "counting: the handler of step(1) has not returned for 50ms"},
	} {
		sys, err := x.p.System()
		if err != nil {
			t.Fatal(err)
		}
		o := views.Options{Entities: 2, MaxTime: 50 * time.Millisecond, Questions: []views.Question{x.q}}
		_, err = views.Of(t.Context(), sys, o.Patient(50*time.Millisecond))
		var broken *explore.Broken
		if !errors.As(err, &broken) || err.Error() != x.want {
			t.Errorf("%s: %v, want %s", name, err, x.want)
		}
	}
}

func paired(f func() bool) func(_, _ *model.View) bool {
	return func(_, _ *model.View) bool { return f() }
}
func given[T any](f func() bool) func(T) bool { return func(T) bool { return f() } }

// TestToldByLaws: steps are told within the laws that were found, which leave things out.
func TestToldByLaws(t *testing.T) {
	told := 0
	for _, x := range []struct{ places, n int }{{1, 3}, {2, 3}, {3, 4}} {
		room := usual(x.places)
		room.credits = nil
		sys := room.open(x.n, model.Unlimited, model.Config{})
		for g := range model.Group(2) {
			for _, waits := range []bool{false, true} {
				q := views.Question{Name: "inside", Deaf: true, Pair: func(v, w *model.View) bool { return v.InCS && w.Groups.Has(g+1) && (w.InCS || waits) }}
				r := asked(t, sys, views.Options{Entities: 2, FindLaws: true}, q, views.Question{Name: "gme", Deaf: true, Pair: invariants.GME.Few.Pair})
				if wrong := tells(sys, 2, r.Answers[0]); wrong != "" {
					t.Errorf("%d places, n = %d: %s: %+v", x.places, x.n, wrong, r.Answers[0])
				}
				told += len(r.Answers[0].Steps)
			}
		}
	}
	if told == 0 {
		t.Error("no steps are told")
	}
}
