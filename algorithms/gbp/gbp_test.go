package gbp

import (
	"fmt"
	"testing"

	"github.com/gmecheck/gmecheck/model"
)

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
					if Sk.Intersect(Sl).Empty() {
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
		{durationsName, "0", "out of range"},
		{durationsName, "x", "out of range"},
		{fixedName, "", ""},
		{fixedName, "2,1", ""},
		{fixedName, "2,1,1", "3 priorities for 2 groups"},
		{fixedName, "2,9", `"9" is not a priority from 1 to 8`},
		{upgradeName, waiting, ""},
		{upgradeName, "all", "no such reading"},
	} {
		c := Algorithm.Config(model.Published) // n = 2, m = 2
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
