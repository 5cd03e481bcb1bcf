package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// averages are those of a system, by name.
func averages(t *testing.T, sys *system.System, clocks mean.Clocks) (*mean.Result, map[string]float64) {
	t.Helper()
	r, err := mean.Of(t.Context(), sys, mean.Options{Clocks: clocks, MaxStates: 5000})
	if err != nil || r.Limit != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	all := map[string]float64{}
	for _, m := range r.Measures {
		all[m.Name] = m.Value
	}
	return r, all
}

// passing is two processes: the first is inside at the beginning, the second waits for what the first sends when it leaves, so many times.
type passing struct{ sends int }

type passer struct{ waits, in bool }

func (passing) Start(i model.Site) passer                                     { return passer{i == 2, i == 1} }
func (passing) MayRequest(model.Site, passer) bool                            { return false }
func (passing) InCS(_ model.Site, v passer) bool                              { return v.in }
func (passing) Request(model.Site, *passer, model.Demand, *model.Outbox[int]) {}
func (passing) Look(_ model.Site, v passer, _ []int) model.View {
	return model.View{Waits: v.waits, InCS: v.in}
}
func (p passing) Exit(i model.Site, v *passer, out *model.Outbox[int]) {
	if v.in = false; i == 1 {
		for k := range p.sends {
			out.Send(2, k)
		}
	}
}
func (passing) Receive(_ model.Site, v *passer, _ int, out *model.Outbox[int]) {
	if v.waits {
		v.waits, v.in = false, true
		out.Enter()
	}
}

// TestDelayIfFollowed: of exits that no entry follows no delay is counted. A message takes 1, and is lost after 1: the earlier comes after a half.
func TestDelayIfFollowed(t *testing.T) {
	sys := system.Compose[passer, int](passing{1}, model.Config{Processes: 2, Requests: []int{1, 1}, Loss: 1})
	r, all := averages(t, sys, mean.Clocks{Latency: 1, CS: 1, Think: 1, Loss: 1})
	if got := all[measures.SyncDelay]; math.Abs(got-0.5) > 1e-9 || math.Abs(r.Stuck-0.5) > 1e-9 {
		t.Errorf("the delay is %v, want 0.5; somebody waits for ever with probability %v", got, r.Stuck)
	}
}

// TestFaulty: a loss, a duplicate and a crash are faults. Each competes with what else there is: the message, which takes 1, and the stay, which takes 1.
func TestFaulty(t *testing.T) {
	clocks := mean.Clocks{Latency: 1, CS: 1, Think: 1, Loss: 1, Duplicate: 1, Crash: 0.5}
	for name, x := range map[string]struct {
		c    model.Config
		want float64
	}{
		"none": {model.Config{}, 0}, "loss": {model.Config{Loss: 1}, 1. / 2}, "duplicate": {model.Config{Duplicate: 1}, 1. / 2}, "crash": {model.Config{Crash: 1, Final: true}, 1},
	} {
		x.c.Processes, x.c.Requests = 2, []int{1, 1}
		if r, _ := averages(t, system.Compose[passer, int](passing{1}, x.c), clocks); math.Abs(r.Fault-x.want) > 1e-9 {
			t.Errorf("%s: a fault comes with probability %v, want %v", name, r.Fault, x.want)
		}
	}
}

// TestDropped: of two messages to a site that is down the second is dropped with the first if it has come by then: under fifo both take as long as the longer of two
// messages. The site is down at once, nearly.
func TestDropped(t *testing.T) {
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		c := model.Config{Processes: 2, Requests: []int{1, 1}, Crash: 1, Final: true, Crashing: model.SetOf[model.Site](2), Network: network}
		r, _ := averages(t, system.Compose[passer, int](passing{2}, c), mean.Clocks{Latency: 2, CS: 1, Think: 1, Crash: 1e7})
		if math.Abs(r.Duration-(1+1.5*2)) > 1e-5 {
			t.Errorf("%s: all is dropped after %v, want 4", network, r.Duration)
		}
	}
}

// TestFairAsking: only processes that may ask count in the index of fairness.
func TestFairAsking(t *testing.T) {
	for want, requests := range map[float64][]int{1: {model.Unlimited, 0, 0}, 2. / 3: {model.Unlimited, 0, 0, model.Unlimited, 1}} {
		c := model.Config{Processes: len(requests), Requests: requests}
		sys := system.Compose[freed, int](free{}, c)
		if _, all := averages(t, sys, mean.Clocks{Latency: 1, CS: 1, Think: 1, Internal: 1, Events: map[string]float64{"": 1}}); math.Abs(all[measures.Fairness]-want) > 1e-9 {
			t.Errorf("requests %v: fairness is %v, want %v", requests, all[measures.Fairness], want)
		}
	}
}

// TestForgottenByCrash: a site that crashes for ever does not wait and is not inside any more if the crash changes what it knows; if not it does both for ever, as it
// did when it crashed. The other one thinks for 4, waits for 3 and stays for 2.
func TestForgottenByCrash(t *testing.T) {
	for _, forgets := range []bool{false, true} {
		p := alone(2)
		if forgets {
			p.OnCrash(func(s *client, _ gmecheck.Ctx) { s.Wants, s.In = false, false })
		}
		sys, err := p.System(gmecheck.Faults{Crash: 1, Final: true})
		if err != nil {
			t.Fatal(err)
		}
		r, all := averages(t, sys, mean.Clocks{
			Latency: 1, CS: 2, Think: 4, Crash: 0.1, Events: map[string]float64{"enter": 3}, Marks: measures.Marks{Request: "request", Entry: "enter", Exit: "exit"},
		})
		inside, waiting := all[measures.Concurrency]-2./9, all[measures.Queue]-3./9
		if gone := math.Abs(inside) < 1e-9 && math.Abs(waiting) < 1e-9 && r.Stuck < 1e-9; gone != forgets || !forgets && (inside < 0.01 || math.Abs(waiting-r.Stuck) > 1e-9) {
			t.Errorf("forgets: %v; of who has crashed %v are inside, and %v wait; somebody waits for ever with probability %v", forgets, inside, waiting, r.Stuck)
		}
	}
}
