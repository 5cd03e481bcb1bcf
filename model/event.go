package model

import (
	"fmt"
	"strings"
)

// EventKind is a row of the table of transitions.
type EventKind uint8

// The rows of the table.
const (
	RequestEvent EventKind = iota
	ExitEvent
	DeliverEvent
	LoseEvent
	DuplicateEvent
	CrashEvent
	DropEvent
	RecoverEvent
	TimeoutEvent
	InternalEvent
	TickEvent // time passes, everywhere; the event says site 1
)

// String is the row's name as labels write it.
func (k EventKind) String() string {
	return [...]string{"request", "exit", "deliver", "lose", "duplicate", "crash", "drop", "recover", "timeout",
		"internal", "tick"}[k]
}

// Event is what one transition does, as far as the traces and the properties of steps care. Equal events are shared:
// an Event must not be changed.
type Event struct {
	Kind     EventKind
	Optional bool // an internal event that may happen or not
	Exit     bool // an internal event by which a site leaves its critical section
	Spurious bool // an entry without a waiting request of its own: nobody has asked for it
	// Unfaithful says in which way the site's variables stop being what the environment knows of it; empty: in none.
	Unfaithful string
	Site       Site   // where it happens; for messages their destination
	Name       string // of the timer or the internal event
	Message    Message
	Demand     *Demand  // of a request
	Choices    []string // the free choices that the event made, "z=2"
	Entries    int      // times that the site entered its critical section
	Notes      []any    // what the protocol remarked for the properties that judge steps
	Sends      []Send
	// Starts are the timers that begin to run or are set anew, Stops those that run no more, or are set anew before they have expired. Both are empty
	// without times.
	Starts, Stops []string
}

// Message is a message in flight.
type Message struct {
	Value    any  // of the protocol's type
	From     Site // the channel; 0 under bag
	Position int  // in the channel, from 1; 0 under bag
	Age      int  // in ticks, up to the largest that matters; 0 without times
	Alike    int  // in labels: its place, from 1, in the order of the values in its inbox that differ and have its text; 0: it alone has its text
}

// Details are what a state shows of the message behind its value: " from P1 aged 2". Messages of equal values and details are the same.
func (m Message) Details(places []Place) (text string) {
	if m.From != 0 && m.signature() == 0 {
		text = " from " + places[m.From-1].Title()
	}
	if m.Age > 0 {
		text += fmt.Sprintf(" aged %d", m.Age)
	}
	return text
}

// Carrier is a message that carries another one, and whose text names its sender, if it knows it.
type Carrier interface {
	// Carries returns the message, the name of its kind, and its sender, 0 if that is not known.
	Carries() (message any, kind string, from Site)
}

// Sender is who has sent the message: the channel says it, or the text of the message; 0 if it is not known.
func (m Message) Sender() Site {
	if m.From != 0 {
		return m.From
	}
	return m.signature()
}

// signature is the sender that the text of the message names; 0 if it names none.
func (m Message) signature() (from Site) {
	if value, is := m.Value.(Carrier); is {
		_, _, from = value.Carries()
	}
	return from
}

// Send is one message that an event sends.
type Send struct {
	To      Site
	Value   any  // of the protocol's type
	Account Site // the process for whose request it is sent; 0: nobody's, or the protocol does not say
}

// Class is the name under which coverage counts the event: "request", "deliver(token)", "timeout(T1)", "close". Parameters are no part of it.
func (e *Event) Class() string {
	switch e.Kind {
	case DeliverEvent, LoseEvent, DuplicateEvent, DropEvent:
		return e.Kind.String() + "(" + Kind(e.Message.Value) + ")"
	case TimeoutEvent:
		return "timeout(" + e.Name + ")"
	case InternalEvent:
		name, _, _ := strings.Cut(e.Name, "(")
		return name
	default:
		return e.Kind.String()
	}
}

// Label is the event as traces write it, given the sites of the system. qualified adds a message's channel and position; under bag, its age.
// Which of the values of the same text is meant is always told.
func (e *Event) Label(places []Place, qualified bool) string {
	site := places[e.Site-1].Name
	var text string
	switch e.Kind {
	case RequestEvent:
		text = "request(" + strings.Join(append([]string{site}, e.Demand.Text...), ", ") + ")"
	case DeliverEvent, LoseEvent, DuplicateEvent, DropEvent:
		text = fmt.Sprintf("%s(%s -> %s", e.Kind, Text(e.Message.Value), site)
		if qualified && e.Message.From == 0 {
			text += fmt.Sprintf(" aged %d", e.Message.Age)
		} else if qualified {
			if e.Message.signature() == 0 {
				text += " from " + places[e.Message.From-1].Name
			}
			if e.Kind == LoseEvent || e.Kind == DuplicateEvent {
				text += fmt.Sprintf(" at %d", e.Message.Position)
			}
		}
		if e.Message.Alike > 0 {
			text += fmt.Sprintf(" value %d", e.Message.Alike)
		}
		text += ")"
	case TimeoutEvent:
		text = "timeout(" + site + ", " + e.Name + ")"
	case InternalEvent:
		name, parameters, has := strings.Cut(e.Name, "(")
		switch {
		case places[e.Site-1].Silent:
			text = e.Name
		case has:
			text = name + "(" + site + ", " + parameters
		default:
			text = e.Name + "(" + site + ")"
		}
	case TickEvent:
		text = e.Kind.String()
	default:
		text = e.Kind.String() + "(" + site + ")"
	}
	if len(e.Choices) > 0 {
		text += " " + strings.Join(e.Choices, " ")
	}
	return text
}
