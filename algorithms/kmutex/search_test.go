package kmutex

import (
	"slices"
	"testing"

	"gmecheck/invariants"
	"gmecheck/model"
)

// explored is what a breadth-first search over a system has seen.
type explored struct {
	steps   map[string]int // length of a shortest trace to a state that violates the property
	classes []string       // of events
}

// search explores a system breadth first and judges every state.
func search(c model.Config) explored {
	sys := Algorithm.New(c)
	r, found := sys.NewReader(), explored{steps: map[string]int{}}
	type state [17]uint32 // nodes, and at the end the budgets
	var start state
	copy(start[:], sys.Start())
	start[16] = sys.StartBudget()
	seen, level := map[state]bool{start: true}, []state{start}
	for depth := 0; len(level) > 0; depth++ {
		var next []state
		for _, s := range level {
			var views invariants.Views
			end := true
			for i := range sys.Places {
				x := r.Expand(i, s[i], s[16])
				views = append(views, sys.View(x.View))
				for _, m := range x.Moves {
					t := s
					t[i] = m.Next
					for _, d := range m.Sends {
						t[d.Site] = r.Put(d.Site, t[d.Site], d.Batch)
					}
					end = end && t == s
					if !seen[t] {
						seen[t] = true
						next = append(next, t)
					}
				}
			}
			for _, p := range Algorithm.Properties(c) {
				bad := p.State != nil && p.State(views) == invariants.Violated || end && p.End != nil && p.End(views) == invariants.Violated
				if _, known := found.steps[p.Name]; bad && !known {
					found.steps[p.Name] = depth
				}
			}
		}
		level = next
	}
	found.classes = sys.Classes()
	slices.Sort(found.classes)
	return found
}

// TestShortest pins the lengths of the shortest traces: of the published violations, and of those that force repairs.
// What forces after-own-group and forward-both is an endless run.
func TestShortest(t *testing.T) {
	for _, x := range []struct {
		variant, without string
		k                int
		requests         []int
		property         string
		want             int
	}{
		{model.Published, "", 1, requests(4, 1, 1, 1, 1), "deadlock", 8},
		{model.Published, "", 2, requests(4, 1, 1, 1, 1), "k-safety", 9},
		{model.Published, "", 1, requests(4, 2, 1, 1), "queue-length", 5},
		{Baseline, "", 2, requests(4, 1, 1, 1, 1), "deadlock", 8},
		{Baseline, "", 2, requests(4, 2, 1, 1), "queue-length", 5},
		{model.Repaired, TokenBackFirst.Name, 1, requests(4, 1, 1, 1, 1), "deadlock", 8},
		{model.Repaired, InTurn.Name, 2, requests(4, 2, 2, 2, 2), "k-safety", 14},
		{model.Repaired, AskOnce.Name, 2, requests(4, 2, 2, 2, 2), "queue-length", 14},
		{model.Repaired, NoPhantom.Name, 2, requests(4, 2, 2, 2, 2), "queue-length", 11},
		{model.Repaired, OneShare.Name, 3, requests(4, 2, 2, 2, 2), "queue-length", 16},
	} {
		c := Algorithm.With(x.variant, func(c *model.Config) {
			c.Tokens, c.Requests = x.k, x.requests
			c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == x.without })
		})
		if got, violated := search(c).steps[x.property]; !violated || got != x.want {
			t.Errorf("%v without %q: %s is violated: %v, after %d steps, want %d",
				c, x.without, x.property, violated, got, x.want)
		}
		if x.without == "" {
			continue
		}
		c.Repairs = Algorithm.RepairNames()
		if found := search(c); len(found.steps) > 0 {
			t.Errorf("%v with %s: %v", c, x.without, found.steps)
		}
	}
}

// TestEveryEventHappens: every event and every kind of message occurs, in every variant.
func TestEveryEventHappens(t *testing.T) {
	want := []string{"deliver(LRC_GRC_REQ_CS)", "deliver(NODE_LRC_REQ_CS)", "deliver(TOKEN)", "exit", "request"}
	for _, variant := range Algorithm.AllVariants() {
		if got := search(Algorithm.Config(variant)).classes; !slices.Equal(got, want) {
			t.Errorf("%s: %q", variant, got)
		}
	}
	c := Algorithm.With(model.Published, func(c *model.Config) {
		c.Requests, c.Params = requests(4, 0, 1, 0, 1), map[string]string{"grc": moving}
	})
	if got := search(c).classes; !slices.Contains(got, "deliver(NEW_GRC)") {
		t.Errorf("the GRC does not move: %q", got)
	}
}
