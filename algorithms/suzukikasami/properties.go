package suzukikasami

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// properties are what the paper claims in the proof of its correctness.
func properties(c model.Config) []invariants.Property {
	n := c.Processes
	all := []invariants.Property{
		invariants.Mutex.From("mutual exclusion: only the holder of the token enters"),
		invariants.NoDeadlock.From("freedom from deadlock"),
		invariants.Starved.From("freedom from starvation"),
		invariants.Spurious.From("mutual exclusion"), invariants.Environment,
		invariants.OneToken.From("exactly one process holds the token, or it is in flight"),
		invariants.FairStarvation.From("freedom from starvation"),
		invariants.Bypass(n).From("freedom from starvation; no number is given"),
		invariants.BypassRegistered(n, inQueue).From("freedom from starvation; no number is given"),
	}
	if n > 2 { // one that waits, and another behind it, besides the one inside
		all = append(all,
			invariants.JoinsLast[model.Site]().From("Q is a queue"),
			invariants.ServedFirst[model.Site]("in the order of the token's queue", nil).From("Q is a queue"),
		)
	}
	if c.Faultless() {
		others := slices.ContainsFunc(c.Requests[1:], func(r int) bool { return r != 0 }) // than the first holder of the token
		all = append(all,
			invariants.MaxConcurrency(min(1, invariants.Together(c))).From("mutual exclusion"),
			invariants.MessagesToExit(n, invariants.Claimed{Max: n, Attained: others}).From("section 4: n messages per entry, or none"),
			invariants.SyncDelay(invariants.Views.Quiet, &invariants.Claimed{Min: 1, Max: 1}).
				From("one message: the token"),
		)
	}
	return all
}

// inQueue is the waiting processes in the queue of the token, or to which the token is on its way.
func inQueue(vs invariants.Views) (bits uint64) {
	for i, v := range vs {
		bits |= v.More.(model.Sites).Mask()
		if v.Coming > 0 {
			bits |= 1 << i
		}
	}
	return bits & vs.Mask(func(v *model.View) bool { return v.Waits })
}

// further are the sentences that are judged only where a claim, or --property, names them.
func further(model.Config) []invariants.Property {
	return []invariants.Property{invariants.SentByOwner.From("survey, section 3.1")}
}
