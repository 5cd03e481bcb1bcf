package gmecheck_test

import (
	"fmt"

	"github.com/gmecheck/gmecheck"
)

type owner struct{ Has, Wants bool }
type (
	ask   struct{}
	token struct{}
)

// lock is the protocol of the package's documentation.
func lock(n int) *gmecheck.Model[owner] {
	p := gmecheck.New[owner]("lock", n)
	p.Init(func(s *owner, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("want", 2,
		func(s *owner, c gmecheck.Ctx) bool { return !s.Has && !s.Wants },
		func(s *owner, c gmecheck.Ctx) { s.Wants = true; c.Cast(c.Peers(), ask{}) })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m ask) { s.Has = false; c.Send(c.From, token{}) }).
		When(func(s *owner, c gmecheck.Ctx, m ask) bool { return s.Has })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Has, s.Wants = true, false })
	has := func(s owner) bool { return s.Has }
	p.Always("one-owner", func(w gmecheck.World[owner]) bool { return w.Count(has) <= 1 })
	p.LeadsTo("served", func(s owner) bool { return s.Wants }, has)
	return p
}

func Example() {
	report, err := lock(2).Check()
	fmt.Print(report)
	fmt.Println(err)
	// Output:
	// lock -n 2: 16 states, 18 transitions, depth 12
	//   one-owner holds
	//   served holds
	// <nil>
}

// A lost message is shown as a run: what each step changes, and what it sends and receives.
func ExampleVerdict_Run() {
	report, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	fmt.Println(report.Verdict("served"))
	for _, step := range report.Verdict("served").Steps {
		fmt.Println(step)
	}
	// Output:
	// served violated (2 steps): site 2 waits for ever
	// want(2)
	// lose(ask() from 2 -> 1)
}

// With Choose, Init makes an initial state for each choice.
func ExampleModel_Init() {
	p := gmecheck.New[owner]("choice", 3)
	p.Init(func(s *owner, c gmecheck.Ctx) { s.Has = c.Self == gmecheck.Site(c.ChooseForAll("owner", 1, 3)) })
	p.Always("one-owner", func(w gmecheck.World[owner]) bool { return w.Count(func(s owner) bool { return s.Has }) == 1 })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// choice -n 3: 3 states, 0 transitions, depth 0
	//   one-owner holds
}

type count1 struct{ N int }

// A counter without an end is searched up to 4.
func ExampleModel_Within() {
	p := gmecheck.New[count1]("counter", 1)
	p.Event("count", gmecheck.Always, nil, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Within(func(w gmecheck.World[count1]) bool { return w.At(1).N <= 4 })
	p.Measure("n", func(w gmecheck.World[count1]) int { return w.At(1).N })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// counter -n 1: 5 states, 5 transitions, depth 4, within the boundary
	//   n holds, 0..4 (4 steps)
}

type register struct{ Value string }
type write struct{ Value string }

// The parameters of an event are the fields of a type, and labels show them.
func ExampleEvents() {
	p := gmecheck.New[register]("register", 1)
	gmecheck.Events(p, 1,
		func(s *register, c gmecheck.Ctx) []write { return []write{{"a"}, {"b"}} },
		func(s *register, c gmecheck.Ctx, e write) { s.Value = e.Value })
	p.Never("b", func(w gmecheck.World[register]) bool { return w.At(1).Value == "b" })
	report, _ := p.Check()
	fmt.Println(report.Verdict("b"), report.Verdict("b").Steps)
	// Output:
	// b violated (1 step): it is true of the last state [write(1, b)]
}

// Messages that do not tell their sender are one if they are equal.
func ExampleReceipt_Anonymous() {
	for _, anonymous := range []bool{false, true} {
		p := gmecheck.New[count1]("hello", 3)
		p.Event("greet", 1, func(s *count1, c gmecheck.Ctx) bool { return c.Self > 1 }, func(s *count1, c gmecheck.Ctx) { c.Send(1, token{}) })
		on := gmecheck.On(p, func(s *count1, c gmecheck.Ctx, m token) { s.N++ })
		if anonymous {
			on.Anonymous()
		}
		report, _ := p.Check()
		fmt.Print(report)
	}
	// Output:
	// hello -n 3: 9 states, 12 transitions, depth 4
	// hello -n 3: 8 states, 10 transitions, depth 4
}

// A patient event is a timeout: it happens only if nothing else can.
func ExampleEvent_Patient() {
	p := gmecheck.New[owner]("retry", 2)
	p.Event("want", 1, func(s *owner, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *owner, c gmecheck.Ctx) { s.Wants = true; c.Send(2, ask{}) })
	p.Event("again", gmecheck.Always, func(s *owner, c gmecheck.Ctx) bool { return s.Wants }, func(s *owner, c gmecheck.Ctx) { c.Send(2, ask{}) }).Patient()
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m ask) { c.Send(c.From, token{}) })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Wants, s.Has = false, true })
	p.LeadsTo("served", func(s owner) bool { return s.Wants }, func(s owner) bool { return s.Has })
	report, _ := p.Check(gmecheck.Faults{Loss: 2})
	fmt.Print(report)
	// Output:
	// retry -n 2 --loss 2: 12 states, 13 transitions, depth 7
	//   served holds
}

// What a crash leaves of the variables, and what a site does when it recovers.
func ExampleModel_OnCrash() {
	p := gmecheck.New[owner]("forget", 1)
	p.Event("want", 1, nil, func(s *owner, c gmecheck.Ctx) { s.Wants = true })
	p.OnCrash(func(s *owner, c gmecheck.Ctx) { s.Wants = false })
	p.OnRecover(func(s *owner, c gmecheck.Ctx) { s.Has = true })
	p.Never("both", func(w gmecheck.World[owner]) bool { return w.At(1).Has && w.At(1).Wants })
	report, _ := p.Check(gmecheck.Faults{Crash: 1})
	fmt.Println(report.Verdict("both"), report.Verdict("both").Steps)
	// Output:
	// both violated (3 steps): it is true of the last state [crash(1) recover(1) want(1)]
}

// Two processes that increase a shared counter in one step each.
func ExampleShared() {
	p := gmecheck.NewShared[count1]("counter", 2)
	p.Action("add", func(s *count1, c gmecheck.Ctx) bool { return s.N < 3 }, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Eventually("three", func(s count1) bool { return s.N == 3 })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// counter -n 2: 4 states, 6 transitions, depth 3
	//   three holds
}
