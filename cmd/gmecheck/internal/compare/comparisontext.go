package compare

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/studies/comparison"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/invariants"
)

// comparisonTables are the two tables of a comparison: the costs, with what the papers say, and the verdicts. Bad news
// is marked with emphasis before and behind.
func comparisonTables(c *comparison.Comparison, found [][]commonVerdict, emphasis string, code func(string) string) (costs, verdicts *layout.Table) {
	costs = &layout.Table{Head: []string{
		"algorithm", "variant", "structure", "state", "low load: paper", "alone", "high load: paper", "all", "delay: paper", "found",
	}}
	verdicts = &layout.Table{Head: []string{
		"algorithm", "variant", "states", "exclusion", "deadlock", "starved", "fair-starvation", "bypass", "max-concurrency",
	}}
	for k, l := range c.Lines {
		a, t := l.Algorithm, l.Algorithm.Traits
		costs.Add(a.Name, l.Config.Variant, or(t.Structure, "none"), t.Class(), or(t.LowLoad, "-"), perRequest(l.Alone, 1),
			or(t.HighLoad, "-"), perRequest(l.Contention, l.Requests), or(t.Delay, "-"), perRequest(l.Delay, 1))
		states := layout.Grouped(l.Result.States)
		if !l.Result.Complete {
			states = emphasis + states + ", NOT complete" + emphasis
		}
		cells := []string{a.Name, l.Config.Variant, states}
		for _, property := range []string{"", "deadlock", "starved", invariants.FairStarvation.Name} {
			v := verdictOn(found[k], property)
			if v == nil {
				cells = append(cells, "-")
				continue
			}
			text := v.text(code)
			if property == "" {
				text = v.property + " " + text
			}
			if v.verdict != invariants.Holds {
				text = emphasis + text + emphasis
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

func comparisonText(w io.Writer, c *comparison.Comparison, found [][]commonVerdict) error {
	var b strings.Builder
	costs, verdicts := comparisonTables(c, found, "", func(text string) string { return text })
	b.WriteString("messages for each request in runs that serve everybody, and synchronization delay in message times\n")
	costs.Text(&b, "")
	b.WriteString("\nwhat was found, at this size and on the ladder of each algorithm\n")
	verdicts.Text(&b, "")
	b.WriteString("\n")
	for _, l := range c.Lines {
		fmt.Fprintf(&b, "%s\n", options.Line(l.Algorithm, l.Config))
	}
	leftOut(&b, c)
	_, err := io.WriteString(w, b.String())
	return err
}

func comparisonMarkdown(w io.Writer, c *comparison.Comparison, found [][]commonVerdict) error {
	var b strings.Builder
	costs, verdicts := comparisonTables(c, found, "**", func(text string) string { return "`" + text + "`" })
	b.WriteString("Messages for each request in runs that serve everybody, and synchronization delay in message times:\n\n")
	costs.Markdown(&b)
	b.WriteString("\nWhat was found, at this size and on the ladder of each algorithm:\n\n")
	verdicts.Markdown(&b)
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
