package explore

import (
	"math"
	"testing"
)

// TestTooManySteps demands that a run of more steps than can be numbered is noticed.
func TestTooManySteps(t *testing.T) {
	x := &scale{}
	r := reading{most: extreme{size: 1, steps: math.MaxUint16 - 1}, least: extreme{size: noLeast}}
	if r = x.after(r); x.over || r.most.steps != math.MaxUint16 || r.least.steps != 0 {
		t.Errorf("%+v, over: %t", r, x.over)
	}
	if r = x.after(r); !x.over || r.most.steps != math.MaxUint16 {
		t.Errorf("%+v, over: %t", r, x.over)
	}
	if x = (&scale{}); x.sum(math.MaxUint16, 0) != math.MaxUint16 || x.over {
		t.Error("the most steps that can be numbered are too many")
	}
}
