package naimitrehel

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

func properties(c model.Config) []invariants.Property {
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"), invariants.Environment,
		invariants.OneToken.From("there is a single token"),
		pathReversal.From("path reversal"), pathLength(c.Processes).From("the fathers are a rooted tree"),
	}
	all = append(all, invariants.Endless(c.Processes, "freedom from starvation", nil)...)
	if c.Faultless() {
		all = append(all,
			invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"),
			invariants.MessagesToExit(c.Processes, invariants.Claimed{Max: c.Processes}).From("0 to n messages per entry"),
			invariants.SyncDelay(invariants.Views.Quiet, &invariants.Claimed{Min: 1, Max: 1}).From("one message: the token"),
		)
	}
	return all
}

// pathLength holds while requests are on their way, too: who asks is the root of a tree of its own.
func pathLength(n int) invariants.Property {
	return invariants.Property{
		Name: "path-length", Kind: invariants.Invariant,
		Doc: fmt.Sprintf("from every process the fathers lead to a process without one, in n-1 = %d steps at the most", n-1),
		State: func(vs invariants.Views) invariants.Opinion {
			for i := range vs {
				steps, at := 0, model.Site(i+1)
				for father(vs, at) != 0 {
					if steps, at = steps+1, father(vs, at); steps >= n {
						return invariants.Violated
					}
				}
			}
			return invariants.If(n > 1, true)
		},
	}
}

func father(vs invariants.Views, i model.Site) model.Site { return vs[i-1].More.(model.Site) }

// pathReversal is what makes the paths short on average. Without it requests still arrive.
var pathReversal = invariants.Property{
	Name: "path-reversal", Kind: invariants.Stepwise,
	Doc:   "whoever gets a request makes the process that asks its father, no matter who has handed the request on",
	Hears: invariants.Delivering[Req],
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(s.After[s.Event.Site-1].More.(model.Site) == s.Event.Message.Value.(Req).who)
	},
}
