package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/model"
)

// Write writes a ledger for readers.
func Write(p answer.Page, program *program.Program, l *ledger.Ledger) {
	a := l.Algorithm
	p.Paper(a.Name, a.Authors, a.Title, a.Venue)
	var columns []string
	for _, column := range l.Columns {
		columns = append(columns, column.Variant)
	}
	phrases := CellPhrases{Algorithm: a, Code: p.Code}
	var records []answer.Record
	for _, row := range l.Rows {
		record := answer.Record{Name: row.Claim.Property, Where: row.Claim.Source, Says: claimText(row)}
		for _, cell := range row.Cells {
			record.Cells = append(record.Cells, phrases.cell(row, cell))
		}
		records = append(records, record)
	}
	p.Records(columns, records)
	p.Terminal(func() {
		p.Gap()
		if r := firstRefutation(l); r != nil {
			p.Line("a trace: " + program.Check(r.Line) + " --property " + r.Property)
			p.Gap()
		}
		for _, k := range spoken(l) {
			p.Ending(fmt.Sprintf("%s: %s", columns[k], tally(l, k)))
		}
	})
	p.Ending(Explored(l))
}

// spoken are the columns of which some claim speaks.
func spoken(l *ledger.Ledger) []int {
	var all []int
	for k := range l.Columns {
		if slices.ContainsFunc(l.Rows, func(row ledger.Row) bool { return row.Cells[k].Verdict != ledger.NotAbout }) {
			all = append(all, k)
		}
	}
	return all
}

// claimText is what the paper says, with its number, what it takes for granted, and why it is not decided.
func claimText(row ledger.Row) string {
	text := row.Claim.Text
	if f := row.Claim.Figure; f.Of != nil {
		text += fmt.Sprintf(" (paper: %s)", f)
	}
	if row.Claim.Assumes != "" {
		text += fmt.Sprintf(" (assumes %s)", row.Claim.Assumes)
	}
	if of := row.Claim.Average; of != nil {
		text += fmt.Sprintf(" (%s: critical section %v, thinking %v, mean times with latency 1)", of.Load, of.CS, of.Think)
	}
	if row.Claim.Without != "" {
		text += fmt.Sprintf(" (with %s)", row.Claim.Without)
	}
	if row.Claim.Reason != "" {
		text += ". Not decided: " + row.Claim.Reason
	}
	return text
}

// Explored says how many configurations and states the ledger rests on.
func Explored(l *ledger.Ledger) string {
	complete, limited := map[string]bool{}, map[string]bool{}
	for _, r := range l.Runs {
		if r.Complete() {
			complete[r.Line] = true
			delete(limited, r.Line)
		} else {
			limited[r.Line] = true
		}
	}
	text := fmt.Sprintf("explored: %s states; %d configurations completely", layout.Grouped(l.States), len(complete))
	if len(limited) > 0 {
		text += fmt.Sprintf(", %d in part", len(limited))
	}
	return text
}

// firstRefutation is the first of the ledger that has a trace which a search finds.
func firstRefutation(l *ledger.Ledger) *ledger.Refutation {
	for _, row := range l.Rows {
		for _, cell := range row.Cells {
			if r := cell.Refutation; r != nil && r.Steps > 0 && !r.Long {
				return r
			}
		}
	}
	return nil
}

// tally counts the verdicts of a column.
func tally(l *ledger.Ledger, column int) string {
	var parts []string
	for _, verdict := range []ledger.Verdict{
		ledger.Holds, ledger.Refuted, ledger.HoldsOnly, ledger.Breaks, ledger.Vacuous, ledger.Partial, ledger.Exact, ledger.Measured, ledger.NotDecided,
	} {
		n := 0
		for _, row := range l.Rows {
			if row.Cells[column].Verdict == verdict {
				n++
			}
		}
		if verdict == ledger.HoldsOnly {
			verdict += " " + ledger.FIFO
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	return strings.Join(parts, ", ")
}

// object is the answer for programs.
func object(program *program.Program, l *ledger.Ledger, budget int) any {
	a := l.Algorithm
	return answer.Of(
		"schema", "gmecheck/claims", "schema_version", 2, "algorithm", a.Name, "title", a.Title, "authors", a.Authors, "venue", a.Venue, "bounded?", a.Boundary,
		"budget?", budget, "spent", l.States, // budget: states; none where it is a time
		"claims", answer.Each(l.Rows, func(row ledger.Row) any { return rowObject(program, l, row) }),
		"explored", answer.Each(l.Runs, func(r *ledger.Run) any { // in their order
			properties := answer.Each(r.Answers, func(a ledger.Answer) any { return a.Property })
			return answer.Of("command", program.Check(r.Line), "properties", properties, "complete", r.Complete(), "limit?", r.Limit,
				"states", r.States, "transitions", r.Transitions, "depth", r.Depth, "fingerprint", r.Config.Fingerprint())
		}),
	)
}

// rowObject is a claim; each variant's cell has its own key.
func rowObject(program *program.Program, l *ledger.Ledger, row ledger.Row) any {
	said := row.Claim
	claimed := ""
	if !said.Figure.None() {
		claimed = said.Figure.String()
	}
	o := answer.Of("source", said.Source, "text", said.Text, "property", said.Property, "claimed?", claimed,
		"assumes?", said.Assumes, "without?", said.Without, "reading?", said.Reading, "reason?", said.Reason)
	for k, cell := range row.Cells {
		if cell.Verdict != ledger.NotAbout {
			o.Add(l.Columns[k].Variant, cellObject(program, l.Algorithm, row, cell))
		}
	}
	if same(l) && row.Cells[0].Verdict != ledger.NotAbout {
		o.Add(model.Repaired, cellObject(program, l.Algorithm, row, row.Cells[0]))
	}
	return o
}

// same reports that the repaired variant is the published one, because there is nothing to repair.
func same(l *ledger.Ledger) bool {
	return len(l.Algorithm.Repairs) == 0 && len(l.Columns) == 1 && l.Columns[0].Variant == model.Published
}

func cellObject(program *program.Program, a *paper.Algorithm, row ledger.Row, cell ledger.Cell) any {
	partial, reason := "", cell.Reason
	if cell.Verdict == ledger.Partial { // how much is decided, or why nothing is
		partial, reason = reason, ""
	}
	reach := func(r ledger.Reach) any {
		return answer.Of("flags", ledger.Flags(a, r.Config), "states", r.States, "depth", r.Depth)
	}
	o := answer.Of("verdict", cell.Verdict, "partial?", partial, "reason?", reason, "assumption?", cell.Assumption,
		"value?", report.ValueObject(cell.Value))
	if v := cell.Value; v != nil && (row.Claim.Figure.Of != nil || v.Claimed != nil) {
		o.Add("attained", cell.Attained)
	}
	o.Add("growth?", answer.Each(cell.Growth, func(g ledger.Growth) any { // the largest values found with so many requests
		max := []any{} // numbers, or "unbounded"
		for k, v := range g.Values {
			if g.Endless[k] {
				max = append(max, "unbounded")
			} else {
				max = append(max, v)
			}
		}
		return answer.Of("flags", growthFlags(a, g), "requests", g.Requests, "max", max)
	}))
	if r := cell.Refutation; r != nil { // in the smallest configuration known
		o.Add("refutation", refutationObject(program, a, r))
	}
	if r := cell.Shortest; r != nil { // the shortest known, if that is another
		o.Add("shortest", refutationObject(program, a, r))
	}
	o.Add("holds_to?", answer.Each(cell.Holds, reach))
	o.Add("no_violation_to?", answer.Each(cell.Within, reach))        // configurations searched up to a depth
	o.Add("means?", answer.Each(cell.Means, func(m ledger.Mean) any { // half: of the interval of 95 %
		return answer.Of("flags", m.Flags, "mean", m.Value, "half?", m.Half)
	}))
	o.Add("compared?", answer.Each(cell.Compared, func(c ledger.Comparison) any { // the means beside others
		return answer.Of("with", c.With, "says", string(c.Says), "models", c.Models, "shown", c.Shown, "otherwise", c.Otherwise)
	}))
	if m := cell.Executed; m != nil {
		o.Add("executed", answer.Of("loads", m.Loads, "differ", m.Differ, "example", m.Example))
	}
	return o
}

func refutationObject(program *program.Program, a *paper.Algorithm, r *ledger.Refutation) any {
	command := "" // no search comes to a long one
	if !r.Long {
		command = program.Check(r.Line) + " --property " + r.Property
	}
	o := answer.Of("flags", ledger.Flags(a, r.Config), "steps", r.Steps, "command?", command,
		"property", r.Property, "value?", report.ValueObject(r.Value), "detail?", r.Detail,
		"known", r.Known, "start?", r.Start, "trace", answer.List(r.Trace)) // known: it was stored, and replayed
	if r.Endless {
		o.Add("loop", r.Loop)
	}
	if r.Long {
		o.Add("perhaps_not_shortest", true)
	}
	return o
}
