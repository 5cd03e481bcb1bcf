package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Run is a system walked by hand: a state, and the transitions out of it. It belongs to one goroutine.
type Run struct {
	sys    *system.System
	reader *system.Reader
	state  State
}

// State is a global state: one node for each site, and the number of the budgets left.
type State struct {
	Nodes  []uint32
	Budget uint32
}

// Equal reports whether both are the same state of one system.
func (s State) Equal(t State) bool { return s.Budget == t.Budget && slices.Equal(s.Nodes, t.Nodes) }

// Choice is one transition out of a state.
type Choice struct {
	Label string
	Event *model.Event
	State State // afterwards
	Early bool  // a timer expires before it is due
}

// NotEnabled is the error of a step that is not possible.
type NotEnabled struct {
	Label   string
	Enabled []string // labels, those nearest to Label first
	Same    int      // transitions that Label may mean, if it is ambiguous; otherwise 0
	Outside bool     // Label leads outside of the model's boundary
}

// outside is what is wrong with a step after which Within is false.
const outside = "leads outside of what Within allows"

// shown is how many enabled labels an error lists.
const shown = 10

func (e *NotEnabled) Error() string {
	what := "is not enabled"
	if e.Same > 1 {
		what = fmt.Sprintf("may mean %d transitions", e.Same)
	}
	if e.Outside {
		what = outside
	}
	if len(e.Enabled) == 0 {
		return fmt.Sprintf("step %q %s: nothing is", e.Label, what)
	}
	list, more := e.Enabled, ""
	if len(list) > shown {
		list, more = list[:shown], fmt.Sprintf(" and %d more", len(list)-shown)
	}
	return fmt.Sprintf("step %q %s; enabled: %s%s", e.Label, what, strings.Join(list, "; "), more)
}

// Outside says which steps lead outside of the model's boundary; empty: none does.
func Outside(labels []string) string {
	switch more := len(labels) - shown; {
	case len(labels) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf("%s and %d more lead outside of what Within allows", strings.Join(labels[:shown], "; "), more)
	case len(labels) > 1:
		return strings.Join(labels, "; ") + " lead outside of what Within allows"
	}
	return labels[0] + " " + outside
}

// Starts names the initial states that are within the model's boundary, in order; the only one of a model has the empty name.
func Starts(sys *system.System) (all []string) {
	r, starts := NewRun(sys), sys.Starts()
	for k, name := range sys.StartNames() {
		if r.Inside(State{Nodes: starts[k], Budget: r.state.Budget}) {
			all = append(all, name)
		}
	}
	return all
}

// NewRun returns a run in the initial state; in the first one if there are several.
func NewRun(sys *system.System) *Run {
	return &Run{sys: sys, reader: sys.NewReader(), state: State{Nodes: sys.Start(), Budget: sys.StartBudget()}}
}

// NewRunFrom returns a run in the initial state of a name; the only one has the empty name. The error is a [*Mismatch].
func NewRunFrom(sys *system.System, start string) (*Run, error) {
	names := sys.StartNames()
	k := slices.Index(names, start)
	if k < 0 {
		return nil, &Mismatch{"start", fmt.Sprintf("no initial state is named %q; %s", start, allowed(start, names))}
	}
	return &Run{sys: sys, reader: sys.NewReader(), state: State{Nodes: sys.Starts()[k], Budget: sys.StartBudget()}}, nil
}

// State is where the run is.
func (r *Run) State() State { return State{Nodes: slices.Clone(r.state.Nodes), Budget: r.state.Budget} }

// GoTo puts the run into a state of its system.
func (r *Run) GoTo(s State) { r.state = State{Nodes: slices.Clone(s.Nodes), Budget: s.Budget} }

// Enabled lists the transitions that change the state, in the order of the sites and of the table of transitions.
func (r *Run) Enabled() []Choice {
	var all []Choice
	r.successors(r.state, func(c Choice) {
		site := int(c.Event.Site) - 1
		c.Label = r.sys.Label(site, r.state.Nodes[site], c.Event)
		all = append(all, c)
	})
	return all
}

// successors visits the transitions that change a state, in the order of [Run.Enabled], without their labels.
func (r *Run) successors(s State, visit func(Choice)) {
	for _, t := range r.reader.Out(append(slices.Clone(s.Nodes), s.Budget)) {
		sites := len(t.To) - 1
		visit(Choice{Event: t.Move.Event, State: State{Nodes: t.To[:sites:sites], Budget: t.To[sites]}, Early: t.Early})
	}
}

// form is the canonical form of a state.
func (r *Run) form(s State) State {
	form, sites := r.reader.Canon(append(slices.Clone(s.Nodes), s.Budget)), len(s.Nodes)
	return State{Nodes: form[:sites:sites], Budget: form[sites]}
}

// Take takes the transition with this label. A message's channel, position and age may be left out where only one
// transition can be meant, and may stand there where they need not. The error is a [*NotEnabled].
func (r *Run) Take(label string) error {
	_, err := r.take(label)
	return err
}

func (r *Run) take(label string) (Choice, error) {
	all := r.Enabled()
	matches := matching(all, func(c Choice) bool { return c.Label == label })
	for _, qualified := range []bool{false, true} {
		if len(matches) == 0 {
			matches = matching(all, func(c Choice) bool { return c.Event.Label(r.sys.Places, qualified) == label })
		}
	}
	if len(matches) == 1 {
		r.state = matches[0].State
		return matches[0], nil
	}
	if len(matches) > 1 {
		return Choice{}, &NotEnabled{Label: label, Enabled: labels(matches), Same: len(matches)}
	}
	return Choice{}, &NotEnabled{Label: label, Enabled: nearestFirst(label, labels(all))}
}

// matching is the choices for which f holds, those with equal results counted once.
func matching(all []Choice, f func(Choice) bool) []Choice {
	var out []Choice
	for _, c := range all {
		if f(c) && !slices.ContainsFunc(out, func(o Choice) bool { return o.State.Equal(c.State) }) {
			out = append(out, c)
		}
	}
	return out
}

func labels(all []Choice) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.Label)
	}
	return out
}

// Views is what the properties see of the state.
func (r *Run) Views() invariants.Views { return r.views(r.state) }

// Inside reports that a state is within the model's boundary, if it has one.
func (r *Run) Inside(s State) bool { return r.sys.Within == nil || r.sys.Within(r.views(s)) }

func (r *Run) views(s State) invariants.Views {
	views := make(invariants.Views, len(s.Nodes))
	for site, node := range s.Nodes {
		views[site] = r.sys.View(r.reader.Expand(site, node, s.Budget).View)
	}
	return views
}
