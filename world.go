package gmecheck

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// World is a state as properties see it: the variables of all sites, and the messages on their way.
//
// A property is judged again only where its answers may differ: those that ask by [World.Count], [World.Any], [World.Every] and
// [World.Where] are judged fastest, if they do not make the function that they give them anew from variables of their own.
type World[V comparable] struct {
	views invariants.Views
	anew  bool // what is asked is asked of every state anew, and need not be noted
}

func (w World[V]) look(i Site, asks string) *look {
	if i < 1 || int(i) > len(w.views) {
		panic(model.Mistake{Problem: fmt.Sprintf("asks %s(%d): sites are 1 to %d", asks, i, len(w.views))})
	}
	return w.views[i-1].More.(*look)
}

// asking is where it is noted what is asked; nil: it need not be.
func (w World[V]) asking() *asking {
	if w.anew || len(w.views) == 0 {
		return nil
	}
	return w.look(1, "").asked
}

// note notes that something is asked.
func (w World[V]) note(q ask) {
	if a := w.asking(); a != nil {
		a.note(q)
	}
}

// Size is the number of sites.
func (w World[V]) Size() int { return len(w.views) }

// At returns the variables of site i, which is from 1 to n.
func (w World[V]) At(i Site) V {
	w.note(ask{vars: true})
	return as[V](w.look(i, "At").vars)
}

// All yields all sites with their variables, in ascending order.
func (w World[V]) All() iter.Seq2[Site, V] {
	return func(yield func(Site, V) bool) {
		for k := range w.views {
			if !yield(Site(k+1), w.At(Site(k+1))) {
				return
			}
		}
	}
}

// Where returns the sites of whose variables f is true.
func (w World[V]) Where(f func(V) bool) (found Sites) {
	if a := w.asking(); a != nil {
		noteFunction(a, f)
	}
	for k := range w.views {
		if f(as[V](w.look(Site(k+1), "Where").vars)) {
			found = found.With(Site(k + 1))
		}
	}
	return found
}

// Count is the number of sites of whose variables f is true.
func (w World[V]) Count(f func(V) bool) int { return w.Where(f).Len() }

// Any reports whether f is true of the variables of some site.
func (w World[V]) Any(f func(V) bool) bool { return !w.Where(f).Empty() }

// Every reports whether f is true of the variables of every site.
func (w World[V]) Every(f func(V) bool) bool { return w.Count(f) == w.Size() }

// Down is the set of sites that have crashed and not recovered.
func (w World[V]) Down() (down Sites) {
	for k, v := range w.views {
		if v.Down {
			down = down.With(Site(k + 1))
		}
	}
	return down
}

// Used is how often site i has done the event of this name, which has a budget.
func (w World[V]) Used(event string, i Site) int {
	w.note(ask{counts: true})
	l := w.look(i, "Used")
	for k, name := range l.of.slice() {
		if name == event {
			return int(l.used[k])
		}
	}
	panic(model.Mistake{Problem: fmt.Sprintf("asks Used(%q): no event with a budget is named so%s", event, names.DidYouMean(event, l.of.slice()))})
}

// Packet is a message in flight.
type Packet struct {
	From    Site // 0 if the message is anonymous, but under fifo
	To      Site
	Message any
}

// InFlight lists the messages in flight, by receiver, then by sender; under fifo those of one sender in their order, the oldest
// first.
func (w World[V]) InFlight() (all []Packet) {
	w.note(ask{inboxes: true})
	for k := range w.views {
		for _, m := range w.look(Site(k+1), "InFlight").inbox() {
			all = append(all, Packet{m.from, Site(k + 1), m.message})
		}
	}
	return all
}

// Channel lists the messages in flight from one site to another; under fifo in their order, the oldest first.
func (w World[V]) Channel(from, to Site) (all []any) {
	w.note(ask{inboxes: true})
	for _, i := range []Site{from, to} {
		if i < 1 || int(i) > len(w.views) {
			panic(model.Mistake{Problem: fmt.Sprintf("asks Channel(%d, %d): sites are 1 to %d", from, to, len(w.views))})
		}
	}
	for _, m := range w.look(to, "Channel").inbox() {
		if m.from == from {
			all = append(all, m.message)
		}
	}
	return all
}

// Messages lists the messages of type M in flight, in the order of [World.InFlight]. An [On] must take them, or, of an interface, some
// of them.
func Messages[M comparable, V comparable](w World[V]) (all []M) {
	if len(w.views) > 0 {
		if known := &w.look(1, "").asked.of.kinds; !known.sent(reflect.TypeFor[M]()) {
			panic(model.Mistake{Problem: fmt.Sprintf("asks Messages[%v]: no On takes messages of this type; %s", reflect.TypeFor[M](), known.known())})
		}
	}
	for _, p := range w.InFlight() {
		if m, is := p.Message.(M); is {
			all = append(all, m)
		}
	}
	return all
}

// Step is a transition as properties see it.
type Step[V comparable] struct {
	Before, After World[V]
	Event         string // its name: that of an event, or "deliver(Request)", "lose(Request)", "crash", "recover", ...; see [Step.Is]
	Site          Site   // where it happens; of a message its receiver; 1 of a tick, which all sites share
	From          Site   // of a message its sender; 0 if it is anonymous
	Message       any    // nil in other events
}

// Is reports that it is the event of this name, as Step.Event has it. Unlike a comparison with that it refuses a name that no event of
// the model has.
func (s Step[V]) Is(event string) bool {
	if s.Event == event {
		return true
	}
	if of := s.Before.look(1, "").asked.of; !of.hasStep(event) {
		there := cmp.Or(names.DidYouMean(event, of.steps()), "; there are "+names.Or(of.steps()))
		panic(model.Mistake{Problem: fmt.Sprintf("asks Is(%q): no event is named so%s", event, there)})
	}
	return false
}

// ofMessages are the events of the network and of faults that name a kind of message, ofSites those that do not.
var (
	ofMessages = []string{"deliver", "lose", "duplicate", "drop"}
	ofSites    = []string{"crash", "recover", "tick"}
)

// hasStep reports that steps can have this name.
func (p *core) hasStep(event string) bool {
	if slices.Contains(ofSites, event) || p.findEvent(event) != nil {
		return true
	}
	kind, of, _ := strings.Cut(strings.TrimSuffix(event, ")"), "(")
	return strings.HasSuffix(event, ")") &&
		(slices.Contains(ofMessages, kind) && slices.Contains(p.kinds.names, of) || kind == "timeout" && slices.Contains(p.kinds.timers, of))
}

// steps lists the names that steps can have: first those that models register.
func (p *core) steps() (all []string) {
	for _, e := range p.events {
		all = append(all, e.name)
	}
	for _, kind := range p.kinds.names {
		for _, of := range ofMessages {
			all = append(all, of+"("+kind+")")
		}
	}
	for _, timer := range p.kinds.timers {
		all = append(all, "timeout("+timer+")")
	}
	return append(all, ofSites...)
}
