package liveness

import "math"

// bounds is the largest and the least size of what may still follow in an interval, each with the fewest steps in which
// it does.
type bounds struct{ most, least extreme }

// boundsBytes is the memory of bounds.
const boundsBytes = 8

// extreme is a size with a number of steps, in one number, so that the least of several is the best: the size stands in the
// upper half, the steps in the lower. Of the largest size it is that of its negative.
type extreme uint32

// Sizes are between -largest and largest, and there are at most mostSteps steps.
const (
	largest   = 30_000
	mostSteps = math.MaxUint16

	zeroSize         = 1 << 15
	none     extreme = math.MaxUint16 << 16 // nothing follows that would have a size
	forever  extreme = 0                    // of the largest size: a cycle adds to it, beginning here
)

const zero extreme = zeroSize << 16 // nothing, at once

func newExtreme(size, steps int) extreme { return extreme(size+zeroSize)<<16 | extreme(steps) }

func (x extreme) size() int     { return int(x>>16) - zeroSize }
func (x extreme) steps() int    { return int(x & mostSteps) }
func (x extreme) endless() bool { return x>>16 == forever>>16 }

// later is x with one step more, of which there must be less than the most.
func (x extreme) later() extreme {
	more := extreme(1)
	if x == none {
		more = 0
	}
	return x + more
}

var (
	nothing = bounds{none, none}
	ended   = bounds{zero, zero}
)

// better merges what follows along one more transition into bounds.
func (r *bounds) better(n bounds) (changed bool) {
	before := *r
	r.most, r.least = min(r.most, n.most), min(r.least, n.least)
	return *r != before
}
