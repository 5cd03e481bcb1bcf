package system

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// What the protocol says of the variables of a site alone is asked once for each of their values: what the site may do by itself,
// and where it stands.

// guards is what a site that is up may do by itself, whatever is on its way to it.
type guards struct {
	mayRequest, inCS bool
	timers           []string
	inners           []model.Inner
}

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
		g, broken := s.ask(site, sp.locals.all[local])
		if broken != nil {
			return nil, broken
		}
		sp.guards[local] = g
	}
	return sp.guards[local], nil
}

// accepts asks a selective protocol, once for the variables of a site and a message.
func (s *space[V, M]) accepts(x *expanding[V], message uint32) bool {
	local := x.local
	if s.counted != nil {
		local = s.handled(s.sites[x.site-1], local)
	}
	known, key := s.sites[x.site-1].accepts, pair(local, message)
	accepts, asked := known[key]
	if !asked {
		var broken *model.Broken
		m := s.messages.all[message]
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
			if broken == nil && slices.ContainsFunc(g.inners[:k], func(f model.Inner) bool { return f.Name == e.Name }) {
				broken = s.mistaken(i, "Internals", "lists %s twice", e.Name)
			}
		}
	}
	g.timers, g.inners = slices.Clone(g.timers), slices.Clone(g.inners)
	return g, broken
}

// stand is where a site stands by its variables: the part of its [model.View] that the environment knows, too, because it makes
// the requests and the exits and hears of the entries.
type stand struct {
	waits, inside bool
	groups        model.Groups
	priority      int
}

func standIn(v model.View) stand { return stand{v.Waits, v.InCS, v.Groups, v.Priority} }

// stand is that of variables of a site, by their number; or what is wrong with Look.
func (s *space[V, M]) stand(site model.Site, local uint32) (stand, *model.Broken) {
	sp := s.sites[site-1]
	for int(local) >= len(sp.stands) {
		sp.stands = append(sp.stands, make([]*stand, len(sp.stands)+64)...)
	}
	if sp.stands[local] == nil {
		v, broken := s.see(site, sp.locals.all[local], nil)
		if broken != nil {
			return stand{}, broken
		}
		x := standIn(v)
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
	e.Spurious = e.Entries > 0 && !s.asked(site, before, e)
	e.Unfaithful = s.unfaithful(e, before, after, g.inCS)
	return nil
}

// asks is where a process stands as the environment knows it that has just asked.
func (s *space[V, M]) asks(d *model.Demand) stand {
	x := stand{waits: true, groups: d.Set}
	if d.Set.Empty() && d.Group != 0 {
		x.groups = model.SetOf(d.Group)
	}
	if s.config.Priorities > 0 {
		x.priority = d.Priority
	}
	return x
}

// asked reports that an event that lets a site enter serves one request of a process: the one that waits, or the one that
// the event is.
func (s *space[V, M]) asked(site model.Site, before stand, e *model.Event) bool {
	return s.sys.Places[site-1].Process && e.Entries == 1 && !before.inside && before.waits != (e.Kind == model.RequestEvent)
}

// unfaithful says in which way an event leaves a site otherwise than the environment knows it, given that it stood
// before as the environment knew it; it is empty where the variables keep to that. Whether an entry had been asked for is
// another matter, see [Event.Spurious]: what was never demanded is not compared.
func (s *space[V, M]) unfaithful(e *model.Event, before, after stand, leaves bool) string {
	known, entered := before, e.Entries > 0
	switch e.Kind {
	case model.RequestEvent:
		if before.waits || before.inside {
			return "asks before its last request is served"
		}
		known = s.asks(e.Demand)
	case model.ExitEvent:
		known = stand{}
	}
	demanded := known.waits
	if entered {
		known.waits, known.inside = false, true
	}
	switch {
	case after.waits && after.inside:
		return "waits, and is inside"
	case known.inside && !after.inside && entered:
		return "enters, and is not inside"
	case known.inside && !after.inside:
		return "is not inside any more, and has not left"
	case after.inside && !known.inside && e.Kind == model.ExitEvent:
		return "leaves, and is inside"
	case after.inside && !known.inside:
		return "is inside, and has not entered"
	case known.waits && !after.waits && e.Kind == model.RequestEvent:
		return "asks, and does not wait"
	case known.waits && !after.waits:
		return "waits no more, and has not entered"
	case after.waits && !known.waits:
		return "waits, and has not asked"
	case after.inside && !leaves:
		return "is inside, and cannot leave"
	case leaves && !after.inside:
		return "can leave, and is not inside"
	case known.waits && after.groups != known.groups:
		return "waits for " + words(after.groups) + ", and has asked for " + words(known.groups)
	case known.inside && entered && demanded && !part(after.groups, known.groups):
		return "enters for " + words(after.groups) + ", and has asked for " + words(known.groups)
	case known.inside && !entered && after.groups != known.groups:
		return "has entered for " + words(known.groups) + ", and is inside for " + words(after.groups)
	case known.waits && after.priority != known.priority,
		known.inside && (demanded || !entered) && after.priority != known.priority && !(entered && after.priority == 0):
		return "has another priority than it has asked with"
	}
	return ""
}

// part reports that groups are some of those demanded, and not none of them.
func part(groups, demanded model.Groups) bool {
	return groups&^demanded == 0 && (groups != 0 || demanded == 0)
}

func words(groups model.Groups) string {
	if groups.Empty() {
		return "no group"
	}
	return groups.String()
}
