package run_test

import (
	"flag"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

var seed = flag.Uint64("seed", 1, "draws what is lost, in tests of timers")

// drsgme is the algorithm with the budgets of faults that a log needs.
func drsgme(t *testing.T, loss, duplicate, crash, early int) *system.System {
	t.Helper()
	a, err := algorithms.All().Find("drs-gme")
	if err != nil {
		t.Fatal(err)
	}
	return a.New(a.With(model.Repaired, func(c *model.Config) {
		c.Loss, c.Duplicate, c.Crash, c.Early = loss, duplicate, crash, early
		c.Requests = []int{model.Unlimited, model.Unlimited, model.Unlimited}
	}))
}

// TestTimers: messages of an algorithm of the literature are lost, and its sites crash; its timers expire, the run goes on, and it is one
// of the model.
func TestTimers(t *testing.T) {
	for name, x := range map[string]struct {
		transport run.Transport
		crash     int
	}{"tcp": {run.TCP, 0}, "udp": {run.UDP, 0}, "crashes": {run.TCP, 1}} {
		t.Run(name, func(t *testing.T) {
			c := &cluster{t: t, sys: drsgme(t, 1, 1, x.crash, 1), dirs: x.crash > 0, options: run.Options{
				Transport: x.transport, Timers: map[string]time.Duration{"T1": 150 * time.Millisecond, "T2": 100 * time.Millisecond},
				Faults: run.Faults{Loss: 0.15, Most: 2 * time.Millisecond}, Seed: *seed,
			}}
			if x.crash > 0 {
				c.options.Faults.Crash, c.options.Faults.Recovery = 200*time.Millisecond, 10*time.Millisecond
			}
			c.start()
			all := c.lines()
			for round := 0; round < 20 && (count(all, "timeout") == 0 || x.crash > 0 && count(all, "crash") == 0); round++ {
				c.use(5, c.same(), []model.Group{1, 2})
				all = c.lines()
			}
			c.close()
			all = c.lines()
			expired, crashed := count(all, "timeout"), count(all, "crash")
			t.Logf("%d events, %d expiries, %d crashes", len(all), expired, crashed)
			if expired == 0 {
				t.Error("no timer has expired")
			}
			c.conforms(drsgme(t, len(all), 1, crashed, expired)) // nothing doubles messages here, and there can be only so many combinations of budgets
		})
	}
}
