package explore_test

import (
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestJudged: how deep every state was judged, whatever ends the search: a violation at that depth or before is always known.
func TestJudged(t *testing.T) {
	a := &srtgme.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes = 3 })
	check := func(o explore.Options) *explore.Result {
		t.Helper()
		o.Workers = 2
		_, r, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel{invariants.GME}, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	full := check(explore.Options{})
	if full.Judged != full.Depth || !full.Complete {
		t.Errorf("complete: judged to depth %d of %d", full.Judged, full.Depth)
	}
	shallow := check(explore.Options{MaxDepth: 3})
	if shallow.Judged != 3 || shallow.Depth != 3 {
		t.Errorf("to depth 3: judged to depth %d", shallow.Judged)
	}
	if first := check(explore.Options{StopAtFirst: true}); first.Judged != first.Depth || len(first.Violations) == 0 || len(first.Violations[0].Path) > first.Judged {
		t.Errorf("to the first violation: judged to depth %d of %d", first.Judged, first.Depth)
	}
	for _, most := range []int{1, 20, full.States / 2} {
		few := check(explore.Options{MaxStates: most})
		states := 0
		for _, n := range few.Levels[:few.Judged+1] {
			states += n
		}
		if few.Judged != few.Depth || states > most {
			t.Errorf("%d states: judged are %d to depth %d of %d", most, states, few.Judged, few.Depth)
		}
	}
	if left := check(explore.Options{MaxTime: time.Nanosecond}); left.Judged >= left.Depth {
		t.Errorf("ended in a level: judged to depth %d of %d", left.Judged, left.Depth)
	}
}
