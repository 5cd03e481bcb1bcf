package model

import (
	"fmt"
	"strings"
)

// Protocol is a paper as Go: variables V of one site, messages M, and one method per kind of event. Both types are
// ordinary comparable values. M may be an interface with one type per kind of message. Methods must be pure: they may
// change *v and the outbox, nothing else, and depend on nothing but their arguments.
//
// A protocol may also implement [Placed], [Demander], [Timed], [Ordered], [Internal], [Attributor] and [Ticketed].
type Protocol[V, M comparable] interface {
	// Start returns the variables of site i before anything has happened.
	Start(i Site) V
	// MayRequest is the paper's rule for a new request of i: usually that the last one has been served. Budgets and
	// crashes are not its business.
	MayRequest(i Site, v V) bool
	// Request is the paper's request event.
	Request(i Site, v *V, d Demand, out *Outbox[M])
	// InCS reports whether i is in its critical section, so that it may exit.
	InCS(i Site, v V) bool
	// Exit is the paper's exit event.
	Exit(i Site, v *V, out *Outbox[M])
	// Receive is the paper's receive event for message m. Messages of a kind that i does not take are [Outbox.Unhandled].
	Receive(i Site, v *V, m M, out *Outbox[M])
	// Look says what invariants may ask about i, given the messages on their way to it (in no particular order).
	Look(i Site, v V, inbox []M) View
}

// Place is a site of the system.
type Place struct {
	Name    string // as labels write it
	Process bool   // asks for its critical section
}

// Title is what the site is called where its number alone would not do: "P1" for process 1.
func (p Place) Title() string {
	switch {
	case p.Process:
		return "P" + p.Name
	case strings.Trim(p.Name, "0123456789") == "":
		return "site " + p.Name
	default:
		return p.Name
	}
}

// Placed is a protocol with sites other than the processes 1..n. The processes must come first.
type Placed interface{ Places() []Place }

// Demand is what a request asks for.
type Demand struct {
	Group    Group    // the group, session or resource; 0 where there are none
	Priority int      // 1 to K; 0 where there are none
	Duration int      // 1 to D; 0 where there are none
	Set      Groups   // the groups of which one will do; empty where requests name one group
	Ticket   int      // 1 + requests made so far by anybody; 0 but for a [Ticketed] protocol
	Text     []string // what the label shows of it
}

// Demander is a protocol whose requests are not just "any group that the workload allows, at any priority".
type Demander interface {
	// Demands lists what i may ask for, in the order of the labels; allowed are the groups of its workload.
	Demands(i Site, allowed Groups) []Demand
}

// Timed is a protocol with timers.
type Timed[V, M comparable] interface {
	// Timers lists the timers that run at i.
	Timers(i Site, v V) []string
	// Expire is the paper's timeout event.
	Expire(i Site, v *V, timer string, out *Outbox[M])
}

// Ordered is a protocol that says which of its timers are longer, so that they may expire in that order:
// [Config.OrderedTimers].
type Ordered interface {
	// Durations lists the timers, up to [MaxDurations], the shortest first.
	Durations() []string
}

// Internal is a protocol with internal events, such as the end of a phase.
type Internal[V, M comparable] interface {
	// Internals lists the internal events enabled at i.
	Internals(i Site, v V) []Inner
	// Do runs one of them.
	Do(i Site, v *V, event string, out *Outbox[M])
}

// Inner is an internal event.
type Inner struct {
	Name string
	// Patient: only when no deliver, drop, recover, exit or impatient internal event is enabled anywhere.
	Patient bool
}

// Attributor is a protocol that says on whose account a message goes, for the costs of one entry.
type Attributor[M comparable] interface {
	// Account returns the process for whose request m is sent to site to; 0 for nobody's.
	Account(m M, to Site) Site
}

// Ticketed is a protocol whose requests carry a time stamp of a perfect global clock: [Demand.Ticket]. It needs finite
// request budgets.
type Ticketed interface{ Ticketed() }

// Outbox collects what an event does besides changing the site's variables.
type Outbox[M comparable] struct {
	sends    []addressed[M]
	notes    []any
	entries  int
	choices  choices
	callers  callers
	repeated bool // where it is used is known already
	unknown  bool // no handler takes the event
}

type addressed[M comparable] struct {
	to  Site
	msg M
}

// note keeps where the outbox is used first: to find that out takes longer than most handlers.
func (o *Outbox[M]) note() {
	if !o.repeated {
		o.callers.note()
	}
}

// Send puts m into the network with destination to. A message to oneself travels like any other.
func (o *Outbox[M]) Send(to Site, m M) {
	o.note()
	o.sends = append(o.sends, addressed[M]{to, m})
}

// Enter marks the line at which the site enters its critical section.
func (o *Outbox[M]) Enter() {
	o.note()
	o.entries++
}

// Note remembers something about this step for the properties that judge steps. Notes are no part of any state. The
// note must be comparable.
func (o *Outbox[M]) Note(note any) {
	o.note()
	o.notes = append(o.notes, note)
}

// Unhandled says that no handler takes the event: a message of a kind, a timer or an internal event that the protocol does
// not know, at this site. It ends the search with an error that names it and with the steps that lead there. It belongs into
// the default branch of every switch by which a method finds the handler:
//
//	switch m := m.(type) {
//	case Request:
//		p.request(i, v, m, out)
//	case Wait: // says nothing new
//	default:
//		out.Unhandled()
//	}
//
// Without it an event that no branch takes does nothing, which is allowed.
func (o *Outbox[M]) Unhandled() { o.unknown = true }

// Choose returns a number from lo to hi; the event is tried with every one of them. The name stands in the label,
// unless there is nothing to choose.
func (o *Outbox[M]) Choose(name string, lo, hi int) int {
	if lo > hi {
		panic(fmt.Sprintf("Choose(%q, %d, %d): there is no such number", name, lo, hi))
	}
	if lo == hi {
		return lo
	}
	return o.choices.next(name, lo, hi)
}

// choices runs an event once for every sequence of choices that it can make, in lexicographic order.
type choices struct {
	taken []choice
	depth int
}

type choice struct {
	name       string
	value, end int
}

func (c *choices) next(name string, lo, hi int) int {
	if c.depth == len(c.taken) {
		c.taken = append(c.taken, choice{name, lo, hi})
	}
	if t := c.taken[c.depth]; t.name != name || t.end != hi {
		panic(fmt.Sprintf("Choose(%q, %d, %d): with the same choices before, it was Choose(%q, ..., %d)", name, lo, hi, t.name, t.end))
	}
	c.depth++
	return c.taken[c.depth-1].value
}

// advance moves on to the next sequence, false after the last.
func (c *choices) advance() bool {
	c.depth = 0
	for k := len(c.taken) - 1; k >= 0; k-- {
		if c.taken[k].value < c.taken[k].end {
			c.taken[k].value++
			c.taken = c.taken[:k+1]
			return true
		}
	}
	return false
}

func (c *choices) texts() []string {
	var parts []string
	for _, t := range c.taken {
		parts = append(parts, fmt.Sprintf("%s=%d", t.name, t.value))
	}
	return parts
}

// NewOutbox returns an empty outbox, for running a handler by hand.
func NewOutbox[M comparable]() *Outbox[M] { return &Outbox[M]{} }

// Sent yields the messages in the order of their sending.
func (o *Outbox[M]) Sent() func(yield func(to Site, m M) bool) {
	return func(yield func(Site, M) bool) {
		for _, a := range o.sends {
			if !yield(a.to, a.msg) {
				return
			}
		}
	}
}

// Again empties the outbox and reports whether the event has another sequence of choices to be run with.
func (o *Outbox[M]) Again() bool {
	more := o.choices.advance()
	*o = Outbox[M]{choices: o.choices, repeated: o.repeated}
	return more
}
