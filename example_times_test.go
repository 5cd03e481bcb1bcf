package gmecheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

type asker struct{ Waits, Inside bool }
type (
	may struct{}
	yes struct{}
)

// courier is a site that asks another for something, and asks again when no answer comes: site 1 asks site 2.
func courier(length func(t gmecheck.Times) int) *gmecheck.Model[asker] {
	p := gmecheck.New[asker]("courier", 2)
	waits := func(s asker) bool { return s.Waits }
	p.Event("want", 1,
		func(s *asker, c gmecheck.Ctx) bool { return c.Self == 1 && !s.Waits },
		func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(2, may{}) })
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) { c.Send(c.From, yes{}) })
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m yes) { s.Waits = false })
	p.Timer("retry",
		func(s *asker, c gmecheck.Ctx) bool { return s.Waits }, length,
		func(s *asker, c gmecheck.Ctx) { c.Send(2, may{}) })
	p.LeadsTo("answered", waits, func(s asker) bool { return !s.Waits })
	p.Ticks("waiting", waits)
	return p
}

// roundTrip is how long an answer can take.
func roundTrip(t gmecheck.Times) int { return 2 * t.Delay.Hi }

// A timer that is as long as an answer takes never expires in vain: of each timer the largest clock is found, and
// whether it expires where nothing is lost.
func ExampleModel_Timer() {
	report, err := courier(roundTrip).Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}})
	fmt.Print(report)
	fmt.Println(err)
	// Output:
	// courier -n 2 --delay 1..2 --cs 1: 11 states, 13 transitions, depth 6
	//   answered holds
	//   waiting holds, 2..4 (7 steps)
	//   largest-clock-retry holds, 2..4 (7 steps)
	//   no-vain-expiry holds
	//   never happened: timeout(retry)
	// <nil>
}

// Where a message can be lost, the timer is what makes the answer come; without times it expires when nothing else can happen.
func ExampleTimer() {
	for _, option := range []gmecheck.Option{gmecheck.Workers(1), gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}}} {
		report, _ := courier(roundTrip).Check(gmecheck.Faults{Loss: 1}, option)
		fmt.Println(report.Verdict("answered"))
	}
	// Output:
	// answered holds
	// answered holds
}

// One tick less, and the timer expires although the answer is on its way.
func ExampleTimes() {
	short := gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}, Timers: map[string]int{"retry": 3}}
	report, _ := courier(roundTrip).Check(short)
	fmt.Println(report.Verdict("no-vain-expiry"))
	for _, step := range report.Verdict("no-vain-expiry").Steps {
		fmt.Println(step)
	}
	// Output:
	// no-vain-expiry violated (6 steps)
	// want(1)
	// tick
	// tick
	// deliver(may() from 1 -> 2)
	// tick
	// timeout(1, retry)
}

// How long a site waits depends on how long messages take.
func ExampleInterval() {
	for _, delay := range []gmecheck.Interval{{Lo: 1, Hi: 1}, {Lo: 1, Hi: 2}, {Lo: 2, Hi: 5}} {
		report, _ := courier(roundTrip).Check(gmecheck.Times{Delay: delay})
		fmt.Println(delay, report.Verdict("waiting"))
	}
	// Output:
	// 1 waiting holds, 2 (5 steps)
	// 1..2 waiting holds, 2..4 (7 steps)
	// 2..5 waiting holds, 4..10 (13 steps)
}

// With a timer that never expires the largest clock says how long it would have to be. Where the delay has no largest value, there is
// none.
func ExampleUnlimited() {
	never := map[string]int{"retry": gmecheck.Unlimited}
	report, _ := courier(roundTrip).Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}, Timers: never})
	fmt.Println(report.Verdict("largest-clock-retry"))
	report, _ = courier(roundTrip).Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: gmecheck.Unlimited}, Timers: never})
	fmt.Println(report.Verdict("answered"))
	// Output:
	// largest-clock-retry holds, 2..4 (7 steps)
	// answered holds
}

// A timer that expires when it reaches its length can do so at the same time as the answer comes, and before it: then a round trip is
// not enough.
func ExampleTimer_Reaches() {
	p := gmecheck.New[asker]("alarm", 2)
	p.Event("want", 1,
		func(s *asker, c gmecheck.Ctx) bool { return c.Self == 1 },
		func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(2, may{}) })
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) { c.Send(c.From, yes{}) })
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m yes) { s.Waits = false })
	p.Timer("alarm", func(s *asker, c gmecheck.Ctx) bool { return s.Waits }, roundTrip, func(s *asker, c gmecheck.Ctx) { s.Waits = false }).Reaches()
	report, _ := p.Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}})
	fmt.Println(report.Verdict("no-vain-expiry"))
	// Output:
	// no-vain-expiry violated (5 steps)
}

// heart is a site that says every two ticks that it is there, and another that takes it to be dead if it hears nothing.
type heart struct{ Dead bool }
type beat struct{}

// A timer runs on while the site's variables stay as they are: the handler says that it begins anew.
func ExampleCtx_Restart() {
	hears := func(restarts bool) *gmecheck.Model[heart] {
		p := gmecheck.New[heart]("heart", 2)
		p.Timer("beat", func(s *heart, c gmecheck.Ctx) bool { return c.Self == 1 },
			func(t gmecheck.Times) int { return 2 }, func(s *heart, c gmecheck.Ctx) { c.Send(2, beat{}) }).Reaches()
		p.Timer("silence", func(s *heart, c gmecheck.Ctx) bool { return c.Self == 2 && !s.Dead },
			func(t gmecheck.Times) int { return 2 + t.Delay.Hi }, func(s *heart, c gmecheck.Ctx) { s.Dead = true })
		gmecheck.On(p, func(s *heart, c gmecheck.Ctx, m beat) {
			if restarts {
				c.Restart("silence")
			}
		})
		p.Never("thought-dead", func(w gmecheck.World[heart]) bool { return w.At(2).Dead })
		return p
	}
	times := gmecheck.Times{Delay: gmecheck.Interval{Lo: 0, Hi: 1}}
	for _, restarts := range []bool{true, false} {
		report, err := hears(restarts).Check(times)
		fmt.Println(report.Verdict("thought-dead"), err)
	}
	// Output:
	// thought-dead holds <nil>
	// thought-dead violated (6 steps): it is true of the last state <nil>
}

// keys is a lock whose key goes round: who has it may use it once.
func keys(n int) *gmecheck.Model[asker] {
	p := gmecheck.New[asker]("keys", n)
	p.Event("want", 1, func(s *asker, c gmecheck.Ctx) bool { return !s.Waits && !s.Inside },
		func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(1, may{}) })
	p.Event("leave", gmecheck.Always, func(s *asker, c gmecheck.Ctx) bool { return s.Inside },
		func(s *asker, c gmecheck.Ctx) { s.Inside = false; c.Send(c.Next(), yes{}) }).Exit()
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) { c.Send(c.Self, yes{}) }).Anonymous()
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m yes) {
		if s.Waits {
			s.Waits, s.Inside = false, true
		}
	})
	p.Ticks("inside", func(s asker) bool { return s.Inside })
	return p
}

// A site is inside for as long as the critical section takes.
func ExampleEvent_Exit() {
	report, err := keys(2).Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}, CS: gmecheck.Interval{Lo: 2, Hi: 5}})
	fmt.Println(report.Verdict("inside"), err)
	// Output:
	// inside holds, 2..5 (11 steps) <nil>
}

// A response within four ticks is what Ticks claims with AtMost.
func ExampleModel_Ticks() {
	p := courier(roundTrip)
	p.Ticks("soon", func(s asker) bool { return s.Waits }).AtMost(4)
	report, _ := p.Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 3}})
	fmt.Println(report.Verdict("soon"))
	for _, step := range report.Verdict("soon").Steps {
		fmt.Println(step)
	}
	// Output:
	// soon violated, 2..6 (9 steps): found 2..6; claimed: at most 4
	// want(1)
	// tick
	// tick
	// tick
	// deliver(may() from 1 -> 2)
	// tick
	// tick
	// tick
	// deliver(yes() from 2 -> 1)
}

// TestForEver: a site that waits for ever is waited for, as long as others go on: so both numbers have no largest.
func TestForEver(t *testing.T) {
	p := gmecheck.New[asker]("favourite", 2)
	waits := func(s asker) bool { return s.Waits }
	p.Event("want", gmecheck.Always, func(s *asker, c gmecheck.Ctx) bool { return !s.Waits && !s.Inside },
		func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(1, may{}) })
	p.Event("leave", gmecheck.Always, func(s *asker, c gmecheck.Ctx) bool { return s.Inside },
		func(s *asker, c gmecheck.Ctx) { s.Inside = false }).Exit()
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) {
		if c.From == c.Self {
			s.Waits, s.Inside = false, true
		}
	})
	p.Overtaking("overtaken", waits, func(s asker) bool { return s.Inside })
	p.Ticks("waiting", waits).AtMost(9)
	times := gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 1}, CS: gmecheck.Interval{Lo: 1, Hi: 1}}
	report, err := p.Check(times)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"overtaken": "0..unbounded", "waiting": "1..unbounded"} {
		if v := report.Verdict(name); v.Result != gmecheck.Violated || v.Value != want || !v.Endless {
			t.Errorf("%s: %v, %v", name, v, v.Value)
		}
	}
}

// TestTicksToTheEnd: a site that still waits when nothing happens any more has waited for as long as that took.
func TestTicksToTheEnd(t *testing.T) {
	p := gmecheck.New[asker]("deaf", 2)
	p.Event("want", 1, func(s *asker, c gmecheck.Ctx) bool { return c.Self == 1 && !s.Waits },
		func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(2, may{}) })
	gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) {})
	p.Ticks("waiting", func(s asker) bool { return s.Waits }).AtMost(2)
	report, err := p.Check(gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 3}})
	if v := report.Verdict("waiting"); err != nil || v.Result != gmecheck.Violated {
		t.Errorf("%v, %v", v, err)
	}
}

// TestTimesAgree compares searches of models of one's own with times with the slow checker.
func TestTimesAgree(t *testing.T) {
	for _, times := range []gmecheck.Times{
		{Delay: gmecheck.Interval{Lo: 1, Hi: 2}}, {Delay: gmecheck.Interval{Lo: 0, Hi: 1}, Timers: map[string]int{"retry": 1}},
	} {
		courier(roundTrip).Agree(t, times)
		courier(roundTrip).Agree(t, times, gmecheck.Faults{Loss: 1})
		courier(roundTrip).Agree(t, times, gmecheck.Faults{Crash: 1}, gmecheck.FIFO)
	}
	for _, cs := range []gmecheck.Interval{{Lo: 0, Hi: 2}, {Lo: 1, Hi: 1}, {Lo: 2, Hi: gmecheck.Unlimited}} {
		keys(3).Agree(t, gmecheck.Times{Delay: gmecheck.Interval{Lo: 0, Hi: 1}, CS: cs})
		keys(2).Agree(t, gmecheck.Times{Delay: gmecheck.Interval{Lo: 1, Hi: 2}, CS: cs}, gmecheck.Faults{Crash: 1})
	}
}

// TestTimesRefused: bounds that nothing keeps, and lengths of timers that are not there.
func TestTimesRefused(t *testing.T) {
	delay := gmecheck.Interval{Lo: 1, Hi: 1}
	for want, times := range map[string]gmecheck.Times{
		"Times.CS is 2, and nothing lasts as long": {Delay: delay, CS: gmecheck.Interval{Lo: 2, Hi: 2}, Timers: map[string]int{"retry": 3}},
		"there is retry; did you mean retry?":      {Delay: delay, Timers: map[string]int{"rety": 3}},
		"has no length of timer \"retry\"":         {Delay: delay},
	} {
		if _, err := courier(nil).Check(times); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// TestWithoutEnd: where something may take for ever, nothing is said of how many ticks there are, and a timer whose formula waits for that never expires.
func TestWithoutEnd(t *testing.T) {
	forever := gmecheck.Interval{Lo: 1, Hi: gmecheck.Unlimited}
	for _, times := range []gmecheck.Times{{Delay: forever}, {CS: forever}} {
		p := keys(2)
		p.Ticks("waiting", func(s asker) bool { return s.Waits }).AtMost(5)
		report, err := p.Check(times)
		if v := report.Verdict("waiting"); err != nil || v.Result != gmecheck.Inconclusive || !strings.Contains(v.Detail, "ticks are not counted") {
			t.Errorf("%v: %v, %q, %v", times, v, v.Detail, err)
		}
	}
	for _, x := range []struct {
		length  func(gmecheck.Times) int
		expires bool
	}{
		{func(t gmecheck.Times) int { return t.Delay.Hi + t.CS.Lo + 1 }, false},
		{func(t gmecheck.Times) int { return 2 * t.Delay.Hi }, false},
		{func(t gmecheck.Times) int { return 2 * t.Delay.Lo }, true},
	} {
		p := gmecheck.New[asker]("patience", 1)
		p.Event("want", 1, func(s *asker, c gmecheck.Ctx) bool { return !s.Waits }, func(s *asker, c gmecheck.Ctx) { s.Waits = true; c.Send(1, may{}) })
		gmecheck.On(p, func(s *asker, c gmecheck.Ctx, m may) { s.Waits = false })
		p.Timer("patience", func(s *asker, c gmecheck.Ctx) bool { return s.Waits }, x.length, func(s *asker, c gmecheck.Ctx) { s.Inside = true })
		p.Never("lost", func(w gmecheck.World[asker]) bool { return w.At(1).Inside })
		report, err := p.Check(gmecheck.Times{Delay: forever})
		if expires := report.Verdict("lost").Result == gmecheck.Violated; err != nil || expires != x.expires {
			t.Errorf("%v, expires: %v, %v", report.Verdict("lost"), expires, err)
		}
	}
}
