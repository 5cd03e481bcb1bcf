package srtgme

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// addRequest is "Procedure Add_request(i, X, Z)" on token.queue, with the braces that the text supports: it returns the
// queue with the request in it.
func addRequest(q queue, i model.Site, X model.Group, Z int) queue {
	entries := q.Slice()
	at := slices.IndexFunc(entries, func(e entry) bool { return e.X == X })
	if at >= 0 {
		e := &entries[at]
		e.who = e.who.Add(i)
		if e.level < Z {
			e.level = Z
		}
	} else {
		at = len(entries)
		entries = append(entries, entry{X, Z, model.ListOf(i)})
	}
	for at > 0 && entries[at-1].level < entries[at].level {
		entries[at-1], entries[at] = entries[at], entries[at-1]
		at--
	}
	return model.ListOf(entries...)
}

// pass ends the session and passes the token to the captain of the next, in the events exit and complete.
func (p *protocol) pass(i model.Site, v *vars, out *outbox) {
	t := v.token
	pending, other := N, R // published: "If (i's request in token.queue) state_i=N else state_i=R"
	if p.c.Has(StateByQueue) {
		pending, other = R, N
	}
	if v.state = other; waitsIn(t.queue, i) {
		v.state = pending
	}
	before := t.queue
	t.queue = aged(t.queue)
	for _, e := range t.queue.All() {
		v.RS = v.RS.With(e.who.Front())
	}
	next := t.queue.Front()
	j, followers := next.who.Front(), next.who.Rest()
	t.queue = t.queue.Rest()
	t.typ = next.X
	t.followers = followers.Len()
	out.Send(j, t)
	v.token = token{}
	for _, f := range followers.All() {
		out.Send(f, start{j})
	}
	out.Note(passed{before: before})
}

// aged is q with every level one higher.
func aged(q queue) queue {
	entries := q.Slice()
	for k := range entries {
		entries[k].level++
	}
	return model.ListOf(entries...)
}

// waitsIn reports whether a request of i is in q.
func waitsIn(q queue, i model.Site) bool {
	return q.Index(func(e entry) bool { return e.who.Has(i) }) >= 0
}
