package gmecheck_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck"
)

// firstLine is that of an error, without the place in the source and the steps below it.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	line, _, _ = strings.Cut(line, ", at ")
	return line
}

// values is those that a number has in the states of the lock of two sites.
func values(f func(w gmecheck.World[owner]) int, options ...gmecheck.Option) string {
	p := lock(2)
	p.Measure("number", f)
	r, err := p.Check(options...)
	if err != nil {
		return firstLine(err)
	}
	return r.Verdict("number").Value
}

func ExampleWorld() {
	fmt.Println(values(func(w gmecheck.World[owner]) int {
		if w.At(1).Has || w.At(2).Has || len(gmecheck.Messages[token](w)) == 1 {
			return 1 // a single token, at a site or in flight
		}
		return 0
	}))
	// Output:
	// 1
}

func ExampleWorld_Size() {
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Size() }))
	// Output:
	// 2
}

func ExampleWorld_At() {
	fmt.Println(values(func(w gmecheck.World[owner]) int {
		if w.At(3).Has { // of two sites
			return 3
		}
		return 0
	}))
	// Output:
	// lock: property number asks At(3): sites are 1 to 2
}

func ExampleWorld_All() {
	fmt.Println(values(func(w gmecheck.World[owner]) int {
		sum := 0
		for i, s := range w.All() {
			if s.Wants {
				sum += int(i)
			}
		}
		return sum
	}))
	// Output:
	// 0..3
}

func ExampleWorld_Where() {
	wants := func(s owner) bool { return s.Wants }
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Where(wants).Len() }))
	// Output:
	// 0..2
}

func ExampleWorld_Count() {
	has := func(s owner) bool { return s.Has }
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Count(has) }))
	// Output:
	// 0..1
}

func ExampleWorld_Any() {
	wants := func(s owner) bool { return s.Wants }
	p := lock(2)
	p.Always("want", func(w gmecheck.World[owner]) bool { return w.Any(wants) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("want").Result)
	// Output:
	// violated
}

func ExampleWorld_Every() {
	wants := func(s owner) bool { return s.Wants }
	p := lock(2)
	p.Sometimes("all-want", func(w gmecheck.World[owner]) bool { return w.Every(wants) })
	r, _ := p.Check()
	fmt.Println(r.Verdict("all-want").Steps)
	// Output:
	// [want(2) deliver(ask() from 2 -> 1) want(1)]
}

func ExampleWorld_Down() {
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Down().Len() }, gmecheck.Faults{Crash: 2, Crashing: gmecheck.SetOf(2)}))
	// Output:
	// 0..1
}

func ExampleWorld_Used() {
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Used("want", 2) }))
	fmt.Println(values(func(w gmecheck.World[owner]) int { return w.Used("wants", 2) }))
	// Output:
	// 0..2
	// lock: property number asks Used("wants"): no event with a budget is named so; did you mean want?
}

func ExampleWorld_InFlight() {
	p := lock(2)
	p.Always("to-others", func(w gmecheck.World[owner]) bool {
		for _, m := range w.InFlight() {
			if m.From == m.To {
				return false
			}
		}
		return true
	})
	r, _ := p.Check()
	fmt.Println(r.Verdict("to-others"))
	// Output:
	// to-others holds
}

func ExamplePacket() {
	fmt.Println(gmecheck.Packet{From: 1, To: 2, Message: token{}} == gmecheck.Packet{From: 1, To: 2, Message: token{}})
	// Output:
	// true
}

func ExampleWorld_Channel() {
	fmt.Println(values(func(w gmecheck.World[owner]) int { return len(w.Channel(1, 2)) }, gmecheck.FIFO))
	// Output:
	// 0..2
}

func ExampleMessages() {
	fmt.Println(values(func(w gmecheck.World[owner]) int { return len(gmecheck.Messages[token](w)) }))
	// Output:
	// 0..1
}

func ExampleFaults() {
	for _, f := range []gmecheck.Faults{{}, {Loss: 1}, {Loss: 1, Lossy: []any{ask{}}}, {Duplicate: 1}, {Crash: 1, Crashing: gmecheck.SetOf(2), Final: true}} {
		r, err := lock(2).Check(f)
		fmt.Println(r.States, r.Verdict("one-owner").Result, r.Verdict("served").Result, err)
	}
	// Output:
	// 16 holds holds <nil>
	// 30 holds violated <nil>
	// 23 holds violated <nil>
	// 102 violated holds <nil>
	// 42 holds violated <nil>
}

func ExampleOption() {
	options := []gmecheck.Option{gmecheck.FIFO, gmecheck.Faults{Loss: 1}, gmecheck.Workers(2)}
	r, _ := lock(2).Check(options...)
	fmt.Println(r.Model)
	// Output:
	// lock -n 2 --net fifo --loss 1
}

func ExampleNetwork() {
	_, err := lock(2).Check(gmecheck.Network("fif"))
	fmt.Println(err)
	// Output:
	// lock: Network is "fif"; allowed is "bag", which is the default, and "fifo"; did you mean fifo?
}

// In a bag messages overtake each other.
func ExampleFIFO() {
	for _, network := range []gmecheck.Network{gmecheck.Bag, gmecheck.FIFO} {
		p := gmecheck.New[count1]("two", 2)
		type next struct{ N int }
		p.Event("send", 2, func(s *count1, c gmecheck.Ctx) bool { return c.Self == 1 }, func(s *count1, c gmecheck.Ctx) { s.N++; c.Send(2, next{s.N}) })
		gmecheck.On(p, func(s *count1, c gmecheck.Ctx, m next) { s.N = m.N })
		p.Steps("in-order", func(s gmecheck.Step[count1]) bool { return s.Before.At(2).N <= s.After.At(2).N })
		r, _ := p.Check(network)
		fmt.Println(network, r.Verdict("in-order").Result)
	}
	// Output:
	// bag violated
	// fifo holds
}

func ExampleStates() {
	_, err := lock(2).Check(gmecheck.States(16))
	fmt.Println(err)
	_, err = lock(2).Check(gmecheck.States(17))
	fmt.Println(err)
	// Output:
	// <nil>
	// lock -n 2: 16 states; States says 17
}

func ExampleWorkers() {
	r, _ := lock(3).Check(gmecheck.Workers(2))
	fmt.Println(r.States)
	// Output:
	// 1053
}

// A search that a limit has ended proves nothing, and says what grows: this model has no end.
func ExampleMaxStates() {
	p := gmecheck.New[count1]("endless", 1)
	p.Event("count", gmecheck.Always, nil, func(s *count1, c gmecheck.Ctx) { s.N++ })
	p.Always("positive", func(w gmecheck.World[count1]) bool { return w.At(1).N >= 0 })
	r, _ := p.Check(gmecheck.MaxStates(1000))
	fmt.Print(r)
	// Output:
	// endless -n 1: 1000 states, 1000 transitions, depth 999, and not all of them (max-states 1000)
	//   variable N of P1 grows: up to 999, 20 new values in the last 20 levels
	//   positive inconclusive
}

func ExampleMaxTime() {
	r, _ := lock(2).Check(gmecheck.MaxTime(time.Hour))
	fmt.Println(r.Complete)
	// Output:
	// true
}

func ExampleMaxMemory() {
	r, _ := lock(2).Check(gmecheck.MaxMemory(1 << 30)) // 1 GiB
	fmt.Println(r.Complete)
	// Output:
	// true
}

// The sites are alike: one of the states is visited that are the same but for their names; the counts are of all of them.
func ExampleSymmetry() {
	p := lights(3)
	plain, _ := p.Check()
	r, _ := p.Check(gmecheck.Symmetry())
	fmt.Println(plain.States, plain.Visited)
	fmt.Println(r.States, r.Visited)
	fmt.Print(r)
	// Output:
	// 8 8
	// 8 4
	// lights -n 3: 8 states, 24 transitions, depth 3
	//   with symmetry, 4 of the states were visited
}

func ExampleReport() {
	r, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	fmt.Println(r.Model, r.States, r.Transitions, r.Depth, r.Complete)
	for _, v := range r.Verdicts {
		fmt.Println(v.Property, v.Result, len(v.Steps))
	}
	// Output:
	// lock -n 2 --loss 1 30 38 12 true
	// one-owner holds 0
	// served violated 2
}

func ExampleReport_Ok() {
	right, _ := lock(2).Check()
	wrong, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	empty, _ := gmecheck.New[owner]("empty", 2).Check() // without properties
	fmt.Println(right.Ok(), wrong.Ok(), empty.Ok())
	// Output:
	// true false false
}

func ExampleReport_String() {
	r, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	fmt.Print(r)
	// Output:
	// lock -n 2 --loss 1: 30 states, 38 transitions, depth 12
	//   one-owner holds
	//   served violated (2 steps): site 2 waits for ever
}

func ExampleReport_Verdict() {
	r, _ := lock(2).Check()
	fmt.Println(r.Verdict("served").Result)
	fmt.Println(r.Verdict("server").Detail)
	// Output:
	// holds
	// there is no property of this name; did you mean served?
}

func ExampleResult() {
	r, _ := lock(2).Check()
	fmt.Println(r.Verdict("served").Result == gmecheck.Holds)
	// Output:
	// true
}

func ExampleHolds() {
	fmt.Println(gmecheck.Holds, gmecheck.Violated, gmecheck.Vacuous, gmecheck.Inconclusive)
	// Output:
	// holds violated vacuous inconclusive
}

func ExampleVerdict() {
	r, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	v := r.Verdict("served")
	fmt.Println(v.Result, v.Steps, v.Detail)
	// Output:
	// violated [want(2) lose(ask() from 2 -> 1)] site 2 waits for ever
}

func ExampleVerdict_String() {
	r, _ := lock(2).Check(gmecheck.Faults{Loss: 1})
	fmt.Println(r.Verdict("served"))
	// Output:
	// served violated (2 steps): site 2 waits for ever
}

func ExampleExpect() {
	lock(2).Test(printer{"lock"}, gmecheck.Faults{Loss: 1}, gmecheck.Expect("served", gmecheck.Violated))
	lock(2).Test(printer{"lock"}, gmecheck.Expect("served", gmecheck.Violated))
	// Output:
	// failed: lock -n 2: served holds; expected violated
}

// A golden file pins a whole report.
func ExampleGolden() {
	file := "testdata/golden-example.txt"
	defer os.Remove(file)
	os.WriteFile(file, []byte("lock -n 2: 16 states, 18 transitions, depth 12\n  one-owner holds\n  served holds\n"), 0o666)
	lock(2).Test(printer{"lock"}, gmecheck.Golden(file))
	lock(3).Test(printer{"lock"}, gmecheck.Golden(file))
	// Output:
	// failed: testdata/golden-example.txt says
}
