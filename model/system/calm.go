package system

import "github.com/gmecheck/gmecheck/model"

// Calm says how little can happen: at a node, and in a state, which is as calm as the least calm of its nodes.
type Calm uint8

const (
	// Urgent, of a model with times: something other than a timer that exceeds its value must happen before time passes.
	Urgent Calm = 0
	// Overdue: a timer has exceeded its value, and must expire before time passes.
	Overdue Calm = 1
	// Busy: a deliver, drop, recover, exit or internal event that is neither patient nor optional is possible.
	Busy Calm = 2
	// Still: none of that is possible, and no timer runs. Between the two, a patient timer runs: of those that do, the shortest
	// has this rank. Where timers expire in any order all have the first.
	Still     Calm = firstRank + model.MaxDurations
	firstRank      = Busy + 1
)

// expiry is the cost of an expiry of a timer of this rank.
func expiry(rank Calm) Cost { return Expiry + Cost(rank-firstRank) }

// Due reports that what waits for others need not wait any longer: a patient event, a timer of which no shorter one runs, or one
// that exceeds its value, or the passing of time.
func (c Cost) Due(calm Calm) bool {
	switch {
	case c >= Expiry:
		return calm >= firstRank+Calm(c-Expiry)
	case c == WhenQuiet:
		return calm > Busy
	case c == OneTick:
		return calm > Overdue
	}
	return c == WhenOver && calm > Urgent
}

// Early reports that this is the cost of a timer that is not due.
func (c Cost) Early(calm Calm) bool { return c >= Expiry && !c.Due(calm) }
