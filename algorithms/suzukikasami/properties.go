package suzukikasami

import (
	"gmecheck/invariants"
	"gmecheck/model"
)

// properties are what the paper claims in the proof of its correctness.
func properties(model.Config) []invariants.Property {
	return []invariants.Property{
		invariants.Mutex.From("mutual exclusion: only the holder of the token enters"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.OneToken.From("exactly one process holds the token, or it is in flight"),
	}
}
