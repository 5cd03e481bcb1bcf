package run_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
	"github.com/gmecheck/gmecheck/run"
)

// TestBounds: a run whose messages and critical sections keep bounds is one of the model with these bounds, timers included, if each event
// stands between the ticks of a clock between which it has happened. With bounds that it does not keep it is none.
func TestBounds(t *testing.T) {
	for name, groups := range map[string][]model.Group{"suzuki-kasami": nil, "drs-gme": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			a, err := algorithms.All().Find(name)
			if err != nil {
				t.Fatal(err)
			}
			within := func(times *model.Times) *system.System {
				return a.New(a.With(model.Repaired, func(c *model.Config) {
					c.Requests, c.Times = []int{3, 3, 3}, times
					if times != nil && len(a.Timers) > 0 {
						c.Timeouts = model.ByClock
					}
				}))
			}
			bounds := &model.Times{Delay: model.Interval{Lo: 1, Hi: 2}, CS: model.Interval{Lo: 0, Hi: 1}}
			for tick := 20 * time.Millisecond; ; tick *= 2 { // on a busy machine messages take longer than the faults say
				c := (&cluster{t: t, sys: within(bounds), options: run.Options{Tick: tick, Faults: run.Faults{Least: tick, Most: tick * 3 / 2}, Seed: 1}}).start()
				c.use(3, c.same(), groups)
				c.close()
				steps, err := c.inTicks(within(nil), tick)
				if err == nil {
					_, err = counterexamples.Walk(within(bounds), &counterexamples.Trace{Steps: steps})
				}
				if err != nil && tick < time.Second {
					t.Logf("with ticks of %v: %v", tick, err)
					continue
				} else if err != nil {
					t.Fatalf("with ticks of %v: %v", tick, err)
				}
				late := *bounds
				late.Delay = model.Interval{Lo: 2, Hi: 3}
				for text, not := range map[string][]string{"messages come too early": steps, "no time passes": untimed(steps)} {
					of := within(&late)
					if text == "no time passes" {
						of = within(bounds)
					}
					if _, err := counterexamples.Walk(of, &counterexamples.Trace{Steps: not}); err == nil {
						t.Errorf("it is a run although %s", text)
					}
				}
				t.Logf("%d steps, %d of them ticks of %v", len(steps), len(steps)-len(untimed(steps)), tick)
				return
			}
		})
	}
}

// inTicks are the steps of the run that is in the logs, by their times, and the ticks of a clock between them. The error is that they have none:
// a timer has expired while a message was on its way.
func (c *cluster) inTicks(sys *system.System, tick time.Duration) (steps []string, err error) {
	c.t.Helper()
	answer := c.decided(sys)
	if !answer.Conforms || answer.Hidden > 0 {
		return nil, fmt.Errorf("%+v", answer)
	}
	slices.SortStableFunc(answer.Steps, func(a, b conform.Step) int { return a.Logged.Time.Compare(b.Logged.Time) })
	began, passed := answer.Steps[0].Logged.Time, time.Duration(0)
	for _, x := range answer.Steps {
		for ; x.Logged.Time.Sub(began) >= (passed+1)*tick; passed++ {
			steps = append(steps, model.TickEvent.String())
		}
		if x.Label != "" {
			steps = append(steps, x.Label)
		}
	}
	return steps, nil
}

// untimed are steps without the ticks.
func untimed(steps []string) []string {
	return slices.DeleteFunc(slices.Clone(steps), func(step string) bool { return step == model.TickEvent.String() })
}
