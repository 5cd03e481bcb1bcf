package run

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/model"
)

// TestTicks: timers are as long as those that are searched with the same times, in ticks of some duration.
func TestTicks(t *testing.T) {
	c := drsgme.Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Timeouts = 3, model.ByClock
		c.Times = &model.Times{Delay: model.Interval{Lo: 0, Hi: 2}, CS: model.Interval{Lo: 1, Hi: 1}}
	})
	node := func(timers map[string]int, o Options) *Node {
		c := c.Clone()
		c.Times.Timers = timers
		sys := drsgme.Algorithm.New(c)
		return &Node{sys: sys, sites: sys.Direct(rand.New(rand.NewPCG(1, 1))), o: o}
	}
	const tick = 10 * time.Millisecond
	for _, x := range []struct {
		timers map[string]int
		o      Options
		timer  string
		lasts  time.Duration
		never  bool
	}{
		{nil, Options{Tick: tick}, drsgme.T1, (4*2 + 2*1 + 1) * tick, false}, // T_req is (n+1) t_m + (n-1) t_c, and is exceeded a tick later
		{nil, Options{Tick: tick}, drsgme.T2, (2*2 + 1 + 1) * tick, false},   // T_fol is 2 t_m + t_c
		{map[string]int{drsgme.T2: 20}, Options{Tick: tick}, drsgme.T2, 21 * tick, false},
		{map[string]int{drsgme.T2: 20}, Options{Tick: tick, Timers: map[string]time.Duration{drsgme.T2: time.Second}}, drsgme.T2, time.Second, false},
		{map[string]int{drsgme.T1: model.Unlimited}, Options{Tick: tick}, drsgme.T1, 0, true},
	} {
		d, never, err := node(x.timers, x.o).lasts(x.timer)
		if err != nil || never != x.never || !never && d != x.lasts {
			t.Errorf("%s with %v lasts %v, never expires: %v; %v", x.timer, x.timers, d, never, err)
		}
	}
	if _, _, err := node(nil, Options{}).lasts(drsgme.T1); err == nil || !strings.Contains(err.Error(), "Options.Tick") {
		t.Errorf("without a tick: %v", err)
	}
}
