package fapp

import (
	"slices"
	"testing"

	"gmecheck/algorithms/paper/papertest"
	"gmecheck/model"
)

func TestVerdicts(t *testing.T) {
	onTheWay := map[string]int{"priority-order": 2}
	aged := map[string]int{"priority-order": 2, "priority-order-registered": 5}
	apart := map[string]string{fixedPriorities: "1,20,40"}
	star := map[string]string{tree: "0,1,1"}
	for _, test := range []struct {
		variant  string
		requests []int
		net      model.Network
		repairs  []string // besides those of the variant
		params   map[string]string
		violated map[string]int
	}{
		{model.Published, []int{1, 1}, model.Bag, nil, nil, onTheWay},
		{model.Published, []int{2, 2}, model.FIFO, nil, nil, onTheWay},
		{model.Published, []int{1, 1, 1}, model.Bag, []string{NoEcho.Name}, nil,
			map[string]int{"priority-order": 2, "priority-order-registered": 5, "bounded-lists": 9}},
		{model.Published, []int{1, 1, 1, 1}, model.FIFO, []string{ReplaceAlways.Name, NoEcho.Name}, nil,
			map[string]int{"priority-order": 2, "priority-order-registered": 5, "deadlock": 15}},
		{model.Repaired, []int{1, 1, 1}, model.FIFO, nil, nil, aged},
		{model.Repaired, []int{1, 1, 1}, model.Bag, nil, apart, onTheWay},
		{model.Repaired, []int{2, 2, 2}, model.FIFO, nil, star,
			map[string]int{"priority-order": 2, "priority-order-registered": 9}},
		{model.Repaired, []int{1, 1, 1, 1}, model.FIFO, nil, nil, aged},
	} {
		c := Algorithm.With(test.variant, func(c *model.Config) {
			c.Processes, c.Requests, c.Network, c.Params = len(test.requests), test.requests, test.net, test.params
			c.Repairs = append(c.Repairs, test.repairs...)
		})
		papertest.Explore(t, &Algorithm, c).Compare(t, &Algorithm, c, test.violated)
	}
}

// TestEvents sees that everything happens that can happen.
func TestEvents(t *testing.T) {
	c := Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 })
	want := []string{"deliver(Req)", "deliver(Token)", "exit", "request"}
	if got := papertest.Explore(t, &Algorithm, c).Classes; !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
}
