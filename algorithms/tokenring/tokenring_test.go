package tokenring

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
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
