package gmecheck_test

import (
	"testing"

	"github.com/gmecheck/gmecheck"
)

type Node struct {
	Wants, In         bool
	Our, High         int
	Missing, Deferred gmecheck.Sites
}
type Request struct{ Seq int }
type Reply struct{}

func RicartAgrawala(n int) *gmecheck.Model[Node] {
	p := ricartAgrawala(n, 2)
	p.LeadsTo("served", func(s Node) bool { return s.Wants }, func(s Node) bool { return s.In })
	return p
}

func ricartAgrawala(n, requests int) *gmecheck.Model[Node] {
	p := gmecheck.New[Node]("ricart-agrawala", n)
	enter := func(s *Node) { s.In = s.Missing.Empty() }

	p.Event("request", requests, // at most twice at each process
		func(s *Node, c gmecheck.Ctx) bool { return !s.Wants },
		func(s *Node, c gmecheck.Ctx) {
			s.Wants, s.Our, s.Missing = true, s.High+1, c.Peers()
			c.Cast(c.Peers(), Request{s.Our})
			enter(s)
		})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Request) { // c.From is the sender
		s.High = max(s.High, m.Seq)
		if s.Wants && (s.Our < m.Seq || s.Our == m.Seq && c.Self < c.From) {
			s.Deferred = s.Deferred.With(c.From)
		} else {
			c.Send(c.From, Reply{})
		}
	})
	gmecheck.On(p, func(s *Node, c gmecheck.Ctx, m Reply) { s.Missing = s.Missing.Without(c.From); enter(s) })
	p.Event("exit", gmecheck.Always, func(s *Node, c gmecheck.Ctx) bool { return s.In },
		func(s *Node, c gmecheck.Ctx) { c.Cast(s.Deferred, Reply{}); *s = Node{High: s.High} })

	in := func(s Node) bool { return s.In }
	p.Always("mutex", func(w gmecheck.World[Node]) bool { return w.Count(in) <= 1 })
	p.AtEnd("all-served", func(w gmecheck.World[Node]) bool { return !w.Any(func(s Node) bool { return s.Wants }) })
	return p
}

// TestRicartAgrawala: the counts of the same protocol in a separate checker.
func TestRicartAgrawala(t *testing.T) {
	r, err := RicartAgrawala(3).Check(gmecheck.States(39933))
	if err != nil || !r.Ok() || r.Transitions != 134067 || r.Depth != 36 {
		t.Error(r, err)
	}
}

// TestLoss: with a lost message somebody waits for ever; that it is never served is shown as a whole run.
func TestLoss(t *testing.T) {
	r, err := RicartAgrawala(2).Check(gmecheck.Faults{Loss: 1})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdict("served")
	if v.Result != gmecheck.Violated || v.Endless || v.Detail != "site 1 waits for ever" && v.Detail != "site 2 waits for ever" || v.Run() == "" {
		t.Error(v, v.Run())
	}
	if mutex := r.Verdict("mutex"); mutex.Result != gmecheck.Holds {
		t.Error(mutex)
	}
}
