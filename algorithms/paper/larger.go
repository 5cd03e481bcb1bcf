package paper

import (
	"fmt"

	"github.com/gmecheck/gmecheck/model"
)

// UpTo is the algorithm for up to so many processes, more than can be explored. A protocol of one's own stays as it is.
func (a *Algorithm) UpTo(processes int) *Algorithm {
	if a.Own {
		return a
	}
	b := *a
	b.Processes.Max = max(processes, a.Processes.Max)
	return &b
}

// Fits names a parameter whose value, its default most likely, is wrong for so many processes: defaults are right for the sizes that
// are explored.
func (a *Algorithm) Fits(c model.Config) error {
	for _, p := range a.Params {
		if p.Check(c, c.Params[p.Name]) != nil {
			return fmt.Errorf("--%s has no default for %d processes; allowed is %s", p.Name, c.Processes, p.Allowed)
		}
	}
	return nil
}
