package gbp

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// look is what the properties below ask about a group.
type look struct {
	state   state
	locks   model.Groups // whose locks it has, while it is not Inactive, or is about to receive
	LG      model.List[lock]
	active  model.Sites // the processes in LP that have been let in
	waiting model.Sites // those that have not
}

// Look tells a process's phase and group; the rest of a group's variables goes to the properties below.
func (p *protocol) Look(_ model.Site, v vars, inbox []message) model.View {
	switch v := v.(type) {
	case process:
		view := model.View{Waits: v.state == wait, InCS: v.state == cs}
		if v.state != idle {
			view.Groups = model.SetOf(v.G)
		}
		return view
	case group:
		g := look{state: v.state, LG: v.LG}
		if v.state != Inactive {
			g.locks = v.conj
		}
		for _, m := range inbox {
			if m, ok := m.(RecGroup); ok {
				g.locks = g.locks.With(m.Gk)
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

// session is the note that G_k enters its critical section; covered: for long enough for all that are linked to it.
type session struct {
	k       model.Group
	covered bool
}

func covered(v *group) bool {
	return v.LP.Index(func(e linked) bool { return e.tpodur > v.gtpo }) < 0
}

func properties(c model.Config) []invariants.Property {
	p := newProtocol(c)
	all := []invariants.Property{
		invariants.GME.From("section II, Mutual Exclusion; theorem 4.1"),
		groupExclusion.From("section II"),
		permission.From("section IV, proof of theorem 4.1"),
		p.concurrentEntering().From("section II, Concurrent Entering"),
		sessionCovers.From("section III, Req-Process: the time of the group is the longest of its processes"),
		sessionServes.From("section III, Rel-Process: a group without active processes releases the resource"),
		p.priorityRegistered().From("section III: no preemption, but only while the group is using the resource"),
		invariants.NoDeadlock.From("section II, Progress"),
		invariants.Starved.From("section II, Progress"),
		invariants.Spurious.From("section II"), invariants.Environment,
	}
	return append(all, p.bounds()...)
}

var groupExclusion = invariants.Property{
	Name: "group-exclusion", Kind: invariants.Invariant,
	Doc: "at most one group uses the resource",
	State: func(vs invariants.Views) invariants.Opinion {
		using := vs.Count(inCS)
		return invariants.If(using > 0, using <= 1)
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(_ model.Group, g look) string {
			if g.state == CS {
				return "is in CS"
			}
			return ""
		})
	},
}

var permission = invariants.Property{
	Name: "permission", Kind: invariants.Invariant,
	Doc: "the lock of each group is had by one group at most, or on its way to it",
	State: func(vs invariants.Views) invariants.Opinion {
		var had, twice model.Groups
		for _, g := range groups(vs) {
			twice |= had & g.locks
			had |= g.locks
		}
		return invariants.If(!had.Empty(), twice.Empty())
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(_ model.Group, g look) string {
			if g.locks.Empty() {
				return ""
			}
			var names []string
			for y := range g.locks.All() {
				names = append(names, fmt.Sprintf("G%d", y))
			}
			return "has, or is about to have, the lock of " + strings.Join(names, " and ")
		})
	},
}

// concurrentEntering: the process is not kept waiting by anybody but its own group.
func (p *protocol) concurrentEntering() invariants.Property {
	kept := func(vs invariants.Views) (applies bool, kept model.Sites) {
		for k, g := range groups(vs) {
			wantsAnother := func(v *model.View) bool { return !v.Groups.Empty() && !v.Groups.Has(k) }
			if g.state != CS || (g.active | g.waiting).Empty() || vs.Any(wantsAnother) {
				continue
			}
			applies = true
			for i := range g.waiting.All() {
				if vs[i-1].Waits {
					kept = kept.With(i)
				}
			}
		}
		return applies, kept
	}
	return invariants.Property{
		Name: "concurrent-entering", Kind: invariants.Invariant,
		Doc: "while all processes that are not idle want the group that uses the resource, it lets in whoever asks",
		State: func(vs invariants.Views) invariants.Opinion {
			applies, kept := kept(vs)
			return invariants.If(applies, kept.Empty())
		},
		Detail: func(vs invariants.Views) string {
			_, kept := kept(vs)
			var texts []string
			for i := range kept.All() {
				texts = append(texts, fmt.Sprintf("P%d", i))
			}
			return strings.Join(texts, ", ") + ": kept for the next stage of the group in CS, and nobody wants another"
		},
	}
}

var sessionCovers = invariants.Property{
	Name: "session-covers", Kind: invariants.Stepwise,
	Doc:   "when a group enters its CS, its time is as long as that of each of its processes",
	Hears: invariants.Noting[session],
	Step: invariants.EachNote(func(_ invariants.Step, s session) invariants.Opinion {
		return invariants.That(s.covered)
	}),
}

var sessionServes = invariants.Property{
	Name: "session-serves", Kind: invariants.Invariant,
	Doc: "a group in CS has let in some process that has not left",
	State: func(vs invariants.Views) invariants.Opinion {
		return invariants.If(vs.Any(inCS), !vs.Any(inVain))
	},
	Detail: func(vs invariants.Views) string {
		return each(vs, func(_ model.Group, g look) string {
			if g.inVain() {
				return "is in CS for nobody"
			}
			return ""
		})
	},
}

// priorityRegistered looks at the LGs of the quorum of the group that enters.
func (p *protocol) priorityRegistered() invariants.Property {
	return invariants.Property{
		Name: "priority-registered", Kind: invariants.Stepwise,
		Doc:   "when a group enters its CS, no Active group has a higher priority in an LG of its quorum",
		Hears: invariants.Noting[session],
		Step: invariants.EachNote(func(s invariants.Step, note session) invariants.Opinion {
			for y := range p.S[note.k-1].All() {
				LG := p.look(s.After, y).LG
				for _, own := range LG.All() {
					for _, other := range LG.All() {
						if own.Gl == note.k && other.priori > own.priori && p.look(s.After, other.Gl).state == Active {
							return invariants.Violated
						}
					}
				}
			}
			return invariants.Fine
		}),
	}
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

// inVain: the group is in CS without an active process.
func (g look) inVain() bool { return g.state == CS && g.active.Empty() }

func inVain(v *model.View) bool {
	g, ok := v.More.(look)
	return ok && g.inVain()
}
