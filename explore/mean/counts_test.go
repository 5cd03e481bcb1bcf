package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// polling is processes that go in by one of two events, and look at their watch while they wait, which changes nothing.
type polling struct{}

type poll struct {
	waits, in bool
	priority  int
}

func (polling) Start(model.Site) poll                              { return poll{} }
func (polling) MayRequest(_ model.Site, v poll) bool               { return !v.waits && !v.in }
func (polling) InCS(_ model.Site, v poll) bool                     { return v.in }
func (polling) Exit(_ model.Site, v *poll, _ *model.Outbox[int])   { *v = poll{} }
func (polling) Receive(model.Site, *poll, int, *model.Outbox[int]) {}
func (polling) Look(_ model.Site, v poll, _ []int) model.View {
	return model.View{Waits: v.waits, InCS: v.in, Priority: v.priority}
}
func (polling) Request(_ model.Site, v *poll, _ model.Demand, out *model.Outbox[int]) {
	v.waits, v.priority = true, out.Choose("priority", 1, 2)
}
func (polling) Internals(_ model.Site, v poll) []model.Inner {
	if v.waits {
		return []model.Inner{{Name: "one", Optional: true}, {Name: "other", Optional: true}} // timers do not wait for these
	}
	return nil
}
func (polling) Do(_ model.Site, v *poll, _ string, out *model.Outbox[int]) {
	v.waits, v.in = false, true
	out.Enter()
}
func (polling) Timers(_ model.Site, v poll) []string {
	if v.waits {
		return []string{"watch"}
	}
	return nil
}
func (polling) Expire(model.Site, *poll, string, *model.Outbox[int]) {}

// polled are the averages of it.
func polled(t *testing.T, c model.Config, o mean.Options) (*mean.Result, map[string]float64) {
	t.Helper()
	c.Timeouts = model.Patient
	o.Latency, o.CS, o.Think, o.Timer, o.Crash = 1, 6, 1, 1, 0.1
	o.Events = map[string]float64{"one": 4, "other": 4}
	r, err := mean.Of(t.Context(), system.Compose[poll, int](polling{}, c), o)
	if err != nil || r.Limit != "" {
		t.Fatal(r, err)
	}
	all := map[string]float64{}
	for _, m := range r.Measures {
		all[m.Name] = m.Value
	}
	return r, all
}

// TestCounts: what changes nothing is counted, but not in vain while a site is down; and the times of each priority are those of its own entries.
func TestCounts(t *testing.T) {
	_, all := polled(t, model.Config{Processes: 1, Requests: []int{model.Unlimited}}, mean.Options{})
	if got := all[measures.FalseTimeouts]; math.Abs(got-2) > 1e-9 {
		t.Errorf("%v timeouts in vain, want 2", got)
	}
	r, all := polled(t, model.Config{Processes: 2, Requests: []int{model.Unlimited, model.Unlimited}, Crash: 1, Final: true}, mean.Options{})
	if got, is := all[measures.FalseTimeouts]; is || !r.Endless {
		t.Errorf("%v timeouts in vain, and one site is down for ever", got)
	}
	_, all = polled(t, model.Config{Processes: 1, Requests: []int{model.Unlimited}}, mean.Options{})
	for name, want := range map[string]float64{"priority-1": 8, "priority-2": 8} {
		if got, is := all[measures.Part(measures.ResponseTime, name)]; !is || math.Abs(got-want) > 1e-9 {
			t.Errorf("response time of %s: %v, want %v: %v", name, got, want, all)
		}
	}
}

// judging violates one property where somebody is inside, one by the event "one", and one at the end.
type judging struct{}

func (judging) State(views []*model.View) (spoke, violated uint64) {
	for _, v := range views {
		if v.InCS {
			violated = 1
		}
	}
	return 1, violated
}

func (judging) Step(_ []*model.View, e *model.Event, _ []*model.View) (spoke, violated uint64) {
	if e.Name == "one" {
		violated = 2
	}
	return 2, violated
}

func (judging) End([]*model.View) (spoke, violated uint64) { return 4, 4 }
func (judging) Hears(*model.Event) bool                    { return true }

// TestViolated: how likely runs are that violate a property, which they may do several times; of two steps that lead to the same state one may.
func TestViolated(t *testing.T) {
	for requests := 1; requests <= 3; requests++ {
		r, _ := polled(t, model.Config{Processes: 1, Requests: []int{requests}}, mean.Options{Judge: judging{}, Properties: 3})
		for k, want := range []float64{1, 1 - math.Pow(0.5, float64(requests)), 1} {
			if math.Abs(r.Violated[k]-want) > 1e-9 {
				t.Errorf("%d requests: property %d is violated with probability %v, want %v", requests, k, r.Violated[k], want)
			}
		}
	}
}
