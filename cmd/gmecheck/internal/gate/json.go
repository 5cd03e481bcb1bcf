package gate

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/invariants"
)

type reportJSON struct {
	Schema        string      `json:"schema"`
	SchemaVersion int         `json:"schema_version"`
	Checks        []checkJSON `json:"checks"`
	Verdict       Outcome     `json:"verdict"`
}

type checkJSON struct {
	Name         string    `json:"name"`
	File         string    `json:"file"`
	Line         int       `json:"line"`
	Model        string    `json:"model"`
	Fingerprint  string    `json:"fingerprint"`
	Replay       string    `json:"replay,omitempty"`
	Complete     *bool     `json:"complete,omitempty"`
	States       *int      `json:"states,omitempty"`
	Transitions  *int      `json:"transitions,omitempty"`
	Depth        *int      `json:"depth,omitempty"`
	Seconds      float64   `json:"seconds"`
	Expectations []rowJSON `json:"expectations"`
	Verdict      Outcome   `json:"verdict"`
}

type rowJSON struct {
	Subject  string   `json:"subject"`
	Kind     string   `json:"kind,omitempty"` // of a property
	Line     int      `json:"line"`
	Expected string   `json:"expected"`
	Found    string   `json:"found"`
	Outcome  Outcome  `json:"outcome"`
	Verdict  string   `json:"verdict,omitempty"` // of a property
	Steps    *int     `json:"steps,omitempty"`   // of a violation
	Detail   string   `json:"detail,omitempty"`
	Value    *value   `json:"value,omitempty"`      // of a bound or a cost
	Trace    []string `json:"trace,omitzero"`       // of a violation
	File     string   `json:"trace_file,omitempty"` // that was written
}

// value is a number found; max is a number or "unbounded".
type value struct {
	Min int `json:"min"`
	Max any `json:"max"`
}

// JSON writes the report.
func (r *Report) JSON(w io.Writer) error {
	doc := reportJSON{Schema: "gmecheck/gate", SchemaVersion: 1, Checks: []checkJSON{}, Verdict: r.Outcome()}
	for _, x := range r.Results {
		doc.Checks = append(doc.Checks, x.json())
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}

func (x *Result) json() checkJSON {
	c := checkJSON{
		Name: x.Check.Name, File: filepath.ToSlash(x.Check.File), Line: x.Check.At.Line, Model: x.Model(),
		Fingerprint: x.Check.Config.Fingerprint(), Seconds: x.Seconds, Expectations: []rowJSON{}, Verdict: x.Outcome(),
	}
	if x.Check.Replay != nil {
		c.Replay = x.Check.Replay.File
	}
	if f := x.Found; f != nil {
		c.Complete, c.States, c.Transitions, c.Depth = &f.Complete, &f.States, &f.Transitions, &f.Depth
	}
	for _, row := range x.Rows {
		out := rowJSON{Subject: row.Subject, Line: row.At.Line, Expected: row.Want, Found: row.Got, Outcome: row.Outcome, File: row.File}
		if f := row.Finding; f != nil {
			out.Kind, out.Verdict = string(f.Property.Kind), string(f.Verdict)
			if v := f.Value; v != nil {
				out.Value = &value{v.Min, v.Max}
				if v.Unbounded {
					out.Value.Max = manifest.Unbounded
				}
			}
			if f.Verdict == invariants.Refuted {
				out.Steps, out.Detail, out.Trace = &f.Steps, f.Detail, append([]string{}, f.Trace...)
			}
		}
		c.Expectations = append(c.Expectations, out)
	}
	return c
}
