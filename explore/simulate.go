package explore

import (
	"context"

	"github.com/gmecheck/gmecheck/explore/internal/simulate"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/model/system"
)

type (
	// Walks is how a system is simulated: at random, from its initial state. The zero value is one walk without an end.
	Walks = simulate.Walks
	// Simulation is what random walks met. It proves nothing.
	Simulation = simulate.Simulation
)

// Simulate walks at random: each step is one of the transitions that are possible, each as likely as the others. Of
// each property the shortest trace that violates it is kept, of equally short ones that of the first walk. Walk k is
// the same for every number of walks and workers.
func Simulate(ctx context.Context, sys *system.System, o Walks) (*Simulation, error) {
	sys = sys.Fresh()
	return waiting.For(ctx, o.MaxTime, sys, o.Judge, waiting.Patience, func() (*Simulation, error) { return simulate.Run(ctx, sys, o) })
}
