package tokenring

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n, r int
		m    int
		net  model.Network
		want naive.Result
	}{
		{3, 1, 1, model.Bag, naive.Result{States: 503, Transitions: 957, Depth: 15}},
		{3, 1, 2, model.Bag, naive.Result{States: 4989, Transitions: 11662, Depth: 15}},
		{4, 1, 1, model.Bag, naive.Result{States: 11550, Transitions: 27469, Depth: 24}},
		{4, 1, 1, model.FIFO, naive.Result{States: 3238, Transitions: 6783, Depth: 24}},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, slices.Repeat([]int{test.r}, test.n), test.net
			c.Groups = test.m
		})
		if got := naive.Explore(&protocol{c}, c, nil); got != test.want {
			t.Errorf("%v: %+v, want %+v", c, got, test.want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		variant string
		n, r    int
		m       int
		net     model.Network
		change  func(*model.Config)
		want    []string
	}{
		{model.Published, 3, 2, 1, model.Bag, nil, nil},
		{model.Published, 3, 1, 2, model.Bag, nil, []string{"deadlock"}},
		{model.Published, 4, 1, 1, model.Bag, nil, []string{"deadlock"}},
		{model.Published, 4, 1, 1, model.FIFO, nil, nil},
		{model.Published, 3, 2, 2, model.FIFO, nil, nil},
		{model.Published, 4, 1, 2, model.FIFO, secondAsksForTwo, []string{"deadlock"}},
		{model.Repaired, 3, 1, 2, model.Bag, nil, nil},
		{model.Repaired, 4, 1, 1, model.Bag, nil, nil},
		{model.Repaired, 4, 1, 2, model.FIFO, secondAsksForTwo, nil},
		{model.Repaired, 3, 1, 1, model.Bag, losing, []string{"deadlock", "one-token"}},
	} {
		c := Algorithm.With(test.variant, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, slices.Repeat([]int{test.r}, test.n), test.net
			c.Groups = test.m
			if test.change != nil {
				test.change(c)
			}
		})
		if got := violated(t, c); !slices.Equal(got, test.want) {
			t.Errorf("%v: violates %q, want %q", c, got, test.want)
		}
	}
}

// violated lists the properties of states that the configuration violates. All must have something to say.
func violated(t *testing.T, c model.Config) []string {
	t.Helper()
	properties := Algorithm.Properties(c)
	worst := make([]invariants.Opinion, len(properties))
	naive.Explore(&protocol{c}, c, func(_ int, views []model.View, end bool) {
		var vs invariants.Views
		for k := range views {
			vs = append(vs, &views[k])
		}
		for k, p := range properties {
			if p.State != nil {
				worst[k] = max(worst[k], p.State(vs))
			}
			if end && p.End != nil {
				worst[k] = max(worst[k], p.End(vs))
			}
		}
	})
	var names []string
	for k, p := range properties {
		switch {
		case p.State == nil:
		case worst[k] == invariants.Silent:
			t.Errorf("%v: %s is vacuous", c, p.Name)
		case worst[k] == invariants.Violated:
			names = append(names, p.Name)
		}
	}
	return names
}

func losing(c *model.Config) { c.Loss = 1 }

// secondAsksForTwo is the workload in which process 2 asks for resource 2, and everybody else for resource 1.
func secondAsksForTwo(c *model.Config) {
	c.Workload = slices.Repeat([]model.Groups{model.SetOf[model.Group](1)}, c.Processes)
	c.Workload[1] = model.SetOf[model.Group](2)
}
