package compare

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/studies/comparison"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/invariants"
)

// comparisonTables are the two tables of a comparison: the costs, with what the papers say, and the verdicts.
func comparisonTables(p answer.Page, c *comparison.Comparison, found [][]commonVerdict) (costs, verdicts *layout.Table) {
	costs = &layout.Table{Least: 10, Head: []string{
		"algorithm", "variant", "structure", "state", "low load: paper", "alone", "high load: paper", "all", "delay: paper", "found",
	}}
	verdicts = &layout.Table{Least: 10, Head: []string{
		"algorithm", "variant", "states", "exclusion", "deadlock", "starved", "fair-starvation", "bypass", "max-concurrency",
	}}
	for k, l := range c.Lines {
		a, t := l.Algorithm, l.Algorithm.Traits
		costs.Add(a.Name, l.Config.Variant, or(t.Structure, "none"), t.Class(), or(t.LowLoad, "-"), perRequest(l.Alone, 1),
			or(t.HighLoad, "-"), perRequest(l.Contention, l.Requests), or(t.Delay, "-"), perRequest(l.Delay, 1))
		states := layout.Grouped(l.Result.States)
		switch {
		case !l.Result.Complete:
			states = p.Strong(states + ", NOT complete")
		case l.Limited():
			states = p.Strong(states + ", NOT all decided")
		}
		cells := []string{a.Name, l.Config.Variant, states}
		for _, property := range []string{"", "deadlock", "starved", invariants.FairStarvation.Name} {
			v := verdictOn(found[k], property)
			if v == nil {
				cells = append(cells, "-")
				continue
			}
			text := v.text(p.Code)
			if property == "" {
				text = v.property + " " + text
			}
			if v.verdict != invariants.Holds {
				text = p.Strong(text)
			}
			cells = append(cells, text)
		}
		verdicts.Add(append(cells, largest(l.Bypass), largest(l.Inside))...)
	}
	return costs, verdicts
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// perRequest is a range of whole runs divided by their requests.
func perRequest(v comparison.Measure, requests int) string {
	switch {
	case v.Open:
		return string(invariants.Inconclusive)
	case v.Value == nil || requests == 0:
		return "-"
	}
	each := func(n int) string { return strconv.FormatFloat(float64(n)/float64(requests), 'g', 3, 64) }
	switch {
	case v.Never:
		return "unbounded"
	case v.Unbounded:
		return each(v.Min) + "..unbounded"
	case v.Min == v.Max:
		return each(v.Min)
	}
	return each(v.Min) + ".." + each(v.Max)
}

func largest(v comparison.Measure) string {
	switch {
	case v.Open:
		return string(invariants.Inconclusive)
	case v.Value == nil:
		return "-"
	case v.Unbounded:
		return "unbounded"
	}
	return fmt.Sprint(v.Max)
}

// verdictOn is the verdict on a common property, or on the exclusion property if none is named.
func verdictOn(all []commonVerdict, property string) *commonVerdict {
	for k, v := range all {
		exclusion := v.property != "deadlock" && v.property != "starved" && v.property != invariants.FairStarvation.Name
		if v.property == property || property == "" && exclusion {
			return &all[k]
		}
	}
	return nil
}

func steps(n int) string { return english.Plural(n, "step", "") }

// write writes the answer for readers.
func write(p answer.Page, c *comparison.Comparison, found [][]commonVerdict) {
	costs, verdicts := comparisonTables(p, c, found)
	p.Caption("messages for each request in runs that serve everybody or have no end, and synchronization delay in message times")
	p.Table(costs, "")
	p.Gap()
	p.Caption("what was found, at this size and on the ladder of each algorithm")
	p.Table(verdicts, "")
	p.Terminal(func() {
		p.Gap()
		for _, l := range c.Lines {
			p.Line(options.Line(l.Algorithm, l.Config))
		}
	})
	p.Remarks(append(limits(c), leftOut(c)...))
}

// limits says which limits were hit, and what else was not decided.
func limits(c *comparison.Comparison) []string {
	var all []string
	for _, l := range c.Lines {
		name := l.Algorithm.Name + " " + l.Config.Variant
		if l.Limit != "" {
			all = append(all, name+": NOT complete: "+l.Limit)
			continue
		}
		for of, m := range l.Measures() {
			if m.Open {
				all = append(all, fmt.Sprintf("%s: NOT decided: %s: %s", name, strings.ReplaceAll(of, "_", "-"), m.Why))
			}
		}
	}
	return all
}

// leftOut says which algorithms the workload does not fit.
func leftOut(c *comparison.Comparison) []string {
	var all []string
	for _, s := range c.Skipped {
		all = append(all, fmt.Sprintf("%s is left out: %s", s.Algorithm.Name, s.Reason))
	}
	return all
}

// object is the answer for programs.
func object(program *program.Program, c *comparison.Comparison, found [][]commonVerdict) any {
	lines := []any{}
	for k, l := range c.Lines {
		lines = append(lines, lineObject(program, l, found[k]))
	}
	return answer.Of("schema", "gmecheck/compare", "schema_version", 1, "algorithms", lines,
		"skipped", answer.Each(c.Skipped, func(s comparison.Skipped) any {
			return answer.Of("algorithm", s.Algorithm.Name, "reason", s.Reason)
		}))
}

func lineObject(program *program.Program, l comparison.Line, found []commonVerdict) any {
	properties := map[string]any{}
	for _, v := range found {
		p := answer.Of("verdict", v.verdict, "flags", v.flags) // of the smallest configuration that violates it, or the largest explored
		if v.verdict == invariants.Refuted {
			p.Add("steps", v.steps)
		}
		properties[v.property] = p
	}
	var open []string
	for name, m := range l.Measures() {
		if m.Open {
			open = append(open, name)
		}
	}
	t := l.Algorithm.Traits
	return answer.Of(
		"algorithm", l.Algorithm.Name, "variant", l.Config.Variant, "command", program.Check(options.Line(l.Algorithm, l.Config)),
		"structure", t.Structure, "dynamic", t.Dynamic,
		"paper", answer.Of("low_load?", t.LowLoad, "high_load?", t.HighLoad, "sync_delay?", t.Delay), // in its letters
		"complete", l.Result.Complete, "limit?", l.Limit, "states", l.Result.States, "transitions", l.Result.Transitions,
		"messages_alone", report.ValueObject(l.Alone.Value), "messages_all", report.ValueObject(l.Contention.Value), "requests", l.Requests,
		"sync_delay", report.ValueObject(l.Delay.Value), "bypass", report.ValueObject(l.Bypass.Value), "max_concurrency", report.ValueObject(l.Inside.Value),
		"inconclusive?", open, // of these measures: a limit was hit
		"properties", properties,
	)
}
