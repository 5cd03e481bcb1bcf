package drsgme

import (
	"slices"
	"testing"

	"gmecheck/algorithms/paper"
	"gmecheck/explore"
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
			repaired := reach(t, tt.a, tt.a.With(model.Repaired, tt.change))
			if repaired.starved || repaired.lost {
				t.Errorf("repaired: starved %v, token lost %v", repaired.starved, repaired.lost)
			}
			published := reach(t, tt.a, tt.a.With(model.Published, tt.change))
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
			if reach(t, Algorithm, c).starved {
				t.Error("starved with the repair")
			}
			c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == tt.repair.Name })
			if !reach(t, Algorithm, c).starved {
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
			got := reach(t, a, a.With(variant, func(c *model.Config) { c.Processes, c.Loss, c.Crash = 2, 1, 1 }))
			for _, class := range want {
				if !slices.Contains(got.classes, class) {
					t.Errorf("%s %s: %s never occurs", a.Name, variant, class)
				}
			}
			if !got.meet {
				t.Errorf("%s %s: no two processes are inside together", a.Name, variant)
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

// reached is what a search of all states has found.
type reached struct {
	states, transitions int

	classes []string
	meet    bool // two processes are in their critical sections together
	lost    bool // from some state, no state with a valid token can be reached
	starved bool // from some state in which a process waits, none can be reached in which it is inside
}

// reach searches all states.
func reach(t *testing.T, a paper.Algorithm, c model.Config) reached {
	t.Helper()
	panel := invariants.Panel{invariants.KSafety(1), tokenLost(c), starved}
	r, err := explore.Check(t.Context(), a.New(c), explore.Options{Judge: panel, Questions: panel.Questions()})
	if err != nil || !r.Complete {
		t.Fatalf("%v: not complete: %v", c, err)
	}
	result := reached{states: r.States, transitions: r.Transitions}
	for class, n := range r.Coverage {
		if n > 0 {
			result.classes = append(result.classes, class)
		}
	}
	for _, v := range r.Violations {
		result.meet = result.meet || v.Property == 0
		result.lost = result.lost || v.Property == 1
		result.starved = result.starved || v.Property == 2
	}
	return result
}
