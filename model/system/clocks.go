package system

import (
	"fmt"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Time, in a model that has times, is in the nodes: the ages of the messages on their way to a site, and its clocks. All of them
// move by one with a tick, up to where more makes no difference: so there are finitely many. What must happen now lets no time
// pass, see [Calm]; what cannot happen yet is no move.
//
// A tick is one transition, though all sites take part in it: it is found among the moves of the first, and is delivered to
// the others as if it were a batch of messages.

// clocks are those of one site, a byte each: for how long it is in its critical section, and each of its timers and stopwatches, in the
// order in which the protocol lists them, runs. They stand still while the site is down.
type clocks string

const (
	tickBatch         = 1 // the number that each site has for it
	tick       inbox  = "t"
	csClock           = 0 // index of the clock of the critical section
	firstTimer        = 1 // and of that of the first timer; the first stopwatch's comes after the last timer's
	noClocks   clocks = "\x00"
)

// clock takes the times of the configuration.
func (s *space[V, M]) clock() error {
	s.times, s.delay = s.config.Times, s.config.Times.Delay
	s.lasting, _ = s.protocol.(model.Lasting[V])
	s.watching, _ = s.protocol.(model.Watched[V])
	if places := s.sys.Places; places[0].Silent {
		return fmt.Errorf("Times: they are those of messages, and the protocol has none: its sites share a memory")
	}
	s.lengths = map[string]model.Clock{}
	return nil
}

// length is that of a timer, which is asked for once.
func (s *space[V, M]) length(i model.Site, timer string) (model.Clock, *model.Broken) {
	k, known := s.lengths[timer]
	if !known {
		var err error
		if k, err = s.times.ClockOf(s.protocol, timer); err != nil {
			return k, s.mistaken(i, "Clock", "%v", err)
		}
		s.lengths[timer] = k
	}
	return k, nil
}

// hold notes that time does not pass before one of the moves from so many on. They do not hold it up if none of them changes anything: what
// changes nothing is no transition, so time would stand still for ever.
func (s *space[V, M]) hold(x *expanding, from int) {
	for _, m := range x.moves[from:] {
		if m.Next != x.node || len(m.Sends) > 0 {
			x.calms(Urgent)
		}
	}
}

// byClock appends the expiry of a timer that has come to its value.
func (s *space[V, M]) byClock(x *expanding, timer string) {
	k, broken := s.length(x.site, timer)
	if broken != nil {
		x.fail(broken)
		return
	}
	age := s.clocks.at(x.clock)[firstTimer+slices.Index(x.timers, timer)]
	if k.Value == model.Unlimited || int(age) < k.Value {
		return
	}
	cost := WhenOver
	x.calms(Overdue)
	if k.Reaches {
		cost = Free
		x.calms(Urgent)
	}
	s.run(x, trigger{kind: model.TimeoutEvent, name: timer}, x.box, x.used, cost)
}

// clockOf is the number of the clocks of a site that an event has made of another: a clock goes on if what it counts goes on.
// Without an event everything begins.
func (s *space[V, M]) clockOf(i model.Site, before, after self, e *effect) uint32 {
	g, broken := s.guardsOf(i, after.local)
	if broken != nil { // which is told of when the node is expanded
		return s.clocks.number(noClocks)
	}
	now := make([]byte, firstTimer+len(g.clocks))
	if e != nil {
		was, broken := s.guardsOf(i, before.local)
		if broken != nil {
			return s.clocks.number(noClocks)
		}
		event, old := e.over[0].Event, s.clocks.at(before.clock)
		if remains(event, was, g) {
			now[csClock] = old[csClock]
		}
		for k, name := range g.clocks {
			if at := slices.Index(was.clocks, name); at >= 0 && !slices.Contains(event.Starts, name) {
				now[firstTimer+k] = old[firstTimer+at]
			}
		}
	}
	return s.clocks.number(clocks(now))
}

// remains reports that a site goes on to be in its critical section.
func remains(e *model.Event, was, is *guards) bool {
	return was.stays() && is.stays() && e.Entries == 0 && !leaves(e, was)
}

// leaves reports that an event is the internal one by which a site leaves its critical section.
func leaves(e *model.Event, was *guards) bool {
	return e.Kind == model.InternalEvent && slices.ContainsFunc(was.inners, func(x model.Inner) bool { return x.Exit && x.Name == e.Name })
}

// retimed lists the timers and stopwatches of a site that an event starts, or sets anew, and those that it stops, or sets anew.
func (s *space[V, M]) retimed(i model.Site, from, to uint32, e *model.Event, restarted []string) (starts, stops []string) {
	before, broken := s.guardsOf(i, from)
	if broken != nil {
		return nil, nil
	}
	after, broken := s.guardsOf(i, to)
	if broken != nil {
		return nil, nil
	}
	for _, name := range after.clocks {
		expired := e.Kind == model.TimeoutEvent && e.Name == name
		ran, anew := slices.Contains(before.clocks, name), slices.Contains(restarted, name)
		if expired || !ran || anew {
			starts = append(starts, name)
		}
		if ran && anew && !expired {
			stops = append(stops, name)
		}
	}
	for _, name := range before.clocks {
		if !slices.Contains(after.clocks, name) {
			stops = append(stops, name)
		}
	}
	return starts, stops
}

// askTimes asks for the stopwatches that run at a site, and for how long it stays in its critical section.
func (s *space[V, M]) askTimes(i model.Site, v V, g *guards) (broken *model.Broken) {
	g.stay, g.clocks = s.times.CS, slices.Clone(g.timers)
	if s.lasting != nil && g.stays() {
		var units int
		if units, broken = twice(s, i, "Stay", equal, func() int { return s.lasting.Stay(i, v) }); broken != nil {
			return broken
		}
		if g.stay = s.times.CS.Scaled(units); units < 1 || max(g.stay.Lo, g.stay.Hi) > model.MostTicks {
			return s.mistaken(i, "Stay", "answers %d units of %v ticks each; allowed is at least 1 unit, and up to %d ticks together", units, s.times.CS, model.MostTicks)
		}
	}
	if s.watching == nil {
		return nil
	}
	if g.watches, broken = twice(s, i, "Watches", slices.Equal, func() []model.Watch { return s.watching.Watches(i, v, *s.times) }); broken != nil {
		return broken
	}
	for _, w := range g.watches {
		switch {
		case slices.Contains(g.clocks, w.Name):
			return s.mistaken(i, "Watches", "lists %s, and there is a clock of this name already", w.Name)
		case w.Unit < 1 || w.Most < 0 || w.Unit*w.Most > model.MostTicks:
			return s.mistaken(i, "Watches", "says that %s counts %d units of %d ticks; allowed is up to %d ticks together, in units of at least 1", w.Name, w.Most, w.Unit, model.MostTicks)
		}
		g.clocks = append(g.clocks, w.Name)
	}
	g.watches = slices.Clone(g.watches)
	return nil
}

// watch finds a stopwatch that runs.
func (g *guards) watch(name string) (w model.Watch, runs bool) {
	at := slices.IndexFunc(g.watches, func(w model.Watch) bool { return w.Name == name })
	if at < 0 {
		return w, false
	}
	return g.watches[at], true
}

// mistimed says what is wrong with how an event reads the stopwatches of its site, or goes on with them or with its critical section.
func (s *space[V, M]) mistimed(i model.Site, from, to uint32, e *model.Event, readings []model.Reading) *model.Broken {
	if s.watching == nil && s.lasting == nil {
		return nil
	}
	before, broken := s.guardsOf(i, from)
	if broken != nil {
		return broken
	}
	after, broken := s.guardsOf(i, to)
	if broken != nil {
		return broken
	}
	if remains(e, before, after) && before.stay != after.stay {
		broken = s.mistaken(i, "Stay", "has a critical section of %v ticks last %v while it goes on", before.stay, after.stay)
	}
	for _, r := range readings {
		if w, runs := before.watch(r.Watch); !runs {
			broken = s.mistaken(i, "Watches", "does not list %s, which is read", r.Watch)
		} else if r.Hi > w.Most {
			broken = s.mistaken(i, "Watches", "says that %s counts to %d, and it is read up to %d", r.Watch, w.Most, r.Hi)
		}
	}
	for _, w := range after.watches {
		if was, ran := before.watch(w.Name); ran && was != w && !slices.Contains(e.Starts, w.Name) {
			broken = s.mistaken(i, "Watches", "says that %s counts %d units of %d ticks, and %d of %d while it goes on", w.Name, was.Most, was.Unit, w.Most, w.Unit)
		}
	}
	return following(broken, e, s.sys.Places)
}

// reads reports that the stopwatches of the node say what outcome n of an event's handler rests on. A handler that recovers reads them, too:
// so the guards of a site that is down would not do.
func (s *space[V, M]) reads(x *expanding, n uint32) bool {
	readings := s.sites[x.site-1].effects.readings[n]
	if len(readings) == 0 {
		return true
	}
	g, broken := s.guardsOf(x.site, x.local)
	if broken != nil { // which has been told of when the handler was run
		return false
	}
	for _, r := range readings {
		at := slices.Index(g.clocks, r.Watch)
		if !r.Is(g.watches[at-len(g.timers)].Reading(int(s.clocks.at(x.clock)[firstTimer+at]))) {
			return false
		}
	}
	return true
}

// tick appends the move by which time passes: that of the first site, which takes all others along.
func (s *space[V, M]) tick(x *expanding) {
	if s.ticking == nil {
		e := &model.Event{Kind: model.TickEvent, Site: 1}
		var others []Delivery
		for k := range s.sites[1:] {
			others = append(others, Delivery{Site: k + 1, Batch: tickBatch})
		}
		s.ticking = s.outcome(e, 0, others)
	}
	sp := s.sites[x.site-1]
	own := x.self
	own.clock = s.tickClocks(x.site, own)
	x.add(len(x.moves), sp.number(own, sp.boxes.number(s.tickBox(x.inbox))), OneTick, s.ticking)
}

// tickNode is what a tick makes of a node.
func (s *space[V, M]) tickNode(sp *siteSpace[V], node uint32) uint32 {
	own, box := sp.node(node)
	own.clock = s.tickClocks(model.Site(slices.Index(s.sites, sp)+1), own)
	after := sp.number(own, sp.boxes.number(s.tickBox(sp.boxes.at(box))))
	sp.nodes.ticks.Store(sp.nodes.ticks.Load().with(pair(node, tickBatch), after))
	return after
}

// tickClocks is the number of the clocks of a site a tick later.
func (s *space[V, M]) tickClocks(i model.Site, own self) uint32 {
	g, broken := s.guardsOf(i, own.local)
	if broken != nil || own.down {
		return own.clock
	}
	now := []byte(s.clocks.at(own.clock))
	if g.stays() {
		now[csClock] = later(now[csClock], mattering(g.stay))
	}
	for k, timer := range g.timers {
		if s.config.Timeouts != model.ByClock {
			continue
		}
		length, broken := s.length(i, timer)
		if broken == nil && length.Value != model.Unlimited {
			now[firstTimer+k] = later(now[firstTimer+k], length.Value)
		}
	}
	for k, w := range g.watches {
		at := firstTimer + len(g.timers) + k
		now[at] = later(now[at], w.Unit*w.Most)
	}
	return s.clocks.number(clocks(now))
}

// tickBox is an inbox a tick later.
func (s *space[V, M]) tickBox(box inbox) inbox {
	now := []byte(box)
	for k := entrySize - 1; k < len(now); k += entrySize {
		now[k] = later(now[k], mattering(s.times.Delay))
	}
	return inbox(now)
}

// mattering is the age from which on a larger one makes no difference.
func mattering(x model.Interval) int {
	if x.Bounded() {
		return x.Hi
	}
	return x.Lo
}

func later(age uint8, most int) uint8 { return uint8(min(int(age)+1, most)) }

// clockFields are the clocks of a site as its description shows them: those that run.
func (s *space[V, M]) clockFields(i model.Site, own self) (all []model.Field) {
	g, broken := s.guardsOf(i, own.local)
	if broken != nil {
		return nil
	}
	now := s.clocks.at(own.clock)
	if g.stays() {
		all = append(all, model.Field{Name: "ticks inside", Value: fmt.Sprint(now[csClock])})
	}
	for k, name := range g.clocks {
		all = append(all, model.Field{Name: "ticks of " + name, Value: fmt.Sprint(now[firstTimer+k])})
	}
	return all
}
