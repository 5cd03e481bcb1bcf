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
	Level   int    // steps of a shortest path to it
	Start   string // the name of an initial state, if there are several
	Sites   []Site
	Budgets []model.Field // what is left of the faults, if there are any
	Final   bool          // nothing is possible
	Stuck   bool          // nothing is possible, and somebody waits
	Leaving int           // transitions that lead outside of the boundary, where nothing is known
}

// Site is what a site is doing in a state.
type Site struct {
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
}

// TooLarge is the error of a model with more states than are to be drawn.
type TooLarge struct{ Limit int }

func (e *TooLarge) Error() string { return fmt.Sprintf("there are more than %d states", e.Limit) }

// Explore finds the whole graph of a model of at most limit states, within its boundary if it has one. Otherwise the error is a [*TooLarge], that of the
// context, or the [*model.Broken] of a handler that panics.
func Explore(ctx context.Context, sys *system.System, limit int) (g *Graph, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *model.Broken:
			err = r
		default:
			panic(r)
		}
	}()
	run := counterexamples.NewRun(sys)
	x := &exploration{sys: sys, run: run, graph: &Graph{numbers: map[string]int{}}}
	for _, p := range sys.Places {
		x.graph.Sites = append(x.graph.Sites, p.Title())
	}
	for k, nodes := range sys.Starts() {
		start := counterexamples.State{Nodes: nodes, Budget: sys.StartBudget()}
		if !run.Inside(start) {
			continue
		}
		n := x.number(start, 0)
		x.graph.States[n].Start = sys.StartNames()[k]
	}
	for n := 0; n < len(x.graph.states); n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.expand(n)
		if len(x.graph.states) > limit {
			return nil, &TooLarge{limit}
		}
	}
	return x.graph, nil
}

type exploration struct {
	sys   *system.System
	run   *counterexamples.Run
	graph *Graph
}

// number is that of a state, which is a new one if it has not been met.
func (x *exploration) number(s counterexamples.State, level int) int {
	n, known := x.graph.Number(s)
	if !known {
		n = len(x.graph.states)
		x.graph.numbers[key(s)] = n
		x.graph.states = append(x.graph.states, s)
		x.graph.States = append(x.graph.States, State{Level: level})
	}
	return n
}

// expand describes a state and finds its transitions.
func (x *exploration) expand(n int) {
	x.run.GoTo(x.graph.states[n])
	here := State{Level: x.graph.States[n].Level, Start: x.graph.States[n].Start, Sites: x.sites(x.graph.states[n])}
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
		to := x.number(c.State, here.Level+1)
		x.graph.Transitions = append(x.graph.Transitions, Transition{From: n, To: to, Site: int(c.Event.Site) - 1, Label: c.Label})
	}
}

func (x *exploration) sites(s counterexamples.State) []Site {
	var all []Site
	for k, v := range x.run.Views() {
		d := x.sys.Describe(k, s.Nodes[k])
		site := Site{Waits: v.Waits, InCS: v.InCS, Down: v.Down, Tokens: v.Holds, Requests: d.Used, Variables: d.Fields}
		for g := range v.Groups.All() {
			site.Groups = append(site.Groups, g.String())
		}
		for _, m := range d.Inbox {
			text := model.Text(m.Value)
			if m.From != 0 {
				text += " from " + x.sys.Places[m.From-1].Title()
			}
			site.Inbox = append(site.Inbox, text)
		}
		all = append(all, site)
	}
	return all
}

// Doing says in a word what the site is doing, and for which groups: "waits for g1".
func (s Site) Doing() string {
	text, groups := "idle", ""
	switch {
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
