package naimitrehel

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n, r int
		tree string
		net  model.Network
		want naive.Result
	}{
		{3, 2, "0,1,1", model.Bag, naive.Result{States: 1530, Transitions: 3113, Depth: 22}},
		{3, 2, "0,1,1", model.FIFO, naive.Result{States: 1432, Transitions: 2779, Depth: 21}},
		{4, 1, "0,1,1,1", model.Bag, naive.Result{States: 1476, Transitions: 3352, Depth: 18}},
		{3, model.Unlimited, "0,1,1", model.Bag, naive.Result{States: 318, Transitions: 756, Depth: 20}},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, slices.Repeat([]int{test.r}, test.n), test.net
			c.Params = map[string]string{"tree": test.tree}
		})
		if got := naive.Explore(newProtocol(c), c, nil); got != test.want {
			t.Errorf("%v: %+v, want %+v", c, got, test.want)
		}
	}
}
