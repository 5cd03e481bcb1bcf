package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// The table of transitions of a node, one function per row. Each appends the row's moves to x.
//
// Whether a move that is [Free] is possible, and what it does, depends on the node alone; and a message put into the inbox
// by another site takes nothing away from what was possible before. So such moves of different sites commute, which the
// search relies on.

// request(i, X): i may ask, and has asked fewer than R times.
func (s *space[V, M]) request(x *expanding) {
	if !x.mayRequest {
		return
	}
	cost, used := Free, x.used
	if s.config.Limited(x.site) {
		if int(used) == s.config.Requests[x.site-1] {
			return
		}
		used++
	}
	if x.ticket > 0 {
		cost = OneTicket
	}
	for k := range s.demands[x.site-1] {
		s.run(x, trigger{kind: model.RequestEvent, arg: uint32(k), ticket: x.ticket}, x.box, used, cost)
	}
}

// exit(i): i is in its critical section and up.
func (s *space[V, M]) exit(x *expanding) {
	if x.inCS {
		s.end(x, x.csAge, x.stay, func() { s.run(x, trigger{kind: model.ExitEvent}, x.box, x.used, Free) })
	}
}

// deliver(m): m is in flight, and its destination is up and accepts it.
func (s *space[V, M]) deliver(x *expanding) {
	if x.down {
		return
	}
	for _, h := range s.heads(x.site, x.box) {
		message := s.triggers.at(h.trigger).arg
		if s.selective != nil && !s.accepts(x, message) {
			continue
		}
		s.end(x, h.age, s.delay, func() {
			s.run(x, trigger{kind: model.DeliverEvent, arg: message, from: model.Site(h.from), number: h.trigger, age: h.age}, h.rest, x.used, Free)
		})
	}
}

// lose(m): m is in flight, the loss budget is not used up. Under fifo any message of a channel can be lost.
func (s *space[V, M]) lose(x *expanding) {
	if s.config.Loss == 0 {
		return
	}
	from, boxes := len(x.moves), &s.sites[x.site-1].boxes
	for k := range x.inbox.len() {
		if !s.canBeLost(x.inbox.at(k).message) {
			continue
		}
		s.withInbox(x, from, model.LoseEvent, k, boxes.number(x.inbox.without(k)), OneLoss)
	}
}

// canBeLost reports whether a message is of a kind that can be lost.
func (s *space[V, M]) canBeLost(message uint32) bool {
	return len(s.config.Lossy) == 0 || slices.Contains(s.config.Lossy, model.Kind(s.value(message)))
}

// duplicate(m): m is in flight, the duplication budget is not used up. Under fifo the copy stands right behind it.
func (s *space[V, M]) duplicate(x *expanding) {
	if s.config.Duplicate == 0 {
		return
	}
	from, boxes := len(x.moves), &s.sites[x.site-1].boxes
	for k := range x.inbox.len() {
		s.withInbox(x, from, model.DuplicateEvent, k, boxes.number(x.inbox.with(k, x.inbox.at(k))), OneDuplicate)
	}
}

// crash(i): i is up and one of those that can crash, the crash budget is not used up. Local variables survive, but for those
// of a volatile protocol.
func (s *space[V, M]) crash(x *expanding) {
	switch {
	case s.config.Crash == 0 || x.down || !s.config.Crashing.Empty() && !s.config.Crashing.Has(x.site):
	case s.volatile != nil:
		s.run(x, trigger{kind: model.CrashEvent}, x.box, x.used, OneCrash)
	default:
		s.upDown(x, model.CrashEvent, true, OneCrash)
	}
}

// drop(m): m is in flight to a site that is down.
func (s *space[V, M]) drop(x *expanding) {
	if !x.down {
		return
	}
	from := len(x.moves)
	for _, h := range s.heads(x.site, x.box) {
		s.end(x, h.age, s.delay, func() { s.withInbox(x, from, model.DropEvent, int(h.at), h.rest, Free) })
	}
}

// recover(i): i is down, and crashes are not final. It has the variables that it had.
func (s *space[V, M]) recover(x *expanding) {
	if !x.down || s.config.Final {
		return
	}
	x.calm = min(x.calm, Busy)
	if s.recovering != nil {
		s.run(x, trigger{kind: model.RecoverEvent}, x.box, x.used, Free)
	} else {
		s.upDown(x, model.RecoverEvent, false, Free)
	}
}

// timeout(i, T): timer T runs at i, i is up. By the clock, it expires when that has come to its value. Patient timers wait until
// the system is quiet, ordered ones also until no shorter one runs anywhere; the early budget lifts that.
func (s *space[V, M]) timeout(x *expanding) {
	for _, timer := range x.timers {
		if s.times != nil {
			s.byClock(x, timer)
			continue
		}
		rank := firstRank
		if s.ranks != nil {
			rank = s.ranks[timer]
		}
		x.calm = min(x.calm, rank)
		s.run(x, trigger{kind: model.TimeoutEvent, name: timer}, x.box, x.used, expiry(rank))
	}
}

// An internal event of the paper.
func (s *space[V, M]) inner(x *expanding) {
	for k, e := range x.inners {
		free := e.Optional && !(e.Exit && s.times != nil && x.stay.Bounded()) // a stay that has an end comes to it
		happen := func(cost Cost) {
			s.run(x, trigger{kind: model.InternalEvent, name: e.Name, free: free, exit: e.Exit, number: x.triggers[k]}, x.box, x.used, cost)
		}
		switch {
		case e.Patient:
			happen(WhenQuiet)
		case e.Exit && free: // whoever may stay for ever holds nothing up
			if s.times == nil || int(x.csAge) >= x.stay.Lo {
				happen(Free)
			}
		case e.Exit:
			s.end(x, x.csAge, x.stay, func() { happen(Free) })
		case e.Optional:
			happen(Free)
		default: // what a site does by itself takes no time
			s.end(x, 0, model.Interval{}, func() { happen(Free) })
		}
	}
}
