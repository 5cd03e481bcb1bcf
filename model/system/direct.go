package system

import (
	"math/rand/v2"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// Direct returns the sites of the system, for running their handlers on variables of their own, without nodes: see the package
// direct. Choices of handlers are drawn from random.
func (s *System) Direct(random *rand.Rand) direct.Sites {
	sites := s.space.direct(random)
	if s.Calls == nil {
		return sites
	}
	return called{sites, s.Calls.open()}
}

func (s *space[V, M]) direct(random *rand.Rand) direct.Sites {
	return direct.New(s.protocol, direct.System[V]{
		Algorithm: s.config.Algorithm, Places: s.sys.Places, Demands: s.demands, Starts: s.starts,
	}, random)
}

// called are sites that let whoever waits know of calls that have not returned: of handlers, and of guards.
type called struct {
	direct.Sites
	slot *slot
}

func (c called) Run(e direct.Event) (f *direct.Effect, err error) {
	c.slot.note(&Call{site: e.Site, kind: e.Kind, name: e.Name, message: e.Message, demand: e.Demand}, func() { f, err = c.Sites.Run(e) })
	return f, err
}

func (c called) Internals(i model.Site) (all []model.Inner) {
	c.slot.note(&Call{site: i, guards: true}, func() { all = c.Sites.Internals(i) })
	return all
}

func (c called) Accepts(i model.Site, message any) (accepts bool) {
	c.slot.note(&Call{site: i, guards: true}, func() { accepts = c.Sites.Accepts(i, message) })
	return accepts
}
