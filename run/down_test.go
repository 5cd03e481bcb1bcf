package run_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// keeper is a site that is inside also after a crash.
type keeper struct{ In bool }

func keeping() *gmecheck.Model[keeper] {
	p := gmecheck.New[keeper]("keeping", 1)
	p.Event("ask", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return !s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = true }).Optional()
	p.Event("leave", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = false }).Optional()
	p.OnCrash(func(s *keeper, _ gmecheck.Ctx) {})
	p.OnRecover(func(s *keeper, _ gmecheck.Ctx) {})
	return p
}

// TestLeavesDown: a site that is down does nothing, also where its client goes away; it leaves when it has recovered, and others are let in.
func TestLeavesDown(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, keeping(), gmecheck.Faults{Crash: 1}), dirs: true, options: run.Options{
		Marks: run.Marks{Request: "ask", Exit: "leave"}, Faults: run.Faults{Crash: 50 * time.Millisecond, Recovery: 50 * time.Millisecond}, Seed: 1,
	}}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	gone, leave := context.WithCancel(ctx)
	leave()
	for k := range 40 {
		w := run.Want{Who: fmt.Sprint("client ", k)}
		if _, err := c.nodes[0].Acquire(ctx, w); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
		for err := error(nil); err == nil; { // it asks again, and goes away; where it is told first that it is inside, once more
			_, err = c.nodes[0].Acquire(gone, w)
		}
	}
	c.close()
	all := c.lines()
	down := false
	for _, x := range all {
		switch x["kind"] {
		case "crash":
			down = true
		case "recover":
			down = false
		default:
			if down {
				t.Errorf("while it is down: %v", x)
			}
		}
	}
	if count(all, "crash") == 0 {
		t.Error("the site never was down")
	}
	c.conforms(composed(t, keeping(), gmecheck.Faults{Crash: count(all, "crash")}))
}
