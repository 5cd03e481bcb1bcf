// Package sweep explores a model with one request for each process, with two, and so on, or with more and more processes, and says how the
// verdicts and numbers change. A number that grows with the requests is no bound of the algorithm; how one grows with the processes is a
// conjecture.
package sweep

import (
	"context"
	"time"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Run is the exploration of one configuration.
type Run struct {
	Config   model.Config
	Findings []invariants.Finding
	Result   *explore.Result
	Elapsed  time.Duration
}

// Property says of one property how its value, or its verdict, changes.
type Property struct {
	Name   string
	Found  []string // by run; empty where the run does not judge it
	Change string   // from the last run but one to the last; empty if there are no two
}

// Requests are a model with 1 to upTo requests for each process that requests at all.
func Requests(c model.Config, upTo int) (all []model.Config) {
	for r := 1; r <= upTo; r++ {
		all = append(all, withRequests(c, r))
	}
	return all
}

// withRequests gives each process that requests at all so many requests.
func withRequests(c model.Config, r int) model.Config {
	c = c.Clone()
	for i := range c.Requests {
		if c.Requests[i] != 0 {
			c.Requests[i] = r
		}
	}
	return c
}

// Of explores models, one after another. It ends early, with what it has, when the context does.
func Of(ctx context.Context, all []model.Config, search func(model.Config) (Run, error)) ([]Run, error) {
	var runs []Run
	for _, c := range all {
		begun := time.Now()
		run, err := search(c)
		if err != nil {
			return nil, err
		}
		run.Elapsed = time.Since(begun)
		runs = append(runs, run)
		if ctx.Err() != nil {
			break
		}
	}
	return runs, nil
}

// Compare sets the findings of all runs side by side, by property.
func Compare(runs []Run) []Property {
	var all []Property
	last := map[string][]invariants.Finding{} // by property, of the runs that judge it
	at := map[string]int{}
	for r, run := range runs {
		for _, f := range run.Findings {
			name := f.Property.Name
			k, known := at[name]
			if !known {
				k, at[name] = len(all), len(all)
				all = append(all, Property{Name: name, Found: make([]string, len(runs))})
			}
			all[k].Found[r] = found(f)
			last[name] = append(last[name], f)
		}
	}
	for k := range all {
		if l := last[all[k].Name]; len(l) > 1 {
			all[k].Change = change(l[len(l)-2], l[len(l)-1])
		}
	}
	return all
}

// found is a number, or a verdict where there is none.
func found(f invariants.Finding) string {
	switch {
	case f.Value == nil:
		return string(f.Verdict)
	case f.Verdict == invariants.Refuted:
		return f.Value.String() + " (violated)"
	}
	return f.Value.String()
}

// change says what two runs tell of a property.
func change(a, b invariants.Finding) string {
	switch {
	case a.Verdict == invariants.Inconclusive || b.Verdict == invariants.Inconclusive:
		return "not decided"
	case a.Value != nil && b.Value != nil && !b.Value.Unbounded && b.Value.Max > a.Value.Max:
		return "grows"
	case a.Value != nil && b.Value != nil && *a.Value == *b.Value, a.Value == nil && b.Value == nil && a.Verdict == b.Verdict:
		return "the same"
	case a.Value != nil && b.Value != nil && a.Value.Max == b.Value.Max:
		return "the same largest"
	}
	return "changes"
}
