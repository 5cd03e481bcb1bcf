package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/environment"
)

// What the protocol says of the variables of a site alone is asked once for each of their values: what the site may do by itself,
// and where it stands.

// guards is what a site that is up may do by itself, whatever is on its way to it.
type guards struct {
	mayRequest, inCS bool
	exits            bool // it can leave its critical section by an internal event
	timers           []string
	inners           []model.Inner
	triggers         []uint32 // of the inners

	// In a model with times:
	stay    model.Interval // the ticks of its critical section, if it stays there
	watches []model.Watch
	clocks  []string // the names of the timers and of the stopwatches
}

// stays reports that a site is in its critical section, from which it can go.
func (g *guards) stays() bool { return g.inCS || g.exits }

// noGuards is for a site that is down.
var noGuards = &guards{}

// guards are those of a node; none if there is something wrong with them.
func (s *space[V, M]) guards(x *expanding[V]) *guards {
	g, broken := s.guardsOf(x.site, x.local)
	if broken != nil {
		x.fail(broken)
		return noGuards
	}
	return g
}

// guardsOf asks the protocol, once for the variables of a site.
func (s *space[V, M]) guardsOf(site model.Site, local uint32) (*guards, *model.Broken) {
	sp := s.sites[site-1]
	for int(local) >= len(sp.guards) {
		sp.guards = append(sp.guards, make([]*guards, len(sp.guards)+64)...)
	}
	if sp.guards[local] == nil {
		var g *guards
		var broken *model.Broken
		alike := local
		if s.counted != nil {
			alike = sp.locals.allowing(local)
		}
		if alike != local {
			g, broken = s.guardsOf(site, alike)
		} else {
			g, broken = s.ask(site, sp.locals.at(local))
		}
		if broken != nil {
			return nil, broken
		}
		sp.guards[local] = g
	}
	return sp.guards[local], nil
}

// Unselective is a [model.Selective] protocol that knows whether it accepts every message, and then need not be asked about each.
type Unselective interface{ AcceptsAll() bool }

// accepts asks a selective protocol, once for the variables of a site and a message.
func (s *space[V, M]) accepts(x *expanding[V], message uint32) bool {
	known, key := s.sites[x.site-1].accepts, pair(x.uncounted, message)
	accepts, asked := known[key]
	if !asked {
		var broken *model.Broken
		m := s.messages.at(message)
		if accepts, broken = twice(s, x.site, "Accepts", equal, func() bool { return s.selective.Accepts(x.site, x.vars, m) }); broken != nil {
			x.fail(broken)
			return false
		}
		known[key] = accepts
	}
	return accepts
}

func (s *space[V, M]) ask(i model.Site, v V) (g *guards, broken *model.Broken) {
	g = &guards{}
	if i <= model.Site(s.config.Processes) {
		g.mayRequest, broken = twice(s, i, "MayRequest", equal, func() bool { return s.protocol.MayRequest(i, v) })
	}
	if broken == nil {
		g.inCS, broken = twice(s, i, "InCS", equal, func() bool { return s.protocol.InCS(i, v) })
	}
	if broken == nil && s.timed != nil && s.config.Timeouts != model.Off {
		g.timers, broken = twice(s, i, "Timers", slices.Equal, func() []string { return s.timed.Timers(i, v) })
		for k, timer := range g.timers {
			switch {
			case broken != nil:
			case slices.Contains(g.timers[:k], timer):
				broken = s.mistaken(i, "Timers", "lists %s twice", timer)
			case s.ranks != nil && s.ranks[timer] == 0:
				broken = s.mistaken(i, "Timers", "lists %s, which Durations does not", timer)
			}
		}
	}
	if broken == nil && s.internal != nil {
		g.inners, broken = twice(s, i, "Internals", slices.Equal, func() []model.Inner { return s.internal.Internals(i, v) })
		for k, e := range g.inners {
			g.exits = g.exits || e.Exit
			if broken == nil && slices.ContainsFunc(g.inners[:k], func(f model.Inner) bool { return f.Name == e.Name }) {
				broken = s.mistaken(i, "Internals", "lists %s twice", e.Name)
			}
		}
	}
	if broken == nil && s.times != nil {
		broken = s.askTimes(i, v, g)
	}
	g.timers, g.inners = slices.Clone(g.timers), slices.Clone(g.inners)
	for _, e := range g.inners {
		g.triggers = append(g.triggers, s.triggerNumber(trigger{kind: model.InternalEvent, name: e.Name}))
	}
	return g, broken
}

// stand is that of variables of a site, by their number; or what is wrong with Look.
func (s *space[V, M]) stand(site model.Site, local uint32) (environment.Stand, *model.Broken) {
	sp := s.sites[site-1]
	for int(local) >= len(sp.stands) {
		sp.stands = append(sp.stands, make([]*environment.Stand, len(sp.stands)+64)...)
	}
	if sp.stands[local] == nil {
		v, broken := s.see(site, sp.locals.at(local), nil)
		if broken != nil {
			return environment.Stand{}, broken
		}
		x := environment.Of(&v)
		sp.stands[local] = &x
	}
	return *sp.stands[local], nil
}

// compare lays what an event makes of the variables of a site beside what the environment knows of it.
func (s *space[V, M]) compare(e *model.Event, site model.Site, from, to uint32) *model.Broken {
	if s.questioned != nil { // nobody requests
		return nil
	}
	before, broken := s.stand(site, from)
	if broken != nil {
		return broken
	}
	after, broken := s.stand(site, to)
	if broken != nil {
		return following(broken, e, s.sys.Places)
	}
	g, broken := s.guardsOf(site, to)
	if broken != nil {
		return following(broken, e, s.sys.Places)
	}
	e.Spurious = e.Entries > 0 && !(s.sys.Places[site-1].Process && environment.Asked(before, e))
	e.Unfaithful = environment.Unfaithful(e, before, after, g.inCS, s.config.Priorities > 0)
	return nil
}
