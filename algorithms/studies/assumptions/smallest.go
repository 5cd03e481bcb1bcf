package assumptions

import (
	"context"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Scenario is the fewest faults that violate a property, with a shortest trace.
type Scenario struct {
	Finding  invariants.Finding
	Faults   Faults
	Complete bool // every smaller budget was searched to its end
}

// Smallest searches with ever larger budgets, up to that of the configuration, until every violated finding of the whole
// budget has its scenario; they are in the order of the findings. Among scenarios with equally many faults the one with
// the shortest trace is taken. Where a limit ends this too early, it is the whole budget.
func Smallest(
	ctx context.Context, a *paper.Algorithm, c model.Config, findings []invariants.Finding, o explore.Options,
) ([]Scenario, error) {
	violated := slices.DeleteFunc(slices.Clone(findings), func(f invariants.Finding) bool {
		return !f.Shown()
	})
	o.StopAtFirst = false // every property has its own scenario
	best, complete := map[string]Scenario{}, true
	all := faultsOf(c).within()
	for from := 0; from < len(all) && len(best) < len(violated); {
		to := from
		for to < len(all) && all[to].Sum() == all[from].Sum() {
			to++
		}
		found, smallerComplete := map[string]Scenario{}, complete
		for _, faults := range all[from:to] {
			d := faults.In(c)
			panel := slices.DeleteFunc(invariants.Panel(a.AllProperties(d)), func(p invariants.Property) bool {
				_, done := best[p.Name]
				return done || !slices.ContainsFunc(violated, func(f invariants.Finding) bool { return f.Property.Name == p.Name })
			})
			now, r, err := explore.CheckAll(ctx, a.New(d), panel, o)
			if err != nil {
				return nil, err
			}
			complete = complete && r.Complete
			for _, f := range now {
				if s, ok := found[f.Property.Name]; f.Verdict == invariants.Refuted && (!ok || f.Steps < s.Finding.Steps) {
					found[f.Property.Name] = Scenario{f, faults, smallerComplete}
				}
			}
		}
		for name, s := range found {
			best[name] = s
		}
		from = to
	}
	scenarios := []Scenario{}
	for _, f := range violated {
		s, ok := best[f.Property.Name]
		if !ok {
			s = Scenario{f, faultsOf(c), false}
		}
		scenarios = append(scenarios, s)
	}
	return scenarios, nil
}
