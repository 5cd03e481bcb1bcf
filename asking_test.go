package gmecheck_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// TestAsking draws properties that look at states in all the ways there are, and compares the search, which judges kinds of
// sites once, with the slow checker, which judges every state.
func TestAsking(t *testing.T) {
	type world = gmecheck.World[Node]
	predicates := []func(Node) bool{
		func(s Node) bool { return s.Wants }, func(s Node) bool { return s.In }, func(s Node) bool { return s.High > 2 },
		func(s Node) bool { return s.Missing.Empty() }, func(s Node) bool { return !s.Deferred.Empty() },
	}
	// ways returns questions with answers that depend on much or little of a state; k is any number, f any predicate.
	ways := []func(k int, f func(Node) bool) func(w world) int{
		func(_ int, f func(Node) bool) func(w world) int { return func(w world) int { return w.Count(f) } },
		func(k int, _ func(Node) bool) func(w world) int { // the same function in every call, with a captured variable
			above := func(s Node) bool { return s.High > k }
			return func(w world) int { return w.Count(above) }
		},
		func(k int, f func(Node) bool) func(w world) int { // another function in every call
			return func(w world) int {
				inside := w.Count(f)
				return w.Count(func(s Node) bool { return s.High > inside+k })
			}
		},
		func(int, func(Node) bool) func(w world) int { // a function with a side effect
			return func(w world) (sum int) {
				w.Every(func(s Node) bool { sum += s.High; return true })
				return sum
			}
		},
		func(_ int, f func(Node) bool) func(w world) int { // a function that panics where nobody asks it
			return func(w world) int {
				if w.Any(func(s Node) bool { return s.Our == 0 }) {
					return 0
				}
				return w.Count(func(s Node) bool { return 6/s.Our > 2 && f(s) })
			}
		},
		func(int, func(Node) bool) func(w world) int {
			return func(w world) int { return w.At(1).High - w.At(2).High }
		},
		func(int, func(Node) bool) func(w world) int { return func(w world) int { return len(w.InFlight()) } },
		func(k int, _ func(Node) bool) func(w world) int {
			return func(w world) int { return len(w.Channel(gmecheck.Site(k%2+1), gmecheck.Site(2-k%2))) }
		},
		func(int, func(Node) bool) func(w world) int {
			return func(w world) int { return w.Used("request", 1) - w.Used("request", 2) }
		},
		func(int, func(Node) bool) func(w world) int { return func(w world) int { return w.Down().Len() } },
		func(int, func(Node) bool) func(w world) int {
			return func(w world) int { return len(gmecheck.Messages[Request](w)) }
		},
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 17))
		p := ricartAgrawala(2, 2)
		if r.IntN(2) == 0 {
			p.With(gmecheck.FIFO)
		}
		for n := range 1 + r.IntN(4) {
			k := r.IntN(4)
			f := predicates[r.IntN(len(predicates))]
			first, second := ways[r.IntN(len(ways))](k, f), ways[r.IntN(len(ways))](k+1, f)
			most := r.IntN(3)
			bad := func(w world) bool { return first(w) > most && second(w) >= k-1 }
			p.Never(fmt.Sprintf("never%d", n), bad)
			p.AtEnd(fmt.Sprintf("end%d", n), func(w world) bool { return !bad(w) })
			p.Sometimes(fmt.Sprintf("sometimes%d", n), bad)
			// the same question put in two ways has the same answer
			g := predicates[r.IntN(len(predicates))]
			p.LeadsTo(fmt.Sprintf("leads%d", n), f, g)
			for i := gmecheck.Site(1); i <= 2; i++ {
				p.Responds(fmt.Sprintf("leads%d-%d", n, i), func(w world) bool { return f(w.At(i)) }, func(w world) bool { return g(w.At(i)) })
			}
		}
		faults := []gmecheck.Faults{{}, {Loss: 1}, {Duplicate: 1}, {Crash: 1}}[r.IntN(4)]
		p.Agree(t, faults)
		report, err := p.Check(faults, gmecheck.Workers(1+r.IntN(2)))
		if err != nil {
			t.Fatal(seed, err)
		}
		for _, v := range report.Verdicts {
			if one, is := strings.CutPrefix(v.Property, "leads"); is && !strings.Contains(one, "-") {
				a, b := report.Verdict(v.Property+"-1"), report.Verdict(v.Property+"-2")
				want := gmecheck.Vacuous
				switch {
				case a.Result == gmecheck.Violated || b.Result == gmecheck.Violated:
					want = gmecheck.Violated
				case a.Result == gmecheck.Holds || b.Result == gmecheck.Holds:
					want = gmecheck.Holds
				}
				if v.Result != want {
					t.Errorf("seed %d: %v; of each site: %v, %v", seed, v, a, b)
				}
			}
		}
		if t.Failed() {
			t.Fatal("seed", seed)
		}
	}
}

// TestAskingInVain: a property whose answers depend on something that the state does not show is an error, not a verdict.
func TestAskingInVain(t *testing.T) {
	for name, claim := range map[string]func(p *gmecheck.Model[Node]){
		"captured variable": func(p *gmecheck.Model[Node]) {
			calls := 0
			p.Always("p", func(gmecheck.World[Node]) bool { calls++; return calls%3 > 0 })
		},
		"function with a side effect that is the same in every call": func(p *gmecheck.Model[Node]) {
			sum := 0
			count := func(s Node) bool { sum += s.High; return true }
			p.Always("p", func(w gmecheck.World[Node]) bool { sum = 0; w.Every(count); return sum < 9 })
		},
		"random function": func(p *gmecheck.Model[Node]) {
			some := func(Node) bool { return rand.IntN(2) == 0 }
			p.Always("p", func(w gmecheck.World[Node]) bool { return w.Count(some) < 3 })
		},
	} {
		p := ricartAgrawala(3, 2)
		claim(p)
		r, err := p.Check()
		if err == nil || !strings.Contains(err.Error(), "does not always answer the same") {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}
