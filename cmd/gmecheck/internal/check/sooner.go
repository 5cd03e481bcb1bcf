package check

import (
	"cmp"
	"context"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/invariants/question"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// The values of --shortest.
const (
	bySteps = "steps"
	byTime  = "time"
)

// mostSooner is how many states the second search for traces with the fewest ticks visits without --max-states: it keeps whole
// states, and takes some hundred bytes for each.
const mostSooner = 1_000_000

func (f *command) refuseShortest(c model.Config) error {
	switch {
	case f.shortest != byTime:
		return &options.UsageError{Flag: "shortest", Given: f.shortest, Allowed: "steps or time"}
	case c.Times == nil:
		return &options.UsageError{Flag: "shortest", Given: f.shortest, Problem: "no time passes without --delay or --cs", Allowed: "steps"}
	}
	return nil
}

// sooner finds traces with the fewest ticks, and of those with the fewest steps, where states, ends and steps violate a property.
func sooner(ctx context.Context, sys *system.System, findings []invariants.Finding, most int) ([]invariants.Finding, error) {
	var panel invariants.Panel
	var at []int
	for k, f := range findings {
		onGraph := !f.Property.Shows() && (f.Property.End == nil || f.Endless) // a run that ends is shown of those that have an End, too
		if f.Verdict == invariants.Refuted && len(f.Trace) > 0 && f.Value == nil && !onGraph && len(panel) < question.MaxProperties {
			panel, at = append(panel, f.Property), append(at, k)
		}
	}
	if panel == nil {
		return findings, nil
	}
	soon, searched, err := explore.Soonest(ctx, sys, panel, 1<<len(panel)-1, cmp.Or(most, mostSooner))
	if err != nil {
		return findings, err
	}
	for k, f := range soon {
		known := "no run takes fewer"
		if f.Verdict != invariants.Refuted { // the search has come to its limit before
			f = findings[at[k]]
			known = fmt.Sprintf("fewer are not ruled out (%s searched; --max-states takes more)", english.Plural(searched, "state", ""))
		}
		if f.Detail != "" {
			f.Detail += "; "
		}
		f.Detail += fmt.Sprintf("it takes %s, and %s", english.Plural(ticks(f), "tick", ""), known)
		findings[at[k]] = f
	}
	return findings, nil
}

// ticks are those of a finding's trace.
func ticks(f invariants.Finding) (n int) {
	for _, step := range f.Trace {
		if step == "tick" {
			n++
		}
	}
	return n
}
