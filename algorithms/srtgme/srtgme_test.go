package srtgme

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

// variant is the published algorithm with some repairs, every process asking once.
func variant(n, m, K int, repairs ...model.Repair) model.Config {
	return Algorithm.With(model.Published, func(c *model.Config) {
		c.Processes, c.Groups, c.Priorities = n, m, K
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	})
}

// sized is a variant in a size.
func sized(name string, n, m, K, R int, net model.Network) model.Config {
	return Algorithm.With(name, func(c *model.Config) {
		c.Processes, c.Groups, c.Priorities, c.Network = n, m, K, net
		for range n {
			c.Requests = append(c.Requests, R)
		}
	})
}

// TestCounts pins the number of states, transitions and levels.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		config model.Config
		want   naive.Result
	}{
		{sized(model.Published, 2, 2, 1, 1, model.Bag), naive.Result{States: 75, Transitions: 102, Depth: 7}},
		{sized(model.Published, 2, 2, 1, 2, model.Bag), naive.Result{States: 679, Transitions: 1076, Depth: 16}},
		{sized(model.Published, 2, 2, 1, 2, model.FIFO), naive.Result{States: 537, Transitions: 850, Depth: 16}},
		{sized(model.Published, 2, 2, 2, 1, model.Bag), naive.Result{States: 273, Transitions: 384, Depth: 7}},
		{sized(model.Published, 3, 1, 1, 1, model.FIFO), naive.Result{States: 1197, Transitions: 3026, Depth: 16}},
		{sized(model.Published, 3, 2, 1, 1, model.Bag), naive.Result{States: 11601, Transitions: 26932, Depth: 18}},
		{sized(model.Repaired, 3, 2, 1, 1, model.Bag), naive.Result{States: 13041, Transitions: 32212, Depth: 18}},
	} {
		if got := naive.Explore(&protocol{c.config}, c.config, nil); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.config, got, c.want)
		}
	}
}
