package system

import "github.com/gmecheck/gmecheck/model"

// Calm says how little can happen: at a node, and in a state, which is as calm as the least calm of its nodes.
type Calm uint8

const (
	// Busy: a deliver, drop, recover, exit or internal event that is neither patient nor optional is possible.
	Busy Calm = 0
	// Still: none of that is possible, and no timer runs. Between the two, a timer runs: of those that do, the shortest has
	// this rank. Where timers expire in any order all have rank 1.
	Still Calm = model.MaxDurations + 1
)

// expiry is the cost of an expiry of a timer of this rank.
func expiry(rank Calm) Cost { return Expiry + Cost(rank) - 1 }

// Due reports that what waits for quiet need not wait any longer: a patient event, or a timer of which no shorter one runs.
func (c Cost) Due(calm Calm) bool {
	return c == WhenQuiet && calm > Busy || c >= Expiry && calm >= Calm(c-Expiry)+1
}

// Early reports that this is the cost of a timer that is not due.
func (c Cost) Early(calm Calm) bool { return c >= Expiry && !c.Due(calm) }
