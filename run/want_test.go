package run_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// chooser is a site that is inside for one thing of several.
type chooser struct{ In bool }

type ask struct{ Thing int }

// TestWanted: a request with parameters is written as in logs or as in labels; what can be neither is refused, instead of never happening.
func TestWanted(t *testing.T) {
	var asked atomic.Int64
	p := gmecheck.New[chooser]("choosing", 2)
	gmecheck.Events(p, gmecheck.Always, func(s *chooser, c gmecheck.Ctx) []ask {
		if s.In {
			return nil
		}
		return []ask{{1}, {2}, {3}}
	}, func(s *chooser, _ gmecheck.Ctx, e ask) {
		s.In = true
		asked.Store(int64(e.Thing))
	}).Optional()
	p.Event("leave", gmecheck.Always, func(s *chooser, _ gmecheck.Ctx) bool { return s.In }, func(s *chooser, _ gmecheck.Ctx) { s.In = false }).Optional()
	c := (&cluster{t: t, sys: composed(t, p), options: run.Options{Marks: marks}}).start()
	n := c.nodes[1] // site 2
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for event, want := range map[string]int64{"ask(3)": 3, "ask(2, 1)": 1, "ask(2,2)": 2} {
		entry, err := n.Acquire(ctx, run.Want{Event: event})
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		if got := asked.Load(); got != want {
			t.Errorf("%s is of %d", event, got)
		}
		if err := n.Release(ctx, entry); err != nil {
			t.Fatal(err)
		}
	}
	for _, event := range []string{"ask", "ask(1, 3)", "ask(2, 1, 1)"} {
		if _, err := n.Acquire(ctx, run.Want{Event: event}); !contains(err, `Want.Event is "`+event+`"; allowed is what the site may ask for, such as "ask(1)"`) {
			t.Errorf("%s: %v", event, err)
		}
	}
}
