package conform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// fits reports that an event of the model is what was logged at its site, as far as that says; from is the sender that was
// logged, 0: none. The variables afterwards are not its business.
func (e *Event) fits(x *model.Event, from model.Site, places []model.Place) bool {
	return e.names(x, from, places) && e.chose(x)
}

// chose reports that the choices of an event are those logged.
func (e *Event) chose(x *model.Event) bool {
	return len(e.Choices) == 0 || slices.Equal(e.Choices, x.Choices)
}

// names is fits for all but the choices.
func (e *Event) names(x *model.Event, from model.Site, places []model.Place) bool {
	if x.Kind == model.InternalEvent && places[x.Site-1].Silent {
		return slices.Contains([]string{"internal", "request", "exit"}, e.Kind) && e.acts(x.Name)
	}
	switch e.Kind {
	case "request", "exit":
		if x.Kind == model.InternalEvent { // of a protocol of one's own, whose events have the names that it likes
			return withoutParameters(x) == e.Kind && len(e.Demand) == 0
		}
		return x.Kind.String() == e.Kind && (x.Demand == nil || e.asks(x.Demand))
	case "timeout":
		return x.Kind == model.TimeoutEvent && (e.Name == "" || e.Name == x.Name)
	case "internal":
		return x.Kind == model.InternalEvent && (e.Name == "" || e.Name == x.Name || e.Name == withoutParameters(x) || e.Name == withoutChoices(x, places))
	case "deliver", "drop":
		return x.Kind.String() == e.Kind && e.carries(x.Message, from)
	}
	return x.Kind.String() == e.Kind
}

// acts reports that an action of a process that shares a memory with others, "enter(2)", is what was logged of that process, or of the memory as a whole.
func (e *Event) acts(action string) bool {
	name, process, _ := strings.Cut(strings.TrimSuffix(action, ")"), "(")
	logged := e.own()
	_, err := strconv.Atoi(e.Process)
	return (logged == "" || logged == name || logged == action) && (err != nil || e.Process == process)
}

// own is the name of an event of a protocol of one's own, which may be request or exit.
func (e *Event) own() string {
	if e.Kind == "request" || e.Kind == "exit" {
		return e.Kind
	}
	return e.Name
}

// withoutParameters is the name of an event without the parameters behind it.
func withoutParameters(x *model.Event) string {
	name, _, _ := strings.Cut(x.Name, "(")
	return name
}

// withoutChoices is the label of an event without the choices behind it.
func withoutChoices(x *model.Event, places []model.Place) string {
	plain := *x
	plain.Choices = nil
	return plain.Label(places, false)
}

// asks reports that a request asks for what was logged.
func (e *Event) asks(d *model.Demand) bool {
	for key, logged := range e.Demand {
		var value any
		switch key {
		case "group":
			value = d.Group
		case "priority":
			value = d.Priority
		case "duration":
			value = d.Duration
		case "set":
			value = d.Set
		default:
			return false
		}
		if !same(logged, value) {
			return false
		}
	}
	return true
}

// carries reports that a message in flight is the one that was logged.
func (e *Event) carries(m model.Message, from model.Site) bool {
	value, kind, sender := opened(m)
	if from != 0 && sender != 0 && from != sender {
		return false
	}
	if e.Message == nil {
		return true
	}
	if e.Message.Kind != "" && e.Message.Kind != kind {
		return false
	}
	if text := e.Message.Text; text != "" && text != model.Text(m.Value) && text != model.Text(value) {
		return false
	}
	return differing(e.Message.Fields, value) == ""
}

// opened is what a message says, the name of its kind, and its sender, if the message or its channel tells.
func opened(m model.Message) (value any, kind string, sender model.Site) {
	if c, is := m.Value.(model.Carrier); is {
		value, kind, sender = c.Carries()
		if m.From != 0 {
			sender = m.From
		}
		return value, kind, sender
	}
	return m.Value, model.Kind(m.Value), m.From
}

// whole reports that so much is logged of a message that it can be no other than m. Messages of the same text count as the
// same, as they do in traces.
func (e *Event) whole(m model.Message, from model.Site) bool {
	value, _, sender := opened(m)
	_, carrier := m.Value.(model.Carrier)
	switch {
	case m.From != 0: // under fifo only the oldest of a channel can come
		return from != 0
	case e.Message == nil || carrier && sender != 0 && from == 0 && e.Message.Text != model.Text(m.Value):
		return false
	case e.Message.Text != "":
		return true
	case e.Message.Kind == "":
		return false
	}
	for name := range model.Variables(value) {
		if _, has := e.Message.Fields[name]; !has {
			return false
		}
	}
	return true
}

// fieldsAfter says in which variable a node differs from what was logged; empty: in none.
func (e *Event) fieldsAfter(sys *system.System, site int, node uint32) string {
	if len(e.Fields) == 0 {
		return ""
	}
	return differing(e.Fields, sys.Describe(site, node).Vars)
}
