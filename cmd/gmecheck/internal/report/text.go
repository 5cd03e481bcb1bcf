package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/terminal"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// Text writes the report for a reader: how many properties have which verdict, all verdicts as a table, then the traces.
func (r *Report) Text(out io.Writer, line string, screen terminal.Screen) error {
	s, w := r.Result, &strings.Builder{}
	findings := r.Findings
	if s.Limit == stopAtFirst {
		findings = first(r.Findings, r.Exit())
	}
	fmt.Fprintf(w, "%s\n", screen.Bold(line))
	state := "complete"
	if !s.Complete {
		state = screen.Warn("NOT complete: " + s.Limit)
	}
	fmt.Fprintf(w, "%s: %s\n", state, counts(s))
	if known := Known(s); known != "" {
		fmt.Fprintf(w, "  %s\n", known)
	}
	for _, growing := range s.Growing {
		fmt.Fprintf(w, "  %s\n", growing)
	}
	if s.Formless != "" {
		fmt.Fprintf(w, "  the states are not canonical forms: %s\n", s.Formless)
	}
	if s.Spared != nil {
		writeSpared(w, s)
	}
	if s.Reduction != nil {
		writeReduction(w, s.Reduction)
	}
	if s.Forms != nil {
		fmt.Fprintf(w, "canonical forms, %s\n", s.Forms)
	}
	if s.Complete && s.Limit != "" {
		what := "numbers are not known: "
		if len(r.undecided()) > 0 {
			what = "some properties are inconclusive: "
		}
		fmt.Fprintln(w, screen.Warn(what+s.Limit))
	}
	if len(findings) > 1 {
		fmt.Fprintln(w, summary(findings, screen.Palette))
	}
	fmt.Fprintln(w)
	if len(r.Findings) == 0 {
		fmt.Fprintln(w, screen.Warn(Nothing(r.Left)))
	}
	r.table(w, findings, screen)
	if rest := unshown(r.Findings, findings); rest != "" {
		fmt.Fprintln(w, rest)
	}
	why := "without --delay or --cs"
	switch {
	case r.Mode == explore.DFS:
		why = "by a depth-first search"
	case s.Spared != nil:
		why = "where states are left out"
	}
	WriteLeft(w, why, r.Left)
	if slices.ContainsFunc(findings, func(f invariants.Finding) bool { return f.Verdict == invariants.Refuted }) {
		r.Traces.Write(w, findings, screen)
	}
	if len(findings) == 1 && findings[0].Witnessed() { // where many are judged nobody asks for the runs of those that hold
		fmt.Fprintf(w, "\n%s is true of the last state of this run:\n", findings[0].Property.Name)
		r.Traces.steps(w, findings[0], screen)
	}
	for _, why := range open(findings) {
		fmt.Fprintf(w, "\n%s\n", screen.Warn(why))
	}
	if r.Scenarios != nil {
		writeScenarios(w, r.Scenarios, r.undecided())
	}
	coverage := Coverage(r.Config, s)
	if r.Stats {
		writeStats(w, s, coverage, screen.Columns)
	}
	if s.Spared == nil {
		WriteNever(w, coverage)
	} else {
		writeUntried(w, r.Config, s)
	}
	fmt.Fprintf(w, "\nverdict: %s\n", painted(screen.Palette, invariants.Verdict(exit.Verdict(r.Exit()))))
	return screen.Print(out, w.String())
}

// Nothing is what is told instead of a table where no property was judged, but for those that were left.
func Nothing(left []string) string {
	if len(left) > 0 {
		return "nothing was judged"
	}
	return "nothing was judged: the model has no properties"
}

// WriteLeft names the properties that nobody has judged, and why.
func WriteLeft(w io.Writer, why string, left []string) {
	if len(left) > 0 {
		fmt.Fprintf(w, "\nnot judged %s: %s\n", why, strings.Join(left, ", "))
	}
}

// stopAtFirst is the limit of a search that ended at a violation.
const stopAtFirst = "stop-at-first"

// first is the shortest violation of those that decide the exit code, alone.
func first(all []invariants.Finding, code int) (one []invariants.Finding) {
	for _, f := range all {
		if f.Verdict == invariants.Refuted && exit.OfViolation(f.Property.Kind) == code && (one == nil || f.Steps < one[0].Steps) {
			one = []invariants.Finding{f}
		}
	}
	if one == nil {
		return all
	}
	return one
}

// unshown says what the others are, of all findings, than the one that is shown; empty if all are shown.
func unshown(all, shown []invariants.Finding) string {
	var violated []string
	open := 0
	for _, f := range all {
		switch {
		case len(shown) == len(all) || f.Property.Name == shown[0].Property.Name:
		case f.Verdict == invariants.Refuted:
			violated = append(violated, f.Property.Name)
		default:
			open++
		}
	}
	var parts []string
	if len(violated) > 0 {
		parts = append(parts, "also violated: "+strings.Join(violated, ", "))
	}
	if open > 0 {
		parts = append(parts, english.Plural(open, "property is", "properties are")+" left open")
	}
	return strings.Join(parts, "; ")
}

// summary says how many properties have which verdict.
func summary(all []invariants.Finding, paint terminal.Palette) string {
	count := map[invariants.Verdict]int{}
	for _, f := range all {
		count[f.Verdict]++
	}
	var parts []string
	if n := count[invariants.Refuted]; n > 0 {
		parts = append(parts, paint.Bad("violated")+": "+english.Plural(n, "property", ""))
	}
	if n := count[invariants.Holds]; n > 0 {
		text := english.PluralWord(n, "holds", "hold")
		if len(parts) == 0 {
			text = english.PluralWord(n, "property holds", "properties hold")
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, text))
	}
	for _, verdict := range []invariants.Verdict{invariants.Vacuous, invariants.Inconclusive} {
		if n := count[verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, painted(paint, verdict)))
		}
	}
	return strings.Join(parts, "; ")
}

// painted is a verdict in its colour.
func painted(paint terminal.Palette, verdict invariants.Verdict) string {
	switch verdict {
	case invariants.Refuted:
		return paint.Bad(string(verdict))
	case invariants.Holds:
		return paint.Good(string(verdict))
	}
	return paint.Warn(string(verdict))
}

// table writes a row for each property.
func (r *Report) table(w io.Writer, all []invariants.Finding, screen terminal.Screen) {
	t := layout.Table{Least: 40} // a row of srt-gme has no room for a sentence in 80 columns, and 60 rows of four lines are no table
	for _, f := range all {
		found := ""
		if f.Value != nil {
			found = f.Value.String()
		}
		said := steps(f)
		if depth := unviolated(r.Result); f.Verdict == invariants.Inconclusive && depth >= 0 && f.Property.Shows() && f.Property.Witness == nil {
			said = fmt.Sprintf("not violated to depth %d", depth)
		}
		t.Add(f.Property.Name, painted(screen.Palette, f.Verdict), found, said, f.Property.Source)
	}
	if t.Text(w, "", screen.Columns) > 0 {
		fmt.Fprintln(w, screen.Faint(fmt.Sprintf("%s list %s says where the paper claims them", r.Traces.Program, r.Config.Algorithm)))
	}
}

// unviolated is the depth to which an incomplete breadth-first search has judged every state; -1 if there is none.
func unviolated(s *explore.Result) int {
	if s.Complete || s.Judged >= len(s.Levels) {
		return -1
	}
	return s.Judged
}

// left reports that not all states of the last level were looked at.
func left(s *explore.Result) bool {
	depth := unviolated(s)
	return depth >= 0 && depth+1 < len(s.Levels)
}

// Known is what an incomplete breadth-first search knows all the same; empty if it is complete, or knows nothing.
func Known(s *explore.Result) string {
	depth := unviolated(s)
	if depth < 0 {
		return ""
	}
	states := 0
	for _, n := range s.Levels[:depth+1] {
		states += n
	}
	text := fmt.Sprintf("all %s to depth %d were judged", english.Plural(states, "state", ""), depth)
	if left(s) {
		text += fmt.Sprintf("; level %d was left", depth+1)
	}
	return text
}

// counts is the line of counts: of states visited, and of those that they represent.
func counts(s *explore.Result) string {
	if s.Spared != nil {
		return sparedCounts(s)
	}
	states, transitions := english.Plural(s.States, "state", ""), english.Plural(s.Transitions, "transition", "")
	if y := s.Reduction; y != nil && len(y.Group) > 1 {
		of := " that represent "
		if left(s) {
			of = ", of which those looked at represent "
		}
		states += of + layout.Grouped(y.States)
		transitions += " that represent " + layout.Grouped(y.Transitions)
	}
	text := fmt.Sprintf("%s, %s, depth %d", states, transitions, s.Depth)
	if s.Bounded {
		text += ", within the boundary"
	}
	return text
}

// steps is the length of the trace of a violation, or of one that leads to what was looked for.
func steps(f invariants.Finding) string {
	text := ""
	if f.Witnessed() {
		text = "after "
	}
	if f.Shown() || f.Witnessed() {
		text += english.Plural(f.Steps, "step", "")
		if !f.Shortest && !f.Endless && f.Steps > 0 {
			text += " (perhaps not shortest)"
		}
		if f.Endless {
			text += fmt.Sprintf(", then again from %d", f.Loop+1)
		}
	}
	return text
}

// WriteNever writes which events never happened.
func WriteNever(w io.Writer, coverage []Event) {
	var never []string
	for _, c := range coverage {
		if c.Count == 0 {
			never = append(never, c.Event)
		}
	}
	if len(never) > 0 {
		fmt.Fprintf(w, "\nnever happened: %s\n", strings.Join(never, ", "))
	}
}

// open says which properties are inconclusive, or vacuous, although the search is complete, and why: a line for each reason.
func open(all []invariants.Finding) []string {
	var reasons []string
	names := map[string][]string{}
	for _, f := range all {
		if f.Verdict != invariants.Inconclusive && f.Verdict != invariants.Vacuous || f.Detail == "" {
			continue
		}
		reason := string(f.Verdict) + ": %s: " + f.Detail
		if names[reason] == nil {
			reasons = append(reasons, reason)
		}
		names[reason] = append(names[reason], f.Property.Name)
	}
	for k, reason := range reasons {
		reasons[k] = strings.Replace(reason, "%s", strings.Join(names[reason], ", "), 1)
	}
	return reasons
}

// writeReduction writes the reduction by symmetry, below the line of counts.
func writeReduction(w io.Writer, r *explore.Reduction) {
	if r.Tried == 1 {
		fmt.Fprint(w, "symmetry: the model has no sites or groups that can be exchanged; all states are searched\n")
	} else if len(r.Group) == 1 {
		fmt.Fprintf(w, "symmetry: none of the %d permutations tried; all states are searched\n", r.Tried-1)
	} else {
		fmt.Fprintf(w, "symmetry: %d of %d permutations, generated by %s\n", len(r.Group), r.Tried, strings.Join(generators(r), ", "))
	}
	for _, f := range refused(r) {
		fmt.Fprintf(w, "  %s is refused: %s\n", f.Renaming, f.Why)
	}
}

// writeScenarios writes for every violated property the fewest faults that violate it, and the shortest trace with them.
func writeScenarios(w io.Writer, all []assumptions.Scenario, undecided []string) {
	fmt.Fprint(w, "\nsmallest fault scenarios")
	switch {
	case len(undecided) > 0:
		fmt.Fprint(w, "; none is known of what is inconclusive")
	case len(all) == 0:
		fmt.Fprint(w, ": no run violates anything")
	}
	for _, s := range all {
		words := "breaks with " + s.Faults.String() + ", perhaps with fewer: that was not searched to its end"
		switch {
		case s.Faults.Sum() == 0:
			words = "breaks with " + s.Faults.String()
		case s.Complete:
			words = "needs " + s.Faults.String()
		}
		fmt.Fprintf(w, "\n  %s %s (%s)", s.Finding.Property.Name, words, english.Plural(s.Finding.Steps, "step", ""))
		for k, step := range s.Finding.Trace {
			fmt.Fprintf(w, "\n%6d  %s", k+1, step)
		}
	}
	fmt.Fprintln(w)
}
