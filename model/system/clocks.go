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

// clocks are those of one site, a byte each: for how long it is in its critical section, and each of its timers, in the order
// in which the protocol lists them, runs. They stand still while the site is down.
type clocks string

const (
	tickBatch         = 1 // the number that each site has for it
	tick       inbox  = "t"
	csClock           = 0 // index of the clock of the critical section
	firstTimer        = 1 // and of that of the first timer
	noClocks   clocks = "\x00"
)

// clock takes the times of the configuration.
func (s *space[V, M]) clock() error {
	s.times = s.config.Times
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

// delayTime and csTime are how long messages and critical sections take.
func delayTime(t *model.Times) model.Interval { return t.Delay }
func csTime(t *model.Times) model.Interval    { return t.CS }

// due reports that something which is under way for so long can end now, and notes that it must.
func (s *space[V, M]) due(x *expanding[V], age uint8, bounds model.Interval) bool {
	if bounds.Bounded() && int(age) >= bounds.Hi {
		x.calms(Urgent)
	}
	return int(age) >= bounds.Lo
}

// byClock appends the expiry of a timer that has come to its value.
func (s *space[V, M]) byClock(x *expanding[V], timer string) {
	k, broken := s.length(x.site, timer)
	if broken != nil {
		x.fail(broken)
		return
	}
	age := s.clocks.all[x.clock][firstTimer+slices.Index(x.timers, timer)]
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
	now := make([]byte, firstTimer+len(g.timers))
	if e != nil {
		was, broken := s.guardsOf(i, before.local)
		if broken != nil {
			return s.clocks.number(noClocks)
		}
		event, old := e.over[0].Event, s.clocks.all[before.clock]
		if was.stays() && g.stays() && event.Entries == 0 && !leaves(event, was) {
			now[csClock] = old[csClock]
		}
		for k, timer := range g.timers {
			if at := slices.Index(was.timers, timer); at >= 0 && !slices.Contains(event.Starts, timer) {
				now[firstTimer+k] = old[firstTimer+at]
			}
		}
	}
	return s.clocks.number(clocks(now))
}

// leaves reports that an event is the internal one by which a site leaves its critical section.
func leaves(e *model.Event, was *guards) bool {
	return e.Kind == model.InternalEvent && slices.ContainsFunc(was.inners, func(x model.Inner) bool { return x.Exit && x.Name == e.Name })
}

// retimed lists the timers of a site that an event starts, or sets anew, and those that it stops.
func (s *space[V, M]) retimed(i model.Site, from, to uint32, e *model.Event, restarted []string) (starts, stops []string) {
	before, broken := s.guardsOf(i, from)
	if broken != nil {
		return nil, nil
	}
	after, broken := s.guardsOf(i, to)
	if broken != nil {
		return nil, nil
	}
	for _, timer := range after.timers {
		expired := e.Kind == model.TimeoutEvent && e.Name == timer
		if expired || !slices.Contains(before.timers, timer) || slices.Contains(restarted, timer) {
			starts = append(starts, timer)
		}
	}
	for _, timer := range before.timers {
		if !slices.Contains(after.timers, timer) {
			stops = append(stops, timer)
		}
	}
	return starts, stops
}

// tick appends the move by which time passes: that of the first site, which takes all others along.
func (s *space[V, M]) tick(x *expanding[V]) {
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
	after := sp.number(own, sp.boxes.number(s.tickBox(sp.boxes.all[box])))
	sp.nodes.ticks.Store(sp.nodes.ticks.Load().with(pair(node, tickBatch), after))
	return after
}

// tickClocks is the number of the clocks of a site a tick later.
func (s *space[V, M]) tickClocks(i model.Site, own self) uint32 {
	g, broken := s.guardsOf(i, own.local)
	if broken != nil || own.down {
		return own.clock
	}
	now := []byte(s.clocks.all[own.clock])
	if g.stays() {
		now[csClock] = later(now[csClock], mattering(s.times.CS))
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
	now := s.clocks.all[own.clock]
	if g.stays() {
		all = append(all, model.Field{Name: "ticks inside", Value: fmt.Sprint(now[csClock])})
	}
	for k, timer := range g.timers {
		if s.config.Timeouts == model.ByClock {
			all = append(all, model.Field{Name: "ticks of " + timer, Value: fmt.Sprint(now[firstTimer+k])})
		}
	}
	return all
}
