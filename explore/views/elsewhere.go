package views

import (
	"slices"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/permutation"
	"github.com/gmecheck/gmecheck/model/system"
)

// checkElsewhere checks that the same happens in other topologies, and where there are more processes; of what happens there as much as
// mentions none of those that are not here.
func (e *every) checkElsewhere(topologies []*system.System) {
	for _, topology := range few(topologies) {
		other := e.handlers(topology)
		e.meetings(func(v, m int32) bool {
			x := e.all[v]
			local := system.Local{Vars: other.VarsNumber(x.site, e.alone.Vars(x.site, x.local.Vars)), Down: x.local.Down}
			var there []system.Happens
			if m == none {
				there = other.Own(x.site, local)
			} else {
				there = other.Takes(x.site, local, other.MessageNumber(e.alone.Message(e.all[m].message)))
			}
			here := valuesOf(e.alone, x.site, e.happens(v, m))
			if !sameValues(here, valuesOf(other, x.site, there), model.UpTo[model.Site](e.n)) {
				e.block(2, "%s does something else in another topology, or where there are %d processes", e.text(v), len(topology.Places))
				return true
			}
			return false
		})
	}
}

// value is an outcome without numbers.
type value struct {
	vars    any
	down    bool
	label   string
	entries int
	bad     [2]bool
	to      []int
	sends   []any
}

func valuesOf(a *system.Alone, site int, all []system.Happens) (out []value) {
	for _, h := range all {
		x := value{
			vars: a.Vars(site, h.Next.Vars), down: h.Next.Down, label: h.Event.Kind.String(), entries: h.Event.Entries,
			bad: [2]bool{h.Event.Spurious, h.Event.Unfaithful != ""},
		}
		for _, m := range h.Sends {
			x.to, x.sends = append(x.to, m.To), append(x.sends, a.Message(m.Message))
		}
		out = append(out, x)
	}
	return out
}

// sameValues reports that two lists have the same outcomes, as far as these mention none but some processes.
func sameValues(all, others []value, of model.Sites) bool {
	within := func(x value, in []value) bool {
		return slices.ContainsFunc(in, func(y value) bool {
			return x.vars == y.vars && x.down == y.down && x.label == y.label && x.entries == y.entries && x.bad == y.bad &&
				slices.Equal(x.to, y.to) && slices.Equal(x.sends, y.sends)
		})
	}
	for _, x := range others {
		mentions := permutation.Mentioned(x.vars, model.MaxSites)
		for k, m := range x.sends {
			mentions = mentions.Union(permutation.Mentioned(m, model.MaxSites)).With(model.Site(x.to[k] + 1))
		}
		if mentions.Minus(of).Empty() && !within(x, all) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(x value) bool { return !within(x, others) })
}

// few are the first, a middle one and the last.
func few(all []*system.System) []*system.System {
	if len(all) < 4 {
		return all
	}
	return []*system.System{all[0], all[len(all)/2], all[len(all)-1]}
}
