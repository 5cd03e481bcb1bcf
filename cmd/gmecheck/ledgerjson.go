package main

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/gmecheck/gmecheck/algorithms/ledger"
	"github.com/gmecheck/gmecheck/model"
)

// ledgerReport is the JSON of claims.
type ledgerReport struct {
	Schema        string        `json:"schema"`
	SchemaVersion int           `json:"schema_version"`
	Algorithm     string        `json:"algorithm"`
	Title         string        `json:"title"`
	Authors       string        `json:"authors"`
	Venue         string        `json:"venue"`
	Sizes         []sizeReport  `json:"sizes"`
	Claims        []claimReport `json:"claims"`
}

// sizeReport is a configuration, and how it was explored for each variant.
type sizeReport struct {
	Flags      string           `json:"flags"`
	Processes  int              `json:"processes"`
	Groups     int              `json:"groups"`
	Priorities int              `json:"priorities"`
	Tokens     int              `json:"tokens,omitempty"`
	Requests   any              `json:"requests"`
	Network    string           `json:"network"`
	Loss       int              `json:"loss"`
	Duplicate  int              `json:"duplicate"`
	Crash      int              `json:"crash"`
	Early      int              `json:"early"`
	Explored   []exploredReport `json:"explored"`
}

func newSizeReport(l *ledger.Ledger, s *ledger.Size) sizeReport {
	c := s.Config
	size := sizeReport{
		Flags: s.Flags, Processes: c.Processes, Groups: c.Groups, Priorities: c.Priorities, Tokens: c.Tokens,
		Requests: requestsJSON(c.Requests), Network: string(c.Network), Loss: c.Loss, Duplicate: c.Duplicate, Crash: c.Crash,
		Early: c.Early,
	}
	for k, r := range s.Runs {
		if r != nil {
			size.Explored = append(size.Explored, exploredReport{
				l.Columns[k].Variant, "gmecheck check " + r.Line, r.Result.Complete, r.Result.Limit, r.Result.States,
				r.Result.Transitions, r.Result.Depth, r.Config.Fingerprint(),
			})
		}
	}
	return size
}

type exploredReport struct {
	Variant     string `json:"variant"`
	Command     string `json:"command"`
	Complete    bool   `json:"complete"`
	Limit       string `json:"limit,omitempty"`
	States      int    `json:"states"`
	Transitions int    `json:"transitions"`
	Depth       int    `json:"depth"`
	Fingerprint string `json:"fingerprint"`
}

// claimReport is a row; each variant's cell has its own key.
type claimReport struct {
	claimFields
	cells []cellReport
}

type claimFields struct {
	Source   string   `json:"source"`
	Text     string   `json:"text"`
	Property string   `json:"property"`
	Claimed  string   `json:"claimed,omitempty"`
	Assumes  string   `json:"assumes,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Sizes    []string `json:"sizes"`
}

type cellReport struct {
	variant    string
	Verdict    string             `json:"verdict"`
	Value      *valueReport       `json:"value,omitempty"`
	Attained   *bool              `json:"attained,omitempty"`
	Executed   *measurementReport `json:"executed,omitempty"`
	Assumption string             `json:"assumption,omitempty"`
	Reason     string             `json:"reason,omitempty"`
	Steps      *int               `json:"steps,omitempty"`
	Detail     string             `json:"detail,omitempty"`
	Command    string             `json:"command,omitempty"`
	Trace      []string           `json:"trace,omitempty"`
	Loop       *int               `json:"loop,omitempty"`
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

func ledgerJSON(w io.Writer, l *ledger.Ledger) error {
	a := l.Algorithm
	rep := ledgerReport{
		Schema: "gmecheck/claims", SchemaVersion: 1, Algorithm: a.Name, Title: a.Title, Authors: a.Authors, Venue: a.Venue,
		Sizes: []sizeReport{}, Claims: []claimReport{},
	}
	for _, s := range l.Sizes {
		rep.Sizes = append(rep.Sizes, newSizeReport(l, s))
	}
	for _, row := range l.Rows {
		claim := claimReport{claimFields: claimFields{
			Source: row.Claim.Source, Text: row.Claim.Text, Property: row.Claim.Property, Claimed: row.Claimed,
			Assumes: row.Claim.Assumes, Reason: row.Claim.Reason, Sizes: []string{},
		}}
		for _, s := range row.Sizes {
			claim.Sizes = append(claim.Sizes, s.Flags)
		}
		for k, cell := range row.Cells {
			if cell.Verdict != ledger.NotAbout {
				claim.cells = append(claim.cells, newCellReport(l.Columns[k].Variant, row, cell))
			}
		}
		if same(l) {
			claim.cells = append(claim.cells, newCellReport(model.Repaired, row, row.Cells[0]))
		}
		rep.Claims = append(rep.Claims, claim)
	}
	return writeJSON(w, rep)
}

func newCellReport(variant string, row ledger.Row, cell ledger.Cell) cellReport {
	c := cellReport{
		variant: variant, Verdict: string(cell.Verdict), Assumption: cell.Assumption, Reason: cell.Reason,
	}
	if cell.Value != nil {
		c.Value = newValueReport(*cell.Value)
		if row.Claimed != "" || cell.Value.Claimed != nil {
			c.Attained = &cell.Attained
		}
	}
	if m := cell.Executed; m != nil {
		c.Executed = &measurementReport{m.Loads, m.Differ, m.Example}
	}
	if f := cell.Finding; f != nil {
		steps := len(cell.Trace)
		c.Steps, c.Detail, c.Trace, c.Command = &steps, f.Detail, cell.Trace, traceCommand(row, cell)
		if f.Endless {
			c.Loop = &f.Loop
		}
	}
	return c
}
