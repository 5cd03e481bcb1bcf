package permutation

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/values"
)

// TestPermutation: permutations have names, and rename one after the other as their product does.
func TestPermutation(t *testing.T) {
	r := &Permutation{processes: 3, sites: []model.Site{0, 2, 3, 1}, groups: []model.Group{0, 2, 1}}
	if got := r.String(); got != "(P1 P2 P3)(g1 g2)" {
		t.Errorf("the permutation is %s", got)
	}
	type value struct {
		by     model.PerSite[model.Site]
		sites  [3]model.Site
		groups [2]model.Group
	}
	x := value{model.NewPerSite[model.Site](3).With(1, 2).With(3, 1), [3]model.Site{1, 2, 3}, [2]model.Group{1, 2}}
	all := Candidates(model.Config{Processes: 3, Groups: 2}, 3)
	if len(all) != 12 || values.Rename(all[0], x) != x {
		t.Fatalf("%d permutations, the first is %v", len(all), all[0])
	}
	for _, r := range all {
		for _, s := range all {
			if values.Rename(r.after(s), x) != values.Rename(r, values.Rename(s, x)) {
				t.Errorf("first %v, then %v is not %v", s, r, r.after(s))
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	for _, test := range []struct {
		n, m, places, want int
	}{
		{1, 0, 1, 1}, {2, 1, 2, 2}, {3, 2, 3, 12}, {4, 3, 4, 144}, {5, 2, 5, 240}, {16, 0, 17, 120}, {8, 8, 16, 240},
	} {
		all := Candidates(model.Config{Processes: test.n, Groups: test.m}, test.places)
		keys := map[string]bool{}
		for _, r := range all {
			keys[r.key()] = true
			for i := test.n + 1; i <= test.places; i++ {
				want := model.Site(i)
				if test.places-test.n == test.m {
					want = model.Site(test.n) + model.Site(r.groups[i-test.n])
				}
				if r.Site(model.Site(i)) != want {
					t.Errorf("n=%d m=%d: %v makes site %d of site %d", test.n, test.m, r, r.Site(model.Site(i)), i)
				}
			}
		}
		if len(all) != test.want || len(keys) != test.want || all[0].moved() != 0 {
			t.Errorf("n=%d m=%d: %d permutations, %d different, the first %v; want %d", test.n, test.m, len(all), len(keys), all[0],
				test.want)
		}
	}
}

// TestOrderOfCandidates: those that move less come before others, the identity first; so groups that are left are made of exchanges, if they can be.
func TestOrderOfCandidates(t *testing.T) {
	for want, c := range map[string]model.Config{
		"[() (P2 P3) (P1 P2) (P1 P3) (P1 P2 P3) (P1 P3 P2)]": {Processes: 3},
		"[() (g1 g2) (P1 P2) (P1 P2)(g1 g2)]":                {Processes: 2, Groups: 2},
	} {
		if got := fmt.Sprint(Candidates(c, c.Processes)); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestWithout takes permutations away and finds the groups that are left.
func TestWithout(t *testing.T) {
	all := Candidates(model.Config{Processes: 4}, 4)
	for _, test := range []struct {
		refused []string
		order   int
	}{
		{nil, 24},
		{[]string{"(P1 P2)"}, 6}, // those that fix P1, or P2
		{[]string{"(P1 P2)", "(P1 P3)", "(P1 P4)"}, 6}, // those that fix P1
		{[]string{"(P1 P2)", "(P1 P3)", "(P1 P4)", "(P2 P3 P4)"}, 2},
	} {
		refused := 0
		_, group := Without(all, func(r *Permutation) (is bool) {
			if is = slices.Contains(test.refused, r.String()); is {
				refused++
			}
			return is
		})
		if refused != len(test.refused) {
			t.Fatalf("%v: refused %d", test.refused, refused)
		}
		if len(group) != test.order || group[0].moved() != 0 {
			t.Errorf("without %v: %v, want %d permutations", test.refused, group, test.order)
		}
		for _, r := range group {
			if slices.Contains(test.refused, r.String()) {
				t.Errorf("without %v: %v", test.refused, group)
			}
			for _, s := range group {
				if !slices.ContainsFunc(group, func(p *Permutation) bool { return p.Is(r.after(s)) }) {
					t.Errorf("without %v: %v and %v, but not %v", test.refused, r, s, r.after(s))
				}
			}
		}
		if few := Generators(group); len(generated(group[0], few)) != len(group) || len(few) > 3 {
			t.Errorf("without %v: generators %v", test.refused, few)
		}
	}
}
