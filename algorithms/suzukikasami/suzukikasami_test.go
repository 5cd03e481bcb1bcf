package suzukikasami

import (
	"maps"
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

// Every count is complete: no limit cuts these searches, and an exploration that finds another number has another
// reading of the paper.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n    int
		r    []int
		net  model.Network
		want naive.Result
	}{
		{1, []int{3}, model.Bag, naive.Result{States: 7, Transitions: 6, Depth: 6}},
		{3, []int{1, 1, 1}, model.Bag, naive.Result{States: 726, Transitions: 2079, Depth: 15}},
		{3, []int{1, 1, 1}, model.FIFO, naive.Result{States: 589, Transitions: 1610, Depth: 15}},
		{3, []int{2, 2, 2}, model.Bag, naive.Result{States: 59380, Transitions: 261266, Depth: 29}},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = test.n, test.r, test.net
		})
		if got := verify(t, c); got != test.want {
			t.Errorf("%v: %+v, want %+v", c, got, test.want)
		}
	}
}

// verify explores the configuration and demands that every property holds and none is vacuous.
func verify(t *testing.T, c model.Config) naive.Result {
	t.Helper()
	said := map[string]invariants.Opinion{}
	result := naive.Explore(&protocol{c}, c, func(_ int, views []model.View, end bool) {
		vs := make(invariants.Views, len(views))
		for k := range views {
			vs[k] = &views[k]
		}
		for _, p := range Algorithm.Properties(c) {
			if p.State != nil {
				said[p.Name] = max(said[p.Name], p.State(vs))
			}
			if end && p.End != nil {
				said[p.Name] = max(said[p.Name], p.End(vs))
			}
		}
	})
	for _, p := range Algorithm.Properties(c) {
		if said[p.Name] == invariants.Violated || p.State != nil && said[p.Name] == invariants.Silent && c.Processes > 1 {
			t.Errorf("%v: opinion %d of %s", c, said[p.Name], p.Name)
		}
	}
	return result
}

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
	naive.Explore(listening{&protocol{c}, heard}, c, nil)
	if got, want := slices.Sorted(maps.Keys(heard)), []string{"Request", "Token"}; !slices.Equal(got, want) {
		t.Errorf("received %q, want %q", got, want)
	}
}
