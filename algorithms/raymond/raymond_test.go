package raymond

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
		{3, 2, "0,1,2", model.Bag, naive.Result{States: 1012, Transitions: 2071, Depth: 21}},
		{3, 2, "0,1,2", model.FIFO, naive.Result{States: 860, Transitions: 1719, Depth: 21}},
		{3, 2, "2,0,2", model.Bag, naive.Result{States: 1004, Transitions: 2055, Depth: 21}},
		{4, 1, "0,1,1,1", model.Bag, naive.Result{States: 1049, Transitions: 2351, Depth: 20}},
		{3, model.Unlimited, "0,1,2", model.Bag, naive.Result{States: 110, Transitions: 252, Depth: 12}},
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
