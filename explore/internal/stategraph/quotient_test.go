package stategraph

import (
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/invariants/question"
)

// TestShapes: whatever the stabilizer, the permutations fall into classes of its size, each of which makes one state.
func TestShapes(t *testing.T) {
	permutations := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	order := len(permutations)
	products := make([][]int, order)
	for g, r := range permutations {
		for _, s := range permutations {
			products[g] = append(products[g], slices.Index(permutations, [3]int{r[s[0]], r[s[1]], r[s[2]]}))
		}
	}
	for g := range order {
		stabilizer := []int{0} // the powers of g
		for h := g; h != 0; h = products[g][h] {
			stabilizer = append(stabilizer, h)
		}
		slices.Sort(stabilizer)
		x := newOrbitType(stabilizer, products)
		if len(x.representatives)*len(stabilizer) != order || x.representatives[0] != 0 {
			t.Fatalf("%v fixes a state: its images are made by %v", stabilizer, x.representatives)
		}
		for k, turn := range x.representatives {
			for _, h := range stabilizer {
				if x.image[products[turn][h]] != uint8(k) {
					t.Errorf("%v fixes a state: %d after %d makes image %d, not %d", stabilizer, turn, h, x.image[products[turn][h]], k)
				}
			}
		}
	}
}

// TestUnfoldLimits: a graph that is too large is not written down, and the reason says so.
func TestUnfoldLimits(t *testing.T) {
	for _, test := range []struct {
		states, transitions int
		limit               int64
		want                string
	}{
		{1 << 31, 1, 0, "a graph of 2147483648 states and 1 transitions; up to 2147483647 and 4294967295 are possible"},
		{1, 1 << 32, 0, "a graph of 1 states and 4294967296 transitions"},
		{1 << 20, 1 << 20, 1, "max-memory 1 B: the graph of all transitions needs 27 MiB beside that of the states searched"},
	} {
		q := &quotient{Graph: &Graph{Session: &session.Session{Memory: membudget.Budget{Limit: test.limit}}}}
		if g, limit := q.unfold(question.Reduction{States: test.states, Transitions: test.transitions}, nil); g != nil || !strings.HasPrefix(limit, test.want) {
			t.Errorf("%d states and %d transitions: %q, want %q", test.states, test.transitions, limit, test.want)
		}
	}
}
