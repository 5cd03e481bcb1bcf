package sweep

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Fewer is a model with one request less for each process, where all processes have the same budget of two requests or more: what tells
// numbers that grow with n from such that grow with n*R. False if there is none.
func Fewer(c model.Config) (model.Config, bool) {
	r := budgetOf(c)
	if r < 2 {
		return c, false
	}
	return withRequests(c, r-1), true
}

// budgetOf is the number of requests of each process that requests at all; 0 where they differ, or have no end.
func budgetOf(c model.Config) int {
	asks := slices.DeleteFunc(slices.Clone(c.Requests), func(r int) bool { return r == 0 })
	if len(asks) == 0 || asks[0] == model.Unlimited || slices.ContainsFunc(asks, func(r int) bool { return r != asks[0] }) {
		return 0
	}
	return asks[0]
}

// Growth is how numbers grow with the number of processes, as conjectures: the states, and the largest values of properties by name.
type Growth struct {
	States     string
	Properties map[string]string
}

// Grows finds the laws that complete runs follow.
func Grows(runs []Run) Growth {
	g := Growth{Properties: map[string]string{}}
	var states []Point
	values, endless := map[string][]Point{}, map[string]bool{}
	for _, run := range runs {
		if !run.Result.Complete {
			continue
		}
		at := Point{N: run.Config.Processes, R: budgetOf(run.Config)}
		all := run.Result.States
		if r := run.Result.Reduction; r != nil {
			all = r.States
		}
		at.Value = float64(all)
		states = append(states, at)
		for _, f := range run.Findings {
			if f.Value == nil || f.Verdict == invariants.Inconclusive {
				continue
			}
			name := f.Property.Name
			if at.Value = float64(f.Value.Max); f.Value.Unbounded {
				endless[name] = true
			} else {
				values[name] = append(values[name], at)
			}
		}
	}
	g.States = conjecture(states)
	for name, points := range values {
		g.Properties[name] = conjecture(points)
	}
	for name := range endless {
		g.Properties[name] = "unbounded"
	}
	return g
}
