package repairs

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
)

// Price is what the repairs cost in one respect: a bound or a cost as published, and with all repairs. A value is nil
// where its exploration was not complete.
type Price struct {
	Property            invariants.Property
	Published, Repaired *invariants.Value
}

// prices compares the values of two lists of findings.
func prices(published, repaired []invariants.Finding) []Price {
	var all []Price
	for _, f := range repaired {
		k := slices.IndexFunc(published, func(g invariants.Finding) bool { return g.Property.Name == f.Property.Name })
		if k >= 0 && quantitative(f.Property) {
			all = append(all, Price{f.Property, published[k].Value, f.Value})
		}
	}
	return all
}

func quantitative(p invariants.Property) bool {
	return p.Kind == invariants.Bound || p.Kind == invariants.Cost
}

// price explores both ends for the bounds and costs that the algorithm has, asked for or not.
func (s *search) price(all Set) ([]Price, error) {
	numbers := slices.DeleteFunc(invariants.Panel(s.a.Properties(s.config(all))), func(p invariants.Property) bool {
		return !quantitative(p)
	})
	if len(numbers) == 0 || all == 0 {
		return nil, nil
	}
	published, err := s.explore(0, numbers)
	if err != nil {
		return nil, err
	}
	repaired, err := s.explore(all, numbers)
	if err != nil {
		return nil, err
	}
	return prices(published.Findings, repaired.Findings), nil
}
