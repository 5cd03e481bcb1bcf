package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// loaded is a process that enters so many times as its variables say, and calls itself and the other site before each.
type loaded struct{ weights []float64 }

type load3 struct {
	calls int // before each entry
	in    bool
}

func (loaded) Start(model.Site) load3 { return load3{} }
func (p loaded) Starts() (all []model.Start[load3]) {
	for k, w := range p.weights {
		all = append(all, model.Start[load3]{Name: model.Text(k), Vars: []load3{{calls: k + 1}, {}}, Weight: w})
	}
	return all
}
func (loaded) MayRequest(_ model.Site, v load3) bool               { return !v.in }
func (loaded) InCS(_ model.Site, v load3) bool                     { return v.in }
func (loaded) Exit(_ model.Site, v *load3, _ *model.Outbox[int])   { v.in = false }
func (loaded) Receive(model.Site, *load3, int, *model.Outbox[int]) {}
func (loaded) Look(_ model.Site, v load3, _ []int) model.View      { return model.View{InCS: v.in} }
func (loaded) Request(i model.Site, v *load3, _ model.Demand, out *model.Outbox[int]) {
	for range v.calls {
		out.Send(3-i, 1)
		out.Send(i, 1) // which is no message
	}
	v.in = true
	out.Enter()
}

// TestBeginnings: runs begin in each initial state as often as its weight says.
func TestBeginnings(t *testing.T) {
	for _, x := range []struct {
		weights []float64
		want    float64
	}{{[]float64{1}, 1}, {[]float64{1, 1}, 1.5}, {[]float64{3, 1}, 1.25}, {[]float64{0, 3}, 1.75}, {[]float64{1, 1, 2}, 2.25}} {
		c := model.Config{Processes: 2, Requests: []int{1, 0}}
		r, err := mean.Of(t.Context(), system.Compose[load3, int](loaded{x.weights}, c), mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 1, Think: 1}})
		if err != nil || r.Limit != "" || r.Residual > 1e-9 {
			t.Fatal(r, err)
		}
		for _, m := range r.Measures {
			if m.Name == measures.MessagesPerEntry && math.Abs(m.Value-x.want) > 1e-9 {
				t.Errorf("weights %v: %v messages, want %v", x.weights, m.Value, x.want)
			}
		}
	}
}

// either is two processes of which the one that has a coin enters.
type either struct{}

type eitherOf struct{ has, in bool }

func (either) Start(model.Site) eitherOf { return eitherOf{} }
func (either) Starts() []model.Start[eitherOf] {
	return []model.Start[eitherOf]{{Name: "the first", Vars: []eitherOf{{has: true}, {}}}, {Name: "the second", Vars: []eitherOf{{}, {has: true}}}}
}
func (either) MayRequest(_ model.Site, v eitherOf) bool               { return v.has && !v.in }
func (either) InCS(_ model.Site, v eitherOf) bool                     { return v.in }
func (either) Exit(_ model.Site, v *eitherOf, _ *model.Outbox[int])   { v.in = false }
func (either) Receive(model.Site, *eitherOf, int, *model.Outbox[int]) {}
func (either) Look(_ model.Site, v eitherOf, _ []int) model.View      { return model.View{InCS: v.in} }
func (either) Request(_ model.Site, v *eitherOf, _ model.Demand, out *model.Outbox[int]) {
	v.in = true
	out.Enter()
}

// TestLumpedBeginnings: initial states that are lumped are as likely as both together.
func TestLumpedBeginnings(t *testing.T) {
	c := model.Config{Processes: 2, Requests: []int{2, 2}}
	r, err := mean.Of(t.Context(), system.Compose[eitherOf, int](either{}, c), mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 2, Think: 3}, Symmetry: true})
	if err != nil || r.Limit != "" || len(r.Group) < 2 {
		t.Fatal(r, err)
	}
	if r.Residual > 1e-9 || math.Abs(r.Duration-10) > 1e-9 {
		t.Errorf("two entries take %v, want 10; residual %v", r.Duration, r.Residual)
	}
}
