package fapp

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	type counts struct{ states, transitions, depth int }
	apart := map[string]string{fixedPriorities: "1,20,40"}
	for _, test := range []struct {
		variant string
		n, r    int
		net     model.Network
		params  map[string]string
		want    counts
	}{
		{model.Published, 2, 2, model.FIFO, nil, counts{64, 93, 12}},
		{model.Published, 2, 1, model.Bag, nil, counts{21, 27, 8}},
		{model.Repaired, 3, 1, model.Bag, nil, counts{523, 976, 16}},
		{model.Repaired, 3, 1, model.Bag, apart, counts{555, 1084, 16}},
		{model.Repaired, 2, model.Unlimited, model.Bag, nil, counts{16, 28, 8}},
	} {
		c := Algorithm.With(test.variant, func(c *model.Config) {
			c.Processes, c.Network, c.Params = test.n, test.net, test.params
			for range test.n {
				c.Requests = append(c.Requests, test.r)
			}
		})
		r := naive.Explore(newProtocol(c), c, nil)
		if got := (counts{r.States, r.Transitions, r.Depth}); got != test.want {
			t.Errorf("%s %v: %+v, want %+v", c, c.Params, got, test.want)
		}
	}
}

func TestPriorities(t *testing.T) {
	for _, text := range []string{"", "1,2", "1,2,3,4", "1,2,x", "1,2,0", "1,2,100", "1, 2,3", "1,2,+3"} {
		if _, err := parsePriorities(text, 3); err == nil {
			t.Errorf("priorities %q are not refused", text)
		}
	}
	p, err := parsePriorities("3,99,1", 3)
	if err != nil || p[0] != 3 || p[1] != 99 || p[2] != 1 {
		t.Errorf("priorities 3,99,1: %v, %v", p, err)
	}
}
