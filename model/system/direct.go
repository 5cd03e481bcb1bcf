package system

import (
	"math/rand/v2"

	"github.com/gmecheck/gmecheck/model/direct"
)

// Direct returns the sites of the system, for running their handlers on variables of their own, without nodes: see the package
// direct. Choices of handlers are drawn from random.
func (s *System) Direct(random *rand.Rand) direct.Sites { return s.space.direct(random) }

func (s *space[V, M]) direct(random *rand.Rand) direct.Sites {
	return direct.New(s.protocol, direct.System[V]{
		Algorithm: s.config.Algorithm, Places: s.sys.Places, Demands: s.demands, Starts: s.starts,
	}, random)
}
