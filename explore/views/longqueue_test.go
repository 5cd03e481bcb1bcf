package views

import (
	"slices"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/model"
)

// TestLongQueue: a closure whose queue has become so long that its beginning is cut off has the same pairs.
func TestLongQueue(t *testing.T) {
	sys := naimitrehel.Algorithm.New(naimitrehel.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Requests = 4, slices.Repeat([]int{model.Unlimited}, 4)
	}))
	closed := func(before int) *two {
		c := newTwo(&session.Session{Ctx: t.Context(), Sys: sys.Fresh(), Start: time.Now()}, Options{Entities: 2})
		c.run(func() bool { return true }) // the initial states alone
		c.queue = append(slices.Repeat(c.queue[:1], before), c.queue...)
		c.close(never)
		return c
	}
	want := closed(0)
	for _, before := range []int{1<<16 - 1, 1 << 16, 1<<16 + 1, 1<<16 + 2, 1<<16 + 3} {
		if got := closed(before); got.pairs != want.pairs || len(got.all) != len(want.all) || want.pairs < 10_000 {
			t.Errorf("with %d more in the queue %d pairs of %d, not %d of %d", before, got.pairs, len(got.all), want.pairs, len(want.all))
		}
	}
}
