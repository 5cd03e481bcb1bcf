package ringcoordinator

import (
	"slices"
	"testing"

	"gmecheck/algorithms/paper/papertest"
	"gmecheck/model"
)

func TestVerdicts(t *testing.T) {
	late := map[string]int{"ts-order": 4}
	for _, test := range []struct {
		variant  string
		requests []int
		net      model.Network
		repairs  []string // besides those of the variant
		params   map[string]string
		violated map[string]int
	}{
		{model.Published, []int{1, 1}, model.Bag, nil, nil, late},
		{model.Published, []int{2, 2}, model.Bag, nil, nil, late},
		{model.Published, []int{1, 1, 1}, model.FIFO, nil, nil, late},
		{model.Repaired, []int{1, 1, 1}, model.Bag, nil, nil, late},
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
	want := []string{"deliver(Back)", "deliver(Req)", "deliver(Token)", "deliver(Wait)", "exit", "request"}
	if got := papertest.Explore(t, &Algorithm, c).Classes; !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
}
