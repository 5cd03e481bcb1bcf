package system

import "github.com/gmecheck/gmecheck/model"

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
