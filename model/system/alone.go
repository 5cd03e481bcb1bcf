package system

import (
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Alone runs the handlers of a system on single sites: what an event does depends on the variables of one site and at most one
// message. There are no states, inboxes or budgets: a process may ask whenever its protocol lets it, any number of times, if it
// has a budget at all; a timer that runs may expire; whoever may crash may crash. Everything is numbered. Who asks for something that
// is wrong with the protocol is told by a panic with a [*model.Broken]. It belongs to one goroutine, and so does its system.
type Alone struct {
	sys   *System
	space alone
}

// Local is the variables of a site, by their number, and whether it is down.
type Local struct {
	Vars uint32
	Down bool
}

// Happens is what an event makes of a site.
type Happens struct {
	Event *model.Event
	Next  Local
	Sends []Parcel // in the order of their sending
}

// Parcel is a message, by its number, and its destination.
type Parcel struct {
	To      int // index of the site
	Message uint32
}

// alone is the generic part of Alone.
type alone interface {
	firsts() [][]uint32
	unfold()
	numberless() bool
	happening(site int, l Local, message *uint32) []Happens
	lookedAt(site int, l Local, messages []uint32) (v model.View, sure bool)
	vars(site int, vars uint32) any
	message(message uint32) any
	someAnswers(f func() bool) bool
	onDrawn(f func(with, without model.View))
	varsNumber(site int, vars any) uint32
	messageNumber(message any) uint32
}

// Alone returns the handlers of the system.
func (s *System) Alone() *Alone { return &Alone{s, s.space.alone()} }

// Forgets reports that something with numbers has been met, which are forgotten.
func (a *Alone) Forgets() bool { return a.space.numberless() }

// Ticketed reports that requests carry tickets. Each may have any of as many as there are requests in all.
func (a *Alone) Ticketed() bool { return a.sys.tickets > 1 }

// Starts are the variables of all sites in each of the initial states.
func (a *Alone) Starts() [][]uint32 { return a.space.firsts() }

// Own is what the site may do by itself: ask, leave, let a timer expire, an internal event, crash and recover.
func (a *Alone) Own(site int, l Local) []Happens { return a.space.happening(site, l, nil) }

// Takes is what the delivery of a message does; nothing if the site does not take it now.
func (a *Alone) Takes(site int, l Local, message uint32) []Happens {
	return a.space.happening(site, l, &message)
}

// Sees is what properties are shown of a site. It is not sure if numbers that are not known decide what stands in More, which is left out then.
func (a *Alone) Sees(site int, l Local, messages ...uint32) (v model.View, sure bool) {
	return a.space.lookedAt(site, l, messages)
}

// Drawn has f called with what sites show: with numbers that are drawn, and without.
func (a *Alone) Drawn(f func(with, without model.View)) { a.space.onDrawn(f) }

// Some reports that f, a pure function, is true for some answers to what it asks about numbers that are not known.
func (a *Alone) Some(f func() bool) bool { return a.space.someAnswers(f) }

// Vars are variables by their number, Message is a message by its.
func (a *Alone) Vars(site int, vars uint32) any { return a.space.vars(site, vars) }
func (a *Alone) Message(message uint32) any     { return a.space.message(message) }

// VarsNumber and MessageNumber are the numbers of values of the protocol's types.
func (a *Alone) VarsNumber(site int, vars any) uint32 { return a.space.varsNumber(site, vars) }
func (a *Alone) MessageNumber(message any) uint32     { return a.space.messageNumber(message) }

func (s *space[V, M]) alone() alone {
	s.dice, s.steps = rand.New(rand.NewPCG(24, 1)), 0
	return s
}

// kept is the number of what is kept of the variables of a site.
func (s *space[V, M]) kept(site int, vars uint32) uint32 {
	if !s.unfolds && !mayNumber(reflect.TypeFor[V]()) {
		return vars
	}
	return s.sites[site].locals.number(s.keeps(site, s.sites[site].locals.at(vars)))
}

// keeps is what is kept of the variables of a site.
func (s *space[V, M]) keeps(site int, v V) V {
	v = forget(&s.forgets, v)
	if !s.unfolds {
		return v
	}
	return folded(v, model.Site(site+1))
}

func (s *space[V, M]) varsNumber(site int, vars any) uint32 {
	return s.sites[site].locals.number(vars.(V))
}
func (s *space[V, M]) messageNumber(message any) uint32 { return s.messages.number(message.(M)) }

func (s *space[V, M]) vars(site int, vars uint32) any { return s.sites[site].locals.at(vars) }
func (s *space[V, M]) message(message uint32) any     { return s.messages.at(message) }

func (s *space[V, M]) firsts() (all [][]uint32) {
	for _, start := range s.starts {
		var vars []uint32
		for site, v := range start.Vars {
			vars = append(vars, s.sites[site].locals.number(s.keeps(site, v)))
		}
		all = append(all, vars)
	}
	return all
}

// sees is Look, without messages the framework's part of it.
func (s *space[V, M]) sees(site int, l Local, messages []uint32) model.View {
	inbox := make([]M, len(messages))
	for k, m := range messages {
		inbox[k] = s.messages.at(m)
	}
	i, vars := model.Site(site+1), s.sites[site].locals.at(l.Vars)
	var v model.View
	var broken *model.Broken
	switch {
	case s.questioned != nil: // what it shows is no value
		s.caller.looking(func() { v = s.protocol.Look(i, vars, inbox) })
	case s.handling: // it depends on answers
		v, broken = s.answered(i, vars, inbox)
	default:
		v, broken = s.see(i, vars, inbox)
	}
	if broken != nil {
		panic(broken)
	}
	v.InFlight, v.Down = len(messages) > 0, l.Down
	return v
}

func (s *space[V, M]) takes(site int, l Local, message uint32) []Happens {
	if l.Down {
		return nil // it is dropped, or comes later
	}
	i, v := model.Site(site+1), s.sites[site].locals.at(l.Vars)
	if s.selective != nil {
		m, looks := s.messages.at(message), s.guesser.Looks
		accepts, broken := guarding(s.caller, i, "Accepts", equal, func() bool { return s.selective.Accepts(i, v, m) })
		if broken == nil {
			broken = s.looked(site, "a guard of messages", looks)
		}
		if broken != nil {
			panic(broken)
		}
		if !accepts {
			return nil
		}
	}
	return s.happens(nil, site, l.Vars, trigger{kind: model.DeliverEvent, arg: message})
}

func (s *space[V, M]) own(site int, l Local) (all []Happens) {
	i, c := model.Site(site+1), s.config
	if l.Down {
		if s.recovering != nil {
			return s.happens(nil, site, l.Vars, trigger{kind: model.RecoverEvent})
		}
		return append(all, Happens{s.event(i, "", eventKey{kind: model.RecoverEvent}), Local{Vars: s.kept(site, l.Vars)}, nil})
	}
	g, broken := s.guardsOf(i, l.Vars)
	if broken != nil {
		panic(broken)
	}
	if g.mayRequest && c.Requests[site] != 0 {
		for k := range s.demands[site] {
			for ticket := range max(1, s.sys.tickets-1) {
				t := trigger{kind: model.RequestEvent, arg: uint32(k)}
				if s.sys.tickets > 1 {
					t.ticket = ticket + 1
				}
				all = s.happens(all, site, l.Vars, t)
			}
		}
	}
	if g.inCS {
		all = s.happens(all, site, l.Vars, trigger{kind: model.ExitEvent})
	}
	for _, timer := range g.timers {
		all = s.happens(all, site, l.Vars, trigger{kind: model.TimeoutEvent, name: timer})
	}
	for _, e := range g.inners {
		all = s.happens(all, site, l.Vars, trigger{kind: model.InternalEvent, name: e.Name, free: e.Optional})
	}
	switch {
	case c.Crash == 0 || !c.Crashing.Empty() && !c.Crashing.Has(i):
	case s.volatile != nil:
		from := len(all)
		all = s.happens(all, site, l.Vars, trigger{kind: model.CrashEvent})
		for k := range all[from:] {
			all[from+k].Next.Down = true
		}
	default:
		all = append(all, Happens{s.event(i, "", eventKey{kind: model.CrashEvent}), Local{s.kept(site, l.Vars), true}, nil})
	}
	return all
}

// happens appends the outcomes of an event.
func (s *space[V, M]) happens(all []Happens, site int, vars uint32, t trigger) []Happens {
	i, sp := model.Site(site+1), s.sites[site]
	looks := s.guesser.Looks
	s.handling = true
	outcomes, broken := s.caller.outcomes(i, sp.locals.at(vars), t)
	if s.handling = false; broken == nil {
		broken = s.looked(site, "a handler", looks)
	}
	if broken != nil {
		panic(broken)
	}
	for k := range outcomes {
		r := &outcomes[k]
		h := Happens{Event: s.event(i, t.name, eventKey{kind: t.kind, arg: t.arg}), Next: Local{Vars: sp.locals.number(r.vars)}}
		e := h.Event
		e.Optional, e.Choices, e.Entries, e.Notes = t.free, r.Choices, r.Entries, r.Notes
		if _, broken := s.guardsOf(i, h.Next.Vars); broken != nil { // before anything that they ask is answered
			panic(following(broken, e, s.sys.Places))
		}
		s.comparing = true
		broken := s.compare(e, i, vars, h.Next.Vars)
		if s.comparing = false; broken != nil {
			panic(broken)
		}
		h.Next.Vars = s.kept(site, h.Next.Vars)
		for _, m := range r.Sends {
			if m.Message = forget(&s.forgets, m.Message); s.unfolds {
				m.Message = folded(m.Message, m.To)
			}
			h.Sends = append(h.Sends, Parcel{int(m.To) - 1, s.messages.number(m.Message)})
		}
		if s.forgets && slices.ContainsFunc(all, func(x Happens) bool { return sameHappens(&h, &x) && slices.Equal(h.Event.Choices, x.Event.Choices) }) {
			continue // what is asked of numbers that are not known often does not matter
		}
		all = append(all, h)
	}
	return all
}
