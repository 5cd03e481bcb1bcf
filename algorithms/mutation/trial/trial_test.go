package trial_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/mutation/mutate"
	"github.com/gmecheck/gmecheck/algorithms/mutation/trial"
)

// TestRun builds a worker and runs some mutants of a real algorithm.
func TestRun(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	packages, err := mutate.Load(root, "algorithms/raymond", "algorithms/naimitrehel")
	if err != nil {
		t.Fatal(err)
	}
	binary, err := trial.Build(root, t.TempDir(), packages)
	if err != nil {
		t.Fatal(err)
	}
	bench := &trial.Bench{Binary: binary, Root: root, Processes: 2}
	for k, test := range []struct {
		gate string
		want map[string]trial.Outcome // by function, operator and change
	}{
		{"algorithms/raymond/gate.yaml", map[string]trial.Outcome{
			"protocol.Exit assignment v.st = paper.Idle → nothing":   trial.Killed,
			"protocol.Receive call p.privilege(i, v, out) → nothing": trial.Killed,
		}},
		{"algorithms/naimitrehel/gate.yaml", map[string]trial.Outcome{
			"protocol.Receive call p.req(i, v, m, out) → nothing":                trial.Killed,
			"protocol.Request assignment v.father = 0 → nothing":                 trial.Killed,
			"protocol.Request guard v.father == 0 → false":                       trial.Broken,
			"protocol.Request late v.st = paper.Wait → behind: if v.father == 0": trial.Survived,
		}},
	} {
		job := trial.Job{Gate: test.gate, List: true}
		listed, err := bench.Baseline(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		job.List = false
		base, err := bench.Baseline(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b trial.Answer) bool { return a.Check == b.Check && a.Name == b.Name && a.States == b.States }
		if !slices.EqualFunc(listed, base, same) {
			t.Errorf("%s: the checks are not as listed", test.gate)
		}
		job.Checks = trial.Plan(base, k == 0)
		first := 1
		for _, p := range packages[:k] {
			first += len(p.Mutants)
		}
		var jobs []*trial.Job
		for n, m := range packages[k].Mutants {
			if test.want[title(m)] != "" {
				x := job
				x.Mutant = first + n
				jobs = append(jobs, &x)
			}
		}
		found := map[string]trial.Outcome{}
		err = bench.Run(t.Context(), jobs, func(job *trial.Job, answers []trial.Answer) {
			r := trial.Decide(packages[k].Mutants[job.Mutant-first], base, answers)
			found[title(r.Mutant)] = r.Outcome
		})
		if err != nil {
			t.Fatal(err)
		}
		for change, want := range test.want {
			if found[change] != want {
				t.Errorf("%s: %q, not %q", change, found[change], want)
			}
		}
	}
}

func title(m *mutate.Mutant) string {
	return strings.Join([]string{m.Function, m.Operator, m.Change()}, " ")
}

// TestDecide demands that counts alone do not kill, and that properties do before limits.
func TestDecide(t *testing.T) {
	base := []trial.Answer{{Check: 0, Counts: "10 states"}, {Check: 1, Counts: "99 states"}}
	kills := []trial.Says{{Property: "mutex", Kills: true}}
	for _, test := range []struct {
		found []trial.Answer
		want  trial.Outcome
	}{
		{[]trial.Answer{{Check: 1, Counts: "99 states"}, {Check: 0, Counts: "10 states"}}, trial.Survived},
		{[]trial.Answer{{Check: 1, Counts: "98 states"}, {Check: 0, Counts: "10 states"}}, trial.Counts},
		{[]trial.Answer{{Check: 1, Counts: "98 states"}, {Check: 0, Counts: "10 states", Properties: kills}}, trial.Killed},
		{[]trial.Answer{{Check: 0, Limit: "100 states", Properties: kills}}, trial.Killed},
		{[]trial.Answer{{Check: 0, Limit: "100 states"}}, trial.Endless},
		{[]trial.Answer{{Broken: "the process ends"}}, trial.Broken},
	} {
		if got := trial.Decide(nil, base, test.found).Outcome; got != test.want {
			t.Errorf("%+v: %s, not %s", test.found, got, test.want)
		}
	}
}

// TestPlan demands the cheapest first, and limits above what a check needs.
func TestPlan(t *testing.T) {
	base := []trial.Answer{{Check: 0, States: 1_000_000, Seconds: 3}, {Check: 1, States: 10, Seconds: 1}, {Check: 2, States: 20}}
	var order []string
	for _, l := range trial.Plan(base, true) {
		order = append(order, fmt.Sprint(l.Check, l.Quick))
	}
	if got := strings.Join(order, ", "); got != "1 true, 2 true, 1 false, 2 false, 0 true, 0 false" {
		t.Errorf("%s", got)
	}
	plan := trial.Plan(base, false)
	if len(plan) != 3 || plan[0].Check != 1 || plan[0].States != 100_000 || plan[2].States != 20_000_000 || plan[0].Seconds < 30 {
		t.Errorf("%+v", plan)
	}
}
