package gmecheck

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// envelope is a message in flight: it knows its sender, and the name of its kind.
type envelope struct {
	from    model.Site // always set under fifo, where it names the channel
	kind    string
	secret  bool // handlers are not told the sender
	message any
}

// String is "Request(1) from 2", or "Token(3)" if the message is anonymous.
func (e envelope) String() string {
	text := messageText(e.kind, e.message)
	if !e.secret {
		text += fmt.Sprintf(" from %d", e.from)
	}
	return text
}

// Carries is the message, its kind, and who has sent it; 0 if handlers are not told.
func (e envelope) Carries() (message any, kind string, from model.Site) {
	if e.secret {
		return e.message, e.kind, 0
	}
	return e.message, e.kind, e.from
}

func messageText(kind string, message any) string {
	text := model.Text(message)
	if text == kind || strings.HasPrefix(text, kind+"(") {
		return text
	}
	return kind + "(" + text + ")"
}

// kinds are the messages that a model takes, by type.
type kinds struct {
	of    map[reflect.Type]*receipt
	names []string

	// Not of messages, but known wherever these are: timers, and those of them whose length the model does not say.
	timers, unset []string
	lasting       bool // an event ends a critical section, or the length of a timer is a formula: what Times.CS says matters
}

// kind is how messages of the type of m are received; nil if no On takes them.
func (k *kinds) kind(m any) *receipt { return k.of[reflect.TypeOf(m)] }

// sent reports that messages of this type can be in flight; of an interface, such as have its methods.
func (k *kinds) sent(t reflect.Type) bool {
	if k.of[t] != nil || t.Kind() != reflect.Interface {
		return k.of[t] != nil
	}
	for kind := range k.of {
		if kind.Implements(t) {
			return true
		}
	}
	return false
}

// receipt is how messages of one kind are received.
type receipt struct {
	name      string
	anonymous bool
	do        handler
	handler   any // the author's function behind do
	when      offers
	guard     any // the author's function behind when
}

func (r *receipt) text(message any) string { return messageText(r.name, message) }

// known says which kinds there are.
func (k *kinds) known() string {
	if len(k.names) == 0 {
		return "there is no On"
	}
	return "there are On for " + names.Or(k.names)
}

// Receipt is what [On] has registered. Its methods say more about how these messages are received.
type Receipt[V comparable, M comparable] struct {
	model *core
	of    *receipt
}

// On registers the handler of the messages of type M: what a site does when it receives one. c.From is the sender.
// Every kind of message that is sent needs one; a kind that says nothing new needs an empty one.
//
// M is a type of its own for each kind of message, usually a struct, whose values can be compared: no slices, maps, pointers
// or functions in it. Its name and fields are how traces show the message.
func On[V comparable, M comparable](p *Model[V], handler func(s *V, c Ctx, m M)) *Receipt[V, M] {
	t := reflect.TypeFor[M]()
	r := &receipt{name: t.Name()}
	x := &Receipt[V, M]{&p.core, r}
	p.open("On of " + t.String())
	switch {
	case t.Kind() == reflect.Interface || r.name == "":
		p.refuse("On of messages of type %v: allowed is one named type for each kind of message", t)
		return x
	case handler == nil:
		p.refuse("On of %v has no handler", t)
		return x
	case p.kinds.of[t] != nil:
		p.refuse("On of %v is there twice", t)
		return x
	}
	for other := range p.kinds.of {
		if other.Name() == t.Name() {
			p.refuse("On of %v and of %v: both are called %s, so that traces could not tell them apart", other, t, t.Name())
			return x
		}
	}
	if wrong := values.NoValue(t); wrong != "" {
		p.refuse("messages of type %v: %s", t, wrong)
		return x
	}
	r.handler = handler
	r.do = func(at any, c Ctx, message any) { handler(at.(*V), c, message.(M)) }
	p.kinds.of[t] = r
	p.kinds.names = append(p.kinds.names, t.Name())
	return x
}

// When makes messages wait that a site is not ready for: one is delivered only while ready is true of the site's variables and
// the message. Under [FIFO] it blocks its channel: the messages behind it wait, too. A message that waits does not keep the
// system from being quiet: if nothing else can happen, the run has come to its end.
func (r *Receipt[V, M]) When(ready func(s *V, c Ctx, m M) bool) *Receipt[V, M] {
	switch {
	case ready == nil:
		r.model.refuse("When of %s has no function", r.of.name)
	case r.of.when != nil:
		r.model.refuse("When of %s is there twice", r.of.name)
	default:
		r.of.guard = ready
		r.of.when = func(at any, c Ctx, message any) []any {
			if ready(at.(*V), c, message.(M)) {
				return one
			}
			return nil
		}
	}
	return r
}

// Anonymous says that these messages do not tell who has sent them: c.From is 0. In a bag, equal messages of different
// senders are then one and the same, and there are fewer states.
func (r *Receipt[V, M]) Anonymous() *Receipt[V, M] {
	r.of.anonymous = true
	return r
}
