package gate

import (
	"io"
	"path/filepath"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/answer"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/manifest"
	"github.com/gmecheck/gmecheck/invariants"
)

// JSON writes the report.
func (r *Report) JSON(w io.Writer) error {
	return answer.JSON(w, answer.Of("schema", "gmecheck/gate", "schema_version", 1,
		"checks", answer.Each(r.Results, func(x *Result) any { return x.object() }), "verdict", r.Outcome()))
}

func (x *Result) object() any {
	o := answer.Of("name", x.Check.Name, "file", filepath.ToSlash(x.Check.File), "line", x.Check.At.Line, "model", x.Model(), "bounded?", x.Check.Algorithm.Boundary,
		"fingerprint", x.Check.Config.Fingerprint())
	if x.Check.Replay != nil {
		o.Add("replay?", x.Check.Replay.File)
	}
	if f := x.Found; f != nil {
		o.Add("complete", f.Complete)
		o.Add("states", f.States)
		o.Add("transitions", f.Transitions)
		o.Add("depth", f.Depth)
	}
	o.Add("seconds", x.Seconds)
	o.Add("expectations", answer.Each(x.Rows, Row.object))
	o.Add("verdict", x.Outcome())
	return o
}

func (row Row) object() any {
	o := answer.Of("subject", row.Subject)
	f := row.Finding
	if f != nil {
		o.Add("kind?", f.Property.Kind)
	}
	o.Add("line", row.At.Line)
	o.Add("expected", row.Want)
	o.Add("found", row.Got)
	o.Add("outcome", row.Outcome)
	if f != nil {
		o.Add("verdict?", f.Verdict)
		violated := f.Verdict == invariants.Refuted
		if violated {
			o.Add("steps", f.Steps)
			o.Add("detail?", f.Detail)
		}
		if v := f.Value; v != nil { // of a bound or a cost
			most := any(v.Max)
			if v.Unbounded {
				most = manifest.Unbounded
			}
			o.Add("value", answer.Of("min", v.Min, "max", most))
		}
		if violated {
			o.Add("start?", f.Start)
			o.Add("trace", answer.List(f.Trace))
		}
	}
	o.Add("trace_file?", row.File)
	return o
}
