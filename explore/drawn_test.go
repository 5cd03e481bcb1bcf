package explore_test

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// drawn is the whole graph of a small system, found by one goroutine with a map of states.
type drawn struct {
	level []int // by state; 0 is the initial one, and levels never decrease
	views []invariants.Views
	edges [][]edge // those that change the state
}

type edge struct {
	site  int // index
	label string
	event *model.Event
	to    int
}

func draw(sys *system.System) *drawn {
	type state [20]uint32 // the nodes, and at the end the budgets
	const left = 19
	r, sites := sys.NewReader(), len(sys.Places)
	var start state
	copy(start[:], sys.Start())
	start[left] = sys.StartBudget()
	g, number, states := &drawn{level: []int{0}}, map[state]int{start: 0}, []state{start}
	for k := 0; k < len(states); k++ {
		s, calm := states[k], system.Still
		var vs invariants.Views
		for i := range sites {
			x := r.Expand(i, s[i], s[left])
			vs, calm = append(vs, sys.View(x.View)), min(calm, x.Calm)
		}
		var edges []edge
		for i := range sites {
			for _, m := range r.Expand(i, s[i], s[left]).Moves {
				t := s
				budget, possible := sys.Pay(s[left], m.Cost, calm)
				if !possible {
					continue
				}
				t[i], t[left] = m.Next, budget
				for _, d := range m.Sends {
					t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
				}
				if t == s {
					continue
				}
				to, known := number[t]
				if !known {
					to = len(states)
					number[t] = to
					states, g.level = append(states, t), append(g.level, g.level[k]+1)
				}
				edges = append(edges, edge{i, sys.Label(i, s[i], m.Event), m.Event, to})
			}
		}
		g.views, g.edges = append(g.views, vs), append(g.edges, edges)
	}
	return g
}

// violated lists the states that violate a property as states, as ends, or because its hope is in vain there.
func (g *drawn) violated(p invariants.Property) []bool {
	all := make([]bool, len(g.level))
	for s, vs := range g.views {
		all[s] = p.State != nil && p.State(vs) == invariants.Violated ||
			p.End != nil && len(g.edges[s]) == 0 && p.End(vs) == invariants.Violated
	}
	if p.Pending == nil {
		return all
	}
	can := make([]uint64, len(g.level)) // goals that can be reached
	for changed := true; changed; {
		changed = false
		for s := len(can) - 1; s >= 0; s-- {
			was := can[s]
			can[s] |= p.Goal(g.views[s])
			for _, x := range g.edges[s] {
				can[s] |= can[x.to]
			}
			changed = changed || can[s] != was
		}
	}
	for s, vs := range g.views {
		all[s] = all[s] || p.Pending(vs)&^can[s] != 0
	}
	return all
}

// violates reports whether a step out of state s violates a property of steps.
func (g *drawn) violates(p invariants.Property, s int, x edge) bool {
	return p.Step != nil && (p.Hears == nil || p.Hears(x.event)) &&
		p.Step(invariants.Step{Before: g.views[s], Event: x.event, After: g.views[x.to]}) == invariants.Violated
}

// shortest is the length of a shortest trace that violates a property; -1 if there is none.
func (g *drawn) shortest(p invariants.Property, violated []bool) int {
	best := -1
	for s, level := range g.level {
		switch {
		case best >= 0 && best <= level:
			return best
		case violated[s]:
			return level
		case best < 0 && slices.ContainsFunc(g.edges[s], func(x edge) bool { return g.violates(p, s, x) }):
			best = level + 1 // a later state of this level may be violated itself
		}
	}
	return best
}
