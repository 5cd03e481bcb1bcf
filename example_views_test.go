package gmecheck_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

// station is a site of a ring.
type station struct{ Has bool }

type baton struct{}

// relay passes a baton around a ring of n sites, for ever.
func relay(n int) *gmecheck.Model[station] {
	p := gmecheck.New[station]("relay", n)
	has := func(s station) bool { return s.Has }
	p.Init(func(s *station, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("pass", gmecheck.Always, func(s *station, _ gmecheck.Ctx) bool { return s.Has },
		func(s *station, c gmecheck.Ctx) { s.Has = false; c.Send(c.Self%gmecheck.Site(n)+1, baton{}) })
	gmecheck.On(p, func(s *station, _ gmecheck.Ctx, _ baton) { s.Has = true })
	p.NeverTwo("one-holder", has)
	return p
}

// A property of any two sites, which check judges in all states of a few sites, may be proved without searching states for many.
func ExampleModel_NeverTwo() {
	run("ExampleModel_NeverTwo", "views -n 12 --quiet", func() { gmecheck.Main(gmecheck.Family(relay)) })
	// Output:
	// relay -n 12
	// views of 2; every event any number of times
	//
	// property    verdict
	// one-holder  holds for n = 12 by views of 2
	//
	// 24 states of sites, 12 messages, 342 pairs of them
	// covered: messages in any order, any of them lost
}

// reader is a site of a file: the first gives out permits, and counts those that it has left.
type reader struct {
	Left, Has int
	Asks      bool
}

type (
	need   struct{ From, Permits int }
	permit struct{ Permits int } // 0: not now
	back   struct{ Permits int }
)

// all are the permits of a file.
const all = 3

// file is read with one permit, and written with all of them.
func file(n int) *gmecheck.Model[reader] {
	p := gmecheck.New[reader]("file", n)
	p.Init(func(s *reader, c gmecheck.Ctx) {
		if c.Self == 1 {
			s.Left = all
		}
	})
	opens := func(name string, permits int) {
		p.Event(name, gmecheck.Always, func(s *reader, c gmecheck.Ctx) bool { return c.Self != 1 && !s.Asks && s.Has == 0 },
			func(s *reader, c gmecheck.Ctx) { s.Asks = true; c.Send(1, need{int(c.Self), permits}) })
	}
	opens("read", 1)
	opens("write", all)
	p.Event("close", gmecheck.Always, func(s *reader, _ gmecheck.Ctx) bool { return s.Has > 0 },
		func(s *reader, c gmecheck.Ctx) { c.Send(1, back{s.Has}); s.Has = 0 })
	gmecheck.On(p, func(s *reader, c gmecheck.Ctx, m need) {
		if m.Permits > s.Left {
			m.Permits = 0
		}
		s.Left -= m.Permits
		c.Send(gmecheck.Site(m.From), permit{m.Permits})
	})
	gmecheck.On(p, func(s *reader, _ gmecheck.Ctx, m permit) { s.Asks, s.Has = false, m.Permits })
	gmecheck.On(p, func(s *reader, _ gmecheck.Ctx, m back) { s.Left += m.Permits })
	p.NeverTwo("one-writer", func(s reader) bool { return s.Has == all })
	return p
}

// lawful is a file that says what no step makes more of.
func lawful(n int) *gmecheck.Model[reader] {
	p := file(n)
	p.Credits(func(s reader) int { return s.Left + s.Has }, func(m any) int {
		switch m := m.(type) {
		case permit:
			return m.Permits
		case back:
			return m.Permits
		}
		return 0
	})
	return p
}

// What rests on counting needs a law: permits do not come about.
func ExampleModel_Credits() {
	run("ExampleModel_Credits", "views -n 6 --quiet", func() { gmecheck.Main(gmecheck.Family(lawful)) })
	// Output:
	// file -n 6
	// views of 2; every event any number of times
	//
	// property    verdict
	// one-writer  holds for n = 6 by views of 2
	//
	// 24 states of sites, 35 messages, 1,190 pairs of them
	// covered: messages in any order, any of them lost
	// law of credits: 3 at the beginning, and no step that was looked at makes more of what takes part in it
}

// A law can be looked for, instead of being declared.
func ExampleMain_laws() {
	run("ExampleMain_laws", "views -n 6 --quiet --find-laws", func() { gmecheck.Main(gmecheck.Family(file)) })
	// Output:
	// file -n 6
	// views of 2; every event any number of times
	//
	// property    verdict
	// one-writer  holds for n = 6 by views of 2
	//
	// 24 states of sites, 35 messages, 1,190 pairs of them
	// covered: messages in any order, any of them lost
	// found: Has + Left + back.Permits + permit.Permits = 3, and no step that was looked at makes it more
}

// The log of a real run is compared with the model: here site 2 passes on what it does not have.
func ExampleModel_Conform() {
	log := `{"process": 1, "kind": "internal", "name": "pass"}
{"process": 2, "kind": "internal", "name": "pass"}
{"process": 2, "kind": "deliver", "message": {"kind": "baton"}}`
	a, violations, err := relay(3).Conform(context.Background(), "relay.log", strings.NewReader(log), conform.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	fmt.Println(a.Conforms, a.Fitted, len(violations))
	fmt.Println(a.Misfit.Event.Line, a.Misfit.Why)
	// Output:
	// false 1 0
	// 2 internal pass is not possible at P2
}

// twice is a site that lets another in, too, when it enters for the second time.
type twice struct{ Old, In bool }

// entering lets site 1 enter so often, or Always.
func entering(times int) *gmecheck.Model[twice] {
	p := gmecheck.New[twice]("twice", 2)
	p.Event("enter", times, func(s *twice, c gmecheck.Ctx) bool { return c.Self == 1 && !s.In }, func(s *twice, c gmecheck.Ctx) {
		if s.In = true; s.Old {
			c.Send(2, hail{})
		}
	})
	p.Event("leave", gmecheck.Always, func(s *twice, _ gmecheck.Ctx) bool { return s.In }, func(s *twice, _ gmecheck.Ctx) { s.In, s.Old = false, true })
	gmecheck.On(p, func(s *twice, _ gmecheck.Ctx, _ hail) { s.In = true })
	p.NeverTwo("one-inside", func(s twice) bool { return s.In })
	return p
}

type hail struct{}

// A proof is of as many events as their budgets allow, and says so.
func ExampleMain_budgets() {
	run("ExampleMain_budgets", "views --quiet", func() { gmecheck.Main(entering(1)) })
	// Output:
	// twice -n 2
	// views of 2; at each site enter at most once
	//
	// property    verdict
	// one-inside  holds for n = 2 by views of 2
	//
	// 4 states of sites, 0 messages, 3 pairs of them
	// covered: messages in any order, any of them lost
}
