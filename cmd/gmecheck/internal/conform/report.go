package conform

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore/conform"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// result is the answer.
type result struct {
	program, line string
	config        model.Config
	log           *conform.Log
	got           *conform.Answer
	judged        *conform.Judgement
	asked         []invariants.Property
	pairs         int // the most ways of being together to look at
	seconds       float64
	trace, html   string // files written
}

// code is the exit code: that of a log that is no run; of what the run violates; of a limit.
func (x *result) code() int {
	if x.got.Misfit != nil && x.got.Limit == "" {
		return exit.Replay
	}
	found := map[int]bool{exit.Inconclusive: x.got.Limit != ""}
	for _, v := range x.judged.Violations {
		found[exit.OfViolation(v.Property.Kind)] = true
	}
	return exit.Gravest(found)
}

// verdict is the answer in one word.
func (x *result) verdict() string {
	switch {
	case x.got.Conforms:
		return "conforms"
	case x.got.Limit != "":
		return string(invariants.Inconclusive)
	}
	return "does not conform"
}

// shownPossible is how many steps are shown that were possible instead.
const shownPossible = 10

func (x *result) text(out io.Writer, screen terminal.Screen) error {
	w := &strings.Builder{}
	fmt.Fprintf(w, "%s\n", screen.Bold(x.line))
	line := func(format string, args ...any) {
		layout.Paragraph(w, "", fmt.Sprintf(format, args...), screen.Columns)
	}
	got := x.got
	switch {
	case got.Conforms:
		line("%s conforms: its %s are a run of the model of %s%s", x.log.Name, english.Plural(got.Events, "event", ""), english.Plural(len(got.Steps), "step", ""), x.hidden())
	case got.Limit != "":
		line("%s: %s", screen.Warn("NOT decided: "+got.Limit), x.fitted())
	default:
		line("%s does not conform: %s", x.log.Name, x.fitted())
	}
	for _, gap := range got.Missing {
		line("numbers of %s are missing: %s", gap.Process, numbers(gap))
	}
	if m := got.Misfit; m != nil {
		what := "does not fit"
		if got.Limit != "" {
			what = "did not fit in any order that was tried"
		}
		line("%s:%d: %s at %s %s: %s", x.log.Name, m.Event.Line, m.Event.What(), m.Site, what, m.Why)
		if m.Before != nil {
			line("before it at %s: %s", m.Site, m.Before)
		}
		if len(m.Instead) == 0 {
			line("nothing was possible at %s", m.Site)
		} else {
			line("possible at %s instead:", m.Site)
			for _, label := range m.Instead[:min(shownPossible, len(m.Instead))] {
				fmt.Fprintf(w, "  %s\n", names.OneLine(label))
			}
			if more := len(m.Instead) - shownPossible; more > 0 {
				fmt.Fprintf(w, "  and %d more\n", more)
			}
		}
		for _, e := range m.Others {
			line("next elsewhere: %s", e)
		}
	}
	x.properties(line)
	for _, file := range []string{x.trace, x.html} {
		if file != "" {
			line("wrote %s", names.Shown(file))
		}
	}
	return screen.Print(out, w.String())
}

func (x *result) hidden() string {
	if x.got.Hidden == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them hidden", x.got.Hidden)
}

func (x *result) fitted() string {
	longest := "the longest prefix found; there may be longer ones"
	if x.got.Longest {
		longest = "and in no order more"
	}
	return fmt.Sprintf("%s of its %s fit, "+longest, layout.Grouped(x.got.Fitted), english.Plural(x.got.Events, "event", ""))
}

func numbers(gap conform.Gap) string {
	if gap.From == gap.To {
		return fmt.Sprintf("seq %d", gap.From)
	}
	return fmt.Sprintf("seq %d to %d", gap.From, gap.To)
}

// properties says what the run and other orders of its events violate.
func (x *result) properties(line func(string, ...any)) {
	of := "the run"
	if !x.got.Conforms {
		of = "the prefix"
	}
	for _, v := range x.judged.Violations {
		text := fmt.Sprintf("violated by %s after %s: %s", of, english.Plural(len(v.Steps), "step", ""), v.Property.Name)
		if v.Other {
			text = fmt.Sprintf("violated by another order of the same events, after %s: %s", english.Plural(len(v.Steps), "step", ""), v.Property.Name)
		}
		if v.Why != "" {
			text += ": " + v.Why
		}
		line("%s", names.OneLine(text))
		for _, e := range v.Last {
			line("  last at its process: %s", e)
		}
	}
	if len(x.asked) == 0 {
		return
	}
	rest := len(x.asked) - len(x.judged.Violations)
	line("%s%s not violated along %s%s", english.Plural(rest, "property", "properties"), map[bool]string{true: " is", false: " are"}[rest == 1], of, x.orders())
	if x.got.Open != "" {
		line("the log leaves open %s: other runs may fit it, and were not judged", x.got.Open)
	}
}

// orders says what is known of other orders of the events.
func (x *result) orders() string {
	switch {
	case x.pairs == 0:
		return "; other orders of the events were not looked at"
	case x.judged.All:
		return fmt.Sprintf(", nor where other orders of the events put processes together (all %s)", english.Plural(x.judged.Pairs, "way", ""))
	case x.judged.Together > 1:
		return fmt.Sprintf(", nor where other orders of the events put processes together, as far as was looked: all ways of up to %d processes, and there are more than those %s", x.judged.Together, layout.Grouped(x.judged.Pairs))
	}
	return fmt.Sprintf(", nor where other orders of the events put two processes together, as far as was looked: %s ways, and there are more", layout.Grouped(x.judged.Pairs))
}

// object is the answer for programs. Its keys are a contract.
func (x *result) object() answer.Object {
	got := x.got
	o := answer.Of("schema", "gmecheck/conform", "schema_version", 1, "model", report.ModelObject(x.config), "log", x.log.Name, "verdict", x.verdict(),
		"limit?", got.Limit, "events", got.Events, "fitted", got.Fitted, "longest", got.Longest, "hidden", got.Hidden, "states", got.States, "start?", got.Start, "open?", got.Open, "seconds", x.seconds,
		"missing", answer.Each(got.Missing, func(g conform.Gap) any { return answer.Of("process", g.Process, "from", g.From, "to", g.To) }),
		"trace", answer.List(got.Labels()))
	if m := got.Misfit; m != nil {
		misfit := answer.Of("line", m.Event.Line, "process", m.Site, "event", m.Event.What(), "why", m.Why, "instead", answer.List(m.Instead),
			"others", answer.Each(m.Others, func(e *conform.Event) any { return e.Line }))
		if m.Before != nil {
			misfit.Add("before", m.Before.Line)
		}
		o.Add("misfit", misfit)
	}
	o.Add("violations", answer.Each(x.judged.Violations, func(v conform.Violation) any {
		return answer.Of("property", v.Property.Name, "why?", v.Why, "other_order", v.Other, "trace", answer.List(v.Steps),
			"last", answer.Each(v.Last, func(e *conform.Event) any { return e.Line }))
	}))
	o.Add("judged", answer.List(invariants.Names(x.asked)))
	o.Add("pairs", x.judged.Pairs)
	o.Add("all_pairs", x.pairs > 0 && (x.judged.All || x.judged.Together > 1))
	o.Add("together", x.judged.Together)
	return o
}
