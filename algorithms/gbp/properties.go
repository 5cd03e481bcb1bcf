package gbp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	p := newProtocol(c)
	all := []invariants.Property{
		invariants.GME.From("section II, Mutual Exclusion; theorem 4.1"),
		groupExclusion.From("section II"),
		permission.From("section IV, proof of theorem 4.1"),
		p.allLocks().From("section III, Rec-Group; section IV, proof of theorem 4.1"),
		p.noPreemption().From("section III: each process informs the group when it finishes; section IV, first consideration"),
		p.concurrentEntering().From("section II, Concurrent Entering"),
		p.priorityRegistered().From("section III: no preemption, but only while the group is using the resource"),
		invariants.NoDeadlock.From("section II, Progress"),
		invariants.Starved.From("section II, Progress"),
		invariants.Spurious.From("section II"), invariants.Environment,
	}
	return slices.Concat(all, p.stages(), p.locks(), p.bounds(), p.times())
}

var groupExclusion = invariants.Property{
	Name: "group-exclusion", Kind: invariants.Invariant,
	Doc: "at most one group uses the resource",
	State: func(vs invariants.Views) invariants.Opinion {
		using := vs.Count(inCS)
		return invariants.If(using > 0, using <= 1)
	},
	Sees: func(v *model.View) any { return inCS(v) },
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
			twice = twice.Union(had.Intersect(g.locks))
			had = had.Union(g.locks)
		}
		return invariants.If(!had.Empty(), twice.Empty())
	},
	Sees: func(v *model.View) any {
		g, _ := v.More.(look)
		return g.locks
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

// seen is what concurrentEntering sees of a process or of a group.
type seen struct {
	waits   bool
	wants   model.Groups
	serves  bool        // processes that have asked it
	waiting model.Sites // those of them that are not let in, in case
}

// concurrentEntering: the process is not kept waiting by anybody but its own group.
func (p *protocol) concurrentEntering() invariants.Property {
	kept := func(vs invariants.Views) (applies bool, kept model.Sites) {
		for k, g := range groups(vs) {
			wantsAnother := func(v *model.View) bool { return !v.Groups.Empty() && !v.Groups.Has(k) }
			if g.state != CS || g.linked().Empty() || vs.Any(wantsAnother) {
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
		Sees: func(v *model.View) any {
			g, _ := v.More.(look)
			if g.state != CS || g.linked().Empty() {
				return seen{waits: v.Waits, wants: v.Groups}
			}
			return seen{serves: true, waiting: g.waiting}
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

// allLocks: conj and what is about to come are the quorum.
func (p *protocol) allLocks() invariants.Property {
	return invariants.Property{
		Name: "all-locks", Kind: invariants.Invariant,
		Doc: "a group in CS has the locks of all members of its quorum",
		State: func(vs invariants.Views) invariants.Opinion {
			for k, g := range groups(vs) {
				if g.state == CS && g.locks != p.S[k-1] {
					return invariants.Violated
				}
			}
			return invariants.If(vs.Any(inCS), true)
		},
	}
}

// noPreemption goes by the processes, not by what their group knows of them.
func (p *protocol) noPreemption() invariants.Property {
	return invariants.Property{
		Name: "no-preemption", Kind: invariants.Invariant,
		Doc: "a group is in CS as long as a process takes part in it",
		State: func(vs invariants.Views) invariants.Opinion {
			inside := false
			for _, v := range vs[:p.c.Processes] {
				if v.InCS && p.look(vs, v.Groups.Least()).state != CS {
					return invariants.Violated
				}
				inside = inside || v.InCS
			}
			return invariants.If(inside, true)
		},
	}
}

// priorityRegistered looks at the LGs of the quorum of the group that enters.
func (p *protocol) priorityRegistered() invariants.Property {
	return invariants.Property{
		Name: "priority-registered", Kind: invariants.Stepwise,
		Doc:   "when a group enters its CS, no Active group has a higher priority in an LG of its quorum",
		Hears: invariants.Noting[session],
		Step: invariants.EachNote(func(s invariants.Step, note session) invariants.Opinion {
			for y := range p.S[note.k-1].All() {
				LG, own := p.look(s.After, y).LG, math.MaxInt
				for _, l := range LG.All() {
					if l.Gl == note.k {
						own = min(own, l.priori)
					}
				}
				for _, other := range LG.All() {
					if other.priori > own && p.look(s.After, other.Gl).state == Active {
						return invariants.Violated
					}
				}
			}
			return invariants.Fine
		}),
	}
}
