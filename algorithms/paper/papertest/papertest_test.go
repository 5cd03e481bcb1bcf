package papertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
)

// recorder is a test that keeps what it is told.
type recorder struct {
	testing.TB
	told []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

// TestCompare: a verdict that a table does not expect is told, whether the table names the property or not.
func TestCompare(t *testing.T) {
	props := []invariants.Property{{Name: "a"}, {Name: "b"}, {Name: "on the graph"}}
	for _, test := range []struct {
		a, b int
		want map[string]int
		told []string
	}{
		{Holds, Holds, nil, nil},
		{3, Holds, map[string]int{"a": 3}, nil},
		{Vacuous, Holds, map[string]int{"a": Vacuous}, nil},
		{3, Holds, nil, []string{"row: a: is violated after 3 steps, want holds"}},
		{Vacuous, Holds, nil, []string{"row: a: is vacuous, want holds"}},
		{3, Holds, map[string]int{"a": 4}, []string{"row: a: is violated after 3 steps, want is violated after 4 steps"}},
		{3, Holds, map[string]int{"a": 3, "b": 2}, []string{"row: b: holds, want is violated after 2 steps"}},
		{Holds, Holds, map[string]int{"c": 2}, []string{"row: no property of states, ends or steps is named c"}},
	} {
		r := &recorder{TB: t}
		Result{Verdicts: map[string]int{"a": test.a, "b": test.b}}.compare(r, "row", props, test.want)
		if !slices.Equal(r.told, test.told) {
			t.Errorf("a %s, b %s, want %v: told %q, want %q", told(test.a), told(test.b), test.want, r.told, test.told)
		}
	}
}
