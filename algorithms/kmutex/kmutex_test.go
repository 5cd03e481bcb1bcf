package kmutex

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestCounts(t *testing.T) {
	for _, x := range []struct {
		variant string
		k       int
		want    naive.Result
	}{
		{model.Published, 1, naive.Result{States: 1175, Transitions: 2567, Depth: 18}},
		{Baseline, 2, naive.Result{States: 1677, Transitions: 3910, Depth: 19}},
	} {
		c := Algorithm.With(x.variant, func(c *model.Config) { c.Tokens = x.k })
		if got := naive.Explore(newProtocol(c), c, nil); got != x.want {
			t.Errorf("%s k=%d: %v, want %v", x.variant, x.k, got, x.want)
		}
	}
}
