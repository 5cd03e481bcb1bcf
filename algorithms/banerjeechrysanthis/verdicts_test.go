package banerjeechrysanthis

import (
	"slices"
	"testing"

	"gmecheck/algorithms/paper/papertest"
	"gmecheck/model"
)

func TestVerdicts(t *testing.T) {
	patience := map[string]string{forwarding: patient}
	dropped := func(steps int) map[string]int { return map[string]int{"deadlock": steps} }
	for _, test := range []struct {
		variant  string
		requests []int
		net      model.Network
		repairs  []string // besides those of the variant
		params   map[string]string
		violated map[string]int
	}{
		{model.Published, []int{1, 1}, model.Bag, nil, nil, dropped(9)},
		{model.Published, []int{1, 1}, model.FIFO, nil, nil, dropped(9)},
		{model.Published, []int{1, 1}, model.Bag, nil, patience, dropped(9)},
		{model.Published, []int{1, 1}, model.FIFO, nil, patience, nil},
		{model.Published, []int{1, 1, 1}, model.FIFO, nil, patience, dropped(14)},
		{model.Published, []int{2, 2}, model.Bag, []string{NewestArbiter.Name, AwaitElection.Name}, nil, dropped(11)},
		{model.Repaired, []int{2, 2}, model.Bag, nil, nil, nil},
		{model.Repaired, []int{1, 1, 1}, model.FIFO, nil, nil, nil},
		{model.Repaired, []int{1, 1, 1}, model.Bag, nil, patience, nil},
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
	want := []string{"close", "deliver(New)", "deliver(Req)", "deliver(Token)", "endforward", "exit", "request"}
	if got := papertest.Explore(t, &Algorithm, c).Classes; !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
}
