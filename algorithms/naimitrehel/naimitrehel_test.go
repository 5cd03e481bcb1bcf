package naimitrehel

import (
	"maps"
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
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

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		variant string
		n, r    int
		tree    string
		net     model.Network
		change  func(*model.Config)
		want    []string
	}{
		{model.Published, 3, model.Unlimited, "0,1,1", model.Bag, nil, nil},
		{model.Published, 3, model.Unlimited, "2,0,1", model.FIFO, nil, nil},
		{model.Published, 4, 1, "0,1,1,1", model.Bag, nil, nil},
		{model.Published, 4, model.Unlimited, "0,1,2,3", model.FIFO, nil, nil},
		{model.Published, 3, 1, "0,1,1", model.Bag, losing, []string{"deadlock", "one-token"}},
		{model.Published, 3, 1, "0,1,1", model.Bag, doubling, []string{"mutex", "deadlock", "one-token"}},
	} {
		c := Algorithm.With(test.variant, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, slices.Repeat([]int{test.r}, test.n), test.net
			c.Params = map[string]string{"tree": test.tree}
			if test.change != nil {
				test.change(c)
			}
		})
		if got := violated(t, c); !slices.Equal(got, test.want) {
			t.Errorf("%v: violates %q, want %q", c, got, test.want)
		}
	}
}

// violated lists the properties of states that the configuration violates. All must have something to say.
func violated(t *testing.T, c model.Config) []string {
	t.Helper()
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
			t.Errorf("%v: %s is vacuous", c, p.Name)
		case worst[k] == invariants.Violated:
			names = append(names, p.Name)
		}
	}
	return names
}

func losing(c *model.Config) { c.Loss = 1 }

func doubling(c *model.Config) { c.Duplicate = 1 }

// listening is the protocol, and remembers what its sites receive.
type listening struct {
	*protocol
	heard map[string]bool
}

func (l listening) Receive(i model.Site, v *vars, m message, out *model.Outbox[message]) {
	l.heard[model.Kind(m)] = true
	l.protocol.Receive(i, v, m, out)
}

func TestKinds(t *testing.T) {
	c := Algorithm.Config(model.Published)
	heard := map[string]bool{}
	naive.Explore(listening{newProtocol(c), heard}, c, nil)
	if got, want := slices.Sorted(maps.Keys(heard)), []string{"Req", "Token"}; !slices.Equal(got, want) {
		t.Errorf("received %q, want %q", got, want)
	}
}
