package run_test

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

// conforms demands that the logs of all sites are together a run of a system.
func (c *cluster) conforms(sys *system.System) {
	c.t.Helper()
	if answer := c.decided(sys); !answer.Conforms {
		c.t.Errorf("%d of %d events fit: %s %+v", answer.Fitted, answer.Events, answer.Limit, answer.Misfit)
	}
}

// decided says whether the logs of all sites are together a run of a system.
func (c *cluster) decided(sys *system.System) *conform.Answer {
	c.t.Helper()
	var all []io.Reader
	for _, name := range c.logs {
		f, err := os.Open(name)
		if err != nil {
			c.t.Fatal(err)
		}
		defer f.Close()
		all = append(all, f)
	}
	log, err := conform.Read("logs", io.MultiReader(all...))
	if err != nil {
		c.t.Fatal(err)
	}
	answer, err := conform.Decide(c.t.Context(), sys, log, conform.Options{MaxTime: patience})
	if err != nil {
		c.t.Fatal(err)
	}
	return answer
}

// sending is the alternating bit protocol: site 1 sends a bit again and again until it is answered, and then another.
type sending struct {
	Bit, Busy bool
	Done      int
}

type (
	bit   struct{ B bool }
	heard struct{ B bool }
)

// alternating sends so many bits. That it sends one again may happen at any time.
func alternating(most int) *gmecheck.Model[sending] {
	p := gmecheck.New[sending]("alternating", 2)
	p.Event("again", gmecheck.Always, func(s *sending, c gmecheck.Ctx) bool { return c.Self == 1 && s.Done < most },
		func(s *sending, c gmecheck.Ctx) { c.Send(2, bit{s.Bit}) })
	gmecheck.On(p, func(s *sending, c gmecheck.Ctx, m bit) {
		if m.B == s.Bit {
			s.Bit = !s.Bit
			s.Done++
		}
		c.Send(1, heard(m))
	})
	gmecheck.On(p, func(s *sending, c gmecheck.Ctx, m heard) {
		if m.B == s.Bit {
			s.Bit = !s.Bit
			s.Done++
		}
	})
	return p
}

// TestUDP: datagrams that are lost and doubled, also on purpose.
func TestUDP(t *testing.T) {
	const most = 20
	sys := func(budget int) *system.System {
		return composed(t, alternating(most), gmecheck.Faults{Loss: 1, Duplicate: budget})
	}
	c := (&cluster{t: t, sys: sys(1), options: run.Options{
		Transport: run.UDP, Events: map[string]time.Duration{"again": 2 * time.Millisecond},
		Faults: run.Faults{Loss: 0.2, Duplicate: 0.2}, Seed: 1,
	}}).start()
	c.until(func(all []map[string]any) bool { return done(all, 1) == most })
	c.close()
	all := c.lines()
	if again, came := count(all, "again"), count(all, "deliver"); again <= most || came == 2*again {
		t.Errorf("%d times sent, and %d messages came: nothing was lost", again, came)
	}
	c.conforms(sys(count(all, "deliver")))
}

// done is the value of Done in the last event of a site.
func done(all []map[string]any, site float64) float64 {
	last := 0.0
	for _, x := range all {
		if x["process"] == site {
			last = x["fields"].(map[string]any)["Done"].(float64)
		}
	}
	return last
}

// until waits until something is true of the logs.
func (c *cluster) until(f func(all []map[string]any) bool) {
	c.t.Helper()
	for deadline := time.Now().Add(patience); !f(c.lines()); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatal("it does not come to that")
		}
	}
}

// beating is a site that keeps one count over crashes, and another one not.
type beating struct{ Done, Memory int }

// beats is a model in which site 1 sends numbers, and crashes make sites forget.
func beats(most int) *gmecheck.Model[beating] {
	p := gmecheck.New[beating]("beats", 2)
	p.Event("send", gmecheck.Always, func(s *beating, c gmecheck.Ctx) bool { return c.Self == 1 && s.Done < most },
		func(s *beating, c gmecheck.Ctx) { s.Done++; s.Memory++; c.Send(2, number{s.Done}) })
	gmecheck.On(p, func(s *beating, _ gmecheck.Ctx, m number) { s.Done = max(s.Done, m.N); s.Memory++ })
	p.OnCrash(func(s *beating, _ gmecheck.Ctx) { s.Memory = 0 })
	p.OnRecover(func(s *beating, _ gmecheck.Ctx) { s.Memory = -1 })
	return p
}

// TestCrash: a crash, injected or by a restart, leaves what the model says, and messages to a site that is down are dropped.
func TestCrash(t *testing.T) {
	const most = 100
	c := (&cluster{
		t: t, sys: composed(t, beats(most), gmecheck.Faults{Crash: 1}), dirs: true,
		options: run.Options{
			Events: map[string]time.Duration{"send": time.Millisecond},
			Faults: run.Faults{Crash: 30 * time.Millisecond, Recovery: 10 * time.Millisecond}, Seed: 1,
		},
	}).start()
	for k := range 4 {
		c.until(func(all []map[string]any) bool { return done(all, 1) > float64(most*(k+1)/5) })
		i := model.Site(k%2 + 1)
		c.nodes[i-1].Close()
		if err := c.again(i); err != nil {
			t.Fatal(err)
		}
	}
	c.until(func(all []map[string]any) bool { return done(all, 1) == most })
	c.close()
	all := c.lines()
	crashes := count(all, "crash")
	if crashes < 6 || count(all, "drop") == 0 {
		t.Errorf("%d crashes, %d messages were dropped", crashes, count(all, "drop"))
	}
	c.conforms(composed(t, beats(most), gmecheck.Faults{Crash: crashes}))
}

// TestDelay: messages that overtake each other, and restarts, are a run of the model.
func TestDelay(t *testing.T) {
	c := (&cluster{t: t, sys: composed(t, lending(3)), dirs: true, options: run.Options{
		Marks: marks, Faults: run.Faults{Most: 2 * time.Millisecond}, Seed: 1,
	}}).start()
	c.use(10, c.same(), nil)
	c.close()
	c.conforms(c.sys)
}

// throwing is a site that has thrown so many dice.
type throwing struct{ Thrown, High int }

// TestChoices: what handlers chose is in the log, so that what only messages show need not be guessed.
func TestChoices(t *testing.T) {
	const most = 40
	p := gmecheck.New[throwing]("throwing", 2)
	p.Event("throw", gmecheck.Always, func(s *throwing, c gmecheck.Ctx) bool { return c.Self == 1 && s.Thrown < most }, func(s *throwing, c gmecheck.Ctx) {
		s.Thrown++
		c.Send(2, number{c.Choose("die", 1, 6) / 4})
	})
	gmecheck.On(p, func(s *throwing, _ gmecheck.Ctx, m number) { s.Thrown++; s.High += m.N })
	c := (&cluster{t: t, sys: composed(t, p), options: run.Options{
		Events: map[string]time.Duration{"throw": time.Millisecond / 10}, Faults: run.Faults{Most: 50 * time.Millisecond}, Seed: 1,
	}}).start()
	c.until(func(all []map[string]any) bool { return count(all, "deliver") == most })
	c.close()
	for _, x := range c.lines() {
		if choices, _ := x["choices"].([]any); (len(choices) == 1) != (x["name"] == "throw") {
			t.Errorf("%v: its choices are %v", x, choices)
		}
	}
	c.conforms(c.sys)
	if answer := c.decided(c.sys); answer.States > 4*most {
		t.Errorf("%d states were looked at for %d events", answer.States, answer.Events)
	}
}

// TestPatient: a patient event is a timer, and the node ends if nobody says how long it is.
func TestPatient(t *testing.T) {
	p := gmecheck.New[counting]("patient", 1)
	p.Event("beat", gmecheck.Always, func(s *counting, _ gmecheck.Ctx) bool { return s.Last < 3 }, func(s *counting, _ gmecheck.Ctx) { s.Last++ }).Patient()
	c := (&cluster{t: t, sys: composed(t, p)}).start()
	ends(t, c.nodes[0])
	if err := c.nodes[0].Err(); !contains(err, "Options.Timers does not say how long beat is") {
		t.Error(err)
	}
	c = (&cluster{t: t, sys: composed(t, p), options: run.Options{Timers: map[string]time.Duration{"beat": time.Millisecond}}}).start()
	c.until(func(all []map[string]any) bool { return count(all, "beat") == 3 })
	c.close()
	c.conforms(c.sys)
}
