package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// choosy is echoing of which messages may have to wait: those that are not of the kind that it accepts.
type choosy struct {
	echoing
	accepts func(v echo) bool
}

func (c choosy) Request(i model.Site, v *echo, _ model.Demand, out *model.Outbox[int]) {
	v.wants = true
	for k := range c.calls {
		out.Send(i, k)
	}
}

func (c choosy) Accepts(_ model.Site, v echo, _ int) bool { return c.accepts(v) }

// TestSelective: where a site accepts every message, nothing waits for that, be it behind another one or on its way to a site that is down; where it accepts
// some later, there is no chain.
func TestSelective(t *testing.T) {
	clocks := mean.Clocks{Latency: 2, CS: 1, Think: 1, Crash: 1, Recovery: 1}
	for _, network := range []model.Network{model.Bag, model.FIFO} {
		for _, crash := range []int{0, 1} {
			c := model.Config{Processes: 1, Requests: []int{1}, Network: network, Crash: crash}
			want, err := mean.Of(t.Context(), system.Compose[echo, int](echoing{2}, c), mean.Options{Clocks: clocks})
			if err != nil {
				t.Fatal(err)
			}
			all, err := mean.Of(t.Context(), system.Compose[echo, int](choosy{echoing{2}, func(echo) bool { return true }}, c), mean.Options{Clocks: clocks})
			if err != nil {
				t.Errorf("%s, crashes %d: %v", network, crash, err)
				continue
			}
			for k, m := range want.Measures {
				if m.Name == measures.WaitingTime && math.Abs(m.Value-all.Measures[k].Value) > 1e-9 {
					t.Errorf("%s, crashes %d: it waits %v, want %v", network, crash, all.Measures[k].Value, m.Value)
				}
			}
			if r, err := mean.Of(t.Context(), system.Compose[echo, int](choosy{echoing{2}, func(v echo) bool { return !v.in }}, c), mean.Options{Clocks: clocks}); err == nil {
				t.Errorf("%s, crashes %d: what is not accepted inside: %+v", network, crash, r)
			}
		}
	}
}
