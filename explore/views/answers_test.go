package views_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// named is a ring whose sites show that they are some.
type named struct{ ring }

func (x named) Look(i model.Site, v stop, inbox []token) model.View {
	look := x.ring.Look(i, v, inbox)
	look.More = "a site"
	return look
}

// TestVacuous: only what is proved is vacuous, and only if it has nothing to say of any site, whatever it says of messages.
func TestVacuous(t *testing.T) {
	mutex := invariants.Mutex.Few.Pair
	for name, x := range map[string]struct {
		wrong           string
		speaks          func(v *model.View) bool
		proved, vacuous bool
	}{
		"of nothing":            {"", func(v *model.View) bool { return v.Holds > 5 }, true, true},
		"of everything":         {"", func(*model.View) bool { return true }, true, false},
		"of a later state":      {"", func(v *model.View) bool { return v.InCS }, true, false},
		"nobody says of what":   {"", nil, true, false},
		"of no site":            {"", func(v *model.View) bool { return v.More == nil }, true, true},
		"it panics at no site":  {"", func(v *model.View) bool { return v.More.(string) == "" }, true, true},
		"of nothing, not right": {"enters without the token", func(v *model.View) bool { return v.Holds > 5 }, false, false},
	} {
		c := model.Config{Processes: 3, Requests: []int{model.Unlimited, model.Unlimited, model.Unlimited}}
		sys := system.Compose[stop, token](named{ring{3, x.wrong}}, c)
		for entities := 1; entities <= 2; entities++ {
			a := asked(t, sys, views.Options{Entities: entities}, views.Question{Name: name, Pair: mutex, Speaks: x.speaks}).Answers[0]
			if a.Proved != x.proved || a.Vacuous != x.vacuous {
				t.Errorf("%s, views of %d: %+v", name, entities, a)
			}
		}
	}
}

// crediting is a ring whose token is a credit, and nothing else. Who is inside with it, and passes it, looks as before.
type crediting struct{ ring }

func (x crediting) Look(i model.Site, v stop, inbox []token) model.View {
	look := x.ring.Look(i, v, inbox)
	look.Credit, look.Holds, look.Coming = look.Holds+look.Coming, 0, 0
	return look
}

// TestLighter: of sites that look the same the one with fewer credits counts, whether these are declared or found.
func TestLighter(t *testing.T) {
	mutex := views.Question{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}
	for _, wrong := range []string{"", "passes the token while inside"} {
		c := model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}}
		for entities := 1; entities <= 2; entities++ {
			for _, laws := range []bool{false, true} {
				r := asked(t, system.Compose[stop, token](crediting{ring{2, wrong}}, c), views.Options{Entities: entities, FindLaws: laws}, mutex)
				if r.Answers[0].Proved != (wrong == "") || r.Credits != 1 {
					t.Errorf("%q, views of %d: %+v", wrong, entities, r)
				}
			}
		}
	}
}

// TestSums: what is told of laws is right: how many credits there are at the beginning, the most if there are several; that there are none where a step makes more;
// and of those that were found only what has kept something apart.
func TestSums(t *testing.T) {
	never := views.Question{Name: "never", Pair: func(_, _ *model.View) bool { return false }}
	room := usual(2)
	if r := asked(t, room.open(3, model.Unlimited, model.Config{}), views.Options{Entities: 2}, never); r.Credits != 2 {
		t.Errorf("%d credits, not 2", r.Credits)
	}
	room.credits = map[string]int{"place": 1, "guest": 2, "admit": 1, "left": 1}
	if r := asked(t, room.open(3, model.Unlimited, model.Config{}), views.Options{Entities: 2}, never); r.Credits != 0 {
		t.Errorf("%d credits, and a step makes more", r.Credits)
	}
	p := purse{[]int{1, 2, 0}, func(_ purseful, coming int) int { return coming }}
	laws := views.Guessed(system.Compose[purseful, coinage](p, model.Config{Processes: 2, Requests: []int{0, 0}}))
	if len(laws) != 1 || laws[0].String() != "coinage in flight + holds = 2" {
		t.Errorf("of purses with 1, 2 or no coins: %v", laws)
	}
	a, c := read(t, "naimi-trehel -n 3 -r inf")
	if laws := views.Guessed(a.New(c)); len(laws) == 0 {
		t.Error("no law is found")
	}
	if r := asked(t, a.New(c), views.Options{Entities: 2, FindLaws: true}, never); len(r.Laws) > 0 {
		t.Errorf("these have kept nothing apart: %v", r.Laws)
	}
}

// pouches are two sites. The first is inside, with a ball and a key; it gives one of them to the other site, and stays. The other site is inside once it has the ball,
// or the key.
type pouches struct{ key bool }

type pouch struct{ ball, key, inside bool }

type gift struct{ ball, key bool }

func (pouches) Start(i model.Site) pouch                                      { return pouch{i == 1, i == 1, i == 1} }
func (pouches) MayRequest(model.Site, pouch) bool                             { return false }
func (pouches) InCS(model.Site, pouch) bool                                   { return false }
func (pouches) Request(model.Site, *pouch, model.Demand, *model.Outbox[gift]) {}
func (pouches) Exit(model.Site, *pouch, *model.Outbox[gift])                  {}
func (p pouches) Receive(_ model.Site, v *pouch, m gift, _ *model.Outbox[gift]) {
	v.ball, v.key = v.ball || m.ball, v.key || m.key
	v.inside = p.key && v.key || !p.key && v.ball
}
func (pouches) Internals(i model.Site, v pouch) []model.Inner {
	if i == 1 && v.ball && v.key {
		return []model.Inner{{Name: "ball"}, {Name: "key"}}
	}
	return nil
}
func (pouches) Do(_ model.Site, v *pouch, name string, out *model.Outbox[gift]) {
	m := gift{name == "ball", name == "key"}
	v.ball, v.key = !m.ball, !m.key
	out.Send(2, m)
}
func (pouches) Look(_ model.Site, v pouch, _ []gift) model.View { return model.View{InCS: v.inside} }

// TestTwoLaws: sites that look the same are told apart by each of several laws that are found.
func TestTwoLaws(t *testing.T) {
	both := views.Question{Name: "both inside", Deaf: true, Pair: func(v, w *model.View) bool { return v.InCS && w.InCS }}
	for _, key := range []bool{false, true} {
		sys := system.Compose[pouch, gift](pouches{key}, model.Config{Processes: 2, Requests: []int{0, 0}})
		if laws := views.Guessed(sys); len(laws) < 2 {
			t.Errorf("the key: %v: too few laws: %v", key, laws)
		}
		for entities := 1; entities <= 2; entities++ {
			if a := asked(t, sys, views.Options{Entities: entities, FindLaws: true}, both).Answers[0]; a.Proved {
				t.Errorf("the key: %v, views of %d: proved, and both may be inside", key, entities)
			}
		}
	}
}

// shop is two sites; the first has nine goods, and sends them to the other, each by a law of its own.
type shop struct{}

type goods struct{ a, b, c, d, e, f, g, h, i bool }

func (x *goods) all() []*bool { return []*bool{&x.a, &x.b, &x.c, &x.d, &x.e, &x.f, &x.g, &x.h, &x.i} }

type good int

func (g good) String() string { return string(rune('a' + g)) }

type item struct{ of good }

func (shop) Start(i model.Site) (x goods) {
	for _, has := range x.all() {
		*has = i == 1
	}
	return x
}
func (shop) MayRequest(model.Site, goods) bool                             { return false }
func (shop) InCS(model.Site, goods) bool                                   { return false }
func (shop) Request(model.Site, *goods, model.Demand, *model.Outbox[item]) {}
func (shop) Exit(model.Site, *goods, *model.Outbox[item])                  {}
func (shop) Receive(_ model.Site, x *goods, m item, _ *model.Outbox[item]) { *x.all()[m.of] = true }
func (shop) Look(model.Site, goods, []item) model.View                     { return model.View{} }
func (shop) Internals(i model.Site, x goods) (all []model.Inner) {
	for k, has := range x.all() {
		if i == 1 && *has {
			all = append(all, model.Inner{Name: good(k).String()})
		}
	}
	return all
}
func (shop) Do(_ model.Site, x *goods, name string, out *model.Outbox[item]) {
	k := int(name[0] - 'a')
	*x.all()[k] = false
	out.Send(2, item{good(k)})
}

// TestManyLaws: of more laws than are looked at, so many are.
func TestManyLaws(t *testing.T) {
	sys := system.Compose[goods, item](shop{}, model.Config{Processes: 2, Requests: []int{0, 0}})
	if laws := views.Guessed(sys); len(laws) != 8 {
		t.Errorf("%d laws: %v", len(laws), laws)
	}
	if r := asked(t, sys, views.Options{Entities: 1, FindLaws: true}, views.Question{Name: "never", Pair: func(_, _ *model.View) bool { return false }}); !r.Answers[0].Proved {
		t.Errorf("%+v", r)
	}
}
