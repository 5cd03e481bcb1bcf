package invariants

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

func (h *history) tick() *history { return h.then(model.Event{Kind: model.TickEvent, Site: 1}, nil) }

func (h *history) fault(kind model.EventKind, i model.Site) *history {
	return h.then(model.Event{Kind: kind, Site: i}, nil)
}

// timers is a step of site i that starts and stops timers.
func (h *history) timers(i model.Site, starts, stops []string) *history {
	return h.then(model.Event{Kind: model.DeliverEvent, Site: i, Starts: starts, Stops: stops}, nil)
}

// TestTicks measures runs in ticks: what ends with the last step of each.
func TestTicks(t *testing.T) {
	one, other := []string{"T"}, []string{"U"}
	third := func(vs Views) bool { return vs[2].Waits }
	for _, test := range []struct {
		name  string
		gauge *Gauge
		run   *history
		want  string

		timers func(site int) []string
	}{
		{"from a request to its entry", waitingTime(2).Gauge,
			begin(2).tick().request(1, 0).tick().request(2, 0).tick().enter(1, 0), "[2]", nil},
		{"from the exit of the last one inside", delayInTime().Gauge,
			begin(3).enter(1, 1).enter(2, 1).request(3, 2).tick().exit(1).tick().exit(2).tick().tick().enter(3, 2), "[2]", nil},
		{"from no request, nor from an exit for which nobody waits", delayInTime().Gauge,
			begin(2).enter(1, 0).exit(1).tick().request(2, 0).tick().enter(2, 0), "[]", nil},
		{"at the load before the exit", loadedDelay(third).Gauge,
			begin(3).enter(1, 0).request(2, 0).request(3, 0).exit(1).tick().enter(2, 0), "[1]", nil},
		{"not at another load", loadedDelay(third).Gauge,
			begin(3).enter(1, 0).request(2, 0).exit(1).request(3, 0).tick().enter(2, 0), "[]", nil},
		{"from a loss and from a crash, not from a duplicate", recoveryTime().Gauge,
			begin(2).request(2, 0).fault(model.DuplicateEvent, 1).tick().fault(model.LoseEvent, 1).tick().fault(model.CrashEvent, 1).tick().enter(2, 0), "[2 1]", nil},
		{"from a fault for which nobody waits", recoveryTime().Gauge,
			begin(2).fault(model.LoseEvent, 1).request(2, 0).tick().enter(2, 0), "[]", nil},
		{"until a timer is set anew", largestClock(2, "T").Gauge,
			begin(2).timers(2, one, nil).tick().timers(1, one, nil).timers(2, other, other).tick().timers(2, one, nil), "[2]", nil},
		{"until a timer is stopped", largestClock(2, "T").Gauge,
			begin(2).timers(1, one, nil).tick().timers(1, one, nil).tick().tick().timers(1, nil, one), "[2]", nil},
		{"while its site is up", largestClock(2, "T").Gauge,
			begin(2).timers(2, one, nil).then(model.Event{Kind: model.CrashEvent, Site: 2}, &model.View{Down: true}).tick().
				then(model.Event{Kind: model.RecoverEvent, Site: 2}, out()).tick().timers(2, nil, one), "[1]", nil},
		{"from the beginning, where it runs", largestClock(2, "T").Gauge,
			begin(2).tick().tick().timers(2, one, nil), "[2]", func(site int) []string { return [][]string{other, {"U", "T"}}[site] }},
		{"and nowhere else", largestClock(2, "T").Gauge, begin(2).tick().timers(1, one, nil), "[]", func(site int) []string { return [][]string{other, one}[site] }},
	} {
		if got := fmt.Sprint(test.gauge.Recount(test.run.steps, test.gauge.Begun(test.timers), false)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestInTime: which properties of ticks there are depends on what has a bound, on the faults, and on whether the paper says at which load it
// measures its delay.
func TestInTime(t *testing.T) {
	bounded, unbounded := model.Interval{Lo: 1, Hi: 2}, model.Interval{Lo: 1, Hi: model.Unlimited}
	idle := func(Views) bool { return true }
	for _, test := range []struct {
		config model.Config
		delay  Property
		want   string
	}{
		{model.Config{}, SyncDelay(nil, "", nil), "[waiting-time sync-delay-time]"},
		{model.Config{}, SyncDelay(idle, "requests having arrived", nil), "[waiting-time sync-delay-time loaded-delay-time]"},
		{model.Config{}, SyncDelay(idle, "", nil).Named("delay", ""), "[waiting-time sync-delay-time]"},
		{model.Config{}, Property{Name: "sync-delay", Size: func(Views) int { return 0 }}, "[waiting-time sync-delay-time]"},
		{model.Config{Loss: 1}, Mutex, "[waiting-time sync-delay-time recovery-time]"},
		{model.Config{Crash: 1}, Mutex, "[waiting-time sync-delay-time recovery-time]"},
		{model.Config{Duplicate: 1}, Mutex, "[waiting-time sync-delay-time]"},
		{model.Config{Timeouts: model.ByClock}, Mutex, "[waiting-time sync-delay-time largest-clock-T no-vain-expiry]"},
		{model.Config{Timeouts: model.ByClock, Duplicate: 1}, Mutex, "[waiting-time sync-delay-time largest-clock-T]"},
		{model.Config{Timeouts: model.ByClock, Times: &model.Times{Delay: unbounded, CS: bounded}}, SyncDelay(idle, "", nil), "[no-vain-expiry]"},
		{model.Config{Timeouts: model.ByClock, Times: &model.Times{Delay: bounded, CS: unbounded}}, SyncDelay(idle, "", nil), "[no-vain-expiry]"},
	} {
		c := test.config
		if c.Processes = 2; c.Times == nil {
			c.Times = &model.Times{Delay: bounded, CS: bounded}
		}
		names := []string{}
		for _, p := range InTime(c, []Property{test.delay}, []string{"T"}) {
			names = append(names, p.Name)
		}
		if fmt.Sprint(names) != test.want {
			t.Errorf("%+v, %s: %v, not %s", c, test.delay.Name, names, test.want)
		}
	}
	if none := OfTimers(model.Config{Timeouts: model.ByClock}, []string{"T"}); len(none) > 0 {
		t.Errorf("without times there is %v", none[0].Name)
	}
	if none := OfTimers(model.Config{Timeouts: model.ByClock, Times: &model.Times{}}, nil); len(none) > 0 {
		t.Errorf("without timers there is %v", none[0].Name)
	}
}
