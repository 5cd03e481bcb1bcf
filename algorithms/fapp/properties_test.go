package fapp

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestTree: parents lead to the token, or to where it goes; a circle and a second root do not.
func TestTree(t *testing.T) {
	at := func(parent model.Site, tokens int) *model.View {
		v := &model.View{Coming: tokens, More: more{parent: parent}}
		if parent == 0 {
			v.Holds, v.Coming = tokens, 0
		}
		return v
	}
	for _, test := range []struct {
		name  string
		views invariants.Views
		want  invariants.Opinion
	}{
		{"a path", invariants.Views{at(0, 1), at(1, 0), at(2, 0)}, invariants.Fine},
		{"the token on its way", invariants.Views{at(2, 0), at(1, 1), at(2, 0)}, invariants.Fine},
		{"a circle", invariants.Views{at(0, 1), at(3, 0), at(2, 0)}, invariants.Violated},
		{"a root without the token", invariants.Views{at(0, 1), at(0, 0), at(2, 0)}, invariants.Violated},
		{"one process", invariants.Views{at(0, 1)}, invariants.Silent},
	} {
		if got := tree.State(test.views); got != test.want {
			t.Errorf("%s: opinion %d, want %d", test.name, got, test.want)
		}
	}
}
