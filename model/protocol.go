package model

import "strings"

// Protocol is a paper as Go: variables V of one site, messages M, and one method per kind of event. Both types are
// ordinary comparable values. M may be an interface with one type per kind of message. Methods must be pure: they may
// change *v and the outbox, nothing else, and depend on nothing but their arguments.
//
// A protocol may also implement [Initial], [Bounded], [Placed], [Demander], [Timed], [Ordered], [Clocked], [Lasting], [Watched], [Internal], [Selective], [Volatile], [Recovering], [InOrder], [Attributor], [Ticketed] and [Canonical].
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

// Initial is a protocol with several initial states; then [Protocol.Start] is not asked. A search begins in all of them.
type Initial[V comparable] interface {
	// Starts lists them.
	Starts() []Start[V]
}

// Start is an initial state.
type Start[V comparable] struct {
	Name   string  // in which it differs from the others: "turn=2"
	Vars   []V     // of site i at index i-1
	Weight float64 // how likely it is beside the others, for whoever begins in one of them at random; 0: as those with 1
}

// Bounded is a protocol whose states are searched within a boundary only. States outside are not visited: what can happen
// there is not known. A step that leads outside is counted, and judged, and a state with such a step is not the end of a run.
type Bounded interface {
	// Within reports that a state is inside, given the views of its sites.
	Within(views []*View) bool
}

// Place is a site of the system.
type Place struct {
	Name    string // as labels write it
	Process bool   // asks for its critical section
	Silent  bool   // the memory that all processes share: there is no other site, and labels of internal events leave it out
}

// Title is what the site is called where its number alone would not do: "P1" for process 1.
func (p Place) Title() string {
	switch {
	case p.Silent:
		return p.Name
	case p.Process:
		return "P" + p.Name
	case strings.Trim(p.Name, "0123456789") == "":
		return "site " + p.Name
	default:
		return p.Name
	}
}

// Placed is a protocol with sites other than the processes 1..n. The processes must come first, unless all there is is a
// silent place.
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

// MaxDurations is how many timers of different lengths a protocol can have whose timers are ordered.
const MaxDurations = 8

// Internal is a protocol with internal events, such as the end of a phase.
type Internal[V, M comparable] interface {
	// Internals lists the internal events enabled at i.
	Internals(i Site, v V) []Inner
	// Do runs one of them.
	Do(i Site, v *V, event string, out *Outbox[M])
}

// Inner is an internal event. A name may have parameters: labels write "vote(yes)" at site 2 as "vote(2, yes)", and coverage
// counts it as "vote".
type Inner struct {
	Name string
	// Optional: it may happen or not, like a request. No run is unfair that leaves it out for ever, and patient events do not
	// wait for it. Events of one name are all optional, or none is.
	Optional bool
	// Exit: it is how a site leaves its critical section. In a model with times it is possible when it has been so for as long as
	// [Times.CS] says, and must happen then. It is neither optional nor patient.
	Exit bool
	// Patient: only when no deliver, drop, recover, exit or impatient internal event is enabled anywhere, not even one that changes
	// nothing, which is no step.
	Patient bool
}

// Selective is a protocol that does not always take every message: one that a site does not accept waits, as long as its
// variables stay as they are, and under fifo the messages behind it on its channel wait, too. A delivery that waits is no
// possible event.
type Selective[V, M comparable] interface {
	// Accepts reports whether m can be delivered to i now.
	Accepts(i Site, v V, m M) bool
}

// Volatile is a protocol in which a crash changes the variables of a site: those in memory are gone.
type Volatile[V comparable] interface {
	// Crash leaves of the variables what survives.
	Crash(i Site, v *V)
}

// Recovering is a protocol in which a site does something when it recovers.
type Recovering[V, M comparable] interface {
	// Recover is what it does.
	Recover(i Site, v *V, out *Outbox[M])
}

// InOrder is a protocol whose [Protocol.Look] gets the messages under fifo in their order: those of each channel, the oldest
// first, the channels by sender. It must tell them apart by what the messages say.
type InOrder interface{ InOrder() }

// Attributor is a protocol that says on whose account a message goes, for the costs of one entry.
type Attributor[M comparable] interface {
	// Account returns the process for whose request m is sent to site to; 0 for nobody's.
	Account(m M, to Site) Site
}

// Ticketed is a protocol whose requests carry a time stamp of a perfect global clock: [Demand.Ticket]. It needs finite
// request budgets, unless it is [Canonical], too.
type Ticketed interface{ Ticketed() }
