// Package invariants says what may be claimed of a protocol: named properties as values.
//
// A property judges single states, single steps or ends, through the views of the sites ([model.View]); it knows
// neither variables nor messages. It answers with an [Opinion]. A property that never had anything to say in a whole
// exploration is vacuous, which is a verdict of its own.
//
// Properties that many papers share stand here; those of one paper stand beside it, in its package. A property that
// holds for a reason of its paper names it with [Property.From].
package invariants

import (
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
)

// Opinion is what a property says of one state or step.
type Opinion uint8

// The opinions.
const (
	Silent   Opinion = iota // the property's antecedent is false here: nothing to say
	Fine                    // the antecedent is true, and so is the claim
	Violated                // the antecedent is true, the claim is not
)

// That turns a claim into an opinion: Fine if it is true, Violated if not.
func That(claim bool) Opinion {
	if claim {
		return Fine
	}
	return Violated
}

// If is That(claim) where the antecedent is true, otherwise Silent.
func If(antecedent, claim bool) Opinion {
	if !antecedent {
		return Silent
	}
	return That(claim)
}

// Kind says what a property is about, and so which exit code its violation has.
type Kind string

// The kinds of properties.
const (
	Invariant Kind = "invariant" // judges states
	Stepwise  Kind = "step"      // judges transitions
	NoEnd     Kind = "deadlock"  // judges states without a transition
	Liveness  Kind = "liveness"  // judges what can, or must, happen in the end
	Bound     Kind = "bound"     // a number claimed or found: overtakings
	Cost      Kind = "cost"      // a number claimed or found: messages, concurrency, switches
)

// Views are the views of all sites of a state; site i at index i-1.
type Views []*model.View

// Step is one transition: the views before and after, and what happened.
type Step struct {
	Before, After Views
	Event         *model.Event
}

// Property is a named claim. The zero value of every function means that it does not judge such things.
type Property struct {
	Name   string
	Doc    string // one sentence: what it says
	Source string // where in the paper it is claimed
	Kind   Kind

	State func(Views) Opinion // judges every reachable state
	End   func(Views) Opinion // judges every state without a transition
	Step  func(Step) Opinion  // judges the transitions whose event it hears
	Hears func(*model.Event) bool

	// Witness looks for a state of which it is true: the property holds if there is one, and its trace leads there.
	Witness func(Views) bool

	// Bit b of Pending demands that from this state a state with bit b of Goal can be reached, by any transitions,
	// faults included; a state that has the bit reaches itself. Judged together, and only on complete explorations.
	Pending, Goal func(Views) uint64
	// Along, if set, demands more: that every maximal run of the transitions whose events are along leads to such a state.
	Along func(*model.Event) bool
	// Bit b of Fair must not stay set for ever on an endless run that is fair. Of runs that end, End judges the last state.
	Fair func(Views) uint64
	// Bit b of Cause must have been set in some state since which bit b of Fair stays set, or with Start it must stay set since
	// the initial state: then runs that end count, too.
	Cause func(Views) uint64
	Start bool

	Size    func(Views) int // measures every reachable state
	Gauge   *Gauge          // measures intervals of runs
	Chain   *Chain          // measures intervals in message times
	Claimed *Claimed        // what the paper says of the sizes

	// Detail says in words why a state violates the property, StepDetail why a step with such an event does.
	Detail     func(Views) string
	StepDetail func(*model.Event) string
	// Vain says so where the given bits are pending and no goal of theirs can be reached, or they stay so for ever.
	Vain func(vs Views, bits uint64) string
}

// OnGraph reports that the property is about the graph of all states, not about single states and steps.
func (p Property) OnGraph() bool {
	return p.Pending != nil || p.Fair != nil || p.Measures()
}

// Measures reports that the property comes to a number: its finding has a [Value].
func (p Property) Measures() bool { return p.Size != nil || p.Gauge != nil || p.Chain != nil }

// Gauge measures intervals of runs in lanes, one for each process, for instance: see [question.Interval].
type Gauge struct {
	Lanes                 int
	Within, Armed, Counts func(Views) uint64
	Weigh                 func(e *model.Event, before, after *model.View) question.EdgeWeight
	Leaving, Whole, Again bool
	Last                  func(Views) uint64
	Ending                bool
}

// Chain measures intervals of runs in message times: see [question.Chain].
type Chain struct {
	Within, Armed       func(Views) bool // Armed may be nil: always
	Begins, Ends, Drops func(*model.Event) bool
}

// From returns the property with its place in a paper.
func (p Property) From(source string) Property {
	p.Source = source
	return p
}

// Named returns the property under another name.
func (p Property) Named(name, doc string) Property {
	p.Name, p.Doc = name, doc
	return p
}

// Entering hears the events in which a site enters its critical section.
func Entering(e *model.Event) bool { return e.Entries > 0 }

// Noting hears the events that left a note of type T.
func Noting[T any](e *model.Event) bool {
	for _, note := range e.Notes {
		if _, ok := note.(T); ok {
			return true
		}
	}
	return false
}

// EachNote judges a step by its notes of type T: violated if one is, fine if one is, otherwise silent.
func EachNote[T any](judge func(s Step, note T) Opinion) func(Step) Opinion {
	return func(s Step) Opinion {
		worst := Silent
		for _, note := range s.Event.Notes {
			if n, ok := note.(T); ok {
				worst = max(worst, judge(s, n))
			}
		}
		return worst
	}
}
