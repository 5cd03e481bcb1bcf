package mean_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// free is processes that wait for an internal event alone, and enter whoever else is inside.
type free struct{}

type freed struct{ waits, in bool }

func (free) Start(model.Site) freed                              { return freed{} }
func (free) MayRequest(_ model.Site, v freed) bool               { return !v.waits && !v.in }
func (free) InCS(_ model.Site, v freed) bool                     { return v.in }
func (free) Exit(_ model.Site, v *freed, _ *model.Outbox[int])   { v.in = false }
func (free) Receive(model.Site, *freed, int, *model.Outbox[int]) {}
func (free) Look(_ model.Site, v freed, _ []int) model.View {
	return model.View{Waits: v.waits, InCS: v.in}
}
func (free) Request(_ model.Site, v *freed, _ model.Demand, _ *model.Outbox[int]) { v.waits = true }
func (free) Internals(i model.Site, v freed) []model.Inner {
	if v.waits {
		return []model.Inner{{Name: map[model.Site]string{1: "go(1)", 2: "go(2)", 3: "go(3)"}[i]}}
	}
	return nil
}
func (free) Do(_ model.Site, v *freed, _ string, out *model.Outbox[int]) {
	v.waits, v.in = false, true
	out.Enter()
}

// TestTogether: a delay of synchronization begins with the exit of the last one inside, and not while others still are. Of three that ask once, who thinks,
// waits and stays for a time of 1 each, that follows from the 27 and more states, summed up here by hand; an event's own time is that of its whole name first.
func TestTogether(t *testing.T) {
	c := model.Config{Processes: 3, Requests: []int{1, 1, 1}}
	r, err := mean.Of(t.Context(), system.Compose[freed, int](free{}, c), mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 1, Think: 1, Internal: 1}})
	if err != nil || r.Limit != "" {
		t.Fatal(r, err)
	}
	want := together()
	for _, m := range r.Measures {
		if m.Name == measures.SyncDelay && math.Abs(m.Value-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", m.Name, m.Value, want)
		}
	}
	one := model.Config{Processes: 1, Requests: []int{1}}
	r, err = mean.Of(t.Context(), system.Compose[freed, int](free{}, one), mean.Options{Clocks: mean.Clocks{
		Latency: 1, CS: 1, Think: 1, Internal: 1, Events: map[string]float64{"go": 5, "go(1)": 3},
	}})
	if err != nil || r.Limit != "" {
		t.Fatal(r, err)
	}
	for _, m := range r.Measures {
		if m.Name == measures.WaitingTime && math.Abs(m.Value-3) > 1e-9 {
			t.Errorf("%s is %v, want 3", m.Name, m.Value)
		}
	}
}

// together is the delay: all clocks have the rate 1. Of a state count those who think, wait and are inside.
func together() float64 {
	type state struct{ think, wait, in int }
	var next func(s state) float64 // the mean time to the next entry; somebody waits
	next = func(s state) float64 {
		all := float64(s.think + s.wait + s.in)
		time := 1 / all
		if s.think > 0 {
			time += float64(s.think) / all * next(state{s.think - 1, s.wait + 1, s.in})
		}
		if s.in > 0 {
			time += float64(s.in) / all * next(state{s.think, s.wait, s.in - 1})
		}
		return time
	}
	delay, exits := 0.0, 0.0
	var visit func(s state, p float64)
	visit = func(s state, p float64) {
		all := float64(s.think + s.wait + s.in)
		if s.think > 0 {
			visit(state{s.think - 1, s.wait + 1, s.in}, p*float64(s.think)/all)
		}
		if s.wait > 0 {
			visit(state{s.think, s.wait - 1, s.in + 1}, p*float64(s.wait)/all)
		}
		if s.in > 0 {
			to, q := state{s.think, s.wait, s.in - 1}, p*float64(s.in)/all
			if to.in == 0 && to.wait > 0 {
				delay, exits = delay+q*next(to), exits+q
			}
			visit(to, q)
		}
	}
	visit(state{think: 3}, 1)
	return delay / exits
}
