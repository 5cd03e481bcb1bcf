package compare

import (
	"io"

	"github.com/gmecheck/gmecheck/studies/comparison"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/invariants"
)

// comparisonReport is the JSON of compare.
type comparisonReport struct {
	Schema        string          `json:"schema"`
	SchemaVersion int             `json:"schema_version"`
	Algorithms    []lineReport    `json:"algorithms"`
	Skipped       []skippedReport `json:"skipped"`
}

type lineReport struct {
	Algorithm   string                  `json:"algorithm"`
	Variant     string                  `json:"variant"`
	Command     string                  `json:"command"`
	Structure   string                  `json:"structure"`
	Dynamic     bool                    `json:"dynamic"`
	Paper       saidReport              `json:"paper"`
	Complete    bool                    `json:"complete"`
	Limit       string                  `json:"limit,omitempty"`
	States      int                     `json:"states"`
	Transitions int                     `json:"transitions"`
	Alone       *report.Value           `json:"messages_alone"`
	All         *report.Value           `json:"messages_all"`
	Requests    int                     `json:"requests"`
	Delay       *report.Value           `json:"sync_delay"`
	Bypass      *report.Value           `json:"bypass"`
	Inside      *report.Value           `json:"max_concurrency"`
	Properties  map[string]commonReport `json:"properties"`
}

// saidReport is what the paper says, in its letters.
type saidReport struct {
	LowLoad  string `json:"low_load,omitempty"`
	HighLoad string `json:"high_load,omitempty"`
	Delay    string `json:"sync_delay,omitempty"`
}

type commonReport struct {
	Verdict string `json:"verdict"`
	Flags   string `json:"flags"` // of the smallest configuration that violates it, or the largest explored
	Steps   *int   `json:"steps,omitempty"`
}

type skippedReport struct {
	Algorithm string `json:"algorithm"`
	Reason    string `json:"reason"`
}

func comparisonJSON(w io.Writer, p *program.Program, c *comparison.Comparison, found [][]commonVerdict) error {
	rep := comparisonReport{Schema: "gmecheck/compare", SchemaVersion: 1, Algorithms: []lineReport{}, Skipped: []skippedReport{}}
	for k, l := range c.Lines {
		rep.Algorithms = append(rep.Algorithms, newLineReport(p, l, l.Algorithm.Traits, found[k]))
	}
	for _, s := range c.Skipped {
		rep.Skipped = append(rep.Skipped, skippedReport{s.Algorithm.Name, s.Reason})
	}
	return report.JSON(w, rep)
}

func newLineReport(p *program.Program, l comparison.Line, t paper.Traits, found []commonVerdict) lineReport {
	number := func(v *invariants.Value) *report.Value {
		if v == nil {
			return nil
		}
		return report.NewValue(*v)
	}
	r := lineReport{
		Algorithm: l.Algorithm.Name, Variant: l.Config.Variant, Command: p.Check(options.Line(l.Algorithm, l.Config)),
		Structure: t.Structure, Dynamic: t.Dynamic, Paper: saidReport{t.LowLoad, t.HighLoad, t.Delay},
		Complete: l.Result.Complete, Limit: l.Result.Limit, States: l.Result.States, Transitions: l.Result.Transitions,
		Alone: number(l.Alone), All: number(l.Contention), Requests: l.Requests, Delay: number(l.Delay),
		Bypass: number(l.Bypass), Inside: number(l.Inside), Properties: map[string]commonReport{},
	}
	for _, v := range found {
		p := commonReport{Verdict: string(v.verdict), Flags: v.flags}
		if v.verdict == invariants.Refuted {
			p.Steps = &v.steps
		}
		r.Properties[v.property] = p
	}
	return r
}
