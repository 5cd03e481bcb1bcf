package sweep_test

import (
	"context"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/studies/sweep"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestOf: the runs differ in the requests alone, those who never ask still do not, and an end of time leaves what there is.
func TestOf(t *testing.T) {
	a := &suzukikasami.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes, c.Requests = 3, []int{1, 0, 1} })
	ctx, cancel := context.WithCancel(t.Context())
	var asked [][]int
	runs, err := sweep.Of(ctx, sweep.Requests(c, 4), func(c model.Config) (sweep.Run, error) {
		asked = append(asked, c.Requests)
		findings, r, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel(a.Properties(c)), explore.Options{})
		if len(asked) == 3 {
			cancel()
		}
		return sweep.Run{Config: c, Findings: findings, Result: r}, err
	})
	if err != nil || len(runs) != 3 || !slices.EqualFunc(asked, [][]int{{1, 0, 1}, {2, 0, 2}, {3, 0, 3}}, slices.Equal) {
		t.Fatalf("%d runs with %v, %v", len(runs), asked, err)
	}
	for _, p := range sweep.Compare(runs) {
		if p.Name == "mutex" && (p.Change != "the same" || !slices.Equal(p.Found, []string{"holds", "holds", "holds"})) {
			t.Errorf("%+v", p)
		}
	}
}

// TestCompare has one property for every change.
func TestCompare(t *testing.T) {
	value := func(least, most int) *invariants.Value { return &invariants.Value{Min: least, Max: most} }
	runs := make([]sweep.Run, 2)
	want := map[string]string{}
	add := func(change string, a, b invariants.Finding) {
		a.Property.Name, b.Property.Name = change, change
		runs[0].Findings, runs[1].Findings = append(runs[0].Findings, a), append(runs[1].Findings, b)
		want[change] = change
	}
	add("not decided", invariants.Finding{Verdict: invariants.Holds}, invariants.Finding{Verdict: invariants.Inconclusive})
	add("grows", invariants.Finding{Value: value(0, 2)}, invariants.Finding{Value: value(0, 3)})
	add("the same", invariants.Finding{Value: value(0, 2)}, invariants.Finding{Value: value(0, 2)})
	add("the same largest", invariants.Finding{Value: value(0, 2)}, invariants.Finding{Value: value(1, 2)})
	add("changes", invariants.Finding{Verdict: invariants.Holds}, invariants.Finding{Verdict: invariants.Refuted})
	runs[1].Findings = append(runs[1].Findings, invariants.Finding{Property: invariants.Property{Name: "new"}, Verdict: invariants.Holds})
	want["new"] = ""
	all := sweep.Compare(runs)
	if len(all) != len(want) {
		t.Errorf("%d properties", len(all))
	}
	for _, p := range all {
		if p.Change != want[p.Name] {
			t.Errorf("%s: %q", p.Name, p.Change)
		}
	}
	if p := all[len(all)-1]; !slices.Equal(p.Found, []string{"", "holds"}) {
		t.Errorf("%+v", p)
	}
}
