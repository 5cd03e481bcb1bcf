package raymond

import (
	"gmecheck/invariants"
	"gmecheck/model"
)

func properties(model.Config) []invariants.Property {
	return []invariants.Property{
		invariants.Mutex.From("mutual exclusion"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.OneToken.From("there is a single token"),
	}
}
