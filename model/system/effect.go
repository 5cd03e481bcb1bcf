package system

import (
	"github.com/gmecheck/gmecheck/model"
)

// trigger is an event as the handlers see it.
type trigger struct {
	kind   model.EventKind
	arg    uint32     // message number, or index of the demand
	from   model.Site // channel of the message; the handler does not see it
	age    uint8      // of the message; nor this
	name   string     // timer or internal event
	free   bool       // an optional event
	exit   bool       // an internal event by which a site leaves its critical section
	ticket int
	number uint32 // that of its key; 0: to be looked up
}

// triggerKey is what a handler's outcome depends on besides the variables. It has no gaps, so that it is compared and
// hashed as one piece of memory.
type triggerKey struct {
	arg, ticket uint32
	kind, name  uint32 // the name's number, 0 for none
}

func (s *space[V, M]) triggerNumber(t trigger) uint32 {
	if t.number != 0 {
		return t.number
	}
	key := triggerKey{arg: t.arg, ticket: uint32(t.ticket), kind: uint32(t.kind)}
	if t.name != "" {
		key.name = s.names.number(t.name)
	}
	return s.triggers.number(key)
}

// effects remembers what the handlers of one site have done.
type effects struct {
	of            *pairTable // variables and trigger to the first outcome's index
	pages[effect]            // the outcomes of one call stand together, the last of them marked

	readings map[uint32][]model.Reading // by outcome: of the site's stopwatches, in a model with times
}

func newEffects() effects {
	return effects{newPairTable(1 << 8), newPages[effect](), map[uint32][]model.Reading{}}
}

// effect is one outcome of a handler: the variables, the messages to the site itself, and the rest, which is the same but
// for the channel of the message that the handler was given.
type effect struct {
	local uint32
	last  bool // of its call
	own   []envelope
	over  []*Outcome // by channel and age, as far as seen
}

// eventKey finds the outcome of equal transitions that call no handler.
type eventKey struct {
	kind     model.EventKind
	arg      uint32
	from     model.Site
	position int
	age      uint8
}

// effects runs the handler of an event, once for every sequence of choices that it makes, and remembers the outcomes. It
// returns the index of the first; or what is wrong with the handler, of which nothing is remembered.
func (s *space[V, M]) effects(site model.Site, local uint32, t trigger) (uint32, *model.Broken) {
	sp := s.sites[site-1]
	known := &sp.effects
	key := pair(local, s.triggerNumber(t))
	if n := known.of.get(key); n != 0 {
		return n, nil
	}
	outcomes, broken := s.caller.outcomes(site, sp.locals.at(local), t)
	if broken != nil {
		return 0, broken
	}
	var all []effect
	for k := range outcomes {
		f, broken := s.effect(site, local, sp.locals.number(outcomes[k].vars), t, &outcomes[k])
		if broken != nil {
			return 0, broken
		}
		all = append(all, f)
	}
	all[len(all)-1].last = true
	first := known.last + 1
	s.sys.next(known.count()+len(all)-1, "outcomes of events at a site") // the number of the last one
	for k := range outcomes {
		if s.watching != nil && len(outcomes[k].Readings) > 0 {
			known.readings[first+uint32(k)] = outcomes[k].Readings
		}
	}
	known.of = known.of.with(key, first)
	for k := range all {
		known.add(all[k])
	}
	return first, nil
}

// effect is what an outcome of a handler makes of a site with certain variables: others, that have this number.
func (s *space[V, M]) effect(site model.Site, local, next uint32, t trigger, r *ran[V, M]) (f effect, broken *model.Broken) {
	f.local = next
	e := s.event(site, t.name, eventKey{t.kind, t.arg, t.from, min(1, int(t.from)), t.age})
	e.Optional, e.Exit = t.free, t.exit
	e.Choices, e.Entries, e.Notes = r.Choices, r.Entries, r.Notes
	if broken = s.compare(e, site, local, f.local); broken != nil {
		return f, broken
	}
	if s.times != nil {
		e.Starts, e.Stops = s.retimed(site, local, f.local, e, r.Restarts)
		if broken = s.mistimed(site, local, f.local, e, r.Readings); broken != nil {
			return f, broken
		}
	}
	var batches [model.MaxSites + 1]inbox
	for _, m := range r.Sends {
		number := s.messages.number(m.Message)
		send, v := model.Send{To: m.To, Value: s.value(number)}, envelope{message: number}
		if s.attributor != nil {
			if send.Account, broken = twice(s, m.To, "Account", equal, func() model.Site { return s.attributor.Account(m.Message, m.To) }); broken != nil {
				return f, broken
			}
			if a := send.Account; a < 0 || a > model.Site(s.config.Processes) {
				return f, s.mistaken(m.To, "Account", "answers %d; there are processes 1 to %d, and 0 for nobody", a, s.config.Processes)
			}
		}
		if s.config.Network == model.FIFO {
			v.from = site
		}
		e.Sends = append(e.Sends, send)
		if m.To == site { // those to the site itself go into its own inbox at once
			f.own = append(f.own, v)
		} else { // the others become one batch for each destination
			batches[m.To] = batches[m.To].put(v)
		}
	}
	var others []Delivery
	for to, batch := range batches {
		if batch != "" {
			others = append(others, Delivery{Site: to - 1, Batch: s.sites[to-1].batches.number(batch)})
		}
	}
	f.over = []*Outcome{s.outcome(e, t.arg, others)}
	return f, nil
}

// over is the rest of an effect when the message comes over this channel, at this age.
func (s *space[V, M]) over(f *effect, from model.Site, age uint8) *Outcome {
	if from == 0 && s.times == nil { // a bag has no channels
		return f.over[0]
	}
	for _, o := range f.over {
		if o.Event.Message.From == from && o.Event.Message.Age == int(age) {
			return o
		}
	}
	e := *f.over[0].Event
	e.Message.From, e.Message.Position, e.Message.Age = from, min(1, int(from)), int(age)
	f.over = append(f.over, &Outcome{Event: &e, Sends: f.over[0].Sends, Class: f.over[0].Class, Heard: s.heard(&e)})
	return f.over[len(f.over)-1]
}

// unhandled is what comes of a transition that calls no handler.
func (s *space[V, M]) unhandled(site model.Site, key eventKey) *Outcome {
	known := s.sites[site-1].events
	o := known[key]
	if o == nil {
		o = s.outcome(s.event(site, "", key), key.arg, nil)
		known[key] = o
	}
	return o
}

func (s *space[V, M]) event(site model.Site, name string, key eventKey) *model.Event {
	e := &model.Event{Kind: key.kind, Site: site, Name: name}
	switch key.kind {
	case model.RequestEvent:
		e.Demand = &s.demands[site-1][key.arg]
	case model.DeliverEvent, model.LoseEvent, model.DuplicateEvent, model.DropEvent:
		e.Message = model.Message{Value: s.value(key.arg), From: key.from, Position: key.position, Age: int(key.age)}
	}
	return e
}

// value is a message as events name it: one for all of them.
func (s *space[V, M]) value(message uint32) any {
	for int(message) >= len(s.values) {
		s.values = append(s.values, s.messages.at(uint32(len(s.values))))
	}
	return s.values[message]
}

func (s *space[V, M]) outcome(e *model.Event, arg uint32, sends []Delivery) *Outcome {
	return &Outcome{Event: e, Sends: sends, Class: s.class(e, arg), Heard: s.heard(e)}
}

func (s *space[V, M]) heard(e *model.Event) Heard {
	if s.sys.Watch == nil {
		return Heard{}
	}
	defer func() {
		if r := recover(); r != nil {
			panic(following(model.PropertyBroken(model.Unnamed, "Hears", r), e, s.sys.Places))
		}
	}()
	return s.sys.Watch(e)
}

// class is the number of an event's class. That of a message is remembered: its text takes longer to write than the
// event to happen.
func (s *space[V, M]) class(e *model.Event, arg uint32) uint32 {
	if e.Message.Value == nil {
		return s.classNumbers.number(e.Class()) - 1
	}
	key := eventKey{kind: e.Kind, arg: arg}
	n, ok := s.messageClasses[key]
	if !ok {
		n = s.classNumbers.number(e.Class()) - 1
		s.messageClasses[key] = n
	}
	return n
}
