package naimitrehel

import (
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
		pathReversal.From("path reversal"),
	}
	all = append(all, invariants.Endless(c.Processes, "freedom from starvation", nil)...)
	if c.Faultless() {
		all = append(all,
			invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"),
			invariants.MessagesToExit(c.Processes, invariants.Claimed{Max: c.Processes}).From("0 to n messages per entry"),
		)
	}
	return all
}

// pathReversal is what makes the paths short on average. Without it requests still arrive.
var pathReversal = invariants.Property{
	Name: "path-reversal", Kind: invariants.Stepwise,
	Doc: "whoever gets a request makes the process that asks its father, no matter who has handed the request on",
	Hears: func(e *model.Event) bool {
		_, ok := e.Message.Value.(Req)
		return ok && e.Kind == model.DeliverEvent
	},
	Step: func(s invariants.Step) invariants.Opinion {
		return invariants.That(s.After[s.Event.Site-1].More.(model.Site) == s.Event.Message.Value.(Req).who)
	},
}
