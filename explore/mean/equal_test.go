package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// echoing is a process that enters as soon as it hears one of so many calls to itself, which are all equal.
type echoing struct{ calls int }

type echo struct{ wants, in bool }

func (echoing) Start(model.Site) echo                            { return echo{} }
func (echoing) MayRequest(_ model.Site, v echo) bool             { return !v.wants && !v.in }
func (echoing) InCS(_ model.Site, v echo) bool                   { return v.in }
func (echoing) Exit(_ model.Site, v *echo, _ *model.Outbox[int]) { v.in = false }
func (echoing) Look(_ model.Site, v echo, _ []int) model.View {
	return model.View{Waits: v.wants, InCS: v.in}
}

func (p echoing) Request(i model.Site, v *echo, _ model.Demand, out *model.Outbox[int]) {
	v.wants = true
	for range p.calls {
		out.Send(i, 1)
	}
}

func (echoing) Receive(_ model.Site, v *echo, _ int, out *model.Outbox[int]) {
	if v.wants {
		v.wants, v.in = false, true
		out.Enter()
	}
}

// TestEqualMessages: each of several equal messages has a clock of its own where they may overtake each other, and the first comes so much earlier; where
// they keep their order it has to be the first of them.
func TestEqualMessages(t *testing.T) {
	for calls := 1; calls <= 3; calls++ {
		for network, want := range map[model.Network]float64{model.Bag: 2 / float64(calls), model.FIFO: 2} {
			c := model.Config{Processes: 1, Requests: []int{1}, Network: network}
			r, err := mean.Of(t.Context(), system.Compose[echo, int](echoing{calls}, c), mean.Options{Clocks: mean.Clocks{Latency: 2, CS: 1, Think: 1}})
			if err != nil || r.Limit != "" {
				t.Fatal(r, err)
			}
			for _, m := range r.Measures {
				if m.Name == measures.WaitingTime && math.Abs(m.Value-want) > 1e-9 {
					t.Errorf("%d calls, %s: it waits %v, want %v", calls, network, m.Value, want)
				}
			}
		}
	}
}
