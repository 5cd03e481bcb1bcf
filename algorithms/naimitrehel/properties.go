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
		invariants.Spurious.From("mutual exclusion"),
		invariants.OneToken.From("there is a single token"),
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
