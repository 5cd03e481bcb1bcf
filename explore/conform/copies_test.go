package conform_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
)

type (
	talk struct{ Said, Heard int }
	word struct{ N int }
	nod  struct{}
)

// talking is a process that says words to another, at most two before the other nods; the other talks to itself. There are few words, so that many are equal.
func talking(anonymous bool) *gmecheck.Model[talk] {
	p := gmecheck.New[talk]("talking", 2)
	p.Event("say", 4, func(s *talk, c gmecheck.Ctx) bool { return c.Self == 2 || s.Said < s.Heard+2 }, func(s *talk, c gmecheck.Ctx) {
		s.Said++
		c.Send(2, word{c.Choose("w", 0, 2) / 2})
	})
	if on := gmecheck.On(p, func(s *talk, c gmecheck.Ctx, m word) { s.Heard = 2*s.Heard + m.N; c.Send(1, nod{}) }); anonymous {
		on.Anonymous()
	}
	gmecheck.On(p, func(s *talk, _ gmecheck.Ctx, _ nod) { s.Heard++ })
	return p
}

// TestCopies: logs of equal messages that were copied are decided as by trying every order.
func TestCopies(t *testing.T) {
	for _, anonymous := range []bool{false, true} {
		for _, network := range []gmecheck.Network{gmecheck.Bag, gmecheck.FIFO} {
			t.Run(fmt.Sprintf("%s %t", network, anonymous), func(t *testing.T) {
				met := map[bool]int{}
				for seed := range uint64(*seeds) {
					random := rand.New(rand.NewPCG(seed, 13))
					faults := gmecheck.Faults{Duplicate: 1 + random.IntN(3), Crash: random.IntN(3) / 2}
					sys, err := talking(anonymous).System(network, faults)
					if err != nil {
						t.Fatal(err)
					}
					compareWithNaive(t, sys, random, 5+random.IntN(6), met)
				}
				if met[true] == 0 || met[false] == 0 {
					t.Errorf("only one verdict was met: %v", met)
				}
			})
		}
	}
}

// TestCopied has logs with one copy, each of which is a run for one reason.
func TestCopied(t *testing.T) {
	const (
		say   = `{"process":1,"kind":"internal","name":"say"}`
		say0  = `{"process":1,"kind":"internal","name":"say","choices":["w=0"]}`
		say1  = `{"process":1,"kind":"internal","name":"say","choices":["w=2"]}`
		own   = `{"process":2,"kind":"internal","name":"say"}`
		nods  = `{"process":1,"kind":"deliver","message":{"kind":"nod"}}`
		hear0 = `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":0}},"from":1}`
		hear1 = `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":1}},"from":1}`
		own0  = `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":0}},"from":2}`
		own1  = `{"process":2,"kind":"deliver","message":{"kind":"word","fields":{"N":1}},"from":2}`
		hears = `{"process":2,"kind":"deliver","message":{"kind":"word"},"from":1,"fields":{"Heard":1}}`
	)
	for name, x := range map[string]struct {
		anonymous bool
		network   gmecheck.Network
		hidden    int
		log       []string
		fits      int
	}{
		"a later line may be another message": {false, gmecheck.Bag, 0, []string{say, say, hear0, hear0, hears}, 5},
		"in order, behind the original":       {false, gmecheck.FIFO, 0, []string{own, own, own, own0, own0, own1, own0}, 7},
		"one more is sent later":              {false, gmecheck.Bag, 0, []string{say, say, nods, say, hear0, hear1, hear1, hear0}, 8},
		"of one sender, not of the other":     {true, gmecheck.Bag, 0, []string{say, own, hear0, hear0, own0}, 5},
		"as far as it goes":                   {false, gmecheck.Bag, 0, []string{say, say, hear1, hear1, hear0, hear0}, 5},
		"one more is sent, and not logged":    {false, gmecheck.Bag, 1, []string{say1, hear1, hear1, nods, nods, say0, hear0, hear0}, 8},
	} {
		var log strings.Builder
		seq := map[byte]int{}
		for k, line := range x.log { // times say which is tried first
			seq[line[11]]++
			fmt.Fprintf(&log, "%s,\"seq\":%d,\"time\":\"2024-01-01T00:00:0%dZ\"}\n", strings.TrimSuffix(line, "}"), seq[line[11]], k)
		}
		a, _, err := talking(x.anonymous).Conform(t.Context(), "log", strings.NewReader(log.String()), conform.Options{Hidden: x.hidden}, x.network, gmecheck.Faults{Duplicate: 1})
		if err != nil {
			t.Fatal(err)
		}
		if a.Fitted != x.fits || a.Conforms != (x.fits == len(x.log)) || !a.Longest {
			t.Errorf("%s: %d of %d events fit; want %d: %+v", name, a.Fitted, a.Events, x.fits, a.Misfit)
		}
	}
}
