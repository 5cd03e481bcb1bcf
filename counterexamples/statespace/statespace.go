package statespace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Graph is all states of a model and all transitions between them.
type Graph struct {
	Sites       []string
	States      []State // the initial ones first; levels never decrease
	Transitions []Transition

	states  []counterexamples.State
	numbers map[string]int
}

// At is state n as runs of the system have it.
func (g *Graph) At(n int) counterexamples.State { return g.states[n] }

// Number is that of a state of the system that was explored; false if it is none of the graph.
func (g *Graph) Number(s counterexamples.State) (int, bool) {
	n, known := g.numbers[key(s)]
	return n, known
}

func key(s counterexamples.State) string { return fmt.Sprint(s.Nodes, s.Budget) }

// State is one state.
type State struct {
	Number  int // of the whole graph; in a graph around some states the order in which they are met
	Level   int // steps of a shortest path to it, from an initial state or from those that the graph is around
	Initial bool
	Start   string // the name of an initial state, if there are several
	Sites   []Site
	Budgets []model.Field // what is left of the faults, if there are any
	Final   bool          // nothing is possible
	Stuck   bool          // nothing is possible, and somebody waits
	Leaving int           // transitions that lead outside of the boundary, where nothing is known
	Cut     int           // transitions to states that the graph does not have

	Violates string // the property, if the state is marked as one that violates it
	Asked    bool   // the graph is around this state
}

// Site is what a site is doing in a state.
type Site struct {
	Own               bool // of a protocol of one's own: whether it waits or is inside is not known
	Waits, InCS, Down bool
	Groups            []string // that it attends, or asks for while it waits
	Tokens            int
	Requests          int // made so far; 0 without a budget
	Variables         []model.Field
	Inbox             []string // messages on their way to it; under fifo with their senders, oldest first
}

// Transition leads from one state to another; no transition leads from a state to itself.
type Transition struct {
	From, To int
	Site     int // index
	Label    string

	Steps    []int  // of the run that is marked, from 1, that take it
	Violates string // the property, if the transition is marked as one that violates it

	event *model.Event
}

// TooLarge is the error of a model with more states than are to be drawn.
type TooLarge struct{ Limit int }

func (e *TooLarge) Error() string { return fmt.Sprintf("there are more than %d states", e.Limit) }

// Explore finds the whole graph of a model of at most limit states, within its boundary if it has one. Otherwise the error is a [*TooLarge], that of the
// context, or the [*model.Broken] of a handler that panics.
func Explore(ctx context.Context, sys *system.System, limit int) (g *Graph, err error) {
	defer broken(&err)
	x := newExploration(sys)
	for _, start := range x.starts {
		if x.run.Inside(start) {
			x.number(start, 0)
		}
	}
	if err := x.all(ctx, limit, x.expand); err != nil {
		return nil, err
	}
	return x.graph, nil
}

// broken makes the panic of a protocol or a property the error.
func broken(err *error) {
	switch r := recover().(type) {
	case nil:
	case *model.Broken:
		*err = r
	default:
		panic(r)
	}
}

type exploration struct {
	sys    *system.System
	run    *counterexamples.Run
	graph  *Graph
	starts []counterexamples.State // the initial ones
	names  map[string]string       // of those
}

func newExploration(sys *system.System) *exploration {
	x := &exploration{sys: sys, run: counterexamples.NewRun(sys), graph: &Graph{numbers: map[string]int{}}, names: map[string]string{}}
	for _, p := range sys.Places {
		x.graph.Sites = append(x.graph.Sites, p.Title())
	}
	for k, nodes := range sys.Starts() {
		start := counterexamples.State{Nodes: nodes, Budget: sys.StartBudget()}
		x.starts, x.names[key(start)] = append(x.starts, start), sys.StartNames()[k]
	}
	return x
}

// all does something to each state, and so to those that this adds.
func (x *exploration) all(ctx context.Context, limit int, do func(n int)) error {
	for n := 0; n < len(x.graph.states); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		do(n)
		if len(x.graph.states) > limit {
			return &TooLarge{limit}
		}
	}
	return nil
}

// number is that of a state, which is a new one if it has not been met.
func (x *exploration) number(s counterexamples.State, level int) int {
	n, known := x.graph.Number(s)
	if !known {
		n = len(x.graph.states)
		x.graph.numbers[key(s)] = n
		x.graph.states = append(x.graph.states, s)
		x.graph.States = append(x.graph.States, State{Number: n, Level: level})
	}
	return n
}

// expand describes a state and finds its transitions, with the states to which they lead.
func (x *exploration) expand(n int) { x.describe(n, true) }

// describe describes a state, and finds its transitions: to all states, or to those alone that are known.
func (x *exploration) describe(n int, all bool) {
	x.run.GoTo(x.graph.states[n])
	here := State{Number: n, Level: x.graph.States[n].Level, Sites: x.sites(x.graph.states[n])}
	here.Start, here.Initial = x.names[key(x.graph.states[n])]
	if x.sys.Budgets() > 1 {
		here.Budgets = model.Fields(x.sys.Budget(x.graph.states[n].Budget))
	}
	choices := x.run.Enabled()
	slices.SortStableFunc(choices, func(a, b counterexamples.Choice) int {
		return cmp.Or(cmp.Compare(a.Event.Site, b.Event.Site), cmp.Compare(a.Label, b.Label))
	})
	here.Final = len(choices) == 0
	for _, s := range here.Sites {
		here.Stuck = here.Stuck || here.Final && s.Waits
	}
	x.graph.States[n] = here
	for _, c := range choices {
		if !x.run.Inside(c.State) {
			x.graph.States[n].Leaving++
			continue
		}
		if _, known := x.graph.Number(c.State); !known && !all {
			x.graph.States[n].Cut++
			continue
		}
		to := x.number(c.State, here.Level+1)
		x.graph.Transitions = append(x.graph.Transitions, Transition{From: n, To: to, Site: int(c.Event.Site) - 1, Label: c.Label, event: c.Event})
	}
}

func (x *exploration) sites(s counterexamples.State) []Site {
	var all []Site
	for k, v := range x.run.Views() {
		d := x.sys.Describe(k, s.Nodes[k])
		site := Site{Own: x.sys.Own(), Waits: v.Waits, InCS: x.sys.Inside(k, s.Nodes[k], v), Down: v.Down, Tokens: v.Holds, Requests: d.Used, Variables: d.Fields}
		for g := range v.Groups.All() {
			site.Groups = append(site.Groups, g.String())
		}
		for _, m := range d.Inbox {
			site.Inbox = append(site.Inbox, model.Text(m.Value)+m.Details(x.sys.Places))
		}
		all = append(all, site)
	}
	return all
}

// Doing says in a word what the site is doing, and for which groups: "waits for g1"; nothing where that is not known.
func (s Site) Doing() string {
	text, groups := "idle", ""
	switch {
	case s.Own && s.Down:
		return "down"
	case s.Own && !s.InCS:
		return ""
	case s.InCS:
		text, groups = "in CS", " "
	case s.Waits:
		text, groups = "waits", " for "
	}
	if groups != "" && len(s.Groups) > 0 {
		text += groups + strings.Join(s.Groups, " or ")
	}
	if s.Down {
		text += ", down"
	}
	return text
}
