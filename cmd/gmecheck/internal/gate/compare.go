package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/invariants"
)

// judge lays what was found beside what is expected.
func (x *Result) judge() {
	if x.Replay != nil {
		x.replayed()
		return
	}
	want, a := &x.Check.Expect, x.answer
	x.complete(want, a)
	x.number("states", want.States, a.Found.States, a.Found.Complete)
	x.number("transitions", want.Transitions, a.Found.Transitions, a.Found.Complete)
	x.number("depth", want.Depth, a.Found.Depth, a.Found.Complete)
	x.faults(want, a)
	for k := range a.Findings {
		x.property(&want.Properties[k], &a.Findings[k], want.Complete)
	}
}

// replayed compares what became of a trace.
func (x *Result) replayed() {
	want := x.Check.Replay
	row := Row{Subject: "replay", Want: want.Words(want.Expect), Got: x.Replay.String(), Outcome: Met, At: want.At}
	if row.At.Line == 0 {
		row.At = x.Check.At
	}
	switch x.Replay.Result {
	case want.Expect:
	case counterexamples.Undecided:
		row.Outcome = Inconclusive
	default:
		row.Outcome = NotMet
		row.Edits = edit(nil, want.At, want.Words(x.Replay.Result))
	}
	x.Rows = append(x.Rows, row)
}

func (x *Result) complete(want *manifest.Expect, a Answer) {
	row := Row{Subject: "complete", Want: "complete", Got: "complete", Outcome: Met, At: want.CompleteAt}
	if row.At.Line == 0 {
		row.At = x.Check.At
	}
	if !want.Complete {
		row.Want = "not complete"
	}
	if !a.Found.Complete {
		row.Got = "not complete: " + a.Found.Limit
	}
	switch {
	case want.Complete == a.Found.Complete:
	case want.Complete:
		row.Outcome = Inconclusive
	default:
		row.Outcome = NotMet
		row.Edits = edit(nil, want.CompleteAt, "true")
	}
	x.Rows = append(x.Rows, row)
}

// number compares a count; of a search that should have been complete and is not, it says nothing.
func (x *Result) number(subject string, want *manifest.Number, got int, complete bool) {
	if want == nil {
		return
	}
	row := Row{Subject: subject, Want: strconv.Itoa(want.Is), Got: strconv.Itoa(got), Outcome: Met, At: want.At}
	switch {
	case !complete && x.Check.Expect.Complete:
		row.Got = "at least " + row.Got
		if row.Outcome = Inconclusive; got > want.Is {
			row.Outcome = NotMet
		}
	case want.Is != got:
		row.Outcome = NotMet
		row.Edits = edit(nil, want.At, row.Got)
	}
	x.Rows = append(x.Rows, row)
}

// faults demands that every fault with a budget happens: otherwise what is to hold in spite of it was never put to the
// test.
func (x *Result) faults(want *manifest.Expect, a Answer) {
	c := x.Check.Config
	if c.Faultless() {
		return
	}
	row := Row{Subject: "faults", Want: idle(want.Idle), Got: idle(a.Idle), Outcome: Met, At: x.Check.At}
	if !slices.Equal(slices.Sorted(slices.Values(want.Idle)), slices.Sorted(slices.Values(a.Idle))) {
		row.Outcome = NotMet
		if !a.Found.Complete {
			row.Outcome = Inconclusive
		}
	}
	x.Rows = append(x.Rows, row)
}

func idle(faults []string) string {
	if len(faults) == 0 {
		return "every fault with a budget happens"
	}
	return "never: " + strings.Join(faults, ", ")
}

// property compares the finding on one property. That of a search that should be complete is inconclusive only where a
// limit was hit.
func (x *Result) property(want *manifest.Property, f *invariants.Finding, complete bool) {
	row := Row{
		Subject: want.Name, Want: wanted(want), Got: found(f, want.Value != nil), Outcome: Met, At: want.At,
		Expected: invariants.Verdict(want.Verdict.Text), Finding: f,
	}
	got := string(f.Verdict)
	switch {
	case want.Verdict.Text != got:
		row.Outcome = NotMet
		if complete && f.Verdict == invariants.Inconclusive {
			row.Outcome = Inconclusive
		}
		row.Edits = edit(row.Edits, want.Verdict.At, got)
		if want.Steps != nil {
			row.Edits = append(row.Edits, manifest.Edit{At: want.Steps.At, Remove: true})
		}
	case want.Steps != nil && want.Steps.Is != f.Steps:
		row.Outcome = NotMet
		row.Edits = edit(row.Edits, want.Steps.At, strconv.Itoa(f.Steps))
	}
	x.value(&row, want.Value, f)
	if row.Outcome == Inconclusive {
		row.Edits = nil
	}
	x.Rows = append(x.Rows, row)
}

// value compares the value of a bound or a cost. Where there is none, the search has met a limit: what was explored may violate it all the same.
func (x *Result) value(row *Row, want *manifest.Value, f *invariants.Finding) {
	switch {
	case want == nil:
		return
	case f.Value == nil:
		if row.Outcome == Met {
			row.Outcome = NotMet
		}
		row.Edits = nil // the value would have to go, and with it what was asked for
		return
	}
	least, most := manifest.Ends(f.Value)
	for _, end := range []struct {
		want *manifest.Word
		got  string
	}{{want.Min, least}, {want.Max, most}} {
		if end.want != nil && end.want.Text != end.got {
			row.Outcome = NotMet
			row.Edits = edit(row.Edits, end.want.At, end.got)
		}
	}
}

// wanted is an expectation in words.
func wanted(p *manifest.Property) string {
	text := p.Verdict.Text
	if p.Steps != nil {
		text += ", " + steps(p.Steps.Is)
	}
	if v := p.Value; v != nil {
		text += span(v.Min, v.Max)
	}
	return text
}

func steps(n int) string { return english.Plural(n, "step", "") }

func span(least, most *manifest.Word) string {
	text := ""
	if least != nil {
		text += ", min " + least.Text
	}
	if most != nil {
		text += ", max " + most.Text
	}
	return text
}

// found is a finding in the same words.
func found(f *invariants.Finding, valued bool) string {
	text := string(f.Verdict)
	if f.Shown() {
		text += ", " + steps(f.Steps)
	}
	if valued && f.Value != nil {
		least, most := manifest.Ends(f.Value)
		text += fmt.Sprintf(", min %s, max %s", least, most)
	}
	return text
}

// edit adds an edit of a scalar that the manifest writes.
func edit(all []manifest.Edit, at manifest.Place, text string) []manifest.Edit {
	if at.Line == 0 {
		return all // the manifest does not write it
	}
	return append(all, manifest.Edit{At: at, Text: text})
}
