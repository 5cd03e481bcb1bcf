// Command lockservice is a lock service of several processes, whose protocol is checked and run by the same handlers: the path
// reversal algorithm of M. Naimi, M. Trehel and A. Arnold, "A log(N) distributed mutual exclusion algorithm based on path reversal",
// Journal of Parallel and Distributed Computing 34(1), 1996.
//
//	lockservice check -n 3                           every verb of gmecheck, on the protocol
//	lockservice serve --site 1 --peers ... --http :8001 --dir data1
//	lockservice client --servers localhost:8001,localhost:8002,localhost:8003
package main

import "github.com/gmecheck/gmecheck"

// Site is the variables of a site. Names are those of the paper: father is the last site that has asked, as far as this one knows, and
// next the one that gets the token after it.
type Site struct {
	Father, Next    gmecheck.Site
	Wants, In, Held bool // it asks or is inside; is inside; has the token
}

// Request and Token are the messages: Of asks, and whoever is at the end of the chain of fathers gives it the token.
type (
	Request struct{ Of gmecheck.Site }
	Token   struct{}
)

// The events of a client.
const (
	ask   = "ask"
	leave = "leave"
)

// Lock is the protocol for n sites, which ask again and again. Site 1 has the token at the beginning.
func Lock(n int) *gmecheck.Model[Site] {
	p := gmecheck.New[Site]("lock", n)
	p.Init(func(s *Site, c gmecheck.Ctx) {
		if s.Held = c.Self == 1; !s.Held {
			s.Father = 1
		}
	})
	p.Event(ask, gmecheck.Always, func(s *Site, _ gmecheck.Ctx) bool { return !s.Wants },
		func(s *Site, c gmecheck.Ctx) {
			s.Wants = true
			if s.Father == 0 {
				s.In = true
				return
			}
			c.Send(s.Father, Request{c.Self})
			s.Father = 0
		}).Optional()
	gmecheck.On(p, func(s *Site, c gmecheck.Ctx, m Request) {
		switch {
		case s.Father != 0:
			c.Send(s.Father, m)
		case s.Wants:
			s.Next = m.Of
		default:
			s.Held = false
			c.Send(m.Of, Token{})
		}
		s.Father = m.Of
	}).Anonymous()
	gmecheck.On(p, func(s *Site, _ gmecheck.Ctx, _ Token) { s.Held, s.In = true, true }).Anonymous()
	p.Event(leave, gmecheck.Always, func(s *Site, _ gmecheck.Ctx) bool { return s.In },
		func(s *Site, c gmecheck.Ctx) {
			if s.Next != 0 {
				c.Send(s.Next, Token{})
				s.Held, s.Next = false, 0
			}
			s.Wants, s.In = false, false
		})

	in := func(s Site) bool { return s.In }
	p.Always("mutex", func(w gmecheck.World[Site]) bool { return w.Count(in) <= 1 })
	p.Always("one-token", func(w gmecheck.World[Site]) bool {
		return w.Count(func(s Site) bool { return s.Held })+len(gmecheck.Messages[Token](w)) == 1
	})
	p.LeadsTo("served", func(s Site) bool { return s.Wants }, in)
	p.Sometimes("handed-on", func(w gmecheck.World[Site]) bool { return len(gmecheck.Messages[Request](w)) >= w.Size()-1 })
	return p
}
