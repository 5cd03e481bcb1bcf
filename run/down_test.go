package run_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/run"
)

// keeper is a site that may be inside also after a crash.
type keeper struct{ In bool }

func keeping(kept bool) *gmecheck.Model[keeper] {
	p := gmecheck.New[keeper]("keeping", 1)
	p.Event("ask", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return !s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = true }).Optional()
	p.Event("leave", gmecheck.Always, func(s *keeper, _ gmecheck.Ctx) bool { return s.In }, func(s *keeper, _ gmecheck.Ctx) { s.In = false }).Optional()
	p.OnCrash(func(s *keeper, _ gmecheck.Ctx) { s.In = s.In && kept })
	p.OnRecover(func(s *keeper, _ gmecheck.Ctx) {})
	return p
}

// TestLost: a client whose entry a crash has ended hears that when it releases it.
func TestLost(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, keeping(false), gmecheck.Faults{Crash: 1}), dirs: true, options: run.Options{Marks: marks}}).start()
	ctx := t.Context()
	released, err := c.nodes[0].Acquire(ctx, run.Want{})
	if err == nil {
		err = c.nodes[0].Release(ctx, released)
	}
	if err != nil {
		t.Fatal(err)
	}
	lost, err := c.nodes[0].Acquire(ctx, run.Want{Who: "first"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // it is kept
		c.nodes[0].Close()
		if err := c.again(1); err != nil {
			t.Fatal(err)
		}
		for entry, want := range map[uint64]error{released: nil, lost: run.ErrLost, lost + 1: run.ErrNotInside} {
			if err := c.nodes[0].Release(ctx, entry); err != want {
				t.Errorf("entry %d: %v, not %v", entry, err, want)
			}
		}
	}
	last, err := c.nodes[0].Acquire(ctx, run.Want{Who: "first"})
	if err == nil {
		err = c.nodes[0].Release(ctx, last)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.nodes[0].Close()
	if err := c.again(1); err != nil {
		t.Fatal(err)
	}
	if err := c.nodes[0].Release(ctx, last); err != nil {
		t.Errorf("an entry that was released before the crash: %v", err)
	}
}

// TestExpired: a client whose entry a timer has ended hears that when it releases it; one that releases it before does not.
func TestExpired(t *testing.T) {
	for lease, want := range map[time.Duration]error{time.Hour: nil, time.Millisecond: run.ErrLost} {
		p := keeping(true)
		p.Timer("lease", func(s *keeper, _ gmecheck.Ctx) bool { return s.In }, nil, func(s *keeper, _ gmecheck.Ctx) { s.In = false })
		c := (&cluster{t: t, sys: composed(t, p), options: run.Options{Marks: marks, Timers: map[string]time.Duration{"lease": lease}}}).start()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		for held := time.Duration(0); ; held += 10 * time.Millisecond { // the timer may be late
			entry, err := c.nodes[0].Acquire(ctx, run.Want{})
			if err == run.ErrWithdrawn && want != nil {
				continue // before the client could be told
			} else if err != nil {
				t.Fatal(err)
			}
			time.Sleep(held)
			if err := c.nodes[0].Release(ctx, entry); err == want {
				break
			} else if err != nil {
				t.Fatalf("a lease of %v: %v, not %v", lease, err, want)
			}
		}
	}
}

// TestNameless: after a restart nobody can ask for the entry of a client without a name: the site leaves, unless the client was told.
func TestNameless(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(2)), options: run.Options{Marks: marks}, dirs: true}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	entry, err := c.nodes[0].Acquire(ctx, run.Want{})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan error)
	go func() {
		_, err := c.nodes[1].Acquire(ctx, run.Want{})
		asked <- err
	}()
	c.until(func(all []map[string]any) bool { return count(all, "ask") == 2 })
	c.nodes[1].Close()
	if err := <-asked; err != run.ErrStopped {
		t.Error(err)
	}
	if err := c.again(2); err != nil {
		t.Fatal(err)
	}
	c.nodes[0].Close()
	if err := c.again(1); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if left := count(c.lines(), "leave"); left != 0 {
		t.Errorf("%d times left", left)
	}
	if err := c.nodes[0].Release(ctx, entry); err != nil {
		t.Error(err)
	}
	if _, err := c.nodes[0].Acquire(ctx, run.Want{}); err != nil {
		t.Error(err)
	}
}

// TestLeavesDown: a site that is down does nothing, also where its client goes away; it leaves when it has recovered, and others are let in.
func TestLeavesDown(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, keeping(true), gmecheck.Faults{Crash: 1}), dirs: true, options: run.Options{
		Marks: run.Marks{Request: "ask", Exit: "leave"}, Faults: run.Faults{Crash: 50 * time.Millisecond, Recovery: 50 * time.Millisecond}, Seed: 1,
	}}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	gone, leave := context.WithCancel(ctx)
	leave()
	for k := range 40 {
		w := run.Want{Who: fmt.Sprint("client ", k)}
		entry, err := c.nodes[0].Acquire(ctx, w)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
		if err := retried(ctx, func() error { return c.nodes[0].Release(ctx, entry) }); err != nil {
			t.Fatal(err)
		}
		if entry, err = c.nodes[0].Acquire(gone, w); err == nil { // it may be told first that it is inside
			err = retried(ctx, func() error { return c.nodes[0].Release(ctx, entry) })
		} else if err == context.Canceled {
			err = nil
		}
		if err != nil {
			t.Fatal(err)
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
	c.conforms(composed(t, keeping(true), gmecheck.Faults{Crash: count(all, "crash")}))
}

// asker is a site that asks, is never let in, and forgets by a crash that it has asked.
type asker struct{ Asked bool }

// TestForgotten: a client whose request a crash has made the site forget hears that, and the site asks for the next one.
func TestForgotten(t *testing.T) {
	p := gmecheck.New[asker]("asking", 1)
	p.Event("ask", gmecheck.Always, func(s *asker, _ gmecheck.Ctx) bool { return !s.Asked }, func(s *asker, _ gmecheck.Ctx) { s.Asked = true }).Optional()
	p.Event("leave", gmecheck.Always, func(*asker, gmecheck.Ctx) bool { return false }, func(*asker, gmecheck.Ctx) {}).Optional()
	p.OnCrash(func(s *asker, _ gmecheck.Ctx) { s.Asked = false })
	c := (&cluster{t: t, sys: composed(t, p, gmecheck.Faults{Crash: 1}), dirs: true, options: run.Options{
		Marks: marks, Faults: run.Faults{Crash: 20 * time.Millisecond, Recovery: time.Millisecond}, Seed: 1,
	}}).start()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, who := range []string{"", "first", ""} {
		if _, err := c.nodes[0].Acquire(ctx, run.Want{Who: who}); err != run.ErrCrashed {
			t.Fatalf("%q: %v, not %v", who, err, run.ErrCrashed)
		}
	}
	c.close()
	if asked := count(c.lines(), "ask"); asked != 3 {
		t.Errorf("it has asked %d times", asked)
	}
}
