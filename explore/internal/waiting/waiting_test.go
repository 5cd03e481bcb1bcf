package waiting_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/internal/trace"
	"github.com/gmecheck/gmecheck/explore/internal/waiting"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model/system"
)

type site struct{ Steps int }

// counting is two sites that count to 5; where the first has got to 3, before does something before the step, and guard before it is known whether there is
// one.
func counting(t *testing.T, before, guard func()) *system.System {
	p := gmecheck.New[site]("counting", 2)
	at := func(s *site, c gmecheck.Ctx, do func()) {
		if do != nil && s.Steps == 3 && c.Self == 1 {
			do()
		}
	}
	p.Event("step", gmecheck.Always,
		func(s *site, c gmecheck.Ctx) bool { at(s, c, guard); return s.Steps < 5 },
		func(s *site, c gmecheck.Ctx) { at(s, c, before); s.Steps++ })
	sys, err := p.System()
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// guarded is a site in a system with times, which ask its guard before there is a state.
func guarded(t *testing.T, guard func()) *system.System {
	p := gmecheck.New[site]("guarded", 1)
	p.Event("step", gmecheck.Always, func(*site, gmecheck.Ctx) bool { guard(); return true }, func(*site, gmecheck.Ctx) {})
	sys, err := p.System(gmecheck.Times{})
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// bounded is two sites that take their time to count, within a boundary on the way of the second; the first does something after 4 steps, and so would the
// second after 3.
func bounded(t *testing.T, do func()) *system.System {
	p := gmecheck.New[site]("bounded", 2)
	p.Event("step", gmecheck.Always, func(*site, gmecheck.Ctx) bool { time.Sleep(20 * time.Millisecond); return true }, func(s *site, c gmecheck.Ctx) {
		if s.Steps+int(c.Self) == 5 {
			do()
		}
		s.Steps++
	})
	p.Within(func(w gmecheck.World[site]) bool { return w.At(2).Steps < 2 })
	sys, err := p.System()
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// explored asks for all transitions.
func explored(sys *system.System) error {
	_, err := explore.Check(context.Background(), sys, explore.Options{Workers: 2})
	return err
}

type token struct{}

// passing is three sites, of which the first sends two tokens to the second, which passes them on; the third does something with the second token. Tokens
// of one sender keep their order.
func passing(t *testing.T, receive func()) *system.System {
	p := gmecheck.New[site]("passing", 3)
	p.Init(func(s *site, c gmecheck.Ctx) {
		if c.Self == 3 {
			s.Steps = c.Choose("got", 0, 1)
		}
	})
	p.Event("send", 2, func(_ *site, c gmecheck.Ctx) bool { return c.Self == 1 }, func(_ *site, c gmecheck.Ctx) { c.Send(2, token{}) })
	gmecheck.On(p, func(s *site, c gmecheck.Ctx, _ token) {
		switch s.Steps++; {
		case c.Self == 2:
			c.Send(3, token{})
		case s.Steps == 2:
			receive()
		}
	})
	sys, err := p.System(gmecheck.Network(gmecheck.FIFO))
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// walked asks a system itself, as a search does.
func walked(sys *system.System) {
	var queue [][]uint32
	for _, nodes := range sys.Starts() {
		queue = append(queue, append(nodes, sys.StartBudget()))
	}
	r := sys.NewReader()
	for seen := map[string]bool{}; len(queue) > 0; queue = queue[1:] {
		for _, next := range r.Out(queue[0]) {
			if key := fmt.Sprint(next.To); !seen[key] {
				seen[key] = true
				queue = append(queue, next.To)
			}
		}
	}
}

// TestEndless: a handler and a guard that do not return are named, with the steps that lead there, once the run is to end; and not before.
func TestEndless(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	hang, once := func() { <-stay }, make(chan bool, 1)
	once <- true
	hangOnce := func() {
		select {
		case <-once:
			hang()
		default:
		}
	}
	four := []string{"step(1)", "step(1)", "step(1)", "step(1)"}
	for _, test := range []struct {
		sys   *system.System
		want  string
		trace []string
	}{
		{counting(t, hang, nil), "counting: the handler of step(1) has not returned for 100ms", []string{"step(1)", "step(1)", "step(1)"}},
		{counting(t, nil, hang), "counting: a guard of P1 has not returned for 100ms", []string{"step(1)", "step(1)", "step(1)"}},
		{passing(t, hang), "passing: the handler of deliver(token() from 2 -> 3) has not returned for 100ms", []string{"start got3=1", "send(1)", "deliver(token() from 1 -> 2)"}},
		{guarded(t, hang), "guarded: a guard of P1 has not returned for 100ms", []string{}},
		{bounded(t, hang), "bounded: the handler of step(1) has not returned for 100ms", four},
		{counting(t, hangOnce, nil), "counting: the handler of step(1) has not returned for 100ms", nil}, // to which no steps are found
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		began := time.Now()
		_, err := waiting.For(ctx, 0, test.sys, nil, 100*time.Millisecond, func() (any, error) { walked(test.sys); return nil, nil })
		cancel()
		var broken *trace.Broken
		if !errors.As(err, &broken) || err.Error() != test.want || !slices.Equal(broken.Trace, test.trace) || broken.Lost != (test.trace == nil) {
			t.Errorf("%v, after %+v; want %s, after %q", err, broken, test.want, test.trace)
		}
		if time.Since(began) < 300*time.Millisecond {
			t.Errorf("%v before the run is to end", err)
		}
	}
}

// TestBegunBefore: a call that goes on when the run is to end may go on from then for as long as any other.
func TestBegunBefore(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
	defer cancel()
	once := sync.OnceFunc(func() { time.Sleep(350 * time.Millisecond) })
	sys := counting(t, once, nil)
	if _, err := waiting.For(ctx, 0, sys, nil, 200*time.Millisecond, func() (any, error) { walked(sys); return nil, nil }); err != nil {
		t.Error(err)
	}
}

// TestEndlessForNobody: what goes on for very long is named though nothing ends the run.
func TestEndlessForNobody(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	sys := counting(t, func() { <-stay }, nil)
	_, err := waiting.For(t.Context(), 0, sys, nil, 20*time.Millisecond, func() (any, error) { walked(sys); return nil, nil })
	if want := "counting: the handler of step(1) has not returned for 240ms"; err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	judged := invariants.Panel{invariants.Property{Name: "judged", State: func(invariants.Views) invariants.Opinion { <-stay; return invariants.Fine }}.Noted()}
	_, err = waiting.For(t.Context(), 0, counting(t, nil, nil), judged, 20*time.Millisecond, func() (any, error) { judged.State(nil); return nil, nil })
	if want := "counting: property judged has not returned for 240ms"; err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}

// TestEndlessProperty: a property that does not return is named once the run is to end; one that is asked again and again is not.
func TestEndlessProperty(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	for want, ask := range map[string]func(){
		"counting: property judged has not returned for 100ms": func() { <-stay },
		"": func() { time.Sleep(10 * time.Millisecond) },
	} {
		panel := invariants.Panel{
			{Name: "other", State: func(invariants.Views) invariants.Opinion { return invariants.Fine }},
			invariants.Property{Name: "judged", State: func(invariants.Views) invariants.Opinion { ask(); return invariants.Fine }}.Noted(),
		}
		_, err := waiting.For(t.Context(), 50*time.Millisecond, counting(t, nil, nil), panel, 100*time.Millisecond, func() (any, error) {
			for range 40 {
				panel.State(nil)
			}
			return nil, nil
		})
		var broken *trace.Broken
		if want == "" && err != nil || want != "" && (!errors.As(err, &broken) || err.Error() != want || !broken.Lost) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// TestSlow: what takes long, but ends, is waited for, whether the protocol or somebody else does it.
func TestSlow(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sys := counting(t, func() { time.Sleep(20 * time.Millisecond) }, nil)
	wrong := errors.New("the answer")
	_, err := waiting.For(ctx, 0, sys, nil, 100*time.Millisecond, func() (any, error) {
		time.Sleep(250 * time.Millisecond)
		walked(sys)
		return nil, wrong
	})
	if err != wrong {
		t.Errorf("%v; want %v", err, wrong)
	}
}

// TestGone: a function that ends its goroutine is named, with the steps that lead there; without them where it is a property's.
func TestGone(t *testing.T) {
	for _, test := range []struct {
		sys   *system.System
		want  string
		steps int
	}{
		{counting(t, runtime.Goexit, nil), "counting: the handler of step(1) ends its goroutine, as runtime.Goexit and FailNow of a test do", 3},
		{counting(t, nil, runtime.Goexit), "counting: a guard of P1 ends its goroutine, as runtime.Goexit and FailNow of a test do", 3},
		{guarded(t, runtime.Goexit), "guarded: a guard of P1 ends its goroutine, as runtime.Goexit and FailNow of a test do", 0},
	} {
		err := explored(test.sys)
		var broken *trace.Broken
		if !errors.As(err, &broken) || err.Error() != test.want || len(broken.Trace) != test.steps || broken.Lost {
			t.Errorf("%v, after %+v; want %s, after %d steps", err, broken, test.want, test.steps)
		}
	}

	for _, steps := range []int{0, 60} { // met before the search, and in it
		p := gmecheck.New[site]("counting", 2)
		p.Event("step", gmecheck.Always, func(s *site, _ gmecheck.Ctx) bool { return s.Steps < 70 }, func(s *site, _ gmecheck.Ctx) { s.Steps++ })
		p.Always("judged", func(w gmecheck.World[site]) bool {
			if w.Any(func(s site) bool { return s.Steps == steps }) {
				runtime.Goexit()
			}
			return true
		})
		_, err := p.Check()
		var broken *trace.Broken
		if want := "counting: a function of a property ends its goroutine, as runtime.Goexit and FailNow of a test do"; !errors.As(err, &broken) || err.Error() != want || !broken.Lost {
			t.Errorf("%v; want %s, and no steps", err, want)
		}
	}
}
