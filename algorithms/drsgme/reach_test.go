package drsgme

import (
	"slices"
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/invariants"
	"gmecheck/model"
)

// TestServed: under patient timers and faults, the repaired variants can always get back to a valid token, and to
// serving whoever waits. The published ones lose both at once: P_2 deletes the first token that is passed to it.
func TestServed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		a      paper.Algorithm
		change func(*model.Config)
	}{
		{"no faults", Algorithm, func(*model.Config) {}},
		{"loss=1", Algorithm, func(c *model.Config) { c.Processes, c.Requests, c.Loss = 2, []int{2, 2}, 1 }},
		{"crash=1", Algorithm, func(c *model.Config) { c.Processes, c.Requests, c.Crash = 2, []int{2, 2}, 1 }},
		{"loss=1 crash=1", Algorithm, func(c *model.Config) { c.Processes, c.Loss, c.Crash = 2, 1, 1 }},
		{"early=1 duplicate=1", Algorithm, func(c *model.Config) { c.Processes, c.Early, c.Duplicate = 2, 1, 1 }},
		{"n=3 loss=1", Algorithm, func(c *model.Config) { c.Loss, c.Workload = 1, groups(1, 1, 2) }},
		{"n=3 crash=1", Algorithm, func(c *model.Config) { c.Crash, c.Workload = 1, groups(1, 1, 2) }},
		{"extended loss=1", Extended, func(c *model.Config) { c.Processes, c.Loss = 2, 1 }},
		{"extended crash=1", Extended, func(c *model.Config) { c.Processes, c.Crash = 2, 1 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			repaired := reach(tt.a, tt.a.With(model.Repaired, tt.change))
			if repaired.starved || repaired.lost {
				t.Errorf("repaired: starved %v, token lost %v", repaired.starved, repaired.lost)
			}
			published := reach(tt.a, tt.a.With(model.Published, tt.change))
			if !published.starved || !published.lost {
				t.Errorf("published: starved %v, token lost %v", published.starved, published.lost)
			}
		})
	}
}

// TestSessionsEnd: without the repairs of T2, a lost complete leaves a session open for ever, and others wait.
func TestSessionsEnd(t *testing.T) {
	for _, tt := range []struct {
		repair model.Repair
		change func(*model.Config)
	}{
		{GuardFollowers, func(c *model.Config) { c.Requests, c.Workload, c.Loss = []int{2, 1, 1}, groups(2, 1, 1), 1 }},
		{KeepAsking, func(c *model.Config) { c.Processes, c.Requests, c.Loss = 2, []int{1, 2}, 2 }},
	} {
		t.Run(tt.repair.Name, func(t *testing.T) {
			c := Algorithm.With(model.Repaired, tt.change)
			if reach(Algorithm, c).starved {
				t.Error("starved with the repair")
			}
			c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == tt.repair.Name })
			if !reach(Algorithm, c).starved {
				t.Error("not starved without the repair")
			}
		})
	}
}

// TestEverythingOccurs: faults or not, every event of the paper and every kind of message is put to the test, and all
// processes can be inside together.
func TestEverythingOccurs(t *testing.T) {
	want := []string{
		"crash", "deliver(complete)", "deliver(gen_token)", "deliver(is_complete)", "deliver(request)", "deliver(start)",
		"deliver(token)", "drop(complete)", "drop(gen_token)", "drop(request)", "drop(start)", "drop(token)",
		"exit", "lose(complete)", "lose(gen_token)", "lose(request)", "lose(start)", "lose(token)", "recover",
		"request", "timeout(T1)", "timeout(T2)",
	}
	for _, a := range []paper.Algorithm{Algorithm, Extended} {
		for _, variant := range a.AllVariants() {
			got := reach(a, a.With(variant, func(c *model.Config) { c.Processes, c.Loss, c.Crash = 2, 1, 1 }))
			for _, class := range want {
				if !slices.Contains(got.classes, class) {
					t.Errorf("%s %s: %s never occurs", a.Name, variant, class)
				}
			}
			if got.inside != 2 {
				t.Errorf("%s %s: at most %d processes inside", a.Name, variant, got.inside)
			}
		}
	}
}

func groups(of ...model.Group) []model.Groups {
	var all []model.Groups
	for _, g := range of {
		all = append(all, model.SetOf(g))
	}
	return all
}

// reached is what a walk through all states has found.
type reached struct {
	states, transitions int

	classes []string
	inside  int  // the most processes in their critical sections together
	lost    bool // from some state, no state with a valid token can be reached
	starved bool // from some state in which a process waits, none can be reached in which it is inside
}

// at is a global state: the nodes of up to four processes, and the budgets.
type at [5]uint32

// reach walks through all states, and then backwards from the good ones.
func reach(a paper.Algorithm, c model.Config) reached {
	sys := a.New(c)
	r, n := sys.NewReader(), len(sys.Places)
	var start at
	copy(start[:], sys.Start())
	start[4] = sys.StartBudget()
	number, states, before := map[at]int{start: 0}, []at{start}, [][]int{nil}
	var views []invariants.Views
	var result reached
	for k := 0; k < len(states); k++ {
		s, quiet := states[k], true
		views = append(views, make(invariants.Views, n))
		for i := range n {
			x := r.Expand(i, s[i], s[4])
			views[k][i], quiet = sys.View(x.View), quiet && !x.Busy
		}
		for i := range n {
			for _, m := range r.Expand(i, s[i], s[4]).Moves {
				next := s
				left, possible := sys.Pay(s[4], m.Cost, quiet)
				if !possible {
					continue
				}
				next[i], next[4] = m.Next, left
				for _, d := range m.Sends {
					next[d.Site] = r.Put(d.Site, next[d.Site], d.Batch)
				}
				if next == s {
					continue
				}
				result.transitions++
				to, known := number[next]
				if !known {
					to = len(states)
					number[next] = to
					states, before = append(states, next), append(before, nil)
				}
				before[to] = append(before[to], k)
			}
		}
		result.inside = max(result.inside, views[k].Count(func(v *model.View) bool { return v.InCS }))
	}
	// can says from which states a good one can be reached.
	can := func(good func(invariants.Views) bool) []bool {
		yes, todo := make([]bool, len(states)), []int{}
		for k := range states {
			if good(views[k]) {
				yes[k], todo = true, append(todo, k)
			}
		}
		for len(todo) > 0 {
			k := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, b := range before[k] {
				if !yes[b] {
					yes[b], todo = true, append(todo, b)
				}
			}
		}
		return yes
	}
	result.states, result.classes = len(states), sys.Classes()
	result.lost = slices.Contains(can(func(vs invariants.Views) bool { return vs.Tokens() > 0 }), false)
	for i := range n {
		served := can(func(vs invariants.Views) bool { return vs[i].InCS && !vs[i].Groups.Empty() })
		for k := range states {
			result.starved = result.starved || views[k][i].Waits && !served[k]
		}
	}
	return result
}
