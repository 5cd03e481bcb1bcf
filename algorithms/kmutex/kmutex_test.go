package kmutex

import (
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

// TestCounts pins what independent implementations of the paper have found, too.
func TestCounts(t *testing.T) {
	for _, x := range []struct {
		variant string
		k       int
		want    naive.Result
	}{
		{model.Published, 1, naive.Result{States: 1175, Transitions: 2567, Depth: 18}},
		{Baseline, 2, naive.Result{States: 1677, Transitions: 3910, Depth: 19}},
	} {
		c := Algorithm.With(x.variant, func(c *model.Config) { c.Tokens = x.k })
		if got := naive.Explore(newProtocol(c), c, nil); got != x.want {
			t.Errorf("%s k=%d: %v, want %v", x.variant, x.k, got, x.want)
		}
	}
}

// requests is the budgets: the first numbers given, 0 for the rest.
func requests(n int, budgets ...int) []int { return append(budgets, make([]int, n-len(budgets))...) }

// TestVerdicts: which properties of states are violated.
func TestVerdicts(t *testing.T) {
	for _, x := range []struct {
		variant  string
		n, k     int
		net      model.Network
		requests []int
		want     []string
	}{
		{model.Published, 4, 1, model.Bag, requests(4, 1, 1, 1, 1), []string{"deadlock"}},
		{model.Published, 4, 1, model.FIFO, requests(4, 1, 1, 1, 1), []string{"deadlock"}},
		{model.Published, 4, 2, model.Bag, requests(4, 1, 1, 1, 1), []string{"k-safety"}},
		{model.Published, 4, 2, model.FIFO, requests(4, 1, 1, 1, 1), []string{"k-safety"}},
		{model.Published, 4, 1, model.Bag, requests(4, 2, 1, 1), []string{"deadlock", "queue-length"}},
		{Baseline, 4, 1, model.Bag, requests(4, 1, 1, 1, 1), []string{"deadlock"}},
		{Baseline, 4, 2, model.Bag, requests(4, 1, 1, 1, 1), []string{"deadlock"}},
		{Baseline, 4, 2, model.FIFO, requests(4, 1, 1, 1, 1), []string{"deadlock"}},
		{model.Repaired, 4, 1, model.Bag, requests(4, 1, 1, 1, 1), nil},
		{model.Repaired, 4, 2, model.Bag, requests(4, 1, 1, 1, 1), nil},
		{model.Repaired, 4, 3, model.FIFO, requests(4, 1, 1, 1, 1), nil},
		{model.Repaired, 4, 1, model.Bag, requests(4, 2, 2, 1, 1), nil},
		{model.Repaired, 4, 1, model.Bag, []int{-1, -1, -1, -1}, nil},
		{model.Repaired, 4, 2, model.Bag, []int{-1, -1, -1, -1}, nil},
		{model.Repaired, 4, 2, model.FIFO, []int{-1, -1, -1, -1}, nil},
		{model.Repaired, 9, 2, model.Bag, requests(9, 0, 1, 0, 1, 1, 0, 0, 1), nil},
	} {
		c := Algorithm.With(x.variant, func(c *model.Config) {
			c.Processes, c.Tokens, c.Network, c.Requests = x.n, x.k, x.net, x.requests
		})
		if got := violated(t, c); !slices.Equal(got, x.want) {
			t.Errorf("%v k=%d: violates %q, want %q", c, x.k, got, x.want)
		}
	}
}

// violated lists the properties of the configuration that some state violates. All must have something to say.
func violated(t *testing.T, c model.Config) []string {
	properties := Algorithm.Properties(c)
	worst := make([]invariants.Opinion, len(properties))
	naive.Explore(newProtocol(c), c, func(_ int, views []model.View, end bool) {
		var vs invariants.Views
		for k := range views {
			vs = append(vs, &views[k])
		}
		for k, p := range properties {
			if p.State != nil {
				worst[k] = max(worst[k], p.State(vs))
			}
			if end && p.End != nil {
				worst[k] = max(worst[k], p.End(vs))
			}
		}
	})
	var names []string
	for k, p := range properties {
		switch {
		case p.State == nil:
		case worst[k] == invariants.Silent:
			t.Errorf("%v k=%d: %s is vacuous", c, c.Tokens, p.Name)
		case worst[k] == invariants.Violated:
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return names
}

// TestCheck: n must be a square.
func TestCheck(t *testing.T) {
	for n := 4; n <= 16; n++ {
		c := Algorithm.With(model.Published, func(c *model.Config) { c.Processes = n })
		if err, square := Algorithm.Check(c), n == 4 || n == 9 || n == 16; (err == nil) != square {
			t.Errorf("n=%d: %v", n, err)
		}
	}
}
