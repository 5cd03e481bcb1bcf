package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gmecheck/algorithms/comparison"
	"gmecheck/algorithms/options"
	"gmecheck/algorithms/paper"
	"gmecheck/invariants"
)

// comparisonTables are the two tables of a comparison: the costs, with what the papers say, and the verdicts. Bad news
// is marked with emphasis before and behind.
func comparisonTables(c *comparison.Comparison, emphasis string) (costs, verdicts *table) {
	costs = &table{head: []string{
		"algorithm", "variant", "structure", "state", "low load: paper", "alone", "high load: paper", "all", "delay: paper", "found",
	}}
	verdicts = &table{head: []string{
		"algorithm", "variant", "states", "exclusion", "deadlock", "starved", "fair-starvation", "bypass", "max-concurrency",
	}}
	for _, l := range c.Lines {
		a, t := l.Algorithm, l.Algorithm.Traits
		costs.add(a.Name, l.Config.Variant, or(t.Structure, "none"), t.Class(), or(t.LowLoad, "-"), perRequest(l.Alone, 1),
			or(t.HighLoad, "-"), perRequest(l.Contention, l.Requests), or(t.Delay, "-"), perRequest(l.Delay, 1))
		states := grouped(l.Result.States)
		if !l.Result.Complete {
			states = emphasis + states + ", NOT complete" + emphasis
		}
		cells := []string{a.Name, l.Config.Variant, states}
		for _, property := range []string{"", "deadlock", "starved", invariants.FairStarvation.Name} {
			text, bad := common(l, property)
			if bad {
				text = emphasis + text + emphasis
			}
			cells = append(cells, text)
		}
		verdicts.add(append(cells, largest(l.Bypass), largest(l.Inside))...)
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
func perRequest(v *invariants.Value, requests int) string {
	if v == nil || requests == 0 {
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

func largest(v *invariants.Value) string {
	switch {
	case v == nil:
		return "-"
	case v.Unbounded:
		return "unbounded"
	}
	return fmt.Sprint(v.Max)
}

// common is the verdict on a common property, or on the exclusion property if none is named.
func common(l comparison.Line, property string) (text string, bad bool) {
	for _, f := range l.Common {
		name := f.Property.Name
		exclusion := name != "deadlock" && name != "starved" && name != invariants.FairStarvation.Name
		if name != property && (property != "" || !exclusion) {
			continue
		}
		text = string(f.Verdict)
		if f.Verdict == invariants.Refuted {
			text += ", " + stepsText(f.Trace)
		}
		if property == "" {
			text = name + " " + text
		}
		return text, f.Verdict != invariants.Holds
	}
	return "-", false
}

func comparisonText(w io.Writer, c *comparison.Comparison) error {
	var b strings.Builder
	costs, verdicts := comparisonTables(c, "")
	b.WriteString("messages for each request, and synchronization delay in message times\n")
	costs.text(&b, "")
	b.WriteString("\nwhat was explored\n")
	verdicts.text(&b, "")
	b.WriteString("\n")
	for _, l := range c.Lines {
		fmt.Fprintf(&b, "%s\n", options.Line(l.Algorithm, l.Config))
	}
	leftOut(&b, c)
	_, err := io.WriteString(w, b.String())
	return err
}

func comparisonMarkdown(w io.Writer, c *comparison.Comparison) error {
	var b strings.Builder
	costs, verdicts := comparisonTables(c, "**")
	b.WriteString("Messages for each request, and synchronization delay in message times:\n\n")
	costs.markdown(&b)
	b.WriteString("\nWhat was explored:\n\n")
	verdicts.markdown(&b)
	if len(c.Skipped) > 0 {
		b.WriteString("\n")
	}
	leftOut(&b, c)
	_, err := io.WriteString(w, b.String())
	return err
}

// leftOut says which algorithms the workload does not fit.
func leftOut(b *strings.Builder, c *comparison.Comparison) {
	for _, s := range c.Skipped {
		fmt.Fprintf(b, "%s is left out: %s\n", s.Algorithm.Name, s.Reason)
	}
}

// comparisonReport is the JSON of compare.
type comparisonReport struct {
	Schema        string          `json:"schema"`
	SchemaVersion int             `json:"schema_version"`
	Algorithms    []lineReport    `json:"algorithms"`
	Skipped       []skippedReport `json:"skipped"`
}

type lineReport struct {
	Algorithm   string                  `json:"algorithm"`
	Variant     string                  `json:"variant"`
	Command     string                  `json:"command"`
	Structure   string                  `json:"structure"`
	Dynamic     bool                    `json:"dynamic"`
	Paper       saidReport              `json:"paper"`
	Complete    bool                    `json:"complete"`
	Limit       string                  `json:"limit,omitempty"`
	States      int                     `json:"states"`
	Transitions int                     `json:"transitions"`
	Alone       *valueReport            `json:"messages_alone"`
	All         *valueReport            `json:"messages_all"`
	Requests    int                     `json:"requests"`
	Delay       *valueReport            `json:"sync_delay"`
	Bypass      *valueReport            `json:"bypass"`
	Inside      *valueReport            `json:"max_concurrency"`
	Properties  map[string]commonReport `json:"properties"`
}

// saidReport is what the paper says, in its letters.
type saidReport struct {
	LowLoad  string `json:"low_load,omitempty"`
	HighLoad string `json:"high_load,omitempty"`
	Delay    string `json:"sync_delay,omitempty"`
}

type commonReport struct {
	Verdict string `json:"verdict"`
	Steps   *int   `json:"steps,omitempty"`
}

type skippedReport struct {
	Algorithm string `json:"algorithm"`
	Reason    string `json:"reason"`
}

func comparisonJSON(w io.Writer, c *comparison.Comparison) error {
	rep := comparisonReport{Schema: "gmecheck/compare", SchemaVersion: 1, Algorithms: []lineReport{}, Skipped: []skippedReport{}}
	for _, l := range c.Lines {
		rep.Algorithms = append(rep.Algorithms, newLineReport(l, l.Algorithm.Traits))
	}
	for _, s := range c.Skipped {
		rep.Skipped = append(rep.Skipped, skippedReport{s.Algorithm.Name, s.Reason})
	}
	return writeJSON(w, rep)
}

func newLineReport(l comparison.Line, t paper.Traits) lineReport {
	number := func(v *invariants.Value) *valueReport {
		if v == nil {
			return nil
		}
		return newValueReport(*v)
	}
	r := lineReport{
		Algorithm: l.Algorithm.Name, Variant: l.Config.Variant, Command: "gmecheck check " + options.Line(l.Algorithm, l.Config),
		Structure: t.Structure, Dynamic: t.Dynamic, Paper: saidReport{t.LowLoad, t.HighLoad, t.Delay},
		Complete: l.Result.Complete, Limit: l.Result.Limit, States: l.Result.States, Transitions: l.Result.Transitions,
		Alone: number(l.Alone), All: number(l.Contention), Requests: l.Requests, Delay: number(l.Delay),
		Bypass: number(l.Bypass), Inside: number(l.Inside), Properties: map[string]commonReport{},
	}
	for _, f := range l.Common {
		p := commonReport{Verdict: string(f.Verdict)}
		if f.Verdict == invariants.Refuted {
			p.Steps = &f.Steps
		}
		r.Properties[f.Property.Name] = p
	}
	return r
}
