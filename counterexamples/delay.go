package counterexamples

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Delay is the least message time in which an interval can end that is open in the run's state, as [invariants.Chain] means
// it; it does not end where ends is false. It is a plain search of states together with the lengths of chains: of the last
// message that each site got, and of those in flight. If more than limit of them would have to be searched, it is not decided.
func (r *Run) Delay(c *invariants.Chain, limit int) (size int, ends, decided bool) {
	if endless, decided := from(r, r.State(), limit).endless(c); endless || !decided {
		return 0, false, decided
	}
	for bound := 0; ; bound++ {
		if ended, full := r.within(c, bound, limit); ended || full {
			return bound, ended, !full
		}
	}
}

// timed is a state with the lengths of chains.
type timed struct {
	State
	sites []int // by site
	mail  []piece
}

// piece is a message in flight with the length of the chain that ends with it. Those of one channel stand in its order.
type piece struct {
	to, from model.Site
	value    any // under fifo it does not matter
	length   int
}

func (t timed) key() string { return fmt.Sprint(t.Nodes, t.Budget, t.sites, t.mail) }

// within searches for an end without messages of longer chains than bound.
func (r *Run) within(c *invariants.Chain, bound, limit int) (ended, full bool) {
	start := timed{State: r.State(), sites: make([]int, len(r.state.Nodes))}
	for site, node := range start.Nodes {
		for _, m := range r.sys.Describe(site, node).Inbox {
			start.mail = r.post(start.mail, model.Site(site+1), m.From, m.Value, 1)
		}
	}
	seen, todo := map[string]bool{start.key(): true}, []timed{start}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(seen) > limit {
			return false, true
		}
		r.successors(at.State, func(choice Choice) {
			e, next := choice.Event, choice.State
			if c.Drops(e) {
				return
			}
			for _, t := range takes(at, e, next) {
				site := int(e.Site) - 1
				if t.sites[site] > bound {
					continue
				}
				if c.Ends(e) {
					ended = true
					return
				}
				for _, m := range e.Sends {
					t.mail = r.post(t.mail, m.To, e.Site, m.Value, t.sites[site]+1)
				}
				if key := t.key(); c.Within(r.views(next)) && !seen[key] {
					seen[key], todo = true, append(todo, t)
				}
			}
		})
		if ended {
			return true, false
		}
	}
	return false, false
}

// takes is what a step makes of the chains before it sends anything: copies of one message may be ends of different ones.
func takes(at timed, e *model.Event, next State) (all []timed) {
	switch e.Kind {
	case model.DeliverEvent, model.LoseEvent, model.DuplicateEvent, model.DropEvent:
	default:
		return []timed{{next, slices.Clone(at.sites), slices.Clone(at.mail)}}
	}
	site, position := int(e.Site)-1, 0
	for k, p := range at.mail {
		if p.to != e.Site || p.from != e.Message.From || p.from == 0 && p.value != e.Message.Value {
			continue
		}
		if position++; p.from != 0 && position != e.Message.Position {
			continue
		}
		u := timed{State: next, sites: slices.Clone(at.sites)}
		if e.Kind == model.DuplicateEvent {
			u.mail = slices.Insert(slices.Clone(at.mail), k, p)
		} else {
			u.mail = slices.Delete(slices.Clone(at.mail), k, k+1)
		}
		if e.Kind == model.DeliverEvent {
			u.sites[site] = max(u.sites[site], p.length)
		}
		all = append(all, u)
	}
	return all
}

// post puts a message into the mail: of a channel behind the others, otherwise among its equals by length.
func (r *Run) post(mail []piece, to, from model.Site, value any, length int) []piece {
	p := piece{to, from, value, length}
	if r.sys.Config.Network == model.FIFO {
		p.value = nil
		at := slices.IndexFunc(mail, func(q piece) bool { return q.to > to || q.to == to && q.from > from })
		if at < 0 {
			at = len(mail)
		}
		return slices.Insert(slices.Clone(mail), at, p)
	}
	p.from = 0
	text := func(q piece) string { return fmt.Sprint(q.to, " ", model.Text(q.value), " ", q.length) }
	at := slices.IndexFunc(mail, func(q piece) bool { return text(q) > text(p) })
	if at < 0 {
		at = len(mail)
	}
	return slices.Insert(slices.Clone(mail), at, p)
}

// delay judges a run by an interval that begins with its last step and is not over, or that is over with it.
func delay(p invariants.Property, path *Path, limit int) (Result, string) {
	c, begin := p.Chain, -1
	over := false
	for k, s := range path.Steps() {
		if begin >= 0 && c.Ends(s.Event) && k == path.Last()-1 {
			over = true
			break
		}
		if begin >= 0 && (c.Ends(s.Event) || c.Drops(s.Event) || !c.Within(s.After)) {
			begin = -1
		}
		if c.Begins(s.Event) && !c.Ends(s.Event) && (c.Armed == nil || c.Armed(s.Before)) && c.Within(s.After) {
			begin = k
		}
	}
	if begin < 0 || !over && begin != path.Last()-1 {
		return NoLongerViolates, "nothing that it measures ends with the last step"
	}
	at := &Run{sys: path.run.sys, reader: path.run.reader, state: path.States[begin+1]}
	switch size, ends, decided := at.Delay(c, limit); {
	case !decided:
		return Undecided, tooMany(limit)
	case !ends:
		return Replayed, "what it measures begins here, and nothing that can follow ends it"
	case !over:
		return NoLongerViolates, "what it measures begins here, and can end"
	default:
		return claimed(p, []int{size}, nil)
	}
}
