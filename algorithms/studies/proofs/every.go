package proofs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// family is an algorithm's systems of n processes: one for each form of its tree; a single one if it has none.
func family(a *paper.Algorithm, like model.Config) views.Family {
	large := a.UpTo(MostProcesses)
	return func(n int) (all []*system.System) {
		forms := []string{""}
		if OnTrees(a) {
			forms = Trees(n)
		}
		for _, form := range forms {
			c := large.With(like.Variant, func(c *model.Config) {
				c.Processes, c.Repairs, c.Network, c.Timeouts = n, like.Repairs, like.Network, like.Timeouts
				c.Loss, c.Duplicate, c.Crash = like.Loss, like.Duplicate, like.Crash
				if form != "" {
					c.Params = map[string]string{paper.TreeParam: form}
				}
			})
			if sys, _, err := Endless(a, c); err == nil {
				all = append(all, sys)
			}
		}
		return all
	}
}

// OnTrees reports that an algorithm begins on a tree, any tree, and that nothing else of its beginning can be chosen.
func OnTrees(a *paper.Algorithm) bool {
	return len(a.Params) == 1 && a.Params[0].Name == paper.TreeParam
}

// Trees are the rooted trees of n processes, one of each form, as --tree takes them: the first process is the root.
func Trees(n int) (all []string) {
	// Levels of the processes in preorder, by the successor rule of Beyer and Hedetniemi (1980).
	level := make([]int, n)
	for k := range level {
		level[k] = k
	}
	for {
		all = append(all, tree(level))
		last := n - 1
		for last > 0 && level[last] <= 1 {
			last--
		}
		if last <= 0 {
			return all
		}
		parent := last - 1
		for level[parent] != level[last]-1 {
			parent--
		}
		for k := last; k < n; k++ {
			level[k] = level[k-(last-parent)]
		}
	}
}

func tree(level []int) string {
	var parents []string
	for k := range level {
		parent := 0
		if k > 0 {
			parent = k - slices.IndexFunc(reversed(level[:k]), func(l int) bool { return l == level[k]-1 })
		}
		parents = append(parents, fmt.Sprint(parent))
	}
	return strings.Join(parents, ",")
}

func reversed(xs []int) []int {
	ys := slices.Clone(xs)
	slices.Reverse(ys)
	return ys
}
