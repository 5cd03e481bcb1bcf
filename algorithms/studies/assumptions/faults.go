package assumptions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Faults is a budget of faults.
type Faults struct{ Loss, Duplicate, Crash, Early int }

// faultsOf is the budget of a configuration.
func faultsOf(c model.Config) Faults { return Faults{c.Loss, c.Duplicate, c.Crash, c.Early} }

// In is the configuration with this budget.
func (f Faults) In(c model.Config) model.Config {
	c = c.Clone()
	c.Loss, c.Duplicate, c.Crash, c.Early = f.Loss, f.Duplicate, f.Crash, f.Early
	return c
}

// Sum is how many faults there are.
func (f Faults) Sum() int { return f.Loss + f.Duplicate + f.Crash + f.Early }

// String is the faults as words: "one loss and 2 crashes"; without any it is "zero faults".
func (f Faults) String() string {
	var parts []string
	for _, kind := range []struct {
		n         int
		one, many string
	}{
		{f.Loss, "loss", "losses"}, {f.Duplicate, "duplicate", "duplicates"}, {f.Crash, "crash", "crashes"},
		{f.Early, "early expiry", "early expiries"},
	} {
		switch {
		case kind.n == 1:
			parts = append(parts, "one "+kind.one)
		case kind.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", kind.n, kind.many))
		}
	}
	if len(parts) == 0 {
		return "zero faults"
	}
	return strings.Join(parts, " and ")
}

// within lists all budgets within this one, fewest faults first; among equally many the lexicographically least.
func (f Faults) within() []Faults {
	var all []Faults
	for l := range f.Loss + 1 {
		for d := range f.Duplicate + 1 {
			for k := range f.Crash + 1 {
				for e := range f.Early + 1 {
					all = append(all, Faults{l, d, k, e})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(f, g Faults) int { return f.Sum() - g.Sum() })
	return all
}
