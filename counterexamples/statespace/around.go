package statespace

import (
	"context"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model/system"
)

// Along finds the states of a run and what else is possible there: the states that are at most depth steps after one of them. The
// transitions of the run have the numbers of its steps. Errors are those of [Explore], and those of a run that is none of the system.
func Along(ctx context.Context, sys *system.System, t *counterexamples.Trace, depth, limit int) (g *Graph, err error) {
	defer broken(&err)
	path, err := counterexamples.Walk(sys, t)
	if err != nil {
		return nil, err
	}
	x := newExploration(sys)
	for _, s := range path.States {
		x.number(s, 0)
	}
	expand := func(n int) {
		if x.graph.States[n].Level < depth {
			x.expand(n)
		}
	}
	if err := x.all(ctx, limit, expand); err != nil {
		return nil, err
	}
	for n, s := range x.graph.States {
		if s.Level == depth {
			x.describe(n, false)
		}
	}
	for k, c := range path.Choices {
		x.graph.take(path.States[k], c, k+1)
	}
	return x.graph, nil
}

// take notes that a step of the run takes a transition; none leads from a state to itself.
func (g *Graph) take(from counterexamples.State, c counterexamples.Choice, step int) {
	n, _ := g.Number(from)
	m, _ := g.Number(c.State)
	for k := range g.Transitions {
		if t := &g.Transitions[k]; t.From == n && t.To == m && t.Label == c.Label {
			t.Steps = append(t.Steps, step)
		}
	}
}

// Near is the part of a graph within so many steps of a state, before it and after it.
func (g *Graph) Near(n, depth int) *Graph {
	distance := map[int]int{n: 0}
	for d := range depth {
		for _, t := range g.Transitions {
			for _, ends := range [][2]int{{t.From, t.To}, {t.To, t.From}} {
				_, known := distance[ends[1]]
				if at, reached := distance[ends[0]]; reached && at == d && !known {
					distance[ends[1]] = d + 1
				}
			}
		}
	}
	part, index := &Graph{Sites: g.Sites, numbers: map[string]int{}}, map[int]int{}
	for k, s := range g.States {
		if _, near := distance[k]; near {
			index[k] = len(part.States)
			part.numbers[key(g.states[k])] = index[k]
			s.Asked = k == n
			part.States, part.states = append(part.States, s), append(part.states, g.states[k])
		}
	}
	for _, t := range g.Transitions {
		from, starts := index[t.From]
		to, ends := index[t.To]
		switch {
		case starts && ends:
			t.From, t.To = from, to
			part.Transitions = append(part.Transitions, t)
		case starts:
			part.States[from].Cut++
		}
	}
	return part
}

// Mark marks the states, ends and transitions that violate a property by themselves.
func (g *Graph) Mark(sys *system.System, p invariants.Property) (err error) {
	defer broken(&err)
	run, panel := counterexamples.NewRun(sys), invariants.Panel{p}
	views := func(n int) invariants.Views {
		run.GoTo(g.states[n])
		return run.Views()
	}
	for n := range g.States {
		s := &g.States[n]
		_, violated := panel.State(views(n))
		if s.Final {
			_, end := panel.End(views(n))
			violated |= end
		}
		if violated != 0 {
			s.Violates = p.Name
		}
	}
	for k := range g.Transitions {
		t := &g.Transitions[k]
		if _, violated := panel.Step(views(t.From), t.event, views(t.To)); violated != 0 {
			t.Violates = p.Name
		}
	}
	return nil
}
