package mean

import (
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// TestRates: every kind of event has the clock that is its own.
func TestRates(t *testing.T) {
	c := Clocks{
		Latency: 1, CS: 1. / 2, Think: 1. / 3, Internal: 1. / 4, Timer: 1. / 5, Recovery: 1. / 6, Loss: 7, Duplicate: 8, Crash: 9,
		Events: map[string]float64{"own": 1. / 10, "both": 1. / 11, "both(2)": 1. / 12, "now": 0}, Marks: measures.Marks{Request: "ask", Entry: "enter", Exit: "leave"},
	}
	inner := func(name string) model.Event { return model.Event{Kind: model.InternalEvent, Name: name} }
	for _, x := range []struct {
		e    model.Event
		rate float64 // 0: at once
	}{
		{model.Event{Kind: model.DeliverEvent}, 1}, {model.Event{Kind: model.DropEvent}, 1}, {model.Event{Kind: model.ExitEvent}, 2}, {model.Event{Kind: model.RequestEvent}, 3},
		{inner("other"), 4}, {model.Event{Kind: model.TimeoutEvent, Name: "own"}, 5}, {model.Event{Kind: model.RecoverEvent}, 6},
		{model.Event{Kind: model.LoseEvent}, 7}, {model.Event{Kind: model.DuplicateEvent}, 8}, {model.Event{Kind: model.CrashEvent}, 9},
		{inner("own(1)"), 10}, {inner("both"), 11}, {inner("both(1)"), 11}, {inner("both(2)"), 12}, {inner("now"), 0},
		{inner("ask"), 3}, {inner("ask(1)"), 3}, {inner("enter"), 4}, {inner("leave"), 2}, {inner("leave(2)"), 2},
		{model.Event{Kind: model.InternalEvent, Name: "may", Optional: true}, 3}, {model.Event{Kind: model.InternalEvent, Name: "out", Exit: true, Optional: true}, 2},
		{model.Event{Kind: model.InternalEvent, Name: "own", Exit: true, Optional: true}, 10},
	} {
		if rate, timed := c.rate(&x.e); timed != (x.rate > 0) || timed && !near(rate, x.rate) {
			t.Errorf("%s %q: %v, timed: %v; want %v", x.e.Kind, x.e.Name, rate, timed, x.rate)
		}
	}
}

// lasting is requests of which some take twice as long as others.
type lasting struct{ bounded }

func (lasting) Demands(model.Site, model.Groups) []model.Demand {
	return []model.Demand{{Duration: 1, Text: []string{"1"}}, {Duration: 2, Text: []string{"2"}}}
}

// bounded is a protocol in which nothing happens.
type bounded struct{}

func (bounded) Start(model.Site) int                                       { return 0 }
func (bounded) MayRequest(model.Site, int) bool                            { return false }
func (bounded) InCS(model.Site, int) bool                                  { return false }
func (bounded) Request(model.Site, *int, model.Demand, *model.Outbox[int]) {}
func (bounded) Exit(model.Site, *int, *model.Outbox[int])                  {}
func (bounded) Receive(model.Site, *int, int, *model.Outbox[int])          {}
func (bounded) Look(model.Site, int, []int) model.View                     { return model.View{} }

// walled is one that is searched within a boundary.
type walled struct{ bounded }

func (walled) Within([]*model.View) bool { return true }

// TestRefuses: what has no exponential times, or no clock that it needs, is refused; and no clock is asked for that nothing needs.
func TestRefuses(t *testing.T) {
	clocks := Clocks{Latency: 1, CS: 1, Think: 1}
	with := func(change func(c *Clocks)) Clocks { c := clocks; change(&c); return c }
	times := &model.Times{Delay: model.Interval{Lo: 1, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}
	compose := func(p model.Protocol[int, int], change func(c *model.Config)) *system.System {
		c := model.Config{Processes: 1, Requests: []int{1}}
		change(&c)
		return system.Compose[int, int](p, c)
	}
	none := func(*model.Config) {}
	for name, x := range map[string]struct {
		sys  *system.System
		o    Options
		want string // empty: it is not refused
	}{
		"nothing":           {compose(bounded{}, none), Options{Clocks: clocks}, ""},
		"ticks":             {compose(bounded{}, func(c *model.Config) { c.Times = times }), Options{Clocks: clocks}, "bounds of ticks"},
		"a boundary":        {compose(walled{}, none), Options{Clocks: clocks}, "boundary"},
		"durations":         {compose(lasting{}, none), Options{Clocks: clocks}, "several durations"},
		"symmetry":          {compose(bounded{}, none), Options{Clocks: clocks, Judge: invariants.Panel{}, Symmetry: true}, "may tell processes apart"},
		"a loss":            {compose(bounded{}, func(c *model.Config) { c.Loss = 1 }), Options{Clocks: clocks}, "Loss is 0"},
		"a duplicate":       {compose(bounded{}, func(c *model.Config) { c.Duplicate = 1 }), Options{Clocks: clocks}, "Duplicate is 0"},
		"a crash":           {compose(bounded{}, func(c *model.Config) { c.Crash = 1 }), Options{Clocks: with(func(c *Clocks) { c.Recovery = 1 })}, "Crash is 0"},
		"no recovery":       {compose(bounded{}, func(c *model.Config) { c.Crash = 1 }), Options{Clocks: with(func(c *Clocks) { c.Crash = 1 })}, "Recovery is 0"},
		"nobody recovers":   {compose(bounded{}, func(c *model.Config) { c.Crash, c.Final = 1, true }), Options{Clocks: with(func(c *Clocks) { c.Crash = 1 })}, ""},
		"no latency":        {compose(bounded{}, none), Options{Clocks: with(func(c *Clocks) { c.Latency = 0 })}, "Latency is 0"},
		"no number":         {compose(bounded{}, none), Options{Clocks: with(func(c *Clocks) { c.Think = math.NaN() })}, "Think is NaN"},
		"a time of its own": {compose(bounded{}, none), Options{Clocks: with(func(c *Clocks) { c.Events = map[string]float64{"own": -1} })}, "the time of own"},
	} {
		if _, err := Of(t.Context(), x.sys, x.o); x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
}

// TestOnForms: a chain is of canonical forms where messages may overtake each other and nothing is judged, and where it would have no end without them.
func TestOnForms(t *testing.T) {
	for line, want := range map[string]bool{
		"suzuki-kasami -n 2 -r inf": true, "suzuki-kasami -n 2 -r inf --net fifo": false, "suzuki-kasami -n 2": false, "suzuki-kasami -n 2 -r inf --loss 1": false, "raymond -n 2 -r inf": false,
	} {
		sys, panel := composed(t, line)
		if got := onForms(sys, Options{}); got != want {
			t.Errorf("%s: of forms: %v", line, got)
		}
		if onForms(sys, Options{Judge: panel}) {
			t.Errorf("%s: what is judged is a form", line)
		}
	}
}

// TestForeignParts: there are times of parts only if all that is waited for is served for what it asks for.
func TestForeignParts(t *testing.T) {
	of := func(g model.Group) asked { return asked{groups: model.SetOf(g)} }
	for waits, want := range map[model.Group]map[string]float64{2: {"times(g1)": 0, "times(g2)": 6}, 3: {}} {
		x, got := counted{entriesOf: map[asked]float64{of(1): 1, of(2): 0.5}}, map[string]float64{}
		x.parts("times", func(name string, value float64) { got[name] = value }, map[asked]float64{of(waits): 3})
		if !maps.Equal(got, want) {
			t.Errorf("who waits for group %d: %v, want %v", waits, got, want)
		}
	}
}
