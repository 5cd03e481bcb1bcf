package gmecheck_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

type ping struct{ N int }
type pong struct{}

type (
	counter = gmecheck.Model[count]
	count   struct{ N int }
)

// mistaken is a model of two sites in which the first may send, with one mistake.
func mistaken(mistake func(p *counter)) *counter {
	p := gmecheck.New[count]("own", 2)
	mistake(p)
	return p
}

func send(p *counter, action func(s *count, c gmecheck.Ctx)) {
	p.Event("send", 1, func(s *count, c gmecheck.Ctx) bool { return c.Self == 1 }, action)
}

// TestGuardRails goes through the mistakes that somebody can make with a protocol of their own: each ends with an error that
// says what is wrong, where, and after which steps.
func TestGuardRails(t *testing.T) {
	calls := 0
	takes := func(p *counter) { gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {}) }
	for _, x := range []struct {
		mistake string
		model   func(p *counter)
		options []gmecheck.Option
		want    []string
	}{
		{"random number", func(p *counter) { send(p, func(s *count, _ gmecheck.Ctx) { s.N = rand.Int() }) }, nil,
			[]string{"own: the handler of send(1) does not always do the same: first N = "}},
		{"captured state", func(p *counter) { send(p, func(s *count, _ gmecheck.Ctx) { calls++; s.N = calls }) }, nil,
			[]string{"own: the handler of send(1) does not always do the same: first N = ", "; then N = "}},
		{"sends without end", func(p *counter) {
			takes(p)
			send(p, func(_ *count, c gmecheck.Ctx) {
				for range 1 << 20 { // without an end it would end the test only with the memory
					c.Send(2, ping{})
				}
			})
		}, nil, []string{"own: the handler of send(1) sends more than 65536 messages in one step, at ", "guardrails_test.go:"}},
		{"order of a small map", func(p *counter) { // 48 calls, each with the usual order in seven of eight
			p.Event("pick", 8, func(*count, gmecheck.Ctx) bool { return true }, func(s *count, _ gmecheck.Ctx) {
				for first := range map[int]bool{1: true, 2: true} {
					s.N = 10*min(s.N, 1) + first
					break
				}
			})
		}, nil, []string{"does not always do the same: first N = "}},
		{"impure guard", func(p *counter) {
			p.Event("send", 1, func(*count, gmecheck.Ctx) bool { calls++; return calls%2 == 0 }, func(*count, gmecheck.Ctx) {})
		}, nil, []string{"own: the guard of send of P1 does not always answer the same, at ", "guardrails_test.go:"}},
		{"guard that writes", func(p *counter) {
			p.Event("send", 1, func(s *count, _ gmecheck.Ctx) bool { s.N++; return true }, func(*count, gmecheck.Ctx) {})
		}, nil, []string{"own: the guard of send of P1 changes variables: N = 0 becomes N = 1; allowed is that in actions only, at ", "guardrails_test.go:"}},
		{"guard that sends", func(p *counter) {
			p.Event("send", 1, func(_ *count, c gmecheck.Ctx) bool { c.Send(2, ping{}); return true }, func(*count, gmecheck.Ctx) {})
		}, nil, []string{"own: the guard of send of P1 calls Send; allowed is that in the actions of events and in the handlers of messages only, at ", "guardrails_test.go:"}},
		{"panic in a guard", func(p *counter) {
			p.Event("send", 1, func(*count, gmecheck.Ctx) bool { panic("out of paint") }, func(*count, gmecheck.Ctx) {})
		}, nil, []string{"own: the guard of send of P1 panics: out of paint, at ", "guardrails_test.go:"}},
		{"panic in an action", func(p *counter) { send(p, func(*count, gmecheck.Ctx) { panic("out of paint") }) }, nil,
			[]string{"own: the handler of send(1) panics: out of paint, at ", "guardrails_test.go:"}},
		{"panic in a handler", func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{7}) })
			gmecheck.On(p, func(*count, gmecheck.Ctx, ping) { panic("out of paint") })
		}, nil, []string{"own: the handler of deliver(ping(7) from 1 -> 2) panics: out of paint", "after the steps\n  send(1)"}},
		{"panic in a property", func(p *counter) {
			send(p, func(s *count, _ gmecheck.Ctx) { s.N++ })
			p.Always("fine", func(w gmecheck.World[count]) bool {
				if w.At(1).N > 0 {
					panic("out of paint")
				}
				return true
			})
		}, nil, []string{"property fine panics: out of paint", "after the steps\n  send(1)"}},
		{"site of a property that is not there", func(p *counter) {
			send(p, func(*count, gmecheck.Ctx) {})
			p.Always("fine", func(w gmecheck.World[count]) bool { return w.At(3).N == 0 })
		}, nil, []string{"property fine asks At(3): sites are 1 to 2, at ", "guardrails_test.go:"}},
		{"budget of a property that is not there", func(p *counter) {
			send(p, func(*count, gmecheck.Ctx) {})
			p.Always("fine", func(w gmecheck.World[count]) bool { return w.Used("sent", 1) == 0 })
		}, nil, []string{`property fine asks Used("sent"): no event with a budget is named so; did you mean send?`}},
		{"event of a property that is not there", func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{}) })
			takes(p)
			p.Steps("fine", func(s gmecheck.Step[count]) bool { return !s.Is("deliver(Ping)") })
		}, nil, []string{`property fine, judging send(1), asks Is("deliver(Ping)"): no event is named so; did you mean deliver(ping)?`}},
		{"messages of a property that are not there", func(p *counter) {
			takes(p)
			p.Never("fine", func(w gmecheck.World[count]) bool { return len(gmecheck.Messages[pong](w)) > 0 })
		}, nil, []string{"property fine asks Messages[gmecheck_test.pong]: no On takes messages of this type; there are On for ping, at "}},
		{"pointers to messages", func(p *counter) {
			takes(p)
			p.Never("fine", func(w gmecheck.World[count]) bool { return len(gmecheck.Messages[*ping](w)) > 0 })
		}, nil, []string{"property fine asks Messages[*gmecheck_test.ping]: no On takes messages of this type"}},
		{"messages with methods that none has", func(p *counter) {
			takes(p)
			p.Never("fine", func(w gmecheck.World[count]) bool { return len(gmecheck.Messages[error](w)) > 0 })
		}, nil, []string{"property fine asks Messages[error]: no On takes messages of this type"}},
		{"Ctx of another step", func(p *counter) {
			var kept gmecheck.Ctx
			takes(p)
			send(p, func(_ *count, c gmecheck.Ctx) { kept = c })
			p.Event("use", 1, func(s *count, c gmecheck.Ctx) bool { return c.Self == 2 }, func(_ *count, _ gmecheck.Ctx) {
				if kept.Self != 0 {
					kept.Send(2, ping{})
				}
			})
		}, nil, []string{"own: the handler of use(2) calls Send of the Ctx of another step; allowed is that of its own, which ends with it, at "}},
		{"Ctx of Init", func(p *counter) {
			var kept gmecheck.Ctx
			p.Init(func(_ *count, c gmecheck.Ctx) { kept = c })
			send(p, func(*count, gmecheck.Ctx) { kept.Choose("x", 1, 2) })
		}, nil, []string{"own: the handler of send(1) calls Choose of the Ctx of another step"}},
		{"channel from nobody", func(p *counter) {
			p.Always("fine", func(w gmecheck.World[count]) bool { return len(w.Channel(0, 2)) == 0 })
		}, nil, []string{"property fine asks Channel(0, 2): sites are 1 to 2, at "}},
		{"panic in Within", func(p *counter) {
			p.Within(func(gmecheck.World[count]) bool { panic("out of paint") })
			send(p, func(s *count, _ gmecheck.Ctx) { s.N = 1 })
		}, nil, []string{"Within panics: out of paint, at guardrails_test.go:"}},
		{"property of a step", func(p *counter) {
			send(p, func(s *count, _ gmecheck.Ctx) {
				p.Always("late", func(gmecheck.World[count]) bool { return true })
			})
		}, nil, []string{"own: the handler of send(1) registers property late while the model is checked; allowed is that before, at "}},
		{"event of a property", func(p *counter) {
			p.Always("fine", func(gmecheck.World[count]) bool { send(p, func(*count, gmecheck.Ctx) {}); return true })
		}, nil, []string{"property fine registers event send while the model is checked; allowed is that before, at "}},
		{"number with two limits", func(p *counter) {
			p.Measure("n", func(gmecheck.World[count]) int { return 0 }).AtMost(1).AtMost(2)
		}, nil, []string{`own: AtMost of "n" is there twice`}},
		{"result of no property", func(p *counter) {
			p.Always("fine", func(gmecheck.World[count]) bool { return true })
			p.With(gmecheck.Expect("fin", gmecheck.Violated))
		}, nil, []string{`own: Expect names "fin"; there is no property of this name; did you mean fine?`}},
		{"a result that there is not", func(p *counter) {
			p.Always("fine", func(gmecheck.World[count]) bool { return true })
			p.With(gmecheck.Expect("fine", "refuted"))
		}, nil, []string{`own: Expect of fine gives the result "refuted"; allowed is Holds, Violated, Vacuous or Inconclusive`}},
		{"message without On", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, pong{}) }); takes(p) }, nil,
			[]string{"own: the handler of send(1) sends gmecheck_test.pong to site 2, and no On takes messages of this type; there are On for ping, at "}},
		{"pointer instead of the message", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Send(2, &ping{}) }); takes(p) }, nil,
			[]string{"own: the handler of send(1) sends *gmecheck_test.ping to site 2, and no On takes", "there are On for ping; send the value, not a pointer to it, at "}},
		{"message to nobody", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Send(3, ping{1}) }); takes(p) }, nil,
			[]string{"own: the handler of send(1) sends ping(1) to site 3, which is not there: sites are 1 to 2"}},
		{"message to nobody, with a recover", func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) {
				defer func() { _ = recover() }()
				c.Send(3, ping{1})
			})
			takes(p)
		}, nil, []string{"own: the handler of send(1) sends ping(1) to site 3, which is not there: sites are 1 to 2"}},
		{"nothing to choose", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Choose("x", 2, 1) }) }, nil,
			[]string{`own: the handler of send(1) calls Choose("x", 2, 1): there is no such number`}},
		{"choice without a name", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Choose("", 0, 1) }) }, nil,
			[]string{`own: the handler of send(1) calls Choose("", 0, 1): allowed is a name that is not empty`}},
		{"choice of Init without a name", func(p *counter) { p.Init(func(_ *count, c gmecheck.Ctx) { c.Maybe("") }) }, nil,
			[]string{`own: Init of P1 calls Choose("", 0, 1): allowed is a name that is not empty`}},
		{"boundary without a beginning", func(p *counter) { p.Within(func(w gmecheck.World[count]) bool { return w.At(1).N > 0 }) }, nil,
			[]string{"own: Within is true of no initial state"}},
		{"timer that is too long", func(p *counter) {
			p.Timer("late", func(*count, gmecheck.Ctx) bool { return false }, func(t gmecheck.Times) int { return 201 * t.Delay.Hi }, func(*count, gmecheck.Ctx) {})
		}, []gmecheck.Option{gmecheck.Times{}}, []string{"own: timer late has the value 201 by the protocol's formula; allowed is 1 to 200"}},
		{"panic in a timer's length", func(p *counter) {
			p.Timer("late", func(*count, gmecheck.Ctx) bool { return false }, func(gmecheck.Times) int { panic("out of paint") }, func(*count, gmecheck.Ctx) {})
		}, []gmecheck.Option{gmecheck.Times{}}, []string{"own: the length of timer late panics: out of paint, at guardrails_test.go:"}},
		{"Init of one site", func(p *counter) {
			p.Init(func(_ *count, c gmecheck.Ctx) {
				if c.Self == 2 {
					panic("out of paint")
				}
			})
		}, nil, []string{"own: Init of P2 panics: out of paint, at guardrails_test.go:"}},
		{"panic in Credits", func(p *counter) {
			p.Credits(func(count) int { panic("out of paint") }, func(any) int { return 0 })
			p.Never("two", func(w gmecheck.World[count]) bool { return w.At(1).N == 2 })
			send(p, func(s *count, _ gmecheck.Ctx) { s.N = 1 })
		}, nil, []string{"own: a function of Credits panics: out of paint, at guardrails_test.go:"}},
		{"kind that can be lost, twice", takes, []gmecheck.Option{gmecheck.Faults{Loss: 1, Lossy: []any{ping{}, ping{1}}}},
			[]string{"own: Faults.Lossy has two gmecheck_test.ping; allowed is one of a kind"}},
		{"random length of a timer", func(p *counter) {
			p.Timer("late", func(*count, gmecheck.Ctx) bool { return false }, func(gmecheck.Times) int { return 2 + rand.IntN(2) }, func(*count, gmecheck.Ctx) {})
		}, []gmecheck.Option{gmecheck.Times{}}, []string{"own: the length of timer late does not always answer the same: first "}},
		{"too much to choose", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.Choose("x", math.MinInt, math.MaxInt) }) }, nil,
			[]string{`own: the handler of send(1) calls Choose("x", -9223372036854775808, 9223372036854775807): allowed are at most 65536 numbers`}},
		{"too many choices together", func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) {
				for k := range 40 {
					c.Maybe(fmt.Sprint("k", k))
				}
			})
		}, nil, []string{"own: the handler of send(1) makes more than 131072 sequences of choices; k0 is one of them"}},
		{"choices without end", func(p *counter) {
			send(p, func(_ *count, c gmecheck.Ctx) {
				for c.Maybe("more") {
				}
			})
		}, nil, []string{"own: the handler of send(1) makes more than 4096 choices, one after another; the last is more"}},
		{"choices of Init without end", func(p *counter) {
			p.Init(func(_ *count, c gmecheck.Ctx) {
				for c.Maybe("more") {
				}
			})
			takes(p)
		}, nil, []string{"own: Init of P", "makes more than 4096 choices, one after another; the last is more"}},
		{"Init that does not return", func(p *counter) {
			p.Init(func(s *count, _ gmecheck.Ctx) {
				for s.N == 0 {
					time.Sleep(time.Millisecond)
				}
			})
			takes(p)
		}, nil, []string{"own: Init of P1 has not returned for 5s, at guardrails_test.go:"}},
		{"Init that ends its goroutine", func(p *counter) { p.Init(func(*count, gmecheck.Ctx) { runtime.Goexit() }); takes(p) }, nil,
			[]string{"own: Init of P1 ends its goroutine, as runtime.Goexit and FailNow of a test do, at guardrails_test.go:"}},
		{"too many budgets", func(*counter) {}, []gmecheck.Option{gmecheck.Faults{Loss: 1e9}}, []string{"own: more than 4,194,304 combinations of budgets"}},
		{"choice outside of Init", func(p *counter) { send(p, func(_ *count, c gmecheck.Ctx) { c.ChooseForAll("x", 1, 2) }) }, nil,
			[]string{"own: the handler of send(1) calls ChooseForAll; allowed is that in Init only"}},
		{"Init that sends", func(p *counter) { p.Init(func(_ *count, c gmecheck.Ctx) { c.Send(1, ping{}) }); takes(p) }, nil,
			[]string{"own: Init", "calls Send; allowed is that in the actions"}},
		{"panic in Init", func(p *counter) { p.Init(func(_ *count, c gmecheck.Ctx) { panic("out of paint") }) }, nil,
			[]string{"own: Init", "panics: out of paint"}},
		{"impure Init", func(p *counter) { p.Init(func(s *count, _ gmecheck.Ctx) { calls++; s.N = calls }) }, nil,
			[]string{"own: Init of P", "does not always do the same: run again, it makes other variables: N = "}},
		{"offers twice", func(p *counter) {
			gmecheck.Events(p, 1, func(*count, gmecheck.Ctx) []ping { return []ping{{1}, {1}} }, func(*count, gmecheck.Ctx, ping) {})
		}, nil, []string{"own: the offers of ping of P1 list ping(1) twice"}},
		{"too many offers", func(p *counter) {
			gmecheck.Events(p, 1, func(*count, gmecheck.Ctx) []ping { return make([]ping, 5000) }, func(*count, gmecheck.Ctx, ping) {})
		}, nil, []string{"own: the offers of ping of P1 list 5000 parameters; allowed are at most 4096"}},
		{"misspelt network", func(*counter) {}, []gmecheck.Option{gmecheck.Network("fif")}, []string{`own: Network is "fif"; allowed is "bag", which is the default, and "fifo"; did you mean fifo?`}},
		{"negative time", func(*counter) {}, []gmecheck.Option{gmecheck.MaxTime(-time.Second)}, []string{"own: MaxTime is -1s; it cannot be negative"}},
		{"negative memory", func(*counter) {}, []gmecheck.Option{gmecheck.MaxMemory(-1)}, []string{"own: MaxMemory is -1; it cannot be negative"}},
		{"no delay", func(*counter) {}, []gmecheck.Option{gmecheck.Times{Delay: gmecheck.Interval{Hi: 1 << 40}}}, []string{"own: Times.Delay is from 0 to 1099511627776; allowed are"}},
		{"negative budget", func(*counter) {}, []gmecheck.Option{gmecheck.Faults{Loss: -1}}, []string{"own: Faults.Loss is -1; it cannot be negative"}},
		{"loss of an unknown kind", takes, []gmecheck.Option{gmecheck.Faults{Loss: 1, Lossy: []any{pong{}}}},
			[]string{"own: Faults.Lossy has a gmecheck_test.pong, and no On takes messages of this type; there are On for ping"}},
		{"kinds that are lost never", takes, []gmecheck.Option{gmecheck.Faults{Lossy: []any{ping{}}}}, []string{"own: Faults says what can be lost, and Loss, which says how often, is 0"}},
		{"crash of nobody", func(*counter) {}, []gmecheck.Option{gmecheck.Faults{Crash: 1, Crashing: gmecheck.SetOf(3)}}, []string{"own: Faults.Crashing has site 3; allowed are 1 to 2"}},
		{"crashes that never happen", func(*counter) {}, []gmecheck.Option{gmecheck.Faults{Final: true}}, []string{"own: Faults says who crashes, or how, and Crash, which says how often, is 0"}},
		{"options of a kind twice", func(*counter) {}, []gmecheck.Option{gmecheck.FIFO, gmecheck.Workers(1), gmecheck.Bag},
			[]string{"own: Network is there twice in one list of options; allowed is one of a kind"}},
		{"faults of all checks twice", func(p *counter) { p.With(gmecheck.Faults{Loss: 1}, gmecheck.Faults{Crash: 1}) }, nil,
			[]string{"own: With: Faults is there twice in one list of options; allowed is one of a kind"}},
		{"no option of all checks", func(p *counter) { p.With(nil) }, nil, []string{"own: With: an option is nil"}},
		{"two results of a property", func(p *counter) { p.Always("fine", func(gmecheck.World[count]) bool { return true }) },
			[]gmecheck.Option{gmecheck.Expect("fine", gmecheck.Holds), gmecheck.Expect("fine", gmecheck.Violated)},
			[]string{"own: Expect of fine is there twice in one list of options; allowed is one of a kind"}},
		{"no option", func(*counter) {}, []gmecheck.Option{nil}, []string{"own: an option is nil"}},
		{"wrong number of states", func(*counter) {}, []gmecheck.Option{gmecheck.States(2)}, []string{"own -n 2: 1 states; States says 2"}},
		{"a set of what is no site", func(p *counter) {
			send(p, func(s *count, c gmecheck.Ctx) { s.N = gmecheck.SetOf(c.Self - 2).Len() })
		}, nil, []string{"own: the handler of send(1) panics: -1 in a Set, which has numbers from 0 to 1048575, at guardrails_test.go:"}},
		{"event twice", func(p *counter) { send(p, func(*count, gmecheck.Ctx) {}); send(p, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "send" is there twice`}},
		{"event without a name", func(p *counter) { p.Event("", 1, nil, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "": allowed is a name`}},
		{"event with a name that cannot be printed", func(p *counter) { p.Event("a\x00b", 1, nil, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "a\x00b": allowed is a name of characters`}},
		{"event with a name that is no text", func(p *counter) { p.Event("a\xffb", 1, nil, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "a\xffb": allowed is a name of characters`}},
		{"event of the network", func(p *counter) { p.Event("lose", 1, nil, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "lose": gmecheck itself calls events so`}},
		{"event of time", func(p *counter) { p.Event("tick", 1, nil, func(*count, gmecheck.Ctx) {}) }, nil, []string{`own: Event "tick": gmecheck itself calls events so`}},
		{"event without action", func(p *counter) { p.Event("send", 1, nil, nil) }, nil, []string{`own: Event "send" has no action`}},
		{"event without budget", func(p *counter) { p.Event("send", 0, nil, func(*count, gmecheck.Ctx) {}) }, nil,
			[]string{`own: Event "send" has the budget 0; allowed is a number from 1 to 255, or Always`}},
		{"optional and fair", func(p *counter) { p.Event("send", 1, nil, func(*count, gmecheck.Ctx) {}).Optional().Patient().Fair() }, nil,
			[]string{`own: Event "send" is Optional and Fair; allowed is one of them`}},
		{"exit and timeout", func(p *counter) { p.Event("send", 1, nil, func(*count, gmecheck.Ctx) {}).Patient().Exit() }, nil,
			[]string{`own: Event "send" is Exit and Patient; allowed is one of them`}},
		{"handler twice", func(p *counter) { takes(p); takes(p) }, nil, []string{"own: On of gmecheck_test.ping is there twice"}},
		{"no handler", func(p *counter) { gmecheck.On[count, ping](p, nil) }, nil, []string{"own: On of gmecheck_test.ping has no handler"}},
		{"messages of any type", func(p *counter) { gmecheck.On(p, func(*count, gmecheck.Ctx, any) {}) }, nil, []string{"own: On of messages of type interface {}: allowed is one named type"}},
		{"pointer in a message", func(p *counter) { gmecheck.On(p, func(*count, gmecheck.Ctx, struct{ P *int }) {}) }, nil, []string{"own: On of messages of type struct"}},
		{"guard of a message twice", func(p *counter) {
			yes := func(*count, gmecheck.Ctx, ping) bool { return true }
			gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {}).When(yes).When(yes)
		}, nil, []string{"own: When of ping is there twice"}},
		{"property twice", func(p *counter) {
			f := func(gmecheck.World[count]) bool { return true }
			p.Always("fine", f)
			p.Never("fine", f)
		}, nil, []string{`own: two properties are named "fine"`}},
		{"half a property", func(p *counter) { p.LeadsTo("fine", func(count) bool { return true }, nil) }, nil, []string{`own: LeadsTo "fine" needs two functions`}},
		{"credits of nothing", func(p *counter) { p.Credits(nil, nil) }, nil, []string{"own: Credits needs two functions: what a site has, and what a message carries"}},
		{"name of a timer's property", func(p *counter) {
			p.Timer("beat", func(*count, gmecheck.Ctx) bool { return true }, nil, func(*count, gmecheck.Ctx) {})
			p.Always("largest-clock-beat", func(gmecheck.World[count]) bool { return true })
		}, nil, []string{`own: property "largest-clock-beat": with times, a model with timers has one of this name by itself`}},
		{"name of the property of all timers", func(p *counter) {
			p.Timer("beat", func(*count, gmecheck.Ctx) bool { return true }, nil, func(*count, gmecheck.Ctx) {})
			p.Always("no-vain-expiry", func(gmecheck.World[count]) bool { return true })
		}, nil, []string{`own: property "no-vain-expiry": with times`}},
		{"golden file without a name", func(p *counter) { p.With(gmecheck.Golden("")) }, nil, []string{"own: Golden names no file"}},
		{"credits twice", func(p *counter) {
			for range 2 {
				p.Credits(func(count) int { return 0 }, func(any) int { return 0 })
			}
		}, nil, []string{"own: Credits is there twice"}},
		{"property that asks nothing", func(p *counter) { p.Always("fine", nil) }, nil, []string{`own: Always "fine" has no function`}},
		{"Never without a function", func(p *counter) { p.Never("nothing", nil) }, nil, []string{`own: Never "nothing" has no function`}},
		{"Sometimes without a function", func(p *counter) { p.Sometimes("nothing", nil) }, nil, []string{`own: Sometimes "nothing" has no function`}},
		{"AtEnd without a function", func(p *counter) { p.AtEnd("nothing", nil) }, nil, []string{`own: AtEnd "nothing" has no function`}},
		{"Steps without a function", func(p *counter) { p.Steps("nothing", nil) }, nil, []string{`own: Steps "nothing" has no function`}},
		{"Eventually without a function", func(p *counter) { p.Eventually("nothing", nil) }, nil, []string{`own: Eventually "nothing" has no function`}},
		{"CanReach without a function", func(p *counter) { p.CanReach("nothing", nil) }, nil, []string{`own: CanReach "nothing" has no function`}},
		{"Measure without a function", func(p *counter) { p.Measure("nothing", nil) }, nil, []string{`own: Measure "nothing" has no function`}},
		{"Ticks without a function", func(p *counter) { p.Ticks("nothing", nil) }, nil, []string{`own: Ticks "nothing" has no function`}},
		{"timer of two words", func(p *counter) {
			p.Timer("a b", func(*count, gmecheck.Ctx) bool { return true }, nil, func(*count, gmecheck.Ctx) {})
		}, nil, []string{`own: Timer "a b": allowed is a name of characters that can be printed, without parentheses, commas, =, quotes, # and blanks`}},
		{"name of a property", func(p *counter) { p.Always("all fine", func(gmecheck.World[count]) bool { return true }) }, nil,
			[]string{`own: property "all fine": allowed is a name of characters that can be printed, without commas, quotes, # and blanks`}},
		{"names of properties that no flag can have", func(p *counter) {
			for _, name := range []string{"one,two", `"one"`, "one\x1b", "#one", ""} {
				p.Always(name, func(gmecheck.World[count]) bool { return true })
			}
		}, nil, []string{`property "one,two": allowed`, `property "\"one\"": allowed`, `property "one\x1b": allowed`, `property "#one": allowed`, `property "": allowed`}},
	} {
		_, err := mistaken(x.model).Check(x.options...)
		if err == nil {
			t.Errorf("%s: no error", x.mistake)
			continue
		}
		for _, want := range x.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v\nwant %s", x.mistake, err, want)
			}
		}
	}
}

// TestOptionsOfTests: Check compares with nothing, so it refuses what says what is expected; what With says may stand there for a test.
func TestOptionsOfTests(t *testing.T) {
	p := climbing()
	p.Always("fine", func(gmecheck.World[count]) bool { return true })
	for _, o := range []gmecheck.Option{gmecheck.Golden("testdata/none"), gmecheck.Expect("fine", gmecheck.Holds)} {
		_, first := p.Check(o)
		_, second := p.CheckContext(t.Context(), o)
		for _, err := range []error{first, second} {
			if err == nil || err.Error() != "own: Golden and Expect are options of Test, which compares; Check does not" {
				t.Errorf("%v", err)
			}
		}
		if _, err := p.With(o).Check(); err != nil {
			t.Error(err)
		}
	}
}

// climbing is a model of one site that counts to 5.
func climbing() *counter {
	p := gmecheck.New[count]("own", 1)
	p.Event("up", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N < 5 }, func(s *count, _ gmecheck.Ctx) { s.N++ })
	return p
}

// TestImpure: functions that remember something between calls, which a search that asks once, and in one order, would believe.
func TestImpure(t *testing.T) {
	calls, seen := 0, false
	type world = gmecheck.World[count]
	random := func(world) bool { return rand.IntN(2) == 0 }
	for mistake, x := range map[string]struct {
		model func(p *counter)
		want  string
	}{
		"true for ever": {func(p *counter) {
			p.Always("few", func(w world) bool { seen = seen || w.At(1).N == 1; return seen || w.At(1).N <= 1 })
		}, "own: property few does not always answer the same: it, or a function that it gives to World, depends on more than its argument"},
		"number of calls":   {func(p *counter) { p.Measure("calls", func(world) int { calls++; return calls }) }, "own: property calls does not always answer the same"},
		"every second call": {func(p *counter) { p.Never("odd", func(world) bool { calls++; return calls%2 == 0 }) }, "own: property odd does not always answer the same"},
		"steps": {func(p *counter) { p.Steps("odd", func(gmecheck.Step[count]) bool { calls++; return calls%2 == 0 }) },
			"own: property odd does not always answer the same"},
		"random":       {func(p *counter) { p.Eventually("chance", random) }, "own: property chance does not always answer the same"},
		"random cause": {func(p *counter) { p.Responds("chance", random, func(world) bool { return true }) }, "own: property chance does not always answer the same"},
		"random goal":  {func(p *counter) { p.CanReach("chance", random) }, "own: property chance does not always answer the same"},
		"random end":   {func(p *counter) { p.AtEnd("chance", random) }, "own: property chance does not always answer the same"},
		"written by one handler, read by another": {func(p *counter) {
			p.Event("set", 1, func(s *count, _ gmecheck.Ctx) bool { return s.N == 2 }, func(*count, gmecheck.Ctx) { seen = true })
			p.Event("read", 1, func(s *count, _ gmecheck.Ctx) bool { return s.N < 9 }, func(s *count, _ gmecheck.Ctx) {
				if s.N = 10; seen {
					s.N = 20
				}
			})
		}, "own: the handler of read(1) does not always do the same: first N = 10 of P1; when the same run is taken again 20, at guardrails_test.go:"},
		"written by a handler, read by a guard": {func(p *counter) {
			p.Event("set", 1, func(s *count, _ gmecheck.Ctx) bool { return s.N == 2 }, func(*count, gmecheck.Ctx) { seen = true })
			p.Event("go", 1, func(s *count, _ gmecheck.Ctx) bool { return seen }, func(s *count, _ gmecheck.Ctx) { s.N = 10 })
		}, "steps are possible, and when the same run is taken again "},
	} {
		for begin, init := range map[string]func(s *count, c gmecheck.Ctx){
			"one initial state": func(*count, gmecheck.Ctx) {}, "many": func(s *count, c gmecheck.Ctx) { s.N = c.Choose("n", 0, 2000) },
		} {
			calls, seen = 0, false
			p := climbing()
			p.Init(init)
			x.model(p)
			if r, err := p.Check(); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s, %s: %v\n%v\nwant %s", mistake, begin, r, err, x.want)
			}
		}
	}
	if r, err := climbing().Check(); err != nil || !r.Complete || r.Ok() { // there is no property
		t.Error(r, err)
	}
}

// TestGhosts: what handlers write outside of their sites, and nobody but a property reads, is seen while it changes: when a search judges, it has
// whatever value the last new node has left.
func TestGhosts(t *testing.T) {
	type world = gmecheck.World[count]
	for kind, property := range map[string]func(p *counter, reads func() bool){
		"always":     func(p *counter, reads func() bool) { p.Always("ghost", func(world) bool { return reads() }) },
		"never":      func(p *counter, reads func() bool) { p.Never("ghost", func(world) bool { return reads() }) },
		"sometimes":  func(p *counter, reads func() bool) { p.Sometimes("ghost", func(world) bool { return reads() }) },
		"eventually": func(p *counter, reads func() bool) { p.Eventually("ghost", func(world) bool { return reads() }) },
		"steps": func(p *counter, reads func() bool) {
			p.Steps("ghost", func(gmecheck.Step[count]) bool { return reads() })
		},
		"leads to": func(p *counter, reads func() bool) {
			p.LeadsTo("ghost", func(count) bool { return true }, func(count) bool { return reads() })
		},
		"measure": func(p *counter, reads func() bool) {
			p.Measure("ghost", func(world) int {
				if reads() {
					return 1
				}
				return 0
			})
		},
	} {
		passed := false
		p := gmecheck.New[count]("own", 1)
		p.Event("up", gmecheck.Always, func(s *count, _ gmecheck.Ctx) bool { return s.N < 5 }, func(s *count, _ gmecheck.Ctx) {
			s.N++
			passed = passed || s.N == 3
		})
		property(p, func() bool { return passed })
		if r, err := p.Check(); err == nil || !strings.Contains(err.Error(), "own: property ghost does not always answer the same") {
			t.Errorf("%s: %v\n%v", kind, err, r)
		}
	}
}

// TestIdle: what never happens is listed: events, receipts, timers, faults and time.
func TestIdle(t *testing.T) {
	p := climbing()
	p.Event("never", 1, func(*count, gmecheck.Ctx) bool { return false }, func(*count, gmecheck.Ctx) {})
	gmecheck.On(p, func(*count, gmecheck.Ctx, ping) {})
	p.Timer("late", func(*count, gmecheck.Ctx) bool { return false }, func(gmecheck.Times) int { return 1 }, func(*count, gmecheck.Ctx) {})
	r, err := p.Check(gmecheck.Faults{Loss: 1, Crash: 1}, gmecheck.Times{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"deliver(ping)", "lose", "never", "tick", "timeout(late)"}; !slices.Equal(r.Idle, want) {
		t.Errorf("%q, want %q", r.Idle, want)
	}
	if !strings.Contains(r.String(), "never happened: deliver(ping), lose, never, tick, timeout(late)\n") {
		t.Error(r)
	}
}

// failures notes what a test says is wrong.
type failures struct {
	printer
	all *[]string
}

func (f failures) Errorf(format string, args ...any) {
	*f.all = append(*f.all, fmt.Sprintf(format, args...))
}

// TestFaultsThatNeverHappen: nothing is proved of a fault that has a budget and never happens, as at the command line; a report that is pinned says so.
func TestFaultsThatNeverHappen(t *testing.T) {
	p := climbing()
	p.Always("low", func(w gmecheck.World[count]) bool { return w.At(1).N < 6 })
	found, err := p.Check(gmecheck.Faults{Loss: 1, Duplicate: 2})
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join(t.TempDir(), "golden")
	if err := os.WriteFile(golden, []byte(found.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		options []gmecheck.Option
		ok      bool
		says    string
	}{
		{[]gmecheck.Option{gmecheck.Faults{Crash: 1}}, true, ""},
		{[]gmecheck.Option{gmecheck.Faults{Loss: 1, Duplicate: 2, Crash: 1}}, false, "nothing is tested of faults that have a budget and never happen: duplicate, lose"},
		{[]gmecheck.Option{gmecheck.Faults{Loss: 1, Duplicate: 2}, gmecheck.Golden(golden)}, false, ""},
	} {
		var all []string
		f := failures{printer{t.Name()}, &all}
		if r := p.Test(f, x.options...); r.Ok() != x.ok {
			t.Errorf("%v: %s", r.Ok(), r)
		}
		if said := strings.Join(all, "\n"); (said == "") != (x.says == "") || !strings.Contains(said, x.says) {
			t.Errorf("it says %q, want %q", said, x.says)
		}
	}
}

// TestPatientOptional: that an event may be left out does not depend on when that is said.
func TestPatientOptional(t *testing.T) {
	for name, x := range map[string]struct {
		say  func(e *gmecheck.Event[count])
		must bool
	}{
		"budget":                 {func(*gmecheck.Event[count]) {}, false},
		"patient":                {func(e *gmecheck.Event[count]) { e.Patient() }, true},
		"patient, then optional": {func(e *gmecheck.Event[count]) { e.Patient().Optional() }, false},
		"optional, then patient": {func(e *gmecheck.Event[count]) { e.Optional().Patient() }, false},
		"fair":                   {func(e *gmecheck.Event[count]) { e.Fair() }, true},
		"exit":                   {func(e *gmecheck.Event[count]) { e.Exit() }, true},
		"optional, then exit":    {func(e *gmecheck.Event[count]) { e.Optional().Exit() }, false},
	} {
		p := gmecheck.New[count]("own", 1)
		x.say(p.Event("once", 1, func(s *count, _ gmecheck.Ctx) bool { return s.N == 0 }, func(s *count, _ gmecheck.Ctx) { s.N = 1 }))
		p.Eventually("done", func(w gmecheck.World[count]) bool { return w.At(1).N == 1 })
		if r, err := p.Check(); err != nil || r.Ok() != x.must {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

// TestStates: what a state is made of must be compared by what it is.
func TestStates(t *testing.T) {
	type pointer struct{ Next *count }
	type deep struct {
		All gmecheck.List[struct{ F float64 }]
	}
	type open struct{ Any any }
	if err := gmecheck.New[pointer]("own", 1).Err(); err == nil || !strings.Contains(err.Error(), "field Next is a *gmecheck_test.count, which is compared by where it is") {
		t.Error(err)
	}
	if err := gmecheck.New[deep]("own", 1).Err(); err == nil || !strings.Contains(err.Error(), "field All.F is a float64, which may be unequal to itself") {
		t.Error(err)
	}
	p := gmecheck.New[open]("own", 1)
	p.Event("keep", 1, nil, func(s *open, c gmecheck.Ctx) { s.Any = []int{1} })
	if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "own: the handler of keep(1) leaves variables that are no value: field vars.Any is a []int, which cannot be compared") {
		t.Error(err)
	}
	for _, x := range []struct {
		at   any
		want string
	}{{math.NaN(), "is a float64, which may be unequal to itself"}, {[]int{1}, "is a []int, which cannot be compared"}} {
		p := gmecheck.New[open]("own", 2)
		p.Init(func(s *open, c gmecheck.Ctx) {
			if c.Self == 2 {
				s.Any = x.at
			}
		})
		if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "own: Init of P2 leaves variables that are no value: field Any "+x.want) {
			t.Error(err)
		}
	}
	q := gmecheck.New[count]("own", 1)
	gmecheck.On(q, func(*count, gmecheck.Ctx, open) {})
	send(q, func(_ *count, c gmecheck.Ctx) { c.Send(1, open{[]int{1}}) })
	if _, err := q.Check(); err == nil || !strings.Contains(err.Error(), "sends a message of type gmecheck_test.open, which is no value: field Any is a []int, which cannot be compared") {
		t.Error(err)
	}
}

// TestNilModel: a variable that nobody has given a model is a mistake like others.
func TestNilModel(t *testing.T) {
	var p *gmecheck.Model[int]
	if _, err := p.Check(); err == nil || !strings.Contains(err.Error(), "the model is nil; New and NewShared make one") {
		t.Error(err)
	}
	if _, err := p.System(); err == nil {
		t.Error("no error")
	}
}

// TestDoesNotCompile: what the compiler refuses.
func TestDoesNotCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the compiler")
	}
	top, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	source, wants := "package main\n\nimport \"github.com/gmecheck/gmecheck\"\n\nfunc main() {}\n", []string{}
	for body, want := range map[string]string{
		`gmecheck.New[struct{ Queue []int }]("own", 1)`:                                                                                                              "does not satisfy comparable",
		`p := gmecheck.New[int]("own", 1); gmecheck.On(p, func(s *int, c gmecheck.Ctx, m struct{ Of []int }) {})`:                                                    "does not satisfy comparable",
		`p := gmecheck.New[int]("own", 1); gmecheck.On(p, func(s *string, c gmecheck.Ctx, m int) {})`:                                                                "type func",
		`p := gmecheck.New[int]("own", 1); gmecheck.On(p, func(s *int, c gmecheck.Ctx, m int) {}).When(func(s *int, c gmecheck.Ctx, m string) bool { return true })`: "cannot use func",
		`p := gmecheck.New[int]("own", 1); p.Check("fifo")`:                                                                                                          "does not implement gmecheck.Option",
	} {
		source += fmt.Sprintf("func f%d() { %s }\n", len(wants), body)
		wants = append(wants, want)
	}
	dir := filepath.Join(top, "testdata", "compile")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "./testdata/compile").CombinedOutput()
	if failed := new(exec.ExitError); !errors.As(err, &failed) {
		t.Fatalf("%v\n%s", err, out)
	}
	for k, want := range wants {
		line := fmt.Sprintf("main.go:%d:", strings.Count(source[:strings.Index(source, fmt.Sprintf("func f%d()", k))], "\n")+1)
		if _, of, _ := strings.Cut(string(out), line); !strings.Contains(strings.SplitN(of, "\n", 2)[0], want) {
			t.Errorf("%s\nwant %s at %s", out, want, line)
		}
	}
}

// TestTimeGoesOn: an event that stays possible and changes nothing does not keep time from passing; it would do so for ever.
func TestTimeGoesOn(t *testing.T) {
	type node struct{ Heard, Noted, Dead bool }
	type beat struct{}
	p := gmecheck.New[node]("detector", 2)
	p.Timer("beat", func(_ *node, c gmecheck.Ctx) bool { return c.Self == 1 }, func(gmecheck.Times) int { return 2 }, func(_ *node, c gmecheck.Ctx) { c.Send(2, beat{}) }).Reaches()
	p.Timer("silence", func(s *node, c gmecheck.Ctx) bool { return c.Self == 2 && !s.Dead }, func(gmecheck.Times) int { return 7 }, func(s *node, _ gmecheck.Ctx) { s.Dead = true })
	gmecheck.On(p, func(s *node, _ gmecheck.Ctx, _ beat) { s.Heard = true })
	p.Event("note", gmecheck.Always, func(s *node, _ gmecheck.Ctx) bool { return s.Heard }, func(s *node, _ gmecheck.Ctx) { s.Noted = true })
	p.Never("thought-dead", func(w gmecheck.World[node]) bool { return w.At(2).Dead && w.At(2).Heard })
	r, err := p.Check(gmecheck.Times{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict("thought-dead").Result != gmecheck.Violated {
		t.Errorf("the timer that nobody sets back has not expired: %v", r)
	}
	p.Agree(t, gmecheck.Times{})
}

// TestOptionalExit: an exit that may be left out takes the time of a critical section all the same, and happens if that has an end.
func TestOptionalExit(t *testing.T) {
	type node struct{ In bool }
	p := gmecheck.New[node]("optional", 1)
	p.Event("enter", 1, func(s *node, _ gmecheck.Ctx) bool { return !s.In }, func(s *node, _ gmecheck.Ctx) { s.In = true })
	p.Event("leave", gmecheck.Always, func(s *node, _ gmecheck.Ctx) bool { return s.In }, func(s *node, _ gmecheck.Ctx) { s.In = false }).Optional().Exit()
	p.Timer("late", func(s *node, _ gmecheck.Ctx) bool { return s.In }, func(gmecheck.Times) int { return 5 }, func(*node, gmecheck.Ctx) {})
	p.Ticks("inside", func(s node) bool { return s.In })
	p.LeadsTo("left", func(s node) bool { return s.In }, func(s node) bool { return !s.In })
	times := gmecheck.Times{CS: gmecheck.Interval{Lo: 2, Hi: 3}}
	r, err := p.Check(times)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict("inside"); v.Value != "2..3" || r.Verdict("left").Result != gmecheck.Holds {
		t.Errorf("it is inside for %v", r)
	}
	p.Agree(t, times)
	times.CS.Hi = gmecheck.Unlimited
	if r, err := p.Check(times); err != nil || r.Verdict("left").Result != gmecheck.Violated {
		t.Errorf("it leaves: %v, %v", r, err)
	}
	p.Agree(t, times)
}

// TestNothingGiven: no context, no log, and the run of another model are named.
func TestNothingGiven(t *testing.T) {
	p, file := finding("finding", 2), filepath.Join(t.TempDir(), "a.trace")
	if err := os.WriteFile(file, []byte("# gmecheck trace 1\nmodel lights -n 2\nfingerprint b56fd0ef32f61b5f\nproperty both\nsteps\nlight(1)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var none context.Context
	for _, test := range []struct {
		call func() error
		want string
	}{
		{func() error { _, err := p.CheckContext(none); return err }, "CheckContext has a nil context"},
		{func() error {
			_, _, err := p.Conform(none, "log", strings.NewReader(""), conform.Options{})
			return err
		}, "Conform has a nil context"},
		{func() error { _, _, err := p.Conform(t.Context(), "log", nil, conform.Options{}); return err }, "Conform has no log to read: its reader is nil"},
		{func() error {
			log := strings.NewReader(`{"process": 1, "kind": "internal", "name": "send"}`)
			_, _, err := p.Conform(t.Context(), "log", log, conform.Options{Hidden: 1, HiddenKinds: []string{"sent"}})
			return err
		}, `HiddenKinds: "sent" is no kind of step of `},
		{func() error { _, err := p.Replay(file); return err }, "the run is of another model: lights -n 2; this is finding -n 2"},
	} {
		if err := test.call(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// TestWrittenAlike: messages that are written alike are not taken for each other when runs are taken again.
func TestWrittenAlike(t *testing.T) {
	type node struct{ Left, Right int }
	type pair struct{ A, B string }
	p := gmecheck.New[node]("alike", 3)
	p.Event("ask", 1, func(_ *node, c gmecheck.Ctx) bool { return c.Self < 3 }, func(_ *node, c gmecheck.Ctx) {
		if c.Self == 1 {
			c.Send(3, pair{"x, y", "z"})
		} else {
			c.Send(3, pair{"x", "y, z"})
		}
	})
	gmecheck.On(p, func(s *node, _ gmecheck.Ctx, m pair) {
		if m.A == "x" {
			s.Left++
		} else {
			s.Right++
		}
	}).Anonymous()
	p.Never("one", func(w gmecheck.World[node]) bool { return w.At(3).Left == 1 && w.At(3).Right == 0 })
	r, err := p.Check()
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdict("one"); v.Result != gmecheck.Violated || len(v.Steps) != 2 {
		t.Error(v)
	}
	p.Agree(t)
}

// TestHandlerPlaces: of a handler that does not always do the same, the error names the line where its function begins.
func TestHandlerPlaces(t *testing.T) {
	source, err := os.ReadFile("guardrails_test.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	calls := 0
	fickle := func(s *count) { calls++; s.N = calls }
	for kind, check := range map[string]func() (*gmecheck.Report, error){
		"send(1)": func() (*gmecheck.Report, error) {
			p := gmecheck.New[count]("own", 2)
			p.Event("send", 1, nil,
				func(s *count, _ gmecheck.Ctx) { fickle(s) }) // send(1)
			return p.Check()
		},
		"pick(1, 7)": func() (*gmecheck.Report, error) {
			type Pick struct{ Key int }
			p := gmecheck.New[count]("own", 2)
			gmecheck.Events(p, 1, func(*count, gmecheck.Ctx) []Pick { return []Pick{{7}} },
				func(s *count, _ gmecheck.Ctx, _ Pick) { fickle(s) }) // pick(1, 7)
			return p.Check()
		},
		"deliver(ping(0) from 1 -> 2)": func() (*gmecheck.Report, error) {
			p := gmecheck.New[count]("own", 2)
			p.Event("send", 1, func(_ *count, c gmecheck.Ctx) bool { return c.Self == 1 }, func(_ *count, c gmecheck.Ctx) { c.Send(2, ping{}) })
			gmecheck.On(p,
				func(s *count, _ gmecheck.Ctx, _ ping) { fickle(s) }) // deliver(ping(0) from 1 -> 2)
			return p.Check()
		},
		"timeout(1, late)": func() (*gmecheck.Report, error) {
			p := gmecheck.New[count]("own", 1)
			p.Timer("late", func(s *count, _ gmecheck.Ctx) bool { return s.N == 0 }, nil,
				func(s *count, _ gmecheck.Ctx) { fickle(s) }) // timeout(1, late)
			return p.Check()
		},
		"turn(1)": func() (*gmecheck.Report, error) {
			p := gmecheck.NewShared[count]("own", 2)
			p.Action("turn", nil,
				func(s *count, _ gmecheck.Ctx) { fickle(s) }) // turn(1)
			return p.Check()
		},
	} {
		_, err := check()
		found := regexp.MustCompile(`the handler of (.*) does not always do the same.*, at guardrails_test\.go:(\d+)`).FindStringSubmatch(fmt.Sprint(err))
		if found == nil || found[1] != kind {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if line, _ := strconv.Atoi(found[2]); !strings.HasSuffix(lines[line-1], "// "+kind) {
			t.Errorf("%s: line %d is %s", kind, line, lines[line-1])
		}
	}
}
