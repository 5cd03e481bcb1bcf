package gbp

import (
	"fmt"
	"slices"
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/invariants"
	"gmecheck/model"
)

// config is the default configuration with n processes, m groups and K priorities, changed by more.
func config(variant string, n, m, K int, more ...func(*model.Config)) model.Config {
	return Algorithm.With(variant, func(c *model.Config) {
		c.Processes, c.Groups, c.Priorities = n, m, K
		c.Params = map[string]string{}
		for _, change := range more {
			change(c)
		}
	})
}

func fifo(c *model.Config) { c.Network = model.FIFO }

func requests(budgets ...int) func(*model.Config) {
	return func(c *model.Config) { c.Requests = budgets }
}

// workload lets process i ask for group ks[i-1] only.
func workload(ks ...model.Group) func(*model.Config) {
	return func(c *model.Config) {
		for _, k := range ks {
			c.Workload = append(c.Workload, model.SetOf(k))
		}
	}
}

func param(name, value string) func(*model.Config) {
	return func(c *model.Config) { c.Params[name] = value }
}

func with(repairs ...model.Repair) func(*model.Config) {
	return func(c *model.Config) {
		for _, r := range repairs {
			c.Repairs = append(c.Repairs, r.Name)
		}
	}
}

func without(repair model.Repair) func(*model.Config) {
	return func(c *model.Config) {
		c.Repairs = slices.DeleteFunc(c.Repairs, func(name string) bool { return name == repair.Name })
	}
}

func TestCounts(t *testing.T) {
	for _, test := range []struct {
		c    model.Config
		want naive.Result
	}{
		{config(model.Published, 2, 2, 2, fifo), naive.Result{States: 217, Transitions: 324, Depth: 10}},
		{config(model.Published, 2, 2, 2), naive.Result{States: 249, Transitions: 388, Depth: 10}},
		{config(model.Published, 2, 2, 1), naive.Result{States: 81, Transitions: 128, Depth: 7}},
		{config(model.Published, 3, 2, 1, fifo), naive.Result{States: 633, Transitions: 1368, Depth: 9}},
		{config(model.Published, 2, 3, 2, param(quorumsName, tri)), naive.Result{States: 538, Transitions: 906, Depth: 10}},
		{
			config(model.Published, 3, 3, 3, param(quorumsName, tri), workload(1, 2, 3)),
			naive.Result{States: 3842, Transitions: 8328, Depth: 16},
		},
		{
			config(model.Published, 2, 4, 2, fifo, param(quorumsName, grid)),
			naive.Result{States: 6721, Transitions: 15912, Depth: 16},
		},
		{config(model.Repaired, 2, 2, 1), naive.Result{States: 593, Transitions: 1199, Depth: 19}},
		{
			config(model.Repaired, 2, 2, 1, fifo, param(durationsName, "2")),
			naive.Result{States: 1569, Transitions: 3065, Depth: 19},
		},
	} {
		if got := naive.Explore(newProtocol(test.c), test.c, nil); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.c, got, test.want)
		}
		var composed naive.Result
		start(t, test.c).levels(1<<20, func(depth int, _ invariants.Views, events []*model.Event, _ []invariants.Views) {
			composed.States++
			composed.Transitions += len(events)
			composed.Depth = depth
		})
		if composed != test.want {
			t.Errorf("%v, composed: %+v, want %+v", test.c, composed, test.want)
		}
	}
}

// TestKinds: every event and every kind of message occurs when the algorithm works.
func TestKinds(t *testing.T) {
	r := start(t, config(model.Repaired, 2, 2, 1))
	r.levels(1<<20, ignore)
	for _, want := range []string{
		"request", "exit", "deliver(Req-Process)", "deliver(Rep-Process)", "deliver(Rel-Process)", "deliver(Req-Group)",
		"deliver(Rec-Group)", "deliver(Rel-Group)", "deliver(Rep-Rel-Group)", "deliver(Lib-Group)",
	} {
		if !slices.Contains(r.sys.Classes(), want) {
			t.Errorf("no %s in %v", want, r.sys.Classes())
		}
	}
}

// TestAnyRepairs: every combination of repairs is an algorithm that runs, if not one that works.
func TestAnyRepairs(t *testing.T) {
	for subset := range 1 << len(repairs) {
		var on []model.Repair
		for k, r := range repairs {
			if subset>>k&1 == 1 {
				on = append(on, r)
			}
		}
		start(t, config(model.Published, 2, 2, 1, with(on...), workload(1, 2))).levels(200, ignore)
	}
}

func TestQuorums(t *testing.T) {
	if got := fmt.Sprint(quorums(grid, 4)); got != "[{g1, g2, g3} {g1, g2, g4} {g1, g3, g4} {g2, g3, g4}]" {
		t.Errorf("the grid of four groups: %s", got)
	}
	if got := fmt.Sprint(quorums(tri, 3)); got != "[{g1, g2} {g2, g3} {g1, g3}]" {
		t.Errorf("the ring of three groups: %s", got)
	}
	for _, system := range []string{all, grid} {
		for m := 1; m <= Algorithm.Groups.Max; m++ {
			S := quorums(system, m)
			for k, Sk := range S {
				if !Sk.Has(model.Group(k + 1)) {
					t.Errorf("%s, m = %d: G%d is not in its quorum", system, m, k+1)
				}
				for l, Sl := range S {
					if (Sk & Sl).Empty() {
						t.Errorf("%s, m = %d: the quorums of G%d and G%d do not meet", system, m, k+1, l+1)
					}
				}
			}
		}
	}
}

func TestParams(t *testing.T) {
	for _, test := range []struct{ name, value, wrong string }{
		{quorumsName, all, ""},
		{quorumsName, grid, ""},
		{quorumsName, tri, "tri is for 3 groups, not 2"},
		{quorumsName, "ring", "no such quorums"},
		{durationsName, "3", ""},
		{durationsName, "0", "not a number from 1 to 8"},
		{durationsName, "x", "not a number from 1 to 8"},
		{fixedName, "", ""},
		{fixedName, "2,1", ""},
		{fixedName, "2,1,1", "3 priorities for 2 groups"},
		{fixedName, "2,9", `"9" is not a priority from 1 to 8`},
		{upgradeName, waiting, ""},
		{upgradeName, "all", "no such reading"},
	} {
		c := config(model.Published, 2, 2, 1)
		for _, p := range Algorithm.Params {
			if p.Name != test.name {
				continue
			}
			got := ""
			if err := p.Check(c, test.value); err != nil {
				got = err.Error()
			}
			if got != test.wrong {
				t.Errorf("%s %s: %q, want %q", test.name, test.value, got, test.wrong)
			}
		}
	}
}
