package gbp

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// look is what the properties below ask about a group.
type look struct {
	state     state
	locks     model.Groups // whose locks it has, while it is not Inactive, or is about to receive
	conj      model.Groups
	gtpo      int
	tpouse    int
	returning model.Groups // who has given its lock back, on its way
	leaving   model.Sites  // the processes whose Rel-Process is on its way
	early     model.Groups // the calls that it remembers: EarlyCall
	LG        model.List[lock]
	turns     model.List[model.Group]
	LP        model.List[linked]
	active    model.Sites // the processes in LP that have been let in
	waiting   model.Sites // those that have not
}

// attendance is what they ask about a process that is not idle.
type attendance struct{ tpodur int }

// Look tells a process's phase and group; the rest of a group's variables goes to the properties below.
func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	switch v := v.(type) {
	case process:
		view := model.View{Waits: v.state == wait, InCS: v.state == cs}
		if v.state != idle {
			view.Groups, view.More = model.SetOf(v.G), attendance{v.tpodur}
		}
		return view
	case group:
		g := look{state: v.state, conj: v.conj, gtpo: v.gtpo, tpouse: v.tpouse, early: v.early, LG: v.LG, turns: v.turns, LP: v.LP}
		if v.state != Inactive {
			g.locks = v.conj
		}
		for _, m := range inbox {
			switch m := m.(type) {
			case RecGroup:
				g.locks = g.locks.With(m.Gk)
			case RepRelGroup:
				g.returning = g.returning.With(m.Gk)
			case LibGroup:
				g.returning = g.returning.With(m.Gk)
			case RelProcess:
				g.leaving = g.leaving.With(m.Pi)
			}
		}
		for _, e := range v.LP.All() {
			if e.due > 0 {
				g.active = g.active.With(e.Pi)
			} else {
				g.waiting = g.waiting.With(e.Pi)
			}
		}
		return model.View{More: g}
	}
	panic("neither a process nor a group")
}

// Account: a process's messages are its own, Rep-Process included; those between groups are for a session, which has
// any number of processes.
func (p *protocol) Account(m message, _ model.Site) model.Site {
	switch m := m.(type) {
	case ReqProcess:
		return m.Pi
	case RepProcess:
		return m.Pi
	case RelProcess:
		return m.Pi
	}
	return 0
}

func (p *protocol) look(vs invariants.Views, k model.Group) look { return vs[p.site(k)-1].More.(look) }

// groups yields the groups of a state.
func groups(vs invariants.Views) func(yield func(model.Group, look) bool) {
	return func(yield func(model.Group, look) bool) {
		k := model.Group(0)
		for _, v := range vs {
			if g, ok := v.More.(look); ok {
				if k++; !yield(k, g) {
					return
				}
			}
		}
	}
}

// every judges each group by itself: violated if one is, fine if one is, otherwise silent.
func every(vs invariants.Views, judge func(k model.Group, g look) invariants.Opinion) (all invariants.Opinion) {
	for k, g := range groups(vs) {
		all = max(all, judge(k, g))
	}
	return all
}

// inside claims something of each process that takes part in a group, and of that.
func (p *protocol) inside(claim func(i model.Site, v *model.View, k model.Group, g look) bool) func(invariants.Views) invariants.Opinion {
	return func(vs invariants.Views) (all invariants.Opinion) {
		for i, v := range vs[:p.c.Processes] {
			if v.InCS {
				k := v.Groups.Least()
				all = max(all, invariants.That(claim(model.Site(i+1), v, k, p.look(vs, k))))
			}
		}
		return all
	}
}

// each says of every group what say says of it, if anything.
func each(vs invariants.Views, say func(model.Group, look) string) string {
	var texts []string
	for k, g := range groups(vs) {
		if text := say(k, g); text != "" {
			texts = append(texts, fmt.Sprintf("G%d %s", k, text))
		}
	}
	return strings.Join(texts, ", ")
}

func inCS(v *model.View) bool {
	g, ok := v.More.(look)
	return ok && g.state == CS
}

func (g look) linked() model.Sites { return g.active.Union(g.waiting) }

// longest is the time of the process in LP that asked for most. Not by the handlers' own function, which may be wrong.
func (g look) longest() (most int) {
	for _, e := range g.LP.All() {
		most = max(most, e.tpodur)
	}
	return most
}

// inVain: the group is in CS without an active process.
func (g look) inVain() bool { return g.state == CS && g.active.Empty() }

func inVain(v *model.View) bool {
	g, ok := v.More.(look)
	return ok && g.inVain()
}
