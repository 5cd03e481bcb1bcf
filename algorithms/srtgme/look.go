package srtgme

import "github.com/gmecheck/gmecheck/model"

// more is what the paper's own properties ask about a site. It is kept small: the fewer views, the fewer judgements.
type more struct {
	state     state
	RS        model.Sites
	X         model.Group
	Z         int
	sn        int // of a process that waits: the number of its request
	captain   model.Site
	typ       model.Group // of the token held
	followers int         // of the token held
	brought   int         // followers of tokens on their way here
	early     int         // of a repair: completes that came before the token
	forgets   bool        // of a repair: the token held does not have the number of the site's last request
	queued    queue       // of the token held
	waiting   model.Sites // in it
	coming    model.Sites // in the queues of tokens on their way here
	asking    model.Sites // whose requests are on their way here
	starts    int         // starts on their way here
	completes int         // completes on their way here

	// Of the queues of tokens held or on their way here.
	entries   int  // in the longest
	ids       int  // in the one that has most
	repeated  bool // a process stands twice in one
	ungrouped bool // one has two entries for a session, or an empty one
	misplaced bool // the head of one has not the highest level
}

// queue reports that the token held has a queue that is not empty.
func (m more) queue() bool { return !m.waiting.Empty() }

// Look says what invariants may ask.
func (p *protocol) Look(i model.Site, v vars, inbox []message) model.View {
	m := more{state: v.state, RS: v.RS, X: v.X, Z: v.Z, captain: v.captain, early: v.early}
	look := model.View{Waits: v.pend, InCS: inCS(v)}
	if look.Waits || look.InCS {
		look.Groups, look.Priority = model.SetOf(v.X), v.Z
	}
	if look.Waits {
		m.sn = v.SN.At(i)
	}
	if v.state.holds() {
		look.Holds = 1
		m.typ, m.followers, m.queued, m.waiting = v.token.typ, v.token.followers, v.token.queue, members(v.token.queue)
		m.forgets = p.c.Has(NumberedToken) && v.token.SN.At(i) != v.SN.At(i)
		m.read(v.token.queue)
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
			m.brought += x.followers
			m.coming = m.coming.Union(members(x.queue))
			m.read(x.queue)
		}
	}
	look.More = m
	return look
}

// read looks at the queue of a token.
func (m *more) read(q queue) {
	ids := 0
	var groups model.Groups
	for _, e := range q.All() {
		ids += e.who.Len()
		m.ungrouped = m.ungrouped || groups.Has(e.X) || e.who.Empty()
		m.misplaced = m.misplaced || e.level > q.Front().level
		groups = groups.With(e.X)
	}
	m.entries, m.ids = max(m.entries, q.Len()), max(m.ids, ids)
	m.repeated = m.repeated || ids > members(q).Len()
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
