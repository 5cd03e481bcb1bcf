// Package environment is what the environment of a protocol knows of its processes: it makes the requests and the exits and
// hears of the entries. It is compared with what the variables of a site say.
package environment

import "github.com/gmecheck/gmecheck/model"

// Stand is where a process stands: the part of its [model.View] that the environment knows, too.
type Stand struct {
	Waits, Inside bool
	Groups        model.Groups
	Priority      int
}

// Of is where a site stands by its view.
func Of(v *model.View) Stand { return Stand{v.Waits, v.InCS, v.Groups, v.Priority} }

// Asks is where a process stands that has just asked; prioritised says whether requests have priorities.
func Asks(d *model.Demand, prioritised bool) Stand {
	x := Stand{Waits: true, Groups: d.Set}
	if d.Set.Empty() && d.Group != 0 {
		x.Groups = model.SetOf(d.Group)
	}
	if prioritised {
		x.Priority = d.Priority
	}
	return x
}

// Asked reports that an event that lets a process enter serves one request of it: the one that waits, or the one that the
// event is.
func Asked(before Stand, e *model.Event) bool {
	return e.Entries == 1 && !before.Inside && before.Waits != (e.Kind == model.RequestEvent)
}

// Unfaithful says in which way an event leaves a site otherwise than the environment knows it, given that it stood
// before as the environment knew it; it is empty where the variables keep to that. Whether an entry had been asked for is
// another matter, see [model.Event.Spurious]: what was never demanded is not compared.
func Unfaithful(e *model.Event, before, after Stand, leaves, prioritised bool) string {
	known, entered := before, e.Entries > 0
	switch e.Kind {
	case model.RequestEvent:
		if before.Waits || before.Inside {
			return "asks before its last request is served"
		}
		known = Asks(e.Demand, prioritised)
	case model.ExitEvent:
		known = Stand{}
	}
	demanded := known.Waits
	if entered {
		known.Waits, known.Inside = false, true
	}
	switch {
	case after.Waits && after.Inside:
		return "waits, and is inside"
	case known.Inside && !after.Inside && entered:
		return "enters, and is not inside"
	case known.Inside && !after.Inside:
		return "is not inside any more, and has not left"
	case after.Inside && !known.Inside && e.Kind == model.ExitEvent:
		return "leaves, and is inside"
	case after.Inside && !known.Inside:
		return "is inside, and has not entered"
	case known.Waits && !after.Waits && e.Kind == model.RequestEvent:
		return "asks, and does not wait"
	case known.Waits && !after.Waits:
		return "waits no more, and has not entered"
	case after.Waits && !known.Waits:
		return "waits, and has not asked"
	case after.Inside && !leaves:
		return "is inside, and cannot leave"
	case leaves && !after.Inside:
		return "can leave, and is not inside"
	case known.Waits && after.Groups != known.Groups:
		return "waits for " + words(after.Groups) + ", and has asked for " + words(known.Groups)
	case known.Inside && entered && demanded && !part(after.Groups, known.Groups):
		return "enters for " + words(after.Groups) + ", and has asked for " + words(known.Groups)
	case known.Inside && !entered && after.Groups != known.Groups:
		return "has entered for " + words(known.Groups) + ", and is inside for " + words(after.Groups)
	case known.Waits && after.Priority != known.Priority,
		known.Inside && (demanded || !entered) && after.Priority != known.Priority && !(entered && after.Priority == 0):
		return "has another priority than it has asked with"
	}
	return ""
}

// part reports that groups are some of those demanded, and not none of them.
func part(groups, demanded model.Groups) bool {
	return groups.Minus(demanded).Empty() && (!groups.Empty() || demanded.Empty())
}

func words(groups model.Groups) string {
	if groups.Empty() {
		return "no group"
	}
	return groups.String()
}
