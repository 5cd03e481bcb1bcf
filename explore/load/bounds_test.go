package load_test

import (
	"math"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestBounds: what runs measure within bounds in ticks lies within what a search finds for the same bounds.
func TestBounds(t *testing.T) {
	reached := 0
	for _, test := range []struct {
		name  string
		n     int
		bound model.Times
	}{
		{"raymond", 2, model.Times{Delay: model.Interval{Lo: 1, Hi: 1}, CS: model.Interval{Lo: 1, Hi: 1}}},
		{"raymond", 3, model.Times{Delay: model.Interval{Lo: 1, Hi: 2}, CS: model.Interval{Lo: 1, Hi: 2}}},
		{"naimi-trehel", 2, model.Times{Delay: model.Interval{Lo: 0, Hi: 3}, CS: model.Interval{Lo: 2, Hi: 2}}},
		{"naimi-trehel", 3, model.Times{Delay: model.Interval{Lo: 1, Hi: 2}, CS: model.Interval{Lo: 1, Hi: 1}}},
	} {
		a := find(t, test.name)
		c := a.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Times = test.n, []int{model.Unlimited, model.Unlimited, model.Unlimited}[:test.n], &test.bound
		})
		found := map[string]*invariants.Value{}
		var panel invariants.Panel
		for _, p := range a.Properties(c) {
			if p.Name == "waiting-time" || p.Name == "sync-delay-time" {
				panel = append(panel, p)
			}
		}
		findings, _, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			found[f.Property.Name] = f.Value
		}
		waits, delay := found["waiting-time"], found["sync-delay-time"]
		o := load.Options{Times: measures.Times{Think: measures.Must("ticks:0,4")}, Seed: 1, Entries: 5000, Runs: 2}
		if err := o.Keep(&test.bound); err != nil {
			t.Fatal(err)
		}
		untimed := c.Clone()
		untimed.Times = nil
		res, err := load.Run(t.Context(), a.New(untimed), o)
		if err != nil {
			t.Fatal(err)
		}
		if most := float64(waits.Max); res.Longest > most || res.Longest < most/2 {
			t.Errorf("%s, %d sites: the longest wait is %v, and the search finds %v", test.name, test.n, res.Longest, most)
		} else if res.Longest == most {
			reached++
		}
		e, is := res.Estimate(measures.SyncDelay)
		if !is || math.IsNaN(e.Mean) || e.Mean < float64(delay.Min) || e.Mean > float64(delay.Max) {
			t.Errorf("%s, %d sites: the synchronisation delay is %v on average, and the search finds %v to %v", test.name, test.n, e.Mean, delay.Min, delay.Max)
		}
	}
	if reached < 2 {
		t.Errorf("only %d runs have a wait that is as long as the longest of the search", reached)
	}
	o := load.Options{}
	if err := o.Keep(&model.Times{Delay: model.Interval{Hi: model.Unlimited}}); err == nil {
		t.Error("a delay without a largest value is accepted")
	}
}

// TestTimersInTicks: timers expire after what the model says of the bounds, or never.
func TestTimersInTicks(t *testing.T) {
	a := find(t, "drs-gme")
	c := a.With(model.Repaired, func(c *model.Config) { c.Processes, c.Groups = 3, 2 })
	for _, test := range []struct {
		t1      int
		expires bool
	}{{model.Unlimited, false}, {1, true}} {
		o := load.Options{Times: measures.Times{Think: measures.Must("ticks:0,9")}, Seed: 1, Entries: 1000, Runs: 2}
		if err := o.Keep(&model.Times{
			Delay: model.Interval{Lo: 1, Hi: 2}, CS: model.Interval{Lo: 1, Hi: 1}, Timers: map[string]int{"T1": test.t1, "T2": model.Unlimited},
		}); err != nil {
			t.Fatal(err)
		}
		res, err := load.Run(t.Context(), a.New(c), o)
		if err != nil {
			t.Fatal(err)
		}
		if res.Expiries > 0 != test.expires {
			t.Errorf("T1 of %d ticks expires %d times", test.t1, res.Expiries)
		}
	}
}
