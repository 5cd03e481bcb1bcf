package gmecheck_test

import "github.com/gmecheck/gmecheck"

// node is a site of Ricart and Agrawala's algorithm.
type node struct {
	Wants, In         bool
	Our, High         int
	Missing, Deferred gmecheck.Sites
}

type (
	claim struct{ Seq int }
	grant struct{}
)

// askingAgain is the algorithm for n sites, which ask again and again.
func askingAgain(n int) *gmecheck.Model[node] {
	p := gmecheck.New[node]("ricart-agrawala", n)
	enter := func(s *node) { s.In = s.Missing.Empty() }
	p.Event("request", gmecheck.Always,
		func(s *node, _ gmecheck.Ctx) bool { return !s.Wants },
		func(s *node, c gmecheck.Ctx) {
			s.Wants, s.Our, s.Missing = true, s.High+1, c.Peers()
			c.Cast(c.Peers(), claim{s.Our})
			enter(s)
		})
	gmecheck.On(p, func(s *node, c gmecheck.Ctx, m claim) {
		s.High = max(s.High, m.Seq)
		if s.Wants && (s.Our < m.Seq || s.Our == m.Seq && c.Self < c.From) {
			s.Deferred = s.Deferred.With(c.From)
		} else {
			c.Send(c.From, grant{})
		}
	})
	gmecheck.On(p, func(s *node, c gmecheck.Ctx, _ grant) { s.Missing = s.Missing.Without(c.From); enter(s) })
	p.Event("exit", gmecheck.Always, func(s *node, _ gmecheck.Ctx) bool { return s.In },
		func(s *node, c gmecheck.Ctx) { c.Cast(s.Deferred, grant{}); *s = node{High: s.High} })
	p.Always("mutex", func(w gmecheck.World[node]) bool { return w.Count(func(s node) bool { return s.In }) <= 1 })
	return p
}

// Averages of a protocol of one's own: an entry of Ricart and Agrawala's costs 2(n-1) messages, whatever the load.
func ExampleMain_load() {
	run("ExampleMain_load", "load -n 5 --request-event request --exit-event exit --latency const:1 --cs const:2 --think const:0 --entries 300 --runs 3 --quiet", func() {
		gmecheck.Main(gmecheck.Family(askingAgain))
	})
	// Output:
	// ricart-agrawala -n 5
	// latency const:1, critical section const:2, thinking const:0
	//
	// in the long run: means of 3 runs, with intervals of 95 %
	// measure                    mean     interval  unit
	// messages-per-entry         8        ± 0       messages
	// messages-per-entry(claim)  4        ± 0       messages
	// messages-per-entry(grant)  4        ± 0       messages
	// hops                       0        ± 0       messages
	// response-time              15       ± 0       time
	// response-time(50%)         15       ± 0       time
	// response-time(95%)         15       ± 0       time
	// response-time(99%)         15       ± 0       time
	// throughput                 0.33333  ± 0       entries per time
	// fairness                   1        ± 0       from 1/n to 1
	//
	// seed 1: 900 entries, 9,078 events; the first 5 exits of each run are left out, on average
	// judged: the first 10,000 events of each run, 9,078 in all
	//
	// properties
	// property  verdict
	// mutex     not violated
	//
	// verdict: not violated, which proves nothing
}
