package invariants

import (
	"fmt"
	"math"
	"slices"

	"github.com/gmecheck/gmecheck/model"
)

// Value is the number that a [Bound] or a [Cost] comes to on a complete exploration, exact at this size.
type Value struct {
	Min, Max  int
	Unbounded bool // there is no largest value: a cycle adds to it for ever; Max means nothing
	Never     bool // nothing that it measures ever ends; Min means nothing either
	Claimed   *Claimed
}

// Claimed is the range that a paper gives for a value. A claim "at most c" has Min 0, or [math.MinInt] where values may
// be negative.
type Claimed struct {
	Min, Max int
	Attained bool // the largest value must be Max, not less
}

// AllButOne claims at most one less than the processes, where each of them asks once and all ask for one group; nil: nothing is claimed.
func AllButOne(c model.Config) *Claimed {
	if total, limited := c.TotalRequests(); !limited || total != c.Processes || slices.Max(c.Requests) != 1 || c.Groups != 1 {
		return nil
	}
	return &Claimed{Max: c.Processes - 1}
}

// Kept reports whether the value found is what is claimed of it. Without a claim, a value must only be finite.
func (v Value) Kept() bool {
	c := v.Claimed
	switch {
	case v.Unbounded:
		return false
	case c == nil:
		return true
	case c.Attained && v.Max != c.Max:
		return false
	}
	return c.Min <= v.Min && v.Max <= c.Max
}

// String is the value as tables show it: "0..4", "3", "1..unbounded".
func (v Value) String() string {
	switch {
	case v.Never:
		return "unbounded"
	case v.Unbounded:
		return fmt.Sprintf("%d..unbounded", v.Min)
	case v.Min == v.Max:
		return fmt.Sprint(v.Max)
	}
	return fmt.Sprintf("%d..%d", v.Min, v.Max)
}

// String is the claim as tables show it: "at most 4", "2..5", "exactly 3".
func (c Claimed) String() string {
	switch {
	case c.Min == math.MinInt, c.Max == 0:
		return fmt.Sprintf("at most %d", c.Max)
	case c.Min == c.Max:
		return fmt.Sprintf("exactly %d", c.Max)
	case c.Min == 0 && c.Attained:
		return fmt.Sprintf("up to %d, attained", c.Max)
	case c.Min == 0:
		return fmt.Sprintf("at most %d", c.Max)
	}
	return fmt.Sprintf("%d..%d", c.Min, c.Max)
}
