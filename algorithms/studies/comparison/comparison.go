// Package comparison lays algorithms side by side on the same workload, as the survey's tables do, with what exploration
// finds beside what their papers say.
package comparison

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Line is one variant of one algorithm.
type Line struct {
	Algorithm *paper.Algorithm
	Config    model.Config // of the whole workload
	Result    *explore.Result
	Limit     string // the first that was hit; empty: none

	// Of runs that serve everybody, or have no end.
	Alone      Measure // messages of a run in which one process asks once, over all processes that can be served then
	Contention Measure // messages of a run of the whole workload
	Requests   int     // in such a run; 0: there is no budget
	Delay      Measure
	Bypass     Measure
	Inside     Measure

	Common []invariants.Finding // exclusion, deadlock, starved, fair-starvation
}

// Measure is a number that was measured.
type Measure struct {
	*invariants.Value        // nil: it is not known, or there is none
	Open              bool   // it is not known, because of a limit, or of what the search cannot measure
	Why               string // then
}

// measured is what a finding says.
func measured(f invariants.Finding) Measure {
	if f.Value == nil && f.Verdict == invariants.Inconclusive {
		return Measure{Open: true, Why: f.Detail}
	}
	return Measure{Value: f.Value}
}

// Measures are all numbers of the line, by the names that answers give them.
func (l *Line) Measures() iter.Seq2[string, Measure] {
	return func(yield func(string, Measure) bool) {
		_ = yield("messages_alone", l.Alone) && yield("messages_all", l.Contention) && yield("sync_delay", l.Delay) && yield("bypass", l.Bypass) &&
			yield("max_concurrency", l.Inside)
	}
}

// Limited reports that a limit kept something of the line from being explored or decided.
func (l *Line) Limited() bool {
	for _, m := range l.Measures() {
		if m.Open {
			return true
		}
	}
	return !l.Result.Complete || l.Limit != ""
}

// Search explores one configuration and judges the properties of the panel.
type Search func(context.Context, *paper.Algorithm, model.Config, invariants.Panel) ([]invariants.Finding, *explore.Result, error)

// Skipped is an algorithm that the workload does not fit.
type Skipped struct {
	Algorithm *paper.Algorithm
	Reason    string
}

// Comparison is what was found.
type Comparison struct {
	Lines   []Line
	Skipped []Skipped
}

// exclusions are the names of the exclusion properties of the three problems.
var exclusions = []string{"mutex", "gme", "k-safety"}

// Of compares algorithms. Flags are the model's flags as the command line takes them, without those that an algorithm has
// no use for; its error is the reason why an algorithm is left out.
func Of(ctx context.Context, all []*paper.Algorithm, flags func(*paper.Algorithm) string, search Search) (*Comparison, error) {
	c := &Comparison{}
	for _, a := range all {
		for _, variant := range variants(a) {
			config, err := options.Read(a, fmt.Sprintf("--variant %s %s", variant, flags(a)))
			if err != nil {
				c.Skipped = append(c.Skipped, Skipped{a, err.Error()})
				break
			}
			l := Line{Algorithm: a, Config: config}
			if err := l.explore(ctx, search); err != nil {
				return nil, err
			}
			c.Lines = append(c.Lines, l)
		}
	}
	return c, nil
}

// variants are those that differ.
func variants(a *paper.Algorithm) []string {
	return slices.DeleteFunc(a.AllVariants(), func(variant string) bool {
		return variant == model.Repaired && len(a.Repairs) == 0
	})
}

func (l *Line) explore(ctx context.Context, search Search) error {
	a, c := l.Algorithm, l.Config
	findings, result, err := search(ctx, a, c, l.panel())
	if err != nil {
		return fmt.Errorf("%s: %w", options.Line(a, c), err)
	}
	l.Result, l.Limit = result, result.Limit
	for _, f := range findings {
		switch f.Property.Name {
		case invariants.RunMessages.Name:
			l.Contention = measured(f)
		case "sync-delay":
			l.Delay = measured(f)
		case "bypass":
			l.Bypass = measured(f)
		case "max-concurrency":
			l.Inside = measured(f)
		default:
			l.Common = append(l.Common, f)
		}
	}
	for _, r := range c.Requests {
		if r == model.Unlimited {
			l.Requests, l.Contention = 0, Measure{} // such runs do not end
			break
		}
		l.Requests += r
	}
	return l.alone(ctx, search)
}

// panel has the common properties, and the numbers measured in the same way for every algorithm.
func (l *Line) panel() invariants.Panel {
	c := l.Config
	var panel invariants.Panel
	for _, p := range l.Algorithm.Properties(c) {
		if slices.Contains(exclusions, p.Name) || p.Name == "deadlock" || p.Name == "starved" {
			panel = append(panel, p)
		}
	}
	bypass := invariants.Bypass(c.Processes)
	if l.perResource() {
		bypass = invariants.BypassOfResource(c.Processes, c.Groups, nil, "")
	}
	inside := invariants.MaxConcurrency(0).Claiming(nil)
	return append(panel, invariants.FairStarvation, invariants.RunMessages, invariants.SyncDelay(nil, "", nil), bypass, inside)
}

// perResource reports that groups are resources, each with a critical section of its own.
func (l *Line) perResource() bool {
	return l.Config.Groups > 0 && slices.ContainsFunc(l.Algorithm.Properties(l.Config), func(p invariants.Property) bool {
		return p.Name == "mutex"
	})
}

// alone measures, process by process, runs in which nobody else asks.
func (l *Line) alone(ctx context.Context, search Search) error {
	for i := range l.Config.Processes {
		c := l.Config.Clone()
		for j := range c.Requests {
			c.Requests[j] = 0
		}
		c.Requests[i] = 1
		findings, result, err := search(ctx, l.Algorithm, c, invariants.Panel{invariants.RunMessages})
		if err != nil {
			return fmt.Errorf("%s: %w", options.Line(l.Algorithm, c), err)
		}
		if findings[0].Verdict == invariants.Inconclusive {
			l.Alone, l.Limit = Measure{Open: true}, cmp.Or(l.Limit, result.Limit)
			return nil
		}
		l.Alone.Value = either(l.Alone.Value, findings[0].Value)
	}
	return nil
}

// either is the range of what is in one of two; nil: there is nothing.
func either(a, b *invariants.Value) *invariants.Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	v := &invariants.Value{
		Min: min(a.Min, b.Min), Max: max(a.Max, b.Max), Unbounded: a.Unbounded || b.Unbounded, Never: a.Never && b.Never,
	}
	switch {
	case a.Never:
		v.Min = b.Min
	case b.Never:
		v.Min = a.Min
	}
	return v
}
