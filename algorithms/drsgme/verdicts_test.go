package drsgme

import (
	"slices"
	"strings"
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

// TestRepaired says which claims the repaired variants keep, in all states of small configurations.
func TestRepaired(t *testing.T) {
	for _, tt := range []struct {
		name   string
		a      paper.Algorithm
		change func(*model.Config)
		want   []string // the violated ones
	}{
		{"n=2 R=2", Algorithm, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }, nil},
		{"n=2 R=2 fifo", Algorithm, func(c *model.Config) {
			c.Processes, c.Requests, c.Network = 2, []int{2, 2}, model.FIFO
		}, nil},
		{"n=3", Algorithm, func(*model.Config) {}, []string{"rs-lemma"}},
		{"n=3 off", Algorithm, func(c *model.Config) { c.Timeouts = model.Off }, []string{"rs-lemma"}},
		{"n=2 loss=1", Algorithm, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }, []string{"single-valid-token"}},
		{"n=2 crash=1", Algorithm, func(c *model.Config) { c.Processes, c.Crash = 2, 1 }, []string{"single-valid-token"}},
		{"n=2 duplicate=1", Algorithm, func(c *model.Config) { c.Processes, c.Duplicate = 2, 1 },
			[]string{"single-valid-token"}},
		{"n=2 early=1", Algorithm, func(c *model.Config) { c.Processes, c.Early = 2, 1 }, []string{"single-valid-token"}},
		{"extended n=2 R=2", Extended, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }, nil},
		{"extended n=2 loss=1", Extended, func(c *model.Config) { c.Processes, c.Loss = 2, 1 },
			[]string{"single-valid-token"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := violated(tt.a, tt.a.With(model.Repaired, tt.change)); !slices.Equal(got, tt.want) {
				t.Errorf("violated: %q, want %q", got, tt.want)
			}
		})
	}
}

// TestRepairs says of each repair what goes wrong without it alone.
func TestRepairs(t *testing.T) {
	for _, tt := range []struct {
		repair model.Repair
		change func(*model.Config)
		want   string // a property that is violated without the repair, and kept with it
	}{
		{NewSession, func(c *model.Config) { c.Processes = 2 }, "token-kept"},
		{AddRequester, func(c *model.Config) { c.Processes = 2 }, "rs-lemma-quiet"},
		{Remember, func(c *model.Config) { c.Processes = 2 }, "lemma-3"},
		{TokenSN, func(c *model.Config) { c.Groups = 1 }, "rs-lemma-quiet"},
		{RequestNumber, func(c *model.Config) { c.Processes, c.Requests = 2, []int{2, 2} }, "concurrent-occupancy"},
		{AnswerUnheard, func(c *model.Config) { c.Groups, c.Requests = 1, []int{1, 2, 1} }, "rs-lemma-quiet"},
		{TreatAsRequest, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }, "gme"},
		{Receipt, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }, "single-valid-token-copies"},
	} {
		t.Run(tt.repair.Name, func(t *testing.T) {
			c := Algorithm.With(model.Repaired, tt.change)
			if got := violated(Algorithm, c); slices.Contains(got, tt.want) {
				t.Errorf("%s is violated with the repair", tt.want)
			}
			c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == tt.repair.Name })
			if got := violated(Algorithm, c); !slices.Contains(got, tt.want) {
				t.Errorf("%s is not violated without the repair; %s", tt.want, strings.Join(got, ", "))
			}
		})
	}
}

// TestFollowerListens: P_3 lets P_1 in as a follower. P_1 hears P_3's gen_token, one that expired early, before its
// request, and so P_3 never joins P_1's request set, unless gen_token itself sees to it.
func TestFollowerListens(t *testing.T) {
	steps := []string{
		"request(2, g1)", "deliver(request(2, 1, g1) -> 1)", "request(1, g2)", "deliver(token(", "request(3, g2)",
		"deliver(request(3, 1, g2) -> 2)", "deliver(request(1, 1, g2) -> 2)", "deliver(request(2, 1, g1) -> 3)",
		"timeout(3, T1)", "deliver(gen_token(3, g2, 1, 0) -> 2)", "exit(2)", "deliver(token(", "deliver(start(3, 1) -> 1)",
		"deliver(gen_token(3, g2, 1, 0) -> 1)", "deliver(request(3, 1, g2) -> 1)", "deliver(gen_token(3, g2, 1, 0) -> 3)",
	}
	c := Algorithm.With(model.Repaired, func(c *model.Config) { c.Early = 1 })
	for _, want := range []invariants.Opinion{invariants.Fine, invariants.Violated} {
		sys := Algorithm.New(c)
		g := &global{sys: sys, reader: sys.NewReader(), nodes: sys.Start()}
		for _, step := range steps {
			if !g.take(step) {
				t.Fatalf("%s is not possible", step)
			}
		}
		var vs invariants.Views
		for site, node := range g.nodes {
			vs = append(vs, sys.View(g.reader.Expand(site, node, 0).View))
		}
		if got := rsLemmaQuiet.State(vs); got != want {
			t.Errorf("%v: %s is %d, want %d", c.Repairs, rsLemmaQuiet.Name, got, want)
		}
		c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == FollowerListens.Name })
	}
}

// violated lists the properties of states and ends that c violates.
func violated(a paper.Algorithm, c model.Config) []string {
	var names []string
	p := base(c)
	if a.Name == Extended.Name {
		p = ext(c)
	}
	properties := a.Properties(c)
	naive.Explore(p, c, func(_ int, views []model.View, end bool) {
		vs := make(invariants.Views, len(views))
		for k := range views {
			vs[k] = &views[k]
		}
		for _, q := range properties {
			if !slices.Contains(names, q.Name) &&
				(q.State != nil && q.State(vs) == invariants.Violated || end && q.End != nil && q.End(vs) == invariants.Violated) {
				names = append(names, q.Name)
			}
		}
	})
	return names
}
