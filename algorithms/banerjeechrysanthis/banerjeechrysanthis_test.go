package banerjeechrysanthis

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	type counts struct{ states, transitions, depth int }
	patience := map[string]string{forwarding: patient}
	for _, test := range []struct {
		variant string
		n, r    int
		net     model.Network
		params  map[string]string
		want    counts
	}{
		{model.Published, 2, 1, model.FIFO, nil, counts{91, 159, 12}},
		{model.Published, 2, 1, model.Bag, nil, counts{145, 303, 13}},
		{model.Published, 2, 1, model.Bag, patience, counts{99, 163, 13}},
		{model.Published, 3, 1, model.FIFO, patience, counts{2022, 4270, 25}},
		{model.Repaired, 2, 2, model.FIFO, nil, counts{864, 1859, 25}},
	} {
		c := Algorithm.With(test.variant, func(c *model.Config) {
			c.Processes, c.Network, c.Params = test.n, test.net, test.params
			for range test.n {
				c.Requests = append(c.Requests, test.r)
			}
		})
		r := naive.Explore(&protocol{c}, c, nil)
		if got := (counts{r.States, r.Transitions, r.Depth}); got != test.want {
			t.Errorf("%s %v: %+v, want %+v", c, c.Params, got, test.want)
		}
	}
}
