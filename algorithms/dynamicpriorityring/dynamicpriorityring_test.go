package dynamicpriorityring

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n, r int
		rise string
		net  model.Network
		want naive.Result
	}{
		{3, 1, "oldest", model.Bag, naive.Result{States: 183, Transitions: 354, Depth: 15}},
		{3, 2, "oldest", model.FIFO, naive.Result{States: 1280, Transitions: 2824, Depth: 30}},
		{3, 2, "all", model.Bag, naive.Result{States: 1578, Transitions: 3533, Depth: 30}},
		{3, model.Unlimited, "oldest", model.Bag, naive.Result{States: 207, Transitions: 495, Depth: 15}},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, slices.Repeat([]int{test.r}, test.n), test.net
			c.Params = map[string]string{"rise": test.rise}
		})
		if got := naive.Explore(&protocol{c}, c, nil); got != test.want {
			t.Errorf("%v: %+v, want %+v", c, got, test.want)
		}
	}
}
