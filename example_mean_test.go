package gmecheck_test

import "github.com/gmecheck/gmecheck"

// passing is a token that goes around: its holder works, and passes it on.
func passing(n int) *gmecheck.Model[holder] {
	p := gmecheck.New[holder]("passing", n)
	p.Init(func(s *holder, c gmecheck.Ctx) { s.Has = c.Self == 1 })
	p.Event("work", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Has && !s.Works }, func(s *holder, _ gmecheck.Ctx) { s.Works = true })
	p.Event("done", gmecheck.Always, func(s *holder, _ gmecheck.Ctx) bool { return s.Works }, func(s *holder, c gmecheck.Ctx) {
		*s = holder{}
		c.Send(c.Next(), handOver{})
	})
	gmecheck.On(p, func(s *holder, _ gmecheck.Ctx, _ handOver) { s.Has = true })
	return p
}

type holder struct{ Has, Works bool }

type handOver struct{}

// Exact averages of a protocol of one's own: a round takes the time to begin, to work and to pass the token on.
func ExampleMain_mean() {
	run("ExampleMain_mean", "mean -n 3 --entry-event work --exit-event done --event work=exp:4 --cs exp:3 --latency exp:1 --quiet", func() {
		gmecheck.Main(gmecheck.Family(passing))
	})
	// Output:
	// passing -n 3
	// mean latency 1, critical section 3, thinking 10, work 4
	//
	// in the long run
	// measure              mean   unit
	// messages-per-entry   1      messages
	// hops                 0      messages
	// throughput           0.125  entries per time
	// concurrency          0.375  processes
	// largest-concurrency  1      processes
	// queue                0      processes
	// fairness             1      from 1/n to 1
	//
	// 9 states, 9 transitions; 24 iterations, residual below 1e-12
}
