package gmecheck_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gmecheck/gmecheck"
)

// A model of lamps that anybody may switch.
func ExampleModel() {
	type lamp struct{ On bool }
	p := gmecheck.New[lamp]("lamps", 2)
	p.Event("switch", gmecheck.Always, nil, func(s *lamp, c gmecheck.Ctx) { s.On = !s.On })
	on := func(s lamp) bool { return s.On }
	p.Sometimes("bright", func(w gmecheck.World[lamp]) bool { return w.Every(on) })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// lamps -n 2: 4 states, 8 transitions, depth 2
	//   bright holds (2 steps)
}

// What is wrong with a model is told before anything is searched.
func ExampleNew() {
	fmt.Println(gmecheck.New[light]("two words", 2).Err())
	fmt.Println(gmecheck.New[struct{ Next *light }]("pointer", 2).Err())
	// Output:
	// two words: New("two words", 2): allowed is a name of letters, digits, -, _ and .
	// pointer: variables of type struct { Next *gmecheck_test.light }: field Next is a *gmecheck_test.light, which is compared by where it is, not by what it is
}

func ExampleModel_Name() {
	fmt.Println(lock(2).Name())
	// Output:
	// lock
}

func ExampleModel_Err() {
	p := lights(2)
	p.Event("toggle", 1, nil, func(s *light, c gmecheck.Ctx) {})
	fmt.Println(p.Err())
	// Output:
	// lights: Event "toggle" is there twice
}

// An event happens while its guard is true; with a budget, so often at each site.
func ExampleModel_Event() {
	p := gmecheck.New[count1]("count", 2)
	p.Event("add", 3, func(s *count1, c gmecheck.Ctx) bool { return c.Self == 2 }, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Measure("n", func(w gmecheck.World[count1]) int { return w.At(2).N })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// count -n 2: 4 states, 3 transitions, depth 3
	//   n holds, 0..3 (3 steps)
}

func ExampleAlways() {
	p := gmecheck.New[count1]("count", 1)
	p.Event("add", gmecheck.Always, func(s *count1, c gmecheck.Ctx) bool { return s.N < 5 }, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Eventually("five", func(w gmecheck.World[count1]) bool { return w.At(1).N == 5 })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// count -n 1: 6 states, 5 transitions, depth 5
	//   five holds
}

// Whether an event must happen, if it stays possible, decides how runs can end.
func ExampleEvent() {
	for _, must := range []bool{true, false} {
		p := gmecheck.New[light]("lamp", 1)
		e := p.Event("light", gmecheck.Always, func(s *light, c gmecheck.Ctx) bool { return !s.On }, func(s *light, c gmecheck.Ctx) { s.On = true })
		if !must {
			e.Optional()
		}
		p.Eventually("on", func(w gmecheck.World[light]) bool { return w.At(1).On })
		r, _ := p.Check()
		fmt.Println(r.Verdict("on"))
	}
	// Output:
	// on holds
	// on violated (0 steps): it is true of no state of the run
}

// It may be that nobody ever switches the lamp on.
func ExampleEvent_Optional() {
	p := gmecheck.New[light]("lamp", 1)
	p.Event("light", gmecheck.Always, func(s *light, c gmecheck.Ctx) bool { return !s.On }, func(s *light, c gmecheck.Ctx) { s.On = true }).Optional()
	p.Eventually("on", func(w gmecheck.World[light]) bool { return w.At(1).On })
	r, _ := p.Check()
	fmt.Println(r.Verdict("on"))
	// Output:
	// on violated (0 steps): it is true of no state of the run
}

// An event with a budget need not happen; a Fair one must, if it stays possible.
func ExampleEvent_Fair() {
	p := gmecheck.New[light]("lamp", 1)
	p.Event("light", 1, func(s *light, c gmecheck.Ctx) bool { return !s.On }, func(s *light, c gmecheck.Ctx) { s.On = true }).Fair()
	p.Eventually("on", func(w gmecheck.World[light]) bool { return w.At(1).On })
	r, _ := p.Check()
	fmt.Println(r.Verdict("on"))
	// Output:
	// on holds
}

// The handler of a message knows its sender.
func ExampleOn() {
	type hello struct{ Text string }
	p := gmecheck.New[count1]("hello", 2)
	p.Event("greet", 1, func(s *count1, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *count1, c gmecheck.Ctx) { c.Send(2, hello{"hi"}) })
	gmecheck.On(p, func(s *count1, c gmecheck.Ctx, m hello) { s.N = len(m.Text) + int(c.From) })
	p.Sometimes("three", func(w gmecheck.World[count1]) bool { return w.At(2).N == 3 })
	r, _ := p.Check()
	fmt.Println(r.Verdict("three").Steps)
	// Output:
	// [greet(1) deliver(hello(hi) from 1 -> 2)]
}

func ExampleReceipt() {
	p := gmecheck.New[owner]("token", 2)
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Has = true }).
		When(func(s *owner, c gmecheck.Ctx, m token) bool { return s.Wants }).
		Anonymous()
	fmt.Println(p.Err())
	// Output:
	// <nil>
}

// A message that its receiver is not ready for waits.
func ExampleReceipt_When() {
	p := gmecheck.New[owner]("patience", 2)
	p.Event("give", 1, func(s *owner, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *owner, c gmecheck.Ctx) { c.Send(2, token{}) })
	p.Event("want", 1, func(s *owner, c gmecheck.Ctx) bool { return c.Self == 2 }, func(s *owner, c gmecheck.Ctx) { s.Wants = true })
	gmecheck.On(p, func(s *owner, c gmecheck.Ctx, m token) { s.Has = true }).
		When(func(s *owner, c gmecheck.Ctx, m token) bool { return s.Wants })
	p.Sometimes("has", func(w gmecheck.World[owner]) bool { return w.At(2).Has })
	p.Never("unwanted", func(w gmecheck.World[owner]) bool { return w.At(2).Has && !w.At(2).Wants })
	r, _ := p.Check()
	fmt.Println(r.Verdict("has").Steps, r.Verdict("unwanted"))
	// Output:
	// [give(1) want(2) deliver(token() from 1 -> 2)] unwanted holds
}

func ExampleModel_OnRecover() {
	p := gmecheck.New[owner]("restart", 1)
	p.OnRecover(func(s *owner, c gmecheck.Ctx) { s.Wants = true })
	p.Sometimes("back", func(w gmecheck.World[owner]) bool { return w.At(1).Wants })
	r, _ := p.Check(gmecheck.Faults{Crash: 1})
	fmt.Println(r.Verdict("back").Steps)
	// Output:
	// [crash(1) recover(1)]
}

func ExampleModel_Always() {
	p := lights(2)
	on := func(s light) bool { return s.On }
	p.Always("dark", func(w gmecheck.World[light]) bool { return !w.Any(on) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("dark"))
	// Output:
	// dark violated (1 step): it is not true of the last state
}

func ExampleModel_Never() {
	p := lights(2)
	on := func(s light) bool { return s.On }
	p.Never("both", func(w gmecheck.World[light]) bool { return w.Every(on) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("both"), r.Verdict("both").Steps)
	// Output:
	// both violated (2 steps): it is true of the last state [toggle(1) toggle(2)]
}

func ExampleModel_Sometimes() {
	p := lights(2)
	p.Sometimes("both", func(w gmecheck.World[light]) bool { return w.At(1).On && w.At(2).On })
	p.Sometimes("neither", func(w gmecheck.World[light]) bool { return w.Size() == 0 })
	report, _ := p.Check()
	fmt.Print(report)
	// Output:
	// lights -n 2: 4 states, 8 transitions, depth 2
	//   both holds (2 steps)
	//   neither violated: it is true of no reachable state
}

// A site that has lost its request waits for ever.
func ExampleModel_AtEnd() {
	p := lock(2)
	p.AtEnd("nobody-waits", func(w gmecheck.World[owner]) bool { return !w.Any(func(s owner) bool { return s.Wants }) })
	r, _ := p.Check(gmecheck.Faults{Loss: 1})
	fmt.Println(r.Verdict("nobody-waits"), r.Verdict("nobody-waits").Steps)
	// Output:
	// nobody-waits violated (2 steps): nothing can happen any more, and it is not true of the last state [want(2) lose(ask() from 2 -> 1)]
}

// Lights go on and off for ever; of a lock, everybody has a budget of requests.
func ExampleModel_NeverEnds() {
	p, q := lights(2), lock(2)
	p.NeverEnds("goes-on")
	q.NeverEnds("goes-on")
	r, _ := p.Check()
	fmt.Println(r.Verdict("goes-on"))
	r, _ = q.Check(gmecheck.Faults{Loss: 1})
	fmt.Println(r.Verdict("goes-on"), r.Verdict("goes-on").Steps)
	// Output:
	// goes-on holds
	// goes-on violated (2 steps): nothing can happen any more [want(2) lose(ask() from 2 -> 1)]
}

func ExampleModel_Steps() {
	p := gmecheck.New[count1]("count", 1)
	p.Event("add", 2, nil, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Event("reset", 1, nil, func(s *count1, c gmecheck.Ctx) { s.N = 0 })
	p.Steps("grows", func(s gmecheck.Step[count1]) bool { return s.After.At(s.Site).N > s.Before.At(s.Site).N })
	r, _ := p.Check()
	fmt.Println(r.Verdict("grows"), r.Verdict("grows").Steps)
	// Output:
	// grows violated (1 step): it is not true of the last step [reset(1)]
}

// Whoever is asked gives the token away.
func ExampleStep() {
	p := lock(2)
	p.Steps("gives", func(s gmecheck.Step[owner]) bool {
		if _, asked := s.Message.(ask); !asked || !s.Is("deliver(ask)") {
			return true
		}
		return s.Before.At(s.Site).Has && !s.After.At(s.Site).Has && s.From != s.Site
	})
	r, _ := p.Check()
	fmt.Println(r.Verdict("gives"))
	// Output:
	// gives holds
}

// Is refuses what a comparison with s.Event would take for an event that never happens.
func ExampleStep_Is() {
	p := lock(2)
	p.Never("never", func(w gmecheck.World[owner]) bool { return false })
	p.Steps("asks", func(s gmecheck.Step[owner]) bool { return !s.Is("want") || len(gmecheck.Messages[ask](s.After)) > 0 })
	r, _ := p.Check()
	fmt.Println(r.Verdict("asks"))

	p.Steps("misspelt", func(s gmecheck.Step[owner]) bool { return !s.Is("wants") })
	_, err := p.Check()
	fmt.Println(firstLine(err))
	// Output:
	// asks holds
	// lock: property misspelt, judging want(2), asks Is("wants"): no event is named so; did you mean want?
}

func ExampleModel_LeadsTo() {
	p := lock(2)
	p.LeadsTo("given", func(s owner) bool { return s.Has }, func(s owner) bool { return !s.Has })
	r, _ := p.Check()
	fmt.Println(r.Verdict("served"))
	fmt.Println(r.Verdict("given")) // nobody need ask for it
	// Output:
	// served holds
	// given violated (0 steps): site 1 waits for ever
}

func ExampleModel_Responds() {
	p := lights(2)
	on := func(s light) bool { return s.On }
	p.Responds("dims", func(w gmecheck.World[light]) bool { return w.Every(on) }, func(w gmecheck.World[light]) bool { return !w.Every(on) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("dims"))
	// Output:
	// dims holds
}

// Two lamps can be switched again and again without ever being on together.
func ExampleModel_Eventually() {
	p := lights(2)
	on := func(s light) bool { return s.On }
	p.Eventually("both", func(w gmecheck.World[light]) bool { return w.Every(on) })
	r, _ := p.Check()
	v := r.Verdict("both")
	fmt.Println(v)
	fmt.Println(v.Steps[v.Loop:], "for ever")
	// Output:
	// both violated (4 steps, from step 1 on for ever): it is true of no state of the run
	// [toggle(1) toggle(1) toggle(2) toggle(2)] for ever
}

func ExampleModel_CanReach() {
	p := lights(2)
	on := func(s light) bool { return s.On }
	p.CanReach("both", func(w gmecheck.World[light]) bool { return w.Every(on) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("both"))
	// Output:
	// both holds
}

func ExampleModel_Measure() {
	p := lock(3)
	p.Measure("in-flight", func(w gmecheck.World[owner]) int { return len(w.InFlight()) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("in-flight").Value)
	// Output:
	// 0..9
}

// A Measured number can be claimed to be small.
func ExampleMeasured() {
	p := lock(3)
	p.Measure("in-flight", func(w gmecheck.World[owner]) int { return len(w.InFlight()) }).AtMost(8)
	r, _ := p.Check()
	fmt.Println(r.Verdict("in-flight"))
	// Output:
	// in-flight violated, 0..9 (13 steps): found 0..9; claimed: at most 8
}

func ExampleMeasured_AtMost() {
	p := lights(3)
	on := func(s light) bool { return s.On }
	p.Measure("on", func(w gmecheck.World[light]) int { return w.Count(on) }).AtMost(2)
	r, _ := p.Check()
	fmt.Println(r.Verdict("on"))
	// Output:
	// on violated, 0..3 (3 steps): found 0..3; claimed: at most 2
}

// While a site waits, each of the two others may go in twice.
func ExampleModel_Overtaking() {
	p := RicartAgrawala(3)
	p.Overtaking("overtaking", func(s Node) bool { return s.Wants && !s.In }, func(s Node) bool { return s.In }).AtMost(4)
	r, _ := p.Check()
	fmt.Println(r.Verdict("overtaking"))
	// Output:
	// overtaking holds, 0..4 (29 steps)
}

// Nothing is claimed of how often the other site goes in. That it can do so for ever violates the property all the same.
func ExampleModel_Overtaking_unbounded() {
	p := gmecheck.New[Node]("rude", 2)
	p.Event("want", 1, func(s *Node, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *Node, c gmecheck.Ctx) { s.Wants = true })
	p.Event("enter", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return !s.In && (c.Self == 2 || s.Wants) },
		func(s *Node, c gmecheck.Ctx) { s.Wants, s.In = false, true })
	p.Event("leave", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return s.In }, func(s *Node, c gmecheck.Ctx) { s.In = false })
	p.Overtaking("overtaking", func(s Node) bool { return s.Wants }, func(s Node) bool { return s.In })
	r, _ := p.Check()
	fmt.Println(r.Verdict("overtaking"))
	// Output:
	// overtaking violated, 0..unbounded (3 steps, from step 2 on for ever): found 0..unbounded
}

func ExampleModel_With() {
	p := lock(2).With(gmecheck.FIFO, gmecheck.Faults{Loss: 1})
	r, _ := p.Check()
	fmt.Println(r.Model)
	// Output:
	// lock -n 2 --net fifo --loss 1
}

func ExampleModel_Check() {
	r, err := lock(2).Check(gmecheck.FIFO)
	if err != nil {
		fmt.Println("the model is mistaken:", err)
		return
	}
	fmt.Println(r.Ok(), r.States, r.Transitions, r.Depth)
	// Output:
	// true 16 18 12
}

func ExampleModel_CheckContext() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // before it has begun
	r, _ := lock(2).CheckContext(ctx)
	fmt.Println(r.Complete, r.Limit)
	// Output:
	// false interrupted
}

// A run that a test or the command line has written is taken once more: after a change of the model, for instance.
func ExampleModel_Replay() {
	defer os.RemoveAll("testdata/gmecheck")
	lock(2).Test(printer{"lock"}, gmecheck.Faults{Loss: 1})
	fmt.Println(lock(2).Replay("testdata/gmecheck/lock.trace", gmecheck.Faults{Loss: 1}))
	fmt.Println(lock(2).Replay("testdata/gmecheck/lock.trace"))
	// Output:
	// failed: lock -n 2 --loss 1: served violated (2 steps): site 2 waits for ever; expected holds
	// replayed: violates served after 2 steps: site 2 waits for ever <nil>
	//  testdata/gmecheck/lock.trace: the run was found with other options, or another size: lock -n 2 --loss 1; this is lock -n 2
}

// A kept run as a regression test of a repair: it must not violate its property any more, and there is no error either way.
func ExampleModel_Replay_repaired() {
	defer os.RemoveAll("testdata/gmecheck")
	counter := func(most int) *gmecheck.Model[count1] {
		p := gmecheck.New[count1]("counter", 1)
		p.Event("add", 3, func(s *count1, c gmecheck.Ctx) bool { return s.N < most }, func(s *count1, c gmecheck.Ctx) { s.N++ })
		p.Always("few", func(w gmecheck.World[count1]) bool { return w.At(1).N < 3 })
		return p
	}
	counter(3).Test(printer{"counter"})
	for _, most := range []int{3, 2} {
		found, err := counter(most).Replay("testdata/gmecheck/counter.trace")
		fmt.Println(strings.HasPrefix(found, "replayed: violates"), err)
	}
	// Output:
	// failed: counter -n 1: few violated (3 steps): it is not true of the last state; expected holds
	// true <nil>
	// false <nil>
}

// The slow checker finds the same, and then nothing is said.
func ExampleModel_Agree() {
	lock(2).Agree(printer{"lock"})
	lock(2).Agree(printer{"lock"}, gmecheck.FIFO, gmecheck.Faults{Loss: 1})
	// Output:
}

func ExampleModel_Test() {
	lock(2).Test(printer{"lock"}, gmecheck.States(16)) // in a test, its *testing.T
	lock(2).Test(printer{"lock"}, gmecheck.States(17))
	gmecheck.New[owner]("empty", 2).Test(printer{"empty"})
	// Output:
	// failed: lock -n 2: 16 states; States says 17
	// failed: empty -n 2: nothing is tested: there is no property, and neither States nor Golden
}

// printer stands for a *testing.T, which examples have not; it prints what makes a test fail, but for the run below it.
type printer struct{ test string }

func (p printer) Name() string                 { return p.test }
func (p printer) Helper()                      {}
func (p printer) Context() context.Context     { return context.Background() }
func (p printer) Logf(string, ...any)          {}
func (p printer) Fatalf(text string, x ...any) { p.Errorf(text, x...) }
func (p printer) Errorf(text string, x ...any) {
	first, _, _ := strings.Cut(fmt.Sprintf(text, x...), "\n")
	fmt.Println("failed:", first)
}

func ExampleTB() {
	var t gmecheck.TB = printer{"lights"}
	lights(2).Test(t, gmecheck.States(5))
	// Output:
	// failed: lights -n 2: 4 states; States says 5
}
