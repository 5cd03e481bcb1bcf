package gbp

import (
	"fmt"
	"slices"
	"strings"
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
		{config(model.Repaired, 2, 2, 1), naive.Result{States: 593, Transitions: 1199, Depth: 19}},
		{
			config(model.Repaired, 2, 2, 1, fifo, param(durationsName, "2")),
			naive.Result{States: 1569, Transitions: 3065, Depth: 19},
		},
	} {
		if got := naive.Explore(newProtocol(test.c), test.c, nil); got != test.want {
			t.Errorf("%v: %+v, want %+v", test.c, got, test.want)
		}
	}
}

// TestKinds: every event and every kind of message occurs when the algorithm works.
func TestKinds(t *testing.T) {
	r := &run{t: t, sys: Algorithm.New(config(model.Repaired, 2, 2, 1))}
	r.visitAll(20_000)
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
		r := &run{t: t, sys: Algorithm.New(config(model.Published, 2, 2, 1, with(on...), workload(1, 2)))}
		r.visitAll(200)
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

// run walks through a system by hand.
type run struct {
	t      *testing.T
	sys    *model.System
	reader *model.Reader
	nodes  []uint32
}

func start(t *testing.T, c model.Config) *run {
	sys := Algorithm.New(c)
	return &run{t: t, sys: sys, reader: sys.NewReader(), nodes: sys.Start()}
}

// moves lists the labels of all that can happen, and what each makes of the state.
func (r *run) moves() (labels []string, events []*model.Event, next [][]uint32) {
	for site, node := range r.nodes {
		for _, m := range r.reader.Expand(site, node, r.sys.StartBudget()).Moves {
			to := slices.Clone(r.nodes)
			to[site] = m.Next
			for _, d := range m.Sends {
				to[d.Site] = r.reader.Put(d.Site, to[d.Site], d.Batch)
			}
			labels = append(labels, r.sys.Label(site, node, m.Event))
			events = append(events, m.Event)
			next = append(next, to)
		}
	}
	return labels, events, next
}

// do makes the steps, by their labels, and returns the event of the last.
func (r *run) do(steps ...string) (last *model.Event) {
	r.t.Helper()
	for _, step := range steps {
		labels, events, next := r.moves()
		k := slices.Index(labels, step)
		if k < 0 {
			r.t.Fatalf("no %s among\n%s", step, strings.Join(labels, "\n"))
		}
		r.nodes, last = next[k], events[k]
	}
	return last
}

// tell describes a site's variables, without those that say nothing.
func (r *run) tell(site model.Site) string {
	var texts []string
	for _, f := range r.sys.Describe(int(site)-1, r.nodes[site-1]).Fields {
		if f.Value != "<>" && f.Value != "{}" {
			texts = append(texts, f.Name+" "+f.Value)
		}
	}
	return strings.Join(texts, ", ")
}

func (r *run) views() invariants.Views {
	var vs invariants.Views
	for site, node := range r.nodes {
		vs = append(vs, r.sys.View(r.reader.Expand(site, node, r.sys.StartBudget()).View))
	}
	return vs
}

// visitAll visits states breadth first, up to a number.
func (r *run) visitAll(limit int) {
	r.reader = r.sys.NewReader()
	seen := map[string]bool{}
	for queue := [][]uint32{r.sys.Start()}; len(queue) > 0 && len(seen) < limit; queue = queue[1:] {
		r.nodes = queue[0]
		r.views()
		_, _, next := r.moves()
		for _, to := range next {
			if key := fmt.Sprint(to); !seen[key] {
				seen[key] = true
				queue = append(queue, to)
			}
		}
	}
}
