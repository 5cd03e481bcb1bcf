package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// delayed is a process that enters when a timer expires, which it sets when it asks, and again at every second expiry.
type delayed struct{}

type waiting struct{ wants, again, in bool }

func (delayed) Start(model.Site) waiting                              { return waiting{} }
func (delayed) MayRequest(_ model.Site, v waiting) bool               { return !v.wants && !v.in }
func (delayed) InCS(_ model.Site, v waiting) bool                     { return v.in }
func (delayed) Exit(_ model.Site, v *waiting, _ *model.Outbox[int])   { v.in = false }
func (delayed) Receive(model.Site, *waiting, int, *model.Outbox[int]) {}
func (delayed) Look(_ model.Site, v waiting, _ []int) model.View {
	return model.View{Waits: v.wants, InCS: v.in}
}
func (delayed) Request(_ model.Site, v *waiting, _ model.Demand, _ *model.Outbox[int]) {
	v.wants, v.again = true, true
}

func (delayed) Timers(_ model.Site, v waiting) (all []string) {
	if v.wants {
		all = []string{map[bool]string{true: "first", false: "second"}[v.again]}
	}
	return all
}

func (delayed) Expire(_ model.Site, v *waiting, _ string, out *model.Outbox[int]) {
	if v.again {
		v.again = false
		return
	}
	v.wants, v.in = false, true
	out.Enter()
}

// TestFalseTimeouts: where nothing is lost every expiry is in vain, two of each entry; computed and simulated.
func TestFalseTimeouts(t *testing.T) {
	c := model.Config{Algorithm: "delayed", Variant: model.Published, Processes: 1, Requests: []int{model.Unlimited}, Network: model.Bag, Timeouts: model.Patient}
	exact, err := mean.Of(t.Context(), system.Compose[waiting, int](delayed{}, c), mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 1, Think: 5, Timer: 2}})
	if err != nil || exact.Limit != "" {
		t.Fatal(exact, err)
	}
	found, err := load.Run(t.Context(), system.Compose[waiting, int](delayed{}, c), load.Options{
		Seed: 1, Runs: 10, Entries: 2000, Times: measures.Times{Latency: measures.Must("exp:1"), CS: measures.Must("exp:1"), Think: measures.Must("exp:5")},
		Timers: map[string]measures.Distribution{"first": measures.Must("exp:2"), "second": measures.Must("exp:2")},
	})
	if err != nil || found.Runs == 0 {
		t.Fatal(found, err)
	}
	for name, want := range map[string]float64{measures.FalseTimeouts: 2, measures.WaitingTime: 4, measures.Throughput: 1. / 10} {
		e, _ := found.Estimate(name)
		if math.Abs(e.Mean-want) > 2.5*e.Half+1e-9 {
			t.Errorf("%s is simulated as %v ± %v, want %v", name, e.Mean, e.Half, want)
		}
		at := -1
		for k, m := range exact.Measures {
			if m.Name == name {
				at = k
			}
		}
		if at < 0 || math.Abs(exact.Measures[at].Value-want) > 1e-9 {
			t.Errorf("%s is not %v: %+v", name, want, exact.Measures)
		}
	}
}
