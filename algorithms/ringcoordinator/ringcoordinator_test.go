package ringcoordinator

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n, r int
		net  model.Network
		want naive.Result
	}{
		{2, 1, model.Bag, naive.Result{States: 76, Transitions: 120, Depth: 10}},
		{2, 2, model.Bag, naive.Result{States: 1076, Transitions: 2538, Depth: 20}},
		{3, 1, model.Bag, naive.Result{States: 1637, Transitions: 3657, Depth: 15}},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Network = test.n, test.net
			for range test.n {
				c.Requests = append(c.Requests, test.r)
			}
		})
		if got := naive.Explore(&protocol{c}, c, nil); got != test.want {
			t.Errorf("%s: %+v, want %+v", c, got, test.want)
		}
	}
}

func TestNeedsBudget(t *testing.T) {
	c := Algorithm.With(model.Published, func(c *model.Config) { c.Requests = []int{1, model.Unlimited, 1} })
	if err := Algorithm.Check(c); err == nil {
		t.Error("time stamps without a request budget are not refused")
	}
	if err := Algorithm.Check(Algorithm.Config(model.Published)); err != nil {
		t.Error(err)
	}
}
