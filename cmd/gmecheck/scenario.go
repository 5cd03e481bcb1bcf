package main

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"gmecheck/algorithms/paper"
	"gmecheck/explore"
	"gmecheck/invariants"
	"gmecheck/model"
)

// scenarioReport is the answer of --fault-scenario min: for every violated property the fewest faults that violate it.
type scenarioReport struct {
	Properties []scenario `json:"properties"`
}

// scenario is the smallest fault vector that violates a property, and the shortest trace with it.
type scenario struct {
	Name      string   `json:"name"`
	Loss      int      `json:"loss"`
	Duplicate int      `json:"duplicate"`
	Crash     int      `json:"crash"`
	Early     int      `json:"early"`
	Steps     int      `json:"steps"`
	Trace     []string `json:"trace"`
	Complete  bool     `json:"complete"` // every smaller vector was searched to its end
}

func (s scenario) words() string {
	var parts []string
	for _, f := range []struct {
		n    int
		one  string
		many string
	}{{s.Loss, "loss", "losses"}, {s.Duplicate, "duplicate", "duplicates"}, {s.Crash, "crash", "crashes"}, {s.Early, "early expiry", "early expiries"}} {
		switch {
		case f.n == 1:
			parts = append(parts, "one "+f.one)
		case f.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", f.n, f.many))
		}
	}
	switch faults := strings.Join(parts, " and "); {
	case len(parts) == 0:
		return "breaks with zero faults"
	case s.Complete:
		return "needs " + faults
	default:
		return "breaks with " + faults + ", perhaps with fewer: that was not searched to its end"
	}
}

func (r *scenarioReport) text() string {
	var b strings.Builder
	b.WriteString("smallest fault scenarios")
	if len(r.Properties) == 0 {
		b.WriteString(": nothing is violated")
	}
	for _, s := range r.Properties {
		fmt.Fprintf(&b, "\n  %s %s (%d steps)", s.Name, s.words(), s.Steps)
		for k, step := range s.Trace {
			fmt.Fprintf(&b, "\n%6d  %s", k+1, step)
		}
	}
	return b.String()
}

// vector is a fault budget.
type vector [4]int

func (v vector) sum() int { return v[0] + v[1] + v[2] + v[3] }

// vectors lists all fault budgets within c's, fewest faults first; among equally many the lexicographically least.
func vectors(c model.Config) []vector {
	var all []vector
	for l := range c.Loss + 1 {
		for d := range c.Duplicate + 1 {
			for k := range c.Crash + 1 {
				for e := range c.Early + 1 {
					all = append(all, vector{l, d, k, e})
				}
			}
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].sum() < all[b].sum() })
	return all
}

// smallest searches with ever larger fault budgets until every property that is violated with the whole budget has its
// scenario. Among scenarios with equally many faults the one with the shortest trace is taken.
// Where a limit ends this too early, it is the whole budget.
func smallest(ctx context.Context, a *paper.Algorithm, c model.Config, findings []invariants.Finding, options explore.Options) (*scenarioReport, error) {
	var violated []invariants.Finding
	for _, f := range findings {
		if f.Verdict == invariants.Refuted {
			violated = append(violated, f)
		}
	}
	options.StopAtFirst = false // every property has its own scenario
	best := map[string]scenario{}
	complete := true
	all := vectors(c)
	for from := 0; from < len(all) && len(best) < len(violated); {
		to := from
		for to < len(all) && all[to].sum() == all[from].sum() {
			to++
		}
		found := map[string]scenario{}
		allComplete := complete
		for _, v := range all[from:to] {
			d := c.Clone()
			d.Loss, d.Duplicate, d.Crash, d.Early = v[0], v[1], v[2], v[3]
			panel := slices.DeleteFunc(a.Properties(d), func(p invariants.Property) bool {
				return best[p.Name].Name != "" ||
					!slices.ContainsFunc(violated, func(f invariants.Finding) bool { return f.Property.Name == p.Name })
			})
			findings, r, err := search(ctx, a, d, panel, options)
			if err != nil {
				return nil, err
			}
			complete = complete && r.Complete
			for _, f := range findings {
				name := f.Property.Name
				if f.Verdict != invariants.Refuted {
					continue
				}
				if s, ok := found[name]; !ok || f.Steps < s.Steps {
					found[name] = scenario{name, v[0], v[1], v[2], v[3], f.Steps, f.Trace, allComplete}
				}
			}
		}
		for name, s := range found {
			best[name] = s
		}
		from = to
	}
	report := &scenarioReport{Properties: []scenario{}}
	for _, f := range violated {
		s, ok := best[f.Property.Name]
		if !ok {
			s = scenario{f.Property.Name, c.Loss, c.Duplicate, c.Crash, c.Early, f.Steps, f.Trace, false}
		}
		report.Properties = append(report.Properties, s)
	}
	return report, nil
}
