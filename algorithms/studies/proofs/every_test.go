package proofs_test

import (
	"testing"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/studies/proofs"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
)

// TestTrees: as many forms of rooted trees as there are (OEIS A000081).
func TestTrees(t *testing.T) {
	for k, want := range []int{1, 1, 2, 4, 9, 20, 48, 115, 286} {
		seen := map[string]bool{}
		for _, tree := range proofs.Trees(k + 1) {
			if _, err := model.ParseTree(tree, k+1); err != nil || seen[tree] {
				t.Errorf("%s: %v", tree, err)
			}
			seen[tree] = true
		}
		if len(seen) != want {
			t.Errorf("%d forms of trees of %d; want %d", len(seen), k+1, want)
		}
	}
}

// TestEvery: raymond meets every condition; what the static check does not know is a conjecture, and what has no closure nothing. What is said of
// naimi-trehel stands in docs/every-n.md, and the tests of the documents run it.
func TestEvery(t *testing.T) {
	for _, x := range []struct {
		name            string
		own             bool
		theorem, likely bool
	}{
		{"raymond", false, true, true}, {"raymond", true, false, true}, {"suzuki-kasami", false, false, false}, {"banerjee-chrysanthis", false, false, false},
	} {
		a, err := algorithms.All().Find(x.name)
		if err != nil {
			t.Fatal(err)
		}
		b := *a
		b.Own = x.own
		e, err := proofs.DecideEvery(t.Context(), &b, a.Config(model.Published), views.Options{MaxWork: 30_000})
		if err != nil {
			t.Fatal(err)
		}
		if e.Theorem() != x.theorem || e.Conjectured() != x.likely || len(e.Conditions) != 5 {
			t.Errorf("%s, own %v: proved for every n %v, expected %v; conjectured %v, expected %v: %+v", x.name, x.own, e.Theorem(), x.theorem, e.Conjectured(), x.likely, e.Conditions)
		}
		for _, q := range e.Answers {
			if x.theorem && !q.Proved {
				t.Errorf("%s: %s is not proved: %s", x.name, q.Name, q.Why)
			}
		}
	}
}
