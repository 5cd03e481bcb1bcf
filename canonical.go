package gmecheck

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Global is a state as the function of [Model.Canonical] edits it.
type Global[V comparable] struct {
	Sites    []V      // the variables of site i at index i-1
	InFlight []Packet // by receiver; under fifo those of one channel in their order, the oldest first
}

// Canonical says which states differ in nothing that can ever matter any more: f edits a state so that all of these become one,
// and searches visit that one. Where numbers grow for ever, such as those of requests without a budget, a search may then have an
// end: f counts them from the least that is still compared with others, and leaves out messages that change nothing when they arrive.
//
// f must depend on nothing but the state, and leave canonical states as they are. It is checked as far as that goes: before a search the
// first 8,000 states and every state of random runs are laid beside their canonical forms, with all that is possible in both. What differs
// that must not is an error, with the state. Of other states f is believed to be right, and the report of the command line says so if there are
// any. Checks of [Model.Within], of [Symmetry], of [Times], and with messages that can be lost or duplicated, search all states.
func (p *Model[V]) Canonical(f func(g *Global[V])) {
	if p.once("Canonical", f == nil, p.canonical != nil) {
		p.canonical = func(sites []any, inFlight []Packet) ([]any, []Packet) {
			g := &Global[V]{InFlight: inFlight}
			for _, vars := range sites {
				g.Sites = append(g.Sites, as[V](vars))
			}
			f(g)
			sites = nil
			for _, v := range g.Sites {
				sites = append(sites, v)
			}
			return sites, g.InFlight
		}
	}
}

// canonical is a protocol with canonical forms.
type canonical struct{ *protocol }

// Canon edits a state as the model's function says.
func (p canonical) Canon(g *model.Global[local, envelope]) {
	var sites []any
	var inFlight []Packet
	for k := range g.Vars {
		sites = append(sites, g.Vars[k].vars)
		all := slices.Clone(g.InFlight[k])
		slices.SortStableFunc(all, func(a, b model.InFlight[envelope]) int { return p.compare(a.Message, b.Message) })
		for _, m := range all {
			inFlight = append(inFlight, Packet{m.Message.from, Site(k + 1), m.Message.message})
		}
	}
	sites, inFlight = p.m.canonical(sites, inFlight)
	if len(sites) != len(g.Vars) {
		panic(model.Mistake{Problem: fmt.Sprintf("leaves %d sites of %d", len(sites), len(g.Vars))})
	}
	for k := range g.Vars {
		g.Vars[k].vars, g.InFlight[k] = sites[k], nil
	}
	for _, x := range inFlight {
		r := p.m.kinds.of[reflect.TypeOf(x.Message)]
		if r == nil || x.To < 1 || int(x.To) > len(g.Vars) {
			panic(model.Mistake{Problem: fmt.Sprintf("leaves %v on its way to site %d; allowed is a message that an On takes, to a site that is there", x.Message, x.To)})
		}
		m := model.InFlight[envelope]{Message: envelope{x.From, r.name, r.anonymous, x.Message}}
		if p.set.network == FIFO {
			m.From = x.From
		}
		g.InFlight[x.To-1] = append(g.InFlight[x.To-1], m)
	}
}
