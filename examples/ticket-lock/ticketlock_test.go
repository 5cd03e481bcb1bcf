// Package ticketlock is the ticket lock, as J. M. Mellor-Crummey and M. L. Scott describe it in "Algorithms for scalable synchronization on
// shared-memory multiprocessors", ACM Transactions on Computer Systems 9(1), 1991: who wants to go in takes the next number, and waits until
// it is served.
//
// Numbers grow without end. The canonical form counts them from the one that is served, so the search ends, and what it finds is true of
// all numbers.
package ticketlock

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Lock is the shared variables, and those of the processes.
type Lock struct {
	Next, Served int
	Mine         gmecheck.PerSite[int] // tickets; -1: none
	Inside       gmecheck.Sites
}

// TicketLock is the algorithm for n processes. Taking a ticket is one step: fetch_and_increment.
func TicketLock(n int) *gmecheck.Shared[Lock] {
	p := gmecheck.NewShared[Lock]("ticket-lock", n)
	p.Init(func(s *Lock, c gmecheck.Ctx) {
		s.Mine = gmecheck.NewPerSite[int](n)
		for i := range c.All().All() {
			s.Mine = s.Mine.With(i, -1)
		}
	})
	p.Action("take", func(s *Lock, c gmecheck.Ctx) bool { return s.Mine.At(c.Self) < 0 }, func(s *Lock, c gmecheck.Ctx) {
		s.Mine, s.Next = s.Mine.With(c.Self, s.Next), s.Next+1
	}).Optional()
	p.Action("enter", func(s *Lock, c gmecheck.Ctx) bool { return s.Mine.At(c.Self) == s.Served && !s.Inside.Has(c.Self) }, func(s *Lock, c gmecheck.Ctx) {
		s.Inside = s.Inside.With(c.Self)
	})
	p.Action("leave", func(s *Lock, c gmecheck.Ctx) bool { return s.Inside.Has(c.Self) }, func(s *Lock, c gmecheck.Ctx) {
		s.Inside, s.Mine, s.Served = s.Inside.Without(c.Self), s.Mine.With(c.Self, -1), s.Served+1
	})
	p.Canonical(func(s *Lock) {
		for i, ticket := range s.Mine.All() {
			if ticket >= 0 {
				s.Mine = s.Mine.With(i, ticket-s.Served)
			}
		}
		s.Next, s.Served = s.Next-s.Served, 0
	})

	inside := func(s Lock, i gmecheck.Site) bool { return s.Inside.Has(i) }
	waits := func(s Lock, i gmecheck.Site) bool { return s.Mine.At(i) >= 0 && !s.Inside.Has(i) }
	p.NeverTwo("exclusion", inside)
	p.LeadsTo("served", waits, inside)
	p.Overtaking("overtaken", waits, inside).AtMost(n - 1)
	return p
}

func TestTicketLock(t *testing.T) {
	TicketLock(2).Test(t, gmecheck.States(9))
	r := TicketLock(4).Test(t)
	if got := r.Verdict("overtaken").Value; got != "0..3" {
		t.Errorf("overtaken %s times", got)
	}
}
