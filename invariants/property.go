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
	"errors"
	"fmt"
	"iter"
	"slices"

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

	// AtEnds: State never says that it is violated; ends alone are judged.
	AtEnds bool
	// BySite: what State says of a state is the worst of what it says of its sites, each by itself.
	BySite bool
	// ByEvent: Step asks for nothing but the event, and what its site shows before and after it.
	ByEvent bool
	// Keeps reports that wherever State is violated it still is when the view of one site changes like that, whatever the others'
	// are; nil: only if the view stays as it is. Searches that leave states out rely on it.
	Keeps func(before, after *model.View) bool
	// Deaf: State, and what is asked of the states of the graph, ask only for Waits, InCS, Groups and Priority, which follow from the variables, and for no
	// message on its way.
	Deaf bool
	// Sees is all that State, Witness, and what is asked of the states of the graph (Pending, Goal, Fair, Cause, Size; Within, Armed, Counts and Last of a Gauge or
	// Chain) ask for of a view, a comparable value: states whose sites show the same are asked about once. Nil: all of it, or what a Deaf one may.
	Sees func(*model.View) any

	// Few says how a violation shows in few sites, for proofs by views; nil: it does not.
	Few *Few

	noting *noting // see [Property.Noted]

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
	// the initial state: then runs that end count, too, also where all that is possible is what need not happen.
	Cause func(Views) uint64
	Start bool

	Size    func(Views) int // measures every reachable state; State may judge the same, see [Property.Claiming]
	Gauge   *Gauge          // measures intervals of runs
	Chain   *Chain          // measures intervals in message times
	Claimed *Claimed        // what the paper says of the sizes

	// Detail says in words why a state violates the property, StepDetail why a step with such an event does.
	Detail     func(Views) string
	StepDetail func(*model.Event) string
	// Vain says so where the given bits are pending and no goal of theirs can be reached, or they stay so for ever.
	Vain func(vs Views, bits uint64) string
}

// Few is how a violation shows in few sites, in one of four forms.
type Few struct {
	Pair   func(v, w *model.View) bool // in every violated state this is true of two of the sites
	Inside int                         // in every violated state more than so many are in their critical section
	Tokens int                         // in every violated state there are not exactly so many tokens, held and in flight
	Heard  bool                        // every violation is a step that the property hears
}

// OnGraph reports that the property is about the graph of all states, not about single states and steps.
func (p Property) OnGraph() bool { return p.Pending != nil || p.Fair != nil || p.Measures() }

// Shows reports that a single state, end or step shows every violation, so that a search need not be complete, nor keep the graph, to judge the property.
func (p Property) Shows() bool {
	return !p.OnGraph() || p.Size != nil && p.State != nil && !p.Claimed.Attained
}

// Measures reports that the property comes to a number: its finding has a [Value].
func (p Property) Measures() bool { return p.Size != nil || p.Gauge != nil || p.Chain != nil }

// Claiming returns the property, which measures, with another claim; nil: with none. Each state by itself violates a claim of the sizes of states if its
// own is outside of that range.
func (p Property) Claiming(c *Claimed) Property {
	p.Claimed = c
	switch size := p.Size; {
	case size == nil:
	case c == nil:
		p.State, p.Detail = nil, nil
	default:
		p.State = func(vs Views) Opinion { n := size(vs); return That(c.Min <= n && n <= c.Max) }
		p.Detail = func(vs Views) string { return fmt.Sprintf("found %d; claimed: %s", size(vs), c) }
	}
	return p
}

// Gauge measures intervals of runs in lanes, one for each process, for instance: see [question.Interval].
type Gauge struct {
	Lanes                 int
	Within, Armed, Counts func(Views) uint64
	Weigh                 func(e *model.Event, before, after *model.View) question.EdgeWeight
	Leaving, Whole, Again bool
	Endless, Renews       bool
	Sizeless              string
	Last                  func(Views) uint64
	Ending, Resting       bool
	Running               string
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

// Names are the names of properties.
func Names(all []Property) (names []string) {
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// Index is the place of the property of that name; -1: there is none.
func Index(all []Property, name string) int {
	return slices.IndexFunc(all, func(p Property) bool { return p.Name == name })
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

// Notes are the notes of type T that an event left.
func Notes[T any](e *model.Event) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, note := range e.Notes {
			if n, ok := note.(T); ok && !yield(n) {
				return
			}
		}
	}
}

// Sent are the messages of type M that an event sends, each with whom it is sent to.
func Sent[M any](e *model.Event) iter.Seq2[model.Site, M] {
	return func(yield func(model.Site, M) bool) {
		for _, s := range e.Sends {
			if m, ok := s.Value.(M); ok && !yield(s.To, m) {
				return
			}
		}
	}
}

// Sending hears the events that send a message of type M.
func Sending[M any](e *model.Event) bool {
	for range Sent[M](e) {
		return true
	}
	return false
}

// Delivered is the message of type M that an event delivers; false if it delivers none.
func Delivered[M any](e *model.Event) (m M, ok bool) {
	if e.Kind == model.DeliverEvent {
		m, ok = e.Message.Value.(M)
	}
	return m, ok
}

// Delivering hears the events that deliver a message of type M.
func Delivering[M any](e *model.Event) bool {
	_, ok := Delivered[M](e)
	return ok
}

// EachNote judges a step by its notes of type T: violated if one is, fine if one is, otherwise silent.
func EachNote[T any](judge func(s Step, note T) Opinion) func(Step) Opinion {
	return func(s Step) Opinion {
		worst := Silent
		for n := range Notes[T](s.Event) {
			worst = max(worst, judge(s, n))
		}
		return worst
	}
}

// Refuse says what is wrong with the properties themselves: one that asks nothing, or half a question, or two, would hold of
// every protocol. A search or a simulation that such a panel judges does not begin.
func (ps Panel) Refuse() error {
	if len(ps) > question.MaxProperties {
		return fmt.Errorf("%d properties; a search judges at most %d", len(ps), question.MaxProperties)
	}
	known := map[string]int{}
	for k, p := range ps {
		if p.Name == "" {
			return fmt.Errorf("property %d has no name", k+1)
		}
		if first, twice := known[p.Name]; twice {
			return fmt.Errorf("two properties are named %q: properties %d and %d", p.Name, first+1, k+1)
		}
		known[p.Name] = k
		if err := p.Refuse(); err != nil {
			return fmt.Errorf("property %q: %w", p.Name, err)
		}
	}
	return nil
}

// kinds are those that a property may have; without one it counts as an invariant.
var kinds = []Kind{"", Invariant, Stepwise, NoEnd, Liveness, Bound, Cost}

// Refuse says what is missing of the property's question, or which of its parts contradict each other.
func (p Property) Refuse() error {
	known := false
	for _, kind := range kinds {
		known = known || p.Kind == kind
	}
	if !known {
		return fmt.Errorf("its kind is %q; allowed are %q", p.Kind, kinds[1:])
	}
	judges := p.State != nil || p.End != nil || p.Step != nil || p.Witness != nil
	hopes := p.Pending != nil || p.Goal != nil || p.Along != nil
	asked := 0
	for _, asks := range []bool{hopes, p.Fair != nil, p.Size != nil, p.Gauge != nil, p.Chain != nil} {
		if asks {
			asked++
		}
	}
	for _, mistake := range []struct {
		is   bool
		text string
	}{
		{!judges && asked == 0 && p.Hears != nil, "it has Hears, and no Step to judge what it hears"},
		{!judges && asked == 0 && p.Claimed != nil, "it has Claimed, and neither Size, Gauge nor Chain measures what is claimed"},
		{!judges && asked == 0, "it asks nothing: State, End, Step, Witness, Pending with Goal, Fair, Size, Gauge and Chain are all missing"},
		{p.Hears != nil && p.Step == nil, "it has Hears, and no Step to judge what it hears"},
		{p.BySite && p.State == nil, "it is BySite, and has no State that could be so"},
		{p.Sees != nil && p.State == nil && p.Witness == nil && !p.OnGraph(), "it has Sees, and nothing of it asks for what states show"},
		{p.ByEvent && p.Step == nil, "it is ByEvent, and has no Step that could be so"},
		{p.Witness != nil && (p.State != nil || p.End != nil || p.Step != nil), "it asks two questions: one with Witness, and one that State, End or Step judge"},
		{(p.Cause != nil || p.Start) && p.Fair == nil, "it has Cause or Start, and Fair, which says what is pending since then, is missing"},
		{p.Cause != nil && p.Start, "it has Cause and Start; what is pending is so since a cause, or since the initial state"},
		{(p.Cause != nil || p.Start) && p.End != nil, "it has Cause or Start, which judge runs that end, and End"},
		{hopes && p.Pending == nil, "it has Goal or Along, and Pending, which says when the goal is due, is missing"},
		{hopes && p.Goal == nil, "it has Pending, and Goal, which says what is to be reached, is missing"},
		{asked > 1, "it asks more than one question; allowed is one of Pending with Goal, Fair, Size, Gauge and Chain"},
		{judges && hopes, "it asks two questions: one that State, End or Step judge, and one with Pending and Goal"},
		{judges && p.Measures() && (p.Size == nil || p.Claimed == nil || p.End != nil || p.Step != nil || p.Witness != nil), "it asks two questions: one that State, End or Step judge, and one that Size, Gauge or Chain measure"},
		{p.Fair != nil && (p.State != nil || p.Step != nil), "it asks two questions: with Fair only End may judge, too, the last states of runs that end"},
		{p.Claimed != nil && !p.Measures(), "it has Claimed, and neither Size, Gauge nor Chain measures what is claimed"},
		{p.Size != nil && p.Claimed != nil && p.State == nil, "it has Size and Claimed, and State, which judges single states by them, is missing: Claiming makes it"},
		{p.StepDetail != nil && p.Step == nil, "it has StepDetail, and no Step that could be violated"},
		{p.Vain != nil && p.Pending == nil && p.Fair == nil, "it has Vain, and neither Pending nor Fair that could be in vain"},
	} {
		if mistake.is {
			return errors.New(mistake.text)
		}
	}
	if c := p.Claimed; c != nil && c.Min > c.Max {
		return fmt.Errorf("it claims a range from %d to %d, in which there is nothing", c.Min, c.Max)
	}
	if p.Gauge != nil {
		return p.Gauge.refuse()
	}
	if c := p.Chain; c != nil && (c.Within == nil || c.Begins == nil || c.Ends == nil || c.Drops == nil) {
		return errors.New("its Chain needs Within, Begins, Ends and Drops, which say when it is open")
	}
	return nil
}

func (g *Gauge) refuse() error {
	switch {
	case g.Weigh == nil:
		return errors.New("its Gauge has no Weigh, which says what events mean")
	case g.Lanes < 1:
		return fmt.Errorf("its Gauge has %d lanes; allowed is a number from 1", g.Lanes)
	case g.Whole && g.Again:
		return errors.New("its Gauge has Whole and Again; an interval begins with the run, or with a transition")
	case g.Renews && (g.Whole || g.Again):
		return errors.New("its Gauge has Renews, and Whole or Again, of which no interval begins where another ends by Ends")
	case g.Endless && (g.Whole || g.Again):
		return errors.New("its Gauge has Endless, and Whole or Again, of which endless runs count without it")
	case !g.Whole && !g.Again && (g.Last != nil || g.Ending || g.Resting):
		return errors.New("its Gauge has Last, Ending or Resting, and neither Whole nor Again lets intervals end with the run")
	}
	return nil
}
