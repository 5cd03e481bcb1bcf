package claims

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/gmecheck/gmecheck/studies/ledger"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/model"
)

// ledgerReport is the JSON of claims.
type ledgerReport struct {
	Schema        string           `json:"schema"`
	SchemaVersion int              `json:"schema_version"`
	Algorithm     string           `json:"algorithm"`
	Title         string           `json:"title"`
	Authors       string           `json:"authors"`
	Venue         string           `json:"venue"`
	Budget        int              `json:"budget,omitempty"` // states; none where it is a time
	Spent         int              `json:"spent"`
	Claims        []claimReport    `json:"claims"`
	Explored      []exploredReport `json:"explored"`
}

// exploredReport is one exploration, in their order.
type exploredReport struct {
	Command     string   `json:"command"`
	Properties  []string `json:"properties"`
	Complete    bool     `json:"complete"`
	Limit       string   `json:"limit,omitempty"`
	States      int      `json:"states"`
	Transitions int      `json:"transitions"`
	Depth       int      `json:"depth"`
	Fingerprint string   `json:"fingerprint"`
}

// claimReport is a row; each variant's cell has its own key.
type claimReport struct {
	claimFields
	cells []cellReport
}

type claimFields struct {
	Source   string `json:"source"`
	Text     string `json:"text"`
	Property string `json:"property"`
	Claimed  string `json:"claimed,omitempty"`
	Assumes  string `json:"assumes,omitempty"`
	Without  string `json:"without,omitempty"`
	Reading  string `json:"reading,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

type cellReport struct {
	variant    string
	Verdict    string             `json:"verdict"`
	Partial    string             `json:"partial,omitempty"` // how much is decided
	Reason     string             `json:"reason,omitempty"`  // why nothing is
	Assumption string             `json:"assumption,omitempty"`
	Value      *report.Value      `json:"value,omitempty"`
	Attained   *bool              `json:"attained,omitempty"`
	Growth     []growthReport     `json:"growth,omitempty"`
	Refutation *refutationReport  `json:"refutation,omitempty"` // in the smallest configuration known
	Shortest   *refutationReport  `json:"shortest,omitempty"`   // the shortest known, if that is another
	HoldsTo    []reachReport      `json:"holds_to,omitempty"`
	Depths     []reachReport      `json:"no_violation_to,omitempty"` // configurations searched up to a depth
	Executed   *measurementReport `json:"executed,omitempty"`
}

type refutationReport struct {
	Flags    string        `json:"flags"`
	Steps    int           `json:"steps"`
	Command  string        `json:"command"`
	Property string        `json:"property"`
	Value    *report.Value `json:"value,omitempty"`
	Detail   string        `json:"detail,omitempty"`
	Known    bool          `json:"known"` // it was stored, and replayed
	Trace    []string      `json:"trace"`
	Loop     *int          `json:"loop,omitempty"`
}

type reachReport struct {
	Flags  string `json:"flags"`
	States int    `json:"states"`
	Depth  int    `json:"depth"`
}

// growthReport is the largest values found with so many requests.
type growthReport struct {
	Flags    string   `json:"flags"` // without the requests
	Requests []string `json:"requests"`
	Max      []any    `json:"max"` // numbers, or "unbounded"
}

type measurementReport struct {
	Loads   int    `json:"loads"`
	Differ  int    `json:"differ"`
	Example string `json:"example"`
}

// MarshalJSON puts the variants beside the other fields.
func (r claimReport) MarshalJSON() ([]byte, error) {
	all, err := plainJSON(r.claimFields)
	if err != nil {
		return nil, err
	}
	all = bytes.TrimSuffix(all, []byte("}"))
	for _, cell := range r.cells {
		name, err := plainJSON(cell.variant)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(cell)
		if err != nil {
			return nil, err
		}
		all = append(append(append(append(all, ','), name...), ':'), value...)
	}
	return append(all, '}'), nil
}

// plainJSON is the JSON of a value with > and < as they are.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func ledgerJSON(w io.Writer, p *program.Program, l *ledger.Ledger, budget int) error {
	a := l.Algorithm
	rep := ledgerReport{
		Schema: "gmecheck/claims", SchemaVersion: 2, Algorithm: a.Name, Title: a.Title, Authors: a.Authors, Venue: a.Venue,
		Budget: budget, Spent: l.States, Claims: []claimReport{}, Explored: []exploredReport{},
	}
	for _, row := range l.Rows {
		said := row.Claim
		claim := claimReport{claimFields: claimFields{
			Source: said.Source, Text: said.Text, Property: said.Property, Assumes: said.Assumes, Without: said.Without,
			Reading: said.Reading, Reason: said.Reason,
		}}
		if !said.Figure.None() {
			claim.Claimed = said.Figure.String()
		}
		for k, cell := range row.Cells {
			if cell.Verdict != ledger.NotAbout {
				claim.cells = append(claim.cells, newCellReport(p, a, l.Columns[k].Variant, row, cell))
			}
		}
		if same(l) && row.Cells[0].Verdict != ledger.NotAbout {
			claim.cells = append(claim.cells, newCellReport(p, a, model.Repaired, row, row.Cells[0]))
		}
		rep.Claims = append(rep.Claims, claim)
	}
	for _, r := range l.Runs {
		e := exploredReport{
			Command: p.Check(r.Line), Properties: []string{}, Complete: r.Complete(), Limit: r.Limit, States: r.States,
			Transitions: r.Transitions, Depth: r.Depth, Fingerprint: r.Config.Fingerprint(),
		}
		for _, answer := range r.Answers {
			e.Properties = append(e.Properties, answer.Property)
		}
		rep.Explored = append(rep.Explored, e)
	}
	return report.JSON(w, rep)
}

func newCellReport(p *program.Program, a *paper.Algorithm, variant string, row ledger.Row, cell ledger.Cell) cellReport {
	c := cellReport{variant: variant, Verdict: string(cell.Verdict), Assumption: cell.Assumption}
	if cell.Verdict == ledger.Partial {
		c.Partial = cell.Reason
	} else {
		c.Reason = cell.Reason
	}
	if cell.Value != nil {
		c.Value = report.NewValue(*cell.Value)
		if row.Claim.Figure.Of != nil || cell.Value.Claimed != nil {
			c.Attained = &cell.Attained
		}
	}
	for _, g := range cell.Growth {
		r := growthReport{Flags: growthFlags(a, g), Requests: g.Requests}
		for k, v := range g.Values {
			if g.Endless[k] {
				r.Max = append(r.Max, "unbounded")
			} else {
				r.Max = append(r.Max, v)
			}
		}
		c.Growth = append(c.Growth, r)
	}
	c.Refutation, c.Shortest = newRefutationReport(p, a, cell.Refutation), newRefutationReport(p, a, cell.Shortest)
	for _, r := range cell.Holds {
		c.HoldsTo = append(c.HoldsTo, reachReport{ledger.Flags(a, r.Config), r.States, r.Depth})
	}
	for _, r := range cell.Within {
		c.Depths = append(c.Depths, reachReport{ledger.Flags(a, r.Config), r.States, r.Depth})
	}
	if m := cell.Executed; m != nil {
		c.Executed = &measurementReport{m.Loads, m.Differ, m.Example}
	}
	return c
}

func newRefutationReport(p *program.Program, a *paper.Algorithm, r *ledger.Refutation) *refutationReport {
	if r == nil {
		return nil
	}
	rep := &refutationReport{
		Flags: ledger.Flags(a, r.Config), Steps: r.Steps, Command: p.Check(r.Line) + " --property " + r.Property,
		Property: r.Property, Detail: r.Detail, Known: r.Known, Trace: append([]string{}, r.Trace...),
	}
	if r.Value != nil {
		rep.Value = report.NewValue(*r.Value)
	}
	if r.Endless {
		rep.Loop = &r.Loop
	}
	return rep
}
