package load_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/mean"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// TestAgree: where both can answer, the exact averages lie in the intervals, which are widened so that the test does not fail
// by chance.
func TestAgree(t *testing.T) {
	for _, test := range []struct {
		name, variant string
		n, groups     int
		think         string
		network       model.Network
	}{
		{"naimi-trehel", model.Published, 3, 0, "exp:10", model.Bag},
		{"naimi-trehel", model.Published, 3, 0, "exp:0.5", model.FIFO},
		{"raymond", model.Published, 3, 0, "exp:3", model.Bag},
		{"raymond", model.Published, 3, 0, "exp:1", model.FIFO},
		{"dynamic-priority-ring", model.Published, 2, 2, "exp:3", model.Bag},
	} {
		a := find(t, test.name)
		c := a.With(test.variant, func(c *model.Config) {
			c.Processes, c.Requests = test.n, []int{model.Unlimited, model.Unlimited, model.Unlimited}[:test.n]
			c.Network = test.network
			if c.Groups = test.groups; test.groups > 0 {
				c.Workload = nil
			}
		})
		think := measures.Must(test.think)
		exact, err := mean.Of(context.Background(), a.New(c), mean.Options{Clocks: mean.Clocks{Latency: 1, CS: 1, Think: think.Mean(), Internal: 2}, MaxStates: 200_000})
		if err != nil || exact.Limit != "" || !exact.Endless {
			t.Fatalf("%v: no exact averages: %v %+v", c, err, exact)
		}
		res := run(t, a, c, load.Options{
			Times: measures.Times{Latency: measures.Must("exp:1"), CS: measures.Must("exp:1"), Think: think}, Step: measures.Must("exp:2"), Seed: 1, Entries: 4000, Runs: 10, Workers: 2,
		})
		compared := 0
		for _, m := range exact.Measures {
			e, is := res.Estimate(m.Name)
			switch {
			case !is: // a largest one is no mean, and the simulation has quantiles besides
			case math.Abs(e.Mean-m.Value) > 2*e.Half+1e-9, e.Half > 0.1*m.Value+1e-9 && !strings.Contains(m.Name, "("):
				t.Errorf("%v, thinking %s: %s is %.5f ± %.5f, and exactly %.5f", c, test.think, m.Name, e.Mean, e.Half, m.Value)
			default:
				compared++
			}
		}
		if compared < 7 {
			t.Errorf("%v: only %d measures have been compared: %+v, %+v", c, compared, exact.Measures, res.Estimates)
		}
	}
}
