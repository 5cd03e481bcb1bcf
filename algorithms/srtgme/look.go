package srtgme

import "github.com/gmecheck/gmecheck/model"

// more is what the paper's own properties ask about a site. It is kept small: the fewer views, the fewer judgements.
type more struct {
	state     state
	RS        model.Sites
	X         model.Group
	Z         int
	queue     bool        // the token held has a queue that is not empty
	followers int         // of the token held
	queues    bool        // a token held or on its way here has a queue that is not empty
	repeated  bool        // and a process stands twice in it
	waiting   model.Sites // in the queue of the token held
	coming    model.Sites // in the queues of tokens on their way here
	asking    model.Sites // whose requests are on their way here
	starts    int         // starts on their way here
	completes int         // completes on their way here
}

// Look says what invariants may ask.
func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	m := more{state: v.state, RS: v.RS, X: v.X, Z: v.Z}
	look := model.View{Waits: v.pend, InCS: inCS(v)}
	if look.Waits || look.InCS {
		look.Groups = model.SetOf(v.X)
	}
	if v.state.holds() {
		look.Holds = 1
		m.queue, m.followers = !v.token.queue.Empty(), v.token.followers
		m.queues, m.repeated, m.waiting = m.queue, repeats(v.token.queue), members(v.token.queue)
	}
	for _, x := range inbox {
		switch x := x.(type) {
		case request:
			m.asking = m.asking.With(x.i)
		case start:
			m.starts++
		case complete:
			m.completes++
		case token:
			look.Coming++
			m.queues = m.queues || !x.queue.Empty()
			m.repeated = m.repeated || repeats(x.queue)
			m.coming |= members(x.queue)
		}
	}
	look.More = m
	return look
}

// repeats reports whether a process stands twice in q, in all entries together.
func repeats(q queue) bool {
	var seen model.Sites
	for _, e := range q.All() {
		for _, i := range e.who.All() {
			if seen.Has(i) {
				return true
			}
			seen = seen.With(i)
		}
	}
	return false
}

// members is everybody in a queue.
func members(q queue) (all model.Sites) {
	for _, e := range q.All() {
		for _, i := range e.who.All() {
			all = all.With(i)
		}
	}
	return all
}

// Account charges a request and a complete to the process that sends it, token and start to the one that gets it.
func (p *protocol) Account(m message, to model.Site) model.Site {
	switch m := m.(type) {
	case request:
		return m.i
	case complete:
		return m.i
	}
	return to
}
