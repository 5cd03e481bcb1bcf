package verdicts

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/gmecheck/gmecheck/explore/internal/membudget"
)

// TestCombinations demands that combinations have the same number if and only if they are the same, whatever mixture of
// small and large numbers of views they are made of.
func TestCombinations(t *testing.T) {
	view := rapid.OneOf(rapid.Uint32Range(1, 4), rapid.Uint32Range(1<<smallViewBits-2, 1<<smallViewBits+2), rapid.Uint32Min(1<<31))
	rapid.Check(t, func(t *rapid.T) {
		c, sites := newCombinations(&membudget.Budget{}), rapid.IntRange(1, 10).Draw(t, "sites")
		numbers, known := map[string]uint32{}, map[uint32]string{}
		for _, views := range rapid.SliceOfN(rapid.SliceOfN(view, sites, sites), 0, 400).Draw(t, "combinations") {
			n, ok := c.Number(views)
			text := fmt.Sprint(views)
			switch {
			case !ok || n == 0:
				t.Fatalf("%s has no number", text)
			case numbers[text] == 0 && known[n] != "":
				t.Fatalf("%s has the number %d of %s", text, n, known[n])
			case numbers[text] != 0 && numbers[text] != n:
				t.Fatalf("%s has the numbers %d and %d", text, numbers[text], n)
			}
			numbers[text], known[n] = n, text
		}
	})
}

// TestNoNumberOfCombinations demands that no number is given twice where they end.
func TestNoNumberOfCombinations(t *testing.T) {
	c := newCombinations(&membudget.Budget{})
	c.count = math.MaxUint32 - 1
	if n, ok := c.Number([]uint32{1}); !ok || n != math.MaxUint32 {
		t.Errorf("%d, %t", n, ok)
	}
	if n, ok := c.Number([]uint32{2}); ok {
		t.Errorf("number %d", n)
	}
	if n, ok := c.Number([]uint32{1}); !ok || n != math.MaxUint32 {
		t.Errorf("%d, %t", n, ok)
	}
}
