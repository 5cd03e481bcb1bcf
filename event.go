package gmecheck

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// Always, as the budget of an event, lets it happen whenever its guard is true.
const Always = -1

// event is something that a site does by itself.
type event struct {
	name     string
	budget   int // Always, or how often at each site
	counter  int // its place among the budgets, if it has one
	patient  bool
	optional bool   // as far as nobody says otherwise: it has a budget, and is neither a timeout nor an exit
	said     string // "Optional" or "Fair": somebody has said so
	exit     bool   // it is how a site leaves its critical section
	offers   offers // the parameters with which it can happen; one nil where it has none
	bare     bool   // it has no parameters
	guard    any    // the author's function behind offers; nil: there is none
	do       handler
	action   any // the author's function behind do
}

// Event is what [Model.Event] and [Events] have registered. Its methods say more about when it happens.
type Event[V comparable] struct {
	model *core
	of    *event
}

// Event registers something that sites do by themselves: while guard is true of a site's variables the event may happen there,
// and action is what it does. A nil guard is always true. The name stands in traces: "request(2)" is that of site 2;
// it is none of deliver, lose, duplicate, crash, drop, recover, timeout and tick, which happen without being registered.
//
// The budget is how often it may happen at each site, at most 255; the number of times is then part of the state. An event with a budget
// comes from outside, such as a request: it may happen so often, or never, so that a run can end before it does. An event with the budget [Always] is a step of the
// protocol: no run counts as fair on which it stays possible for ever and never happens. [Event.Optional] and [Event.Fair]
// say otherwise. What is possible only without changing anything is not possible in this sense: a step that changes nothing is none.
// [Event.Patient] events wait for it all the same.
// Nor does fairness reach into an event: of what [Ctx.Choose] and [Ctx.Maybe] offer, one may be left out for ever.
func (p *Model[V]) Event(name string, budget int, guard func(s *V, c Ctx) bool, action func(s *V, c Ctx)) *Event[V] {
	if action == nil {
		p.refuse("Event %q has no action", name)
		return &Event[V]{&p.core, &event{}}
	}
	e := p.event(name, budget, guard, guarding(guard), working(action))
	e.bare, e.action = true, action
	return &Event[V]{&p.core, e}
}

// Events registers an event with parameters, the fields of E: offers lists those with which it can happen now at a site, in
// any order, at most 4,096, and action does it. It is named after the type, in lower case, and labels show the fields: Write{Key: 1, Value: 7}
// at site 2 is "write(2, 1, 7)". The budget counts all of them together, at most 255; fairness looks at each combination of parameters by itself.
func Events[V comparable, E comparable](p *Model[V], budget int, offers func(s *V, c Ctx) []E, action func(s *V, c Ctx, e E)) *Event[V] {
	t := reflect.TypeFor[E]()
	if offers == nil || action == nil {
		p.refuse("Events of %v lacks offers or action", t)
		return &Event[V]{&p.core, &event{}}
	}
	if t.Kind() == reflect.Interface || t.Name() == "" {
		p.refuse("Events of %v: allowed is a named type", t)
		return &Event[V]{&p.core, &event{}}
	}
	if wrong := values.NoValue(t); wrong != "" {
		p.refuse("events of type %v: %s", t, wrong)
	}
	e := p.event(strings.ToLower(t.Name()[:1])+t.Name()[1:], budget, offers, func(at any, c Ctx, _ any) []any {
		var all []any
		for _, e := range offers(at.(*V), c) {
			all = append(all, e)
		}
		return all
	}, func(at any, c Ctx, parameter any) { action(at.(*V), c, parameter.(E)) })
	e.action = action
	return &Event[V]{&p.core, e}
}

func (p *core) event(name string, budget int, guard any, offers offers, do handler) *event {
	p.open("event " + name)
	e := &event{name: name, budget: budget, guard: guard, offers: offers, do: do, optional: budget != Always}
	switch {
	case !named(name, notInEvents):
		p.refuse("Event %q: allowed is a name of characters that can be printed, without parentheses, commas, quotes, # and blanks at its ends", name)
	case reserved[name]:
		p.refuse("Event %q: gmecheck itself calls events so; allowed is any other name", name)
	case p.findEvent(name) != nil:
		p.refuse("Event %q is there twice", name)
	case budget < Always || budget == 0 || budget > 255:
		p.refuse("Event %q has the budget %d; allowed is a number from 1 to 255, or Always", name, budget)
	default:
		if budget != Always {
			e.counter = len(p.budgeted)
			p.budgeted = append(p.budgeted, e)
		}
		p.events = append(p.events, e)
	}
	return e
}

// notInEvents are characters that labels have around the names of events and actions, notInTimers those around the names of timers, and notInProperties those
// that stand around names in flags and manifests.
const (
	notInEvents     = "(),#\""
	notInTimers     = notInEvents + "= "
	notInProperties = ",#\" "
)

// named reports that traces can have a name as it is, in which some characters are not allowed.
func named(name, without string) bool {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	return name != "" && !strings.ContainsAny(name, without) && strings.TrimSpace(name) == name && utf8.ValidString(name) && !strings.ContainsFunc(name, unprintable)
}

// reserved are the events of the network, of faults and of time.
var reserved = map[string]bool{"deliver": true, "lose": true, "duplicate": true, "crash": true, "drop": true, "recover": true, "timeout": true, "tick": true}

func (p *core) findEvent(name string) *event {
	for _, e := range p.events {
		if e.name == name {
			return e
		}
	}
	return nil
}

// Optional makes it an event that may happen or not, like one with a budget: a run that leaves it out for ever is fair.
func (e *Event[V]) Optional() *Event[V] { return e.say("Optional") }

// Fair makes it a step of the protocol, like one with the budget [Always]: no run counts as fair on which it stays possible for
// ever and never happens.
func (e *Event[V]) Fair() *Event[V] { return e.say("Fair") }

func (e *Event[V]) say(fairness string) *Event[V] {
	if e.of.said != "" && e.of.said != fairness {
		e.model.refuse("Event %q is %s and %s; allowed is one of them", e.of.name, e.of.said, fairness)
	}
	e.of.said = fairness
	return e
}

// Patient makes it a timeout: it happens only while the system is quiet, that is, while no message can be delivered, no site
// recovers, and no other event that is neither patient nor optional is possible anywhere; one with a budget is optional in this sense, unless it is [Event.Fair]. So it stands for a timer that is
// longer than all that can happen. Where the system stays quiet such a timer expires, whatever the budget: Patient makes it a step of the protocol as [Event.Fair] does,
// unless it is [Event.Optional], too. Where others make the system busy again and again, as two that send anew in turns do, it may wait for ever on a fair run, which a [Model.Timer] in a model with [Times] does not. With [Times], it waits, too, for messages that are not old enough to be delivered, for exits that
// are not due, and for timers that are due; it does not wait for timers that still run, and does not hold up time. A simulation (load) waits like that unless its --event gives the event a time, after which it happens then.
//
// It waits, too, while an event or a delivery is possible that changes nothing, such as that of a message which its handler sends to the site again. No
// run takes such a step, and an end is a state from which no step leads elsewhere: so a run can end while a patient event still waits, which the run of the
// violation then says. If that is not meant, let what changes nothing be impossible: an event by its guard, a delivery by [Receipt.When].
func (e *Event[V]) Patient() *Event[V] {
	e.of.patient, e.of.optional = true, false
	return e.alone()
}

// Exit says that it is how a site leaves its critical section: the site is inside while the event is possible. It is a step of the
// protocol, as [Event.Fair] makes it, unless it is [Event.Optional], too. With [Times] it happens when the site has been inside for as long as Times.CS
// says, whether it is optional or not; only where that has no end an optional one may never happen.
func (e *Event[V]) Exit() *Event[V] {
	e.of.exit, e.of.optional = true, false
	e.model.kinds.lasting = true
	return e.alone()
}

// alone demands that an exit is no timeout.
func (e *Event[V]) alone() *Event[V] {
	if e.of.exit && e.of.patient {
		e.model.refuse("Event %q is Exit and Patient; allowed is one of them", e.of.name)
	}
	return e
}

// mayBeLeft reports that a fair run may leave the event out for ever.
func (e *event) mayBeLeft() bool { return e.said == "Optional" || e.said == "" && e.optional }

// String is the event in the words of errors.
func (e *event) String() string { return e.name }

// label is the event with its parameters: "write(1, 7)".
func (e *event) label(parameter any) string {
	if parameter == nil {
		return e.name
	}
	text := model.Text(parameter)
	if fields, is := strings.CutPrefix(text, reflect.TypeOf(parameter).Name()+"("); is {
		text = strings.TrimSuffix(fields, ")")
	}
	if text == "" {
		return e.name
	}
	return e.name + "(" + text + ")"
}

// nameOf is a label without parameters.
func nameOf(label string) string {
	name, _, _ := strings.Cut(label, "(")
	return name
}
