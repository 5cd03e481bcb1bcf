// Package question is what a search can be asked, and nothing of how it answers: verdicts on states, ends and steps.
// Properties are written with it, and the engine answers it, so neither has to know the other.
//
// It imports model.
package question

import "github.com/gmecheck/gmecheck/model"

// Judge gives verdicts on states, ends and steps, for up to [MaxProperties] properties at once: bit p of spoke is set if
// property p was not vacuous there, bit p of violated if it was violated. Lists of views are overwritten after the call. A judge, or a
// question, that panics ends the search like a handler: with an error that has the trace, and names the property if the
// panic is a [*model.Broken].
type Judge interface {
	State(views []*model.View) (spoke, violated uint64)
	End(views []*model.View) (spoke, violated uint64)
	Step(before []*model.View, e *model.Event, after []*model.View) (spoke, violated uint64)
	// Hears reports whether Step wants to judge such events.
	Hears(e *model.Event) bool
}

// Panel is a judge with questions about the graph, which makes findings F of a result.
type Panel[F any] interface {
	Judge
	Questions() Questions
	Findings(*Result) []F
}

// Refuser is a judge that can say what is wrong with what it judges by. Then nothing is searched.
type Refuser interface{ Refuse() error }

// Seeker is a judge that looks for states, too, that are no violations though it says so: bit p is set for each such property.
// A search does not stop at them.
type Seeker interface{ Seeks() uint64 }

// Stepless is a judge that may have nothing to say of steps.
type Stepless interface{ Stepless() bool }

// Noting is a judge that knows of functions that have not returned: a property of which one runs, and how often one was called; empty: none does.
type Noting interface {
	Asked() (property string, called int64)
}

// Sparing is a judge that says what of the states a search may leave out that looks for ends, and unless it looks for ends alone, for
// states that violate something.
type Sparing interface {
	// Spare says what needs the states left out all the same; nil if nothing does.
	Spare(ends bool) error
	// Keeps reports that every violated state is still violated, by the same, when the view of one site changes like that.
	Keeps(before, after *model.View) bool
	// Deaf reports that nothing that is judged of states changes where only a message is sent to a site.
	Deaf() bool
}

// Brief is a judge that may look at little.
type Brief interface {
	// Sees is all that State asks for of a view, a comparable value; nil: it may ask for all of it.
	Sees() func(*model.View) any
}

// Divided is a judge that can say what follows from what one site shows, and from an event and what its site shows before and after it, so that a
// search asks for that but once. State and Step say all.
type Divided interface {
	Judge
	// Divide is a judge that may be asked about one view alone, and of steps with nil for the views of the other sites: it judges every state in which a
	// site shows that, and every step with such an event of such a site; and one that judges the rest.
	Divide() (alone, rest Judge)
}

// Named is a judge whose properties have names.
type Named interface{ PropertyName(p int) string }

// NameOf is the name of property p of a judge; empty if its properties have none.
func NameOf(j Judge, p int) string {
	if named, is := j.(Named); is {
		return named.PropertyName(p)
	}
	return ""
}

// Seeks is what a judge looks for.
func Seeks(j Judge) uint64 {
	if s, ok := j.(Seeker); ok {
		return s.Seeks()
	}
	return 0
}

// MaxProperties is how many properties one search can judge.
const MaxProperties = 63

// Questions are about the graph of all states: what can still be reached, what must happen, what runs cost. They are
// answered once a breadth-first search is complete. Each concerns one property, by its bit in the masks of the search.
type Questions struct {
	CanReach   []CanReach
	Inevitable []Inevitable
	Fair       []Fair
	Quantities []Quantity
	Intervals  []Interval
	Chains     []Chain
	// Sees is all that they ask for of the views of states, a comparable value; nil: they may ask for all of it.
	Sees func(*model.View) any
}

// Partly are the questions of which a part of the graph can show that the answer is bad: what it lacks changes nothing in that.
func (q Questions) Partly() Questions {
	return Questions{Fair: q.Fair, Intervals: q.Intervals, Sees: q.Sees}
}

// CanReach is a property of what can still happen: bit b set in Pending(state) demands that a state with bit b set in Goal
// can be reached from there, by whatever transitions; the state itself counts.
type CanReach struct {
	Property      int
	Pending, Goal func(views []*model.View) uint64
}

// Inevitable is a property of what certain transitions bring about by themselves: bit b set in Pending(state) demands that
// every maximal run of transitions whose events are Along leads to a state with bit b set in Goal.
type Inevitable struct {
	Property      int
	Pending, Goal func(views []*model.View) uint64
	Along         func(e *model.Event) bool
}

// Fair is a property of endless runs: none that is fair may leave a bit of Pending set for ever. A run is fair if no
// deliver, drop, exit, recover, timeout (a patient one) or internal event stays possible for ever without happening;
// under fifo it is enough that every channel is served. Where the judge objects to ends of the same property, too, the
// shorter run is shown: the one to an end, or the one to the loop and round it.
//
// With a Cause only runs violate it on which a bit of Pending stays set since a state with this bit of Cause, with Start only
// those on which it stays set from the beginning; then runs that end count, too, not only endless ones. They end where nothing is
// possible, or nothing but what a fair run may leave out for ever.
type Fair struct {
	Property int
	Pending  func(views []*model.View) uint64
	Cause    func(views []*model.View) uint64 // may be nil
	Start    bool
}

// Quantity is a number that each state has; asked for are the least and the largest.
type Quantity struct {
	Property int
	Of       func(views []*model.View) int
}

// Interval measures intervals of runs, in up to 64 lanes at once: one for each process, for instance. The interval of a
// lane begins with a transition that begins it and ends with the first that ends it; in between the lane is Within in
// every state. Its size is the sum of the weights of its transitions, the first and the last included. Asked for are
// the least and the largest size of all intervals of all lanes.
type Interval struct {
	Property int
	Lanes    int
	Within   func(views []*model.View) uint64
	// Armed are the lanes that may begin with a transition out of this state, Counts those for which the weights of such
	// transitions count (that of the first always does); nil: all of them. Sizes of 0 say something only if a lane that is Within is among Counts somewhere.
	Armed, Counts func(views []*model.View) uint64
	// Weigh says what an event means, given the views of its site before and after.
	Weigh func(e *model.Event, before, after *model.View) EdgeWeight
	// Sizeless says why the intervals have no sizes in this model, for which the question stays open; empty: they have.
	Sizeless string
	// Endless: an endless run on which an open interval stays open, and that adds to it for ever, counts, too, though nothing ends it: as unbounded.
	Endless bool
	// Leaving: an interval also ends with a transition after which its lane is not within any more.
	Leaving bool
	// Whole: the intervals begin with the run. What no transition ends, ends with the run, in a state without transitions.
	// An endless run that adds for ever is one, too: an unbounded one.
	Whole bool
	// Again: a transition that begins an interval ends the one before it, and weighs for the new one alone. What is open at
	// the end of a run ends there, and endless runs count, as of whole runs.
	Again bool
	// Renews: a transition that begins an interval ends or drops the one before it, if it does, but never the new one, which goes on.
	Renews bool
	// Last are the lanes whose intervals may end with the run in this state; nil: all of them. Ending: endless runs do not
	// count.
	Last   func(views []*model.View) uint64
	Ending bool
	// Running is a timer: where it runs in an initial state, the interval of its site's lane begins with the run.
	Running string
	// Resting: the run may also end, and with it what is open, where nothing is possible but what a fair run may leave out for ever.
	Resting bool
}

// Chain measures how long an interval takes in message times, if everything happens as soon as it can: the length of the
// longest chain of messages, each sent because the one before it had come, that are delivered in it. Of all ways to go on from
// where it begins the one with the least chain counts; asked for are the least and the largest of all beginnings. Messages that
// are in flight when it begins have length 1; steps other than deliveries take no time.
//
// An interval begins with an event that Begins it, out of a state that is Armed, into one that is Within; it ends with the
// first event that Ends it. One that an event Drops, or that leaves what is Within, is forgotten. One that cannot end is
// unbounded.
type Chain struct {
	Property            int
	Within, Armed       func(views []*model.View) uint64 // 0: no; Armed may be nil: always
	Begins, Ends, Drops func(e *model.Event) bool
}

// EdgeWeight is what one transition means to the lanes of a gauge.
type EdgeWeight struct {
	Begins, Ends uint64
	Drops        uint64 // lanes whose open intervals are forgotten: they have no size
	Weights      []int  // by lane; nil: all 0
}
