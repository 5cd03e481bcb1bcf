package direct

import (
	"reflect"

	"github.com/gmecheck/gmecheck/model"
)

// Sites are the sites of a system with their variables. They belong to one goroutine.
type Sites interface {
	// Begin gives all sites their first variables: those of initial state k, from 0.
	Begin(k int)
	// Starts is the number of initial states.
	Starts() int
	// StartWeights say how likely the initial states are beside each other.
	StartWeights() []float64
	// StartName is the name of an initial state; empty if there is only one.
	StartName(k int) string

	Places() []model.Place
	// Demands are what process i may ask for.
	Demands(i model.Site) []model.Demand
	MayRequest(i model.Site) bool
	InCS(i model.Site) bool
	// Accepts reports whether a message can be delivered now. To a site of most protocols any can.
	Accepts(i model.Site, message any) bool
	// Selective reports that there are messages that sites do not accept.
	Selective() bool
	// Ticketed reports that requests carry tickets: [model.Demand.Ticket].
	Ticketed() bool
	// Timers are those that run.
	Timers(i model.Site) []string
	// Clock is how long a timer is in a model with these times, see [model.Times.ClockOf].
	Clock(timer string, t *model.Times) (model.Clock, error)
	// HasInternals reports that the protocol has internal events.
	HasInternals() bool
	// Internals are the internal events that can happen.
	Internals(i model.Site) []model.Inner
	// Vars are the variables.
	Vars(i model.Site) any
	// SetVars gives a site variables, of the type of Vars: those of a run before, for instance. The timers and stopwatches that run with them begin to.
	SetVars(i model.Site, vars any)
	// Types are those of variables and messages.
	Types() (vars, message reflect.Type)
	// Messages has a value of each type that stands in messages and variables where their type is an interface, of a [Lister];
	// nil: it does not say.
	Messages() []any
	// Declared are the classes of events of a [Declarer]; nil: it does not say.
	Declared() []string
	// View is what properties see of a site, given the messages on their way to it. InFlight and Down are left to who knows.
	View(i model.Site, inbox []any) model.View
	// Account is the process for whose request a message is sent; 0: nobody's, or the protocol does not say.
	Account(message any, to model.Site) model.Site
	// Kind is the name of a message's kind.
	Kind(message any) string

	// Put gives a site other variables.
	Put(i model.Site, vars any)
	// Choose makes the choices that handlers leave open, instead of chance.
	Choose(choose func(name string, lo, hi int) int)
	// Hear says whether anybody hears what handlers note from now on. At first nobody does, and no effect has notes.
	Hear(heard bool)

	// Count says where the stopwatches of a [model.Watched] protocol get the time from, in ticks, and the bounds of the model, before the
	// sites begin. Without it what they say is chosen.
	Count(t *model.Times, now func() float64)
	// Stay is for how many units of time a site stays that is inside: see [model.Lasting].
	Stay(i model.Site) int

	// Run makes an event happen. What it returns is overwritten by the next call. The error is a [*model.Broken]: what is wrong
	// with the protocol; the site's variables mean nothing then.
	Run(e Event) (*Effect, error)
}

// Event is what happens at a site: a request, an exit, the delivery of a message, the expiry of a timer, an internal event, a
// crash or a recovery.
type Event struct {
	Kind    model.EventKind
	Site    model.Site
	Demand  *model.Demand // of a request
	Message any           // of a delivery
	Name    string        // of a timer or an internal event
}

// Effect is what an event has done besides changing the site's variables.
type Effect struct {
	Sends   []Send   // in the order of their sending
	Entries int      // times that the site has entered its critical section
	Notes   []any    // if they are heard
	Choices []string // "z=2"
	// Set are the timers that run now and did not before, have expired and run on, or were set anew; Cleared those that do not
	// run any more, and have not expired.
	Set, Cleared []string
	// Idle, of an internal event: it has changed nothing, and nothing else could have been chosen. For a search that is no step.
	Idle bool
}

// Send is a message and its destination, which may be the site itself.
type Send struct {
	To      model.Site
	Message any
}

// Declarer is a protocol that lists the classes of its events, whether or not they are ever possible: internal events by their names, and
// "deliver(KIND)" and "timeout(NAME)".
type Declarer interface{ Declared() []string }

// Lister is a protocol that lists the types of its messages, and of what else stands in interfaces: a value of each.
type Lister interface{ Messages() []any }
