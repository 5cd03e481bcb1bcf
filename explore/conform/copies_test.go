package conform_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gmecheck/gmecheck"
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
