package gmecheck_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gmecheck/gmecheck"
)

// turns is two processes that go in by turns: Turn is whose it is, In is who is inside.
type turns struct {
	Turn gmecheck.Site
	In   gmecheck.Sites
}

func taking() *gmecheck.Shared[turns] {
	p := gmecheck.NewShared[turns]("turns", 2)
	p.Init(func(s *turns, c gmecheck.Ctx) { s.Turn = 1 })
	p.Action("enter", func(s *turns, c gmecheck.Ctx) bool { return s.Turn == c.Self && s.In.Empty() }, func(s *turns, c gmecheck.Ctx) { s.In = s.In.With(c.Self) })
	p.Action("leave", func(s *turns, c gmecheck.Ctx) bool { return s.In.Has(c.Self) }, func(s *turns, c gmecheck.Ctx) { s.In, s.Turn = gmecheck.Sites{}, c.Next() })
	return p
}

func ExampleNewShared() {
	p := taking()
	p.Always("one-inside", func(s turns) bool { return s.In.Len() <= 1 })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// turns -n 2: 4 states, 4 transitions, depth 3
	//   one-inside holds
}

func ExampleAction() {
	p := gmecheck.NewShared[count1]("counter", 2)
	a := p.Action("add", func(s *count1, c gmecheck.Ctx) bool { return s.N < 3 }, func(s *count1, c gmecheck.Ctx) { s.N++ })
	a.Optional()
	p.Eventually("three", func(s count1) bool { return s.N == 3 })
	r, _ := p.Check()
	fmt.Println(r.Verdict("three").Result)
	// Output:
	// violated
}

// A process that may keep its turn for ever lets the other wait for ever.
func ExampleAction_Optional() {
	p := gmecheck.NewShared[turns]("turns", 2)
	p.Init(func(s *turns, c gmecheck.Ctx) { s.Turn = 1 })
	p.Action("pass", func(s *turns, c gmecheck.Ctx) bool { return s.Turn == c.Self }, func(s *turns, c gmecheck.Ctx) { s.Turn = c.Next() }).Optional()
	p.LeadsTo("turn", func(s turns, i gmecheck.Site) bool { return true }, func(s turns, i gmecheck.Site) bool { return s.Turn == i })
	r, _ := p.Check()
	fmt.Println(r.Verdict("turn"))
	// Output:
	// turn violated (1 step): process 1 waits for ever
}

func ExampleShared_Action() {
	p := gmecheck.NewShared[count1]("counter", 2)
	p.Action("add", nil, func(s *count1, c gmecheck.Ctx) { s.N += int(c.Self) })
	p.Within(func(s count1) bool { return s.N <= 9 })
	p.Sometimes("seven", func(s count1) bool { return s.N == 7 })
	r, _ := p.Check()
	fmt.Println(r.Verdict("seven").Steps)
	// Output:
	// [add(1) add(2) add(2) add(2)]
}

// Either process may have the first turn.
func ExampleShared_Init() {
	p := gmecheck.NewShared[turns]("turns", 2)
	p.Init(func(s *turns, c gmecheck.Ctx) { s.Turn = gmecheck.Site(c.Choose("turn", 1, 2)) })
	p.Never("second", func(s turns) bool { return s.Turn == 2 })
	r, _ := p.Check()
	fmt.Println(r.States, r.Verdict("second").Start)
	// Output:
	// 2 turn=2
}

func ExampleShared_Within() {
	p := gmecheck.NewShared[count1]("counter", 1)
	p.Action("add", nil, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Within(func(s count1) bool { return s.N <= 4 })
	r, _ := p.Check()
	fmt.Println(r.States, r.Bounded)
	// Output:
	// 5 true
}

func ExampleShared_Always() {
	p := taking()
	p.Always("turn-inside", func(s turns) bool { return s.In.Empty() || s.In == gmecheck.SetOf(s.Turn) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("turn-inside"))
	// Output:
	// turn-inside holds
}

func ExampleShared_Never() {
	p := taking()
	p.Never("second", func(s turns) bool { return s.In.Has(2) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("second").Steps)
	// Output:
	// [enter(1) leave(1) enter(2)]
}

func ExampleShared_Sometimes() {
	p := taking()
	p.Sometimes("second", func(s turns) bool { return s.In.Has(2) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("second"))
	// Output:
	// second holds (3 steps)
}

func ExampleShared_AtEnd() {
	p := gmecheck.NewShared[count1]("counter", 2)
	p.Action("add", func(s *count1, c gmecheck.Ctx) bool { return s.N < 3 }, func(s *count1, c gmecheck.Ctx) { s.N += int(c.Self) })
	p.AtEnd("three", func(s count1) bool { return s.N == 3 })
	r, _ := p.Check()
	fmt.Println(r.Verdict("three"), r.Verdict("three").Steps)
	// Output:
	// three violated (2 steps): nothing can happen any more, and it is not true of the last state [add(2) add(2)]
}

func ExampleShared_NeverEnds() {
	p := gmecheck.NewShared[count1]("counter", 2)
	p.Action("add", func(s *count1, c gmecheck.Ctx) bool { return s.N < 3 }, func(s *count1, c gmecheck.Ctx) { s.N += int(c.Self) })
	p.NeverEnds("goes-on")
	r, _ := p.Check()
	fmt.Println(r.Verdict("goes-on"), r.Verdict("goes-on").Steps)
	// Output:
	// goes-on violated (2 steps): nothing can happen any more [add(1) add(2)]
}

func ExampleShared_Eventually() {
	p := taking()
	p.Eventually("second", func(s turns) bool { return s.In.Has(2) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("second"))
	// Output:
	// second holds
}

func ExampleShared_CanReach() {
	p := taking()
	p.CanReach("outside", func(s turns) bool { return s.In.Empty() })
	r, _ := p.Check()
	fmt.Println(r.Verdict("outside"))
	// Output:
	// outside holds
}

func ExampleShared_Responds() {
	p := taking()
	p.Responds("leaves", func(s turns) bool { return !s.In.Empty() }, func(s turns) bool { return s.In.Empty() })
	r, _ := p.Check()
	fmt.Println(r.Verdict("leaves"))
	// Output:
	// leaves holds
}

func ExampleShared_LeadsTo() {
	p := taking()
	p.LeadsTo("served", func(s turns, i gmecheck.Site) bool { return s.Turn != i }, func(s turns, i gmecheck.Site) bool { return s.In.Has(i) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("served"))
	// Output:
	// served holds
}

func ExampleShared_NeverTwo() {
	p := taking()
	p.NeverTwo("one-inside", func(s turns, i gmecheck.Site) bool { return s.In.Has(i) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("one-inside"))
	// Output:
	// one-inside holds
}

func ExampleShared_Overtaking() {
	p := taking()
	outside := func(s turns, i gmecheck.Site) bool { return !s.In.Has(i) }
	inside := func(s turns, i gmecheck.Site) bool { return s.In.Has(i) }
	p.Overtaking("overtaken", outside, inside).AtMost(1)
	r, _ := p.Check()
	fmt.Println(r.Verdict("overtaken"))
	// Output:
	// overtaken holds, 1 (5 steps)
}

// rounds is a turn that is counted without end: it is that of process N modulo 2.
type rounds struct{ N int }

func ExampleShared_Canonical() {
	p := gmecheck.NewShared[rounds]("rounds", 2)
	p.Action("pass", func(s *rounds, c gmecheck.Ctx) bool { return s.N%2+1 == int(c.Self) }, func(s *rounds, c gmecheck.Ctx) { s.N++ })
	p.LeadsTo("turn", func(s rounds, i gmecheck.Site) bool { return true }, func(s rounds, i gmecheck.Site) bool { return s.N%2+1 == int(i) })
	p.Canonical(func(s *rounds) { s.N %= 2 })
	r, err := p.Check()
	fmt.Print(r, err)
	// Output:
	// rounds -n 2: 2 states, 2 transitions, depth 1
	//   canonical forms, checked on the first 8,000 states, and on 100 of random runs; of the others it is believed that they are right
	//   turn holds
	//  <nil>
}

func ExampleShared_Steps() {
	p := taking()
	p.Steps("by-turns", func(s gmecheck.SharedStep[turns]) bool { return !s.Is("enter") || s.Before.Turn == s.Process })
	r, _ := p.Check()
	fmt.Println(r.Verdict("by-turns"))
	// Output:
	// by-turns holds
}

func ExampleSharedStep() {
	p := taking()
	p.Steps("passes-on", func(s gmecheck.SharedStep[turns]) bool { return s.After.Turn == s.Before.Turn || !s.Is("enter") })
	r, _ := p.Check()
	fmt.Println(r.Verdict("passes-on"))
	// Output:
	// passes-on holds
}

func ExampleSharedStep_Is() {
	p := taking()
	p.Steps("misspelt", func(s gmecheck.SharedStep[turns]) bool { return !s.Is("entre") })
	_, err := p.Check()
	message, _, _ := strings.Cut(err.Error(), ", at ")
	fmt.Println(message)
	// Output:
	// turns: property misspelt, judging enter(1), asks Is("entre"): no action is named so; did you mean enter?
}

func ExampleShared_Measure() {
	p := taking()
	p.Measure("inside", func(s turns) int { return s.In.Len() }).AtMost(1)
	r, _ := p.Check()
	fmt.Println(r.Verdict("inside").Value)
	// Output:
	// 0..1
}

func ExampleShared_With() {
	p := taking().With(gmecheck.States(5))
	_, err := p.Check()
	fmt.Println(err)
	// Output:
	// turns -n 2: 4 states; States says 5
}

func ExampleShared_Name() {
	fmt.Println(taking().Name())
	// Output:
	// turns
}

func ExampleShared_Err() {
	p := taking()
	p.Action("enter", nil, func(s *turns, c gmecheck.Ctx) {})
	fmt.Println(p.Err())
	// Output:
	// turns: Action "enter" is there twice
}

func ExampleShared_Check() {
	r, err := taking().Check()
	fmt.Println(r.States, err)
	// Output:
	// 4 <nil>
}

func ExampleShared_CheckContext() {
	r, err := taking().CheckContext(context.Background(), gmecheck.Workers(2))
	fmt.Println(r.Complete, err)
	// Output:
	// true <nil>
}

func ExampleShared_Test() {
	taking().Test(printer{"turns"}, gmecheck.States(4)) // in a test, its *testing.T
	// Output:
}

func ExampleShared_Agree() {
	taking().Agree(printer{"turns"})
	// Output:
}

func ExampleShared_Replay() {
	defer os.RemoveAll("testdata/gmecheck")
	p := taking()
	p.Never("second", func(s turns) bool { return s.In.Has(2) })
	p.Test(printer{"turns"})
	fmt.Println(p.Replay("testdata/gmecheck/turns.trace"))
	// Output:
	// failed: turns -n 2: second violated (3 steps): it is true of the last state; expected holds
	// replayed: violates second after 3 steps: it is true of the last state <nil>
}
