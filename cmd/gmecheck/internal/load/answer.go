package load

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/invariants"
)

// object is the answer for programs.
func (x *experiment) object() any {
	r := x.result
	return answer.Of("schema", "gmecheck/load", "schema_version", 1, "model", report.ModelObject(x.config), "times", x.times(),
		"runs", answer.Of("seed", x.options.Seed, "asked", x.options.Runs, "measured", r.Runs, "entries_each", x.options.Entries, "entries", r.Entries, "events", r.Events,
			"warmup", r.Warmup, "unsteady", r.Unsteady, "unserved", r.Unserved, "judged_events", r.Judged, "stopped", r.Stopped, "starved", r.Starved, "frozen", r.Frozen, "flooded", r.Flooded,
			"unasked", r.Spurious, "precision?", x.options.Precision),
		"measures", estimates(r),
		"largest_concurrency", r.Largest, "longest_wait", r.Longest,
		"properties", answer.Each(x.findings, func(f invariants.Finding) any {
			if f.Verdict == invariants.Refuted {
				return report.FindingObject(f, string(f.Verdict))
			}
			return report.FindingObject(f, x.unrefuted())
		}),
		"verdict", x.verdict(), "limit?", r.Limit)
}

// estimates are the means for programs.
func estimates(r *load.Result) []any {
	return answer.Each(r.Estimates, func(e load.Estimate) any {
		o := answer.Of("name", e.Name, "unit", measures.Unit(e.Name), "mean", e.Mean)
		if !math.IsNaN(e.Half) {
			o.Add("half", e.Half)
		}
		return o
	})
}

// times are those in which runs pass, for programs.
func (x *experiment) times() answer.Object {
	o := x.options
	t := answer.Of("latency", o.Latency.String(), "cs", o.CS.String())
	if o.Open() {
		t.Add("rate", o.Rate)
	} else {
		t.Add("think", o.Think.String())
	}
	t.Add("internal", o.Step.String())
	t.Add("events?", texts(o.Events))
	t.Add("timers?", texts(o.Timers))
	t.Add("links?", x.links)
	t.Add("loss_chance?", o.Loss)
	t.Add("duplicate_chance?", o.Duplicate)
	if o.Crash > 0 {
		t.Add("crash_rate", o.Crash)
		if !x.final {
			t.Add("recovery", o.Recovery.String())
		}
	}
	return t
}

func texts(all map[string]measures.Distribution) map[string]string {
	some := map[string]string{}
	for name, d := range all {
		some[name] = d.String()
	}
	return some
}

// about says in which times runs pass.
func (x *experiment) about() string { return x.aboutBut("") }

// aboutBut is about without the times that a sweep changes.
func (x *experiment) aboutBut(swept string) string {
	o := x.options
	var parts []string
	add := func(name, text string) {
		if name != swept {
			parts = append(parts, text)
		}
	}
	add("latency", "latency "+o.Latency.String())
	add("cs", "critical section "+o.CS.String())
	if o.Open() {
		add("rate", fmt.Sprintf("requests at rate %v", o.Rate))
	} else {
		add("think", "thinking "+o.Think.String())
	}
	for _, all := range []map[string]measures.Distribution{o.Events, o.Timers} {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			parts = append(parts, name+" "+all[name].String())
		}
	}
	if len(x.links) > 0 {
		parts = append(parts, "latency of links "+strings.Join(x.links, ", "))
	}
	for _, fault := range []struct {
		name   string
		chance float64
	}{{"chance of loss", o.Loss}, {"of duplicates", o.Duplicate}, {"rate of crashes", o.Crash}} {
		if fault.chance > 0 {
			parts = append(parts, fmt.Sprintf("%s %v", fault.name, fault.chance))
		}
	}
	if o.Crash > 0 && !x.final {
		parts = append(parts, "recovery "+o.Recovery.String())
	}
	return strings.Join(parts, ", ")
}

// write is the answer for readers.
func (x *experiment) write(p answer.Page) {
	r := x.result
	p.Head(x.title(), x.about())
	if r.Runs > 0 {
		p.Gap()
		p.Caption(fmt.Sprintf("in the long run: means of %s, with intervals of 95 %%", english.Plural(r.Runs, "run", "")))
		t := &layout.Table{Head: []string{"measure", "mean", "interval", "unit"}}
		for _, e := range r.Estimates {
			t.Add(e.Name, number(e.Mean), half(e.Half, e.Mean), measures.Unit(e.Name))
		}
		p.Table(t, "")
	}
	p.Notes(x.notes(p))
	if len(x.findings) > 0 {
		p.Gap()
		p.Caption("properties")
		t := &layout.Table{Head: []string{"property", "verdict"}}
		for k, f := range x.findings {
			verdict := x.unrefuted()
			switch {
			case f.Verdict == invariants.Refuted:
				verdict = fmt.Sprintf("%s after %s", f.Verdict, english.Plural(f.Steps, "event", ""))
			case x.options.Judge != nil && r.Judged > 0 && r.Spoke>>k&1 == 0:
				verdict = "had nothing to say"
			}
			t.Add(f.Property.Name, verdict)
		}
		p.Table(t, "")
	}
	p.Terminal(func() {
		var w strings.Builder
		x.traces.Write(&w, slices.DeleteFunc(slices.Clone(x.findings), func(f invariants.Finding) bool { return f.Trace == nil }), terminal.Screen{})
		for line := range strings.Lines(w.String()) {
			p.Line(strings.TrimSuffix(line, "\n"))
		}
	})
	verdict := x.verdict()
	if verdict == notViolated {
		verdict += ", which proves nothing"
	}
	p.Gap()
	p.Ending("verdict: " + verdict)
}

// notes say how the numbers came about, and what may be wrong with them.
func (x *experiment) notes(p answer.Page) (all []string) {
	r, add := x.result, func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if x.unended() && r.Limit != "" {
		return []string{p.Warn("no run has come to its end, and nothing is measured: " + r.Limit)}
	}
	add("seed %d: %s entries, %s events; the first %s exits of each run are left out, on average", x.options.Seed, layout.Grouped(r.Entries), layout.Grouped(r.Events), layout.Grouped(r.Warmup))
	if x.options.Marks.Inside() {
		add("the most inside together: %d; the longest wait: %s", r.Largest, number(r.Longest))
	}
	if r.Limit != "" {
		all = append(all, p.Warn("not as precise as asked: "+r.Limit))
	}
	if r.Unsteady > 0 {
		all = append(all, p.Warn(fmt.Sprintf("%s may not have come to a steady state: more --entries would tell", english.Plural(r.Unsteady, "run", ""))))
	}
	if r.Unserved > 0 {
		all = append(all, p.Bad(fmt.Sprintf("%s in which a process waits through all that is measured, while others enter: the numbers are those of the others", english.Plural(r.Unserved, "run", ""))))
	}
	if r.Stopped > 0 {
		all = append(all, p.Bad(fmt.Sprintf("%s stopped, and not measured: nothing could happen any more; %s in the first", english.Plural(r.Stopped, "run", ""), waiting(r.StoppedWaiting))))
	}
	if r.Starved > 0 {
		all = append(all, p.Bad(fmt.Sprintf("%s in which nobody entered any more, and not measured", english.Plural(r.Starved, "run", ""))))
	}
	if r.Frozen > 0 {
		all = append(all, p.Bad(fmt.Sprintf("%s in which no time passed any more, and not measured", english.Plural(r.Frozen, "run", ""))))
	}
	if r.Flooded > 0 {
		all = append(all, p.Bad(fmt.Sprintf("%s in which requests came so much faster than they were served that there was no room for them, and not measured: a lower --rate would do", english.Plural(r.Flooded, "run", ""))))
	}
	if r.Spurious > 0 {
		add("%s that nobody had asked for", english.Plural(r.Spurious, "entry or exit", "entries and exits"))
	}
	if x.options.Judge != nil {
		add("judged: the first %s events of each run, %s in all", layout.Grouped(x.options.Judged), layout.Grouped(r.Judged))
	}
	if len(x.always) > 0 {
		add("%s: at all entries", strings.Join(x.always, ", "))
	}
	return all
}

func waiting(n int) string {
	return english.Plural(n, "process waits", "processes wait")
}

// number has as many digits as mean anything.
func number(x float64) string { return fmt.Sprintf("%.5g", x) }

func half(x, mean float64) string {
	switch {
	case math.IsNaN(x):
		return "one run"
	case x < 1e-12*mean: // what rounding leaves
		x = 0
	}
	return "± " + fmt.Sprintf("%.2g", x)
}
