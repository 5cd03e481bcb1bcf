// Package maekawa is the mutual exclusion algorithm of M. Maekawa, "A √N algorithm for mutual exclusion in decentralized
// systems", ACM Transactions on Computer Systems 3(2), 1985, with its deadlock, and the repair of B. A. Sanders, "The information
// structure of distributed mutual exclusion algorithms", ACM Transactions on Computer Systems 5(3), 1987.
//
// Every site locks itself for one request at a time; who has the locks of a quorum is inside. A site that is locked tells a
// request that it fails, or, if the request precedes all others it knows, asks the one that has its lock to relinquish it. The
// deadlock: a request that preceded all others, and was not told that it fails, is not told so either when another one comes that
// precedes it. The repair tells it then.
//
// Here every quorum is all sites, which needs only three of them. Each asks once.
package maekawa

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

// Claim is a request by its time stamp; the zero value is none.
type Claim struct {
	Seq  int
	Site gmecheck.Site
}

func (a Claim) precedes(b Claim) bool { return a.Seq < b.Seq || a.Seq == b.Seq && a.Site < b.Site }

// Node is the variables of a site.
type Node struct {
	High int // the largest time stamp seen

	// as one that asks
	Seq      int            // of the request that waits or is served; 0: none
	Locked   gmecheck.Sites // that have locked themselves for it
	Failed   gmecheck.Sites // that have not, and will not soon
	Inquired gmecheck.Sites // that want their lock back
	In       bool

	// as one that is asked
	Lock  Claim
	Queue gmecheck.List[Claim] // in the order of precedence
	Asked bool                 // the lock is wanted back
}

// The messages.
type (
	Request    struct{ Seq int }
	Locked     struct{}
	Fail       struct{}
	Inquire    struct{}
	Relinquish struct{}
	Release    struct{}
)

// enqueue puts a claim into its place.
func enqueue(s *Node, x Claim) {
	rest := s.Queue.Where(func(y Claim) bool { return x.precedes(y) })
	s.Queue = s.Queue.Where(func(y Claim) bool { return y.precedes(x) }).Add(x).Add(rest.Slice()...)
}

// grant gives the lock to the first claim of the queue.
func grant(s *Node, c gmecheck.Ctx) {
	if s.Lock, s.Asked = (Claim{}), false; !s.Queue.Empty() {
		s.Lock, s.Queue = s.Queue.Front(), s.Queue.Rest()
		c.Send(s.Lock.Site, Locked{})
	}
}

// relinquish gives back the locks that are wanted back, if the site cannot succeed now.
func relinquish(s *Node, c gmecheck.Ctx) {
	if s.Failed.Empty() || s.In {
		return
	}
	for j := range s.Inquired.All() {
		s.Locked, s.Failed = s.Locked.Without(j), s.Failed.With(j)
		c.Send(j, Relinquish{})
	}
	s.Inquired = gmecheck.SetOf()
}

// Maekawa is the algorithm for n sites, as published or with Sanders' repair.
func Maekawa(n int, sanders bool) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("maekawa", n).With(gmecheck.FIFO)
	p.Event("request", 1, nil, func(s *Node, c gmecheck.Ctx) {
		s.Seq = s.High + 1
		c.Cast(c.All(), Request{s.Seq})
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Request) {
		s.High = max(s.High, m.Seq)
		x := Claim{m.Seq, c.From}
		switch {
		case s.Lock == Claim{}:
			s.Lock = x
			c.Send(c.From, Locked{})
			return
		case s.Lock.precedes(x) || !s.Queue.Empty() && s.Queue.Front().precedes(x):
			c.Send(c.From, Fail{})
		default:
			if sanders && !s.Queue.Empty() {
				c.Send(s.Queue.Front().Site, Fail{})
			}
			if !s.Asked {
				s.Asked = true
				c.Send(s.Lock.Site, Inquire{})
			}
		}
		enqueue(s, x)
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Locked) {
		s.Locked, s.Failed = s.Locked.With(c.From), s.Failed.Without(c.From)
		s.In = s.Locked == c.All()
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Fail) {
		s.Failed = s.Failed.With(c.From)
		relinquish(s, c)
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Inquire) {
		if s.Locked.Has(c.From) { // otherwise the lock is on its way back
			s.Inquired = s.Inquired.With(c.From)
			relinquish(s, c)
		}
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Relinquish) {
		enqueue(s, s.Lock)
		grant(s, c)
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Release) { grant(s, c) })
	p.Event("exit", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return s.In },
		func(s *Node, c gmecheck.Ctx) {
			c.Cast(c.All(), Release{})
			s.Seq, s.In, s.Locked, s.Failed, s.Inquired = 0, false, gmecheck.SetOf(), gmecheck.SetOf(), gmecheck.SetOf()
		})

	in := func(s Node) bool { return s.In }
	waits := func(s Node) bool { return s.Seq > 0 && !s.In }
	p.Always("mutex", func(w gmecheck.World[Node]) bool { return w.Count(in) <= 1 })
	p.AtEnd("no-deadlock", func(w gmecheck.World[Node]) bool { return !w.Any(waits) })
	p.LeadsTo("served", waits, in)
	return p
}

// TestDeadlock: as published, three sites can wait for each other.
func TestDeadlock(t *testing.T) {
	Maekawa(3, false).Test(t, gmecheck.Workers(2),
		gmecheck.Expect("no-deadlock", gmecheck.Violated), gmecheck.Expect("served", gmecheck.Violated))
}

// TestSanders: with the repair they do not.
func TestSanders(t *testing.T) {
	Maekawa(2, true).Agree(t)
	if testing.Short() {
		t.Skip("733,365 states")
	}
	Maekawa(3, true).Test(t, gmecheck.Workers(2))
}
