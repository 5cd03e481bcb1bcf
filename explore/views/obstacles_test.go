package views_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// prying is sites that ask, go in by themselves, and leave. Somewhere they do something else: it is odd there, in one of the ways that it has.
type prying struct {
	odd func(i model.Site) bool
	way string
}

type pried struct{ waits, inside, told, odd bool }

type whisper struct{ loud bool }

func (p prying) Start(i model.Site) pried            { return pried{odd: p.does(i, "begins, and shows a group")} }
func (prying) MayRequest(_ model.Site, v pried) bool { return !v.waits && !v.inside }
func (prying) InCS(_ model.Site, v pried) bool       { return v.inside }

// does reports that a site does what it does where it is odd.
func (p prying) does(i model.Site, way string) bool { return p.way == way && p.odd(i) }

func (p prying) Request(i model.Site, v *pried, _ model.Demand, out *model.Outbox[whisper]) {
	v.waits = true
	v.odd = v.odd || p.does(i, "sets")
	switch {
	case p.does(i, "may set"):
		v.odd = out.Choose("odd", 0, 1) == 1
	case p.way == "may set, and must not":
		v.odd = p.odd(i) || out.Choose("odd", 0, 1) == 1
	}
	if p.way == "swaps" {
		v.odd = p.odd(i)
	}
	out.Send(i, whisper{p.does(i, "says something else")})
	if p.way == "tells another one" {
		out.Send(1+model.Site(b2i(p.odd(i))), whisper{})
	}
}

func (p prying) Receive(i model.Site, v *pried, _ whisper, _ *model.Outbox[whisper]) {
	v.told = true
	v.odd = v.odd || p.does(i, "hears")
}

func (prying) Exit(_ model.Site, v *pried, _ *model.Outbox[whisper]) { *v = pried{} }

func (p prying) Internals(i model.Site, v pried) []model.Inner {
	if v.waits && p.way == "swaps" {
		return []model.Inner{{Name: "go"}, {Name: "swap"}}
	}
	if v.waits && !p.does(i, "has a timer") {
		return []model.Inner{{Name: "go"}}
	}
	return nil
}

func (p prying) Timers(i model.Site, v pried) []string {
	if v.waits && p.does(i, "has a timer") {
		return []string{"go"}
	}
	return nil
}

func (p prying) Do(i model.Site, v *pried, name string, out *model.Outbox[whisper]) {
	if name == "swap" {
		v.odd = !v.odd
		return
	}
	v.waits, v.inside = false, true
	if !p.does(i, "enters unheard") {
		out.Enter()
	}
	if p.does(i, "enters twice") {
		out.Enter()
	}
}

func (p prying) Expire(i model.Site, v *pried, name string, out *model.Outbox[whisper]) {
	p.Do(i, v, name, out)
}

func (p prying) Look(i model.Site, v pried, inbox []whisper) model.View {
	look := model.View{Waits: v.waits && !p.does(i, "hides that it waits"), InCS: v.inside && !p.does(i, "hides that it is inside")}
	if p.does(i, "holds a token") {
		look.Holds = 1
	}
	if p.does(i, "shows a group") || p.way == "begins, and shows a group" && v.odd {
		look.Groups = model.SetOf[model.Group](1)
	}
	if p.does(i, "shows a priority") {
		look.Priority = 1
	}
	return look
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pryings is a family in which so many topologies of each number of processes differ in where it is odd.
func pryings(way string, topologies int, odd func(n, topology int, i model.Site) bool) views.Family {
	return func(n int) (all []*system.System) {
		for k := range topologies {
			c := model.Config{Processes: n, Requests: slices.Repeat([]int{model.Unlimited}, n), Timeouts: model.Patient}
			p := prying{func(i model.Site) bool { return odd(n, k, i) }, way}
			all = append(all, system.Compose[pried, whisper](p, c))
		}
		return all
	}
}

// TestObstacles: what is done elsewhere, or by one of the processes, is an obstacle, in whichever way it is something else. Where nothing is, there is
// none, and the closure is of five processes, whose trees have all pairs of edges.
func TestObstacles(t *testing.T) {
	everywhere := func(way string, topologies int, odd func(n, topology int, i model.Site) bool) *views.Everywhere {
		t.Helper()
		r, err := views.Every(t.Context(), pryings(way, topologies, odd), views.Options{MaxWork: 300_000, Questions: []views.Question{
			{Name: "nothing", Deaf: true, Pair: func(_, _ *model.View) bool { return false }},
		}})
		if err != nil {
			t.Fatal(way, err)
		}
		return r
	}
	block := func(way, where string, r *views.Everywhere, condition int) {
		t.Helper()
		if !slices.ContainsFunc(r.Obstacles, func(o views.Obstacle) bool { return o.Condition == condition }) {
			t.Errorf("%s, %s: condition %d is met: %+v", way, where, condition, r)
		}
	}
	for _, way := range []string{
		"sets", "may set", "may set, and must not", "says something else", "tells another one", "hears", "has a timer", "enters unheard", "enters twice", "swaps",
		"hides that it waits", "hides that it is inside",
	} {
		for where, odd := range map[string]func(n, topology int, i model.Site) bool{
			"from four processes on":               func(n, _ int, _ model.Site) bool { return n > 3 },
			"in the second topology":               func(_, topology int, _ model.Site) bool { return topology == 1 },
			"in the last topology of four at most": func(n, topology int, _ model.Site) bool { return n == 4 && topology == 4 },
		} {
			block(way, where, everywhere(way, 5, odd), 2)
		}
	}
	third := func(_, _ int, i model.Site) bool { return i == 3 }
	for _, way := range []string{"has a timer", "enters unheard", "enters twice", "swaps"} {
		block(way, "at the third", everywhere(way, 1, third), 1)
	}
	for _, way := range []string{"sets", "may set", "says something else", "hears"} {
		block(way, "at the third", everywhere(way, 1, third), 3)
	}
	for _, way := range []string{"hides that it waits", "hides that it is inside", "holds a token", "shows a group", "shows a priority"} {
		block(way, "at the third", everywhere(way, 1, third), 3)
	}
	r := everywhere("does nothing else", 2, func(int, int, model.Site) bool { return true })
	if len(r.Obstacles) > 0 || r.Processes != 5 || r.Mentioned >= 5 || !r.Enough() || !r.Answers[0].Proved {
		t.Errorf("nothing is odd: %+v", r)
	}
}

// TestEveryBeginning: what begins in any of the topologies is in the closure, and judged.
func TestEveryBeginning(t *testing.T) {
	for topologies, proved := range map[int]bool{1: true, 2: false, 3: false} {
		family := pryings("begins, and shows a group", topologies, func(_, topology int, _ model.Site) bool { return topology == 1 })
		r, err := views.Every(t.Context(), family, views.Options{MaxWork: 300_000, Questions: []views.Question{
			{Name: "nobody shows a group", Deaf: true, Pair: func(v, w *model.View) bool { return !v.Groups.Empty() && !w.Groups.Empty() }},
		}})
		if err != nil || r.Answers[0].Proved != proved {
			t.Errorf("%d topologies: %+v, %v", topologies, r, err)
		}
	}
}
