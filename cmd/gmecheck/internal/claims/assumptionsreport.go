package claims

import (
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/studies/assumptions"
	"github.com/gmecheck/gmecheck/invariants"
)

// assumptionsReport is the answer of claims --assumptions, in the form that --json prints.
type assumptionsReport struct {
	Schema        string       `json:"schema"`
	SchemaVersion int          `json:"schema_version"`
	Model         report.Model `json:"model"`       // under all assumptions
	Assumptions   []string     `json:"assumptions"` // all that were varied
	Faults        faultsReport `json:"faults"`      // the budget of each where it is not excluded
	Complete      bool         `json:"complete"`
	Limit         string       `json:"limit,omitempty"`
	Explored      int          `json:"explored"` // combinations
	Properties    []needsEntry `json:"properties"`
}

type faultsReport struct {
	Loss      int `json:"loss"`
	Duplicate int `json:"duplicate"`
	Crash     int `json:"crash"`
	Early     int `json:"early"`
}

type needsEntry struct {
	Name     string          `json:"name"`
	Kind     string          `json:"kind"`
	Source   string          `json:"source"`
	Weakest  []weakestReport `json:"weakest"`
	Verdicts []verdictReport `json:"verdicts"` // fewest assumptions first; none where weaker ones say it all
}

type weakestReport struct {
	Assumptions []string        `json:"assumptions"`
	Unless      [][]string      `json:"unless"` // weaker combinations without a verdict
	But         [][]string      `json:"but"`    // stronger combinations under which it does not hold
	Outside     []outsideReport `json:"outside"`
}

type outsideReport struct {
	Dropped  string   `json:"dropped"`
	Verdict  string   `json:"verdict"` // "not claimed" where the algorithm has no such property
	Steps    *int     `json:"steps,omitempty"`
	Shortest *bool    `json:"shortest,omitempty"`
	Detail   string   `json:"detail,omitempty"`
	Trace    []string `json:"trace,omitzero"`
	Loop     *int     `json:"loop,omitempty"`
}

type verdictReport struct {
	Assumptions []string      `json:"assumptions"`
	Verdict     string        `json:"verdict"`
	Steps       *int          `json:"steps,omitempty"`
	Value       *report.Value `json:"value,omitempty"`
}

// notClaimed stands in the place of a verdict on a property that the algorithm does not have under some faults.
const notClaimed = "not claimed"

func newAssumptionsReport(r *assumptions.Report) *assumptionsReport {
	rep := &assumptionsReport{
		Schema: "gmecheck/assumptions", SchemaVersion: 1, Model: report.NewModel(r.Strongest),
		Assumptions: r.All.Names(), Faults: faultsReport(r.Faults), Complete: r.Complete, Limit: r.Limit,
		Explored: r.Explored, Properties: []needsEntry{},
	}
	for _, p := range r.Properties {
		e := needsEntry{
			Name: p.Property.Name, Kind: string(p.Property.Kind), Source: p.Property.Source,
			Weakest: []weakestReport{}, Verdicts: []verdictReport{},
		}
		for _, w := range p.Weakest {
			report := weakestReport{w.Set.Names(), namesOf(w.Unless), namesOf(w.But), []outsideReport{}}
			for _, out := range w.Outside {
				report.Outside = append(report.Outside, newOutsideReport(out))
			}
			e.Weakest = append(e.Weakest, report)
		}
		for _, set := range r.All.Subsets() {
			if f, ok := p.Verdicts[set]; ok {
				e.Verdicts = append(e.Verdicts, verdictReport{set.Names(), string(f.Verdict), report.StepsOf(f), report.ValueOrNull(f.Value)})
			}
		}
		rep.Properties = append(rep.Properties, e)
	}
	return rep
}

func newOutsideReport(out assumptions.Outside) outsideReport {
	if !out.Claimed {
		return outsideReport{Dropped: out.Dropped.String(), Verdict: notClaimed}
	}
	report := outsideReport{Dropped: out.Dropped.String(), Verdict: string(out.Verdict), Steps: report.StepsOf(out.Finding)}
	if out.Verdict == invariants.Refuted {
		report.Shortest, report.Detail, report.Trace = &out.Shortest, out.Detail, append([]string{}, out.Trace...)
	}
	if out.Endless {
		report.Loop = &out.Loop
	}
	return report
}

func namesOf(sets []assumptions.Set) [][]string {
	all := [][]string{}
	for _, s := range sets {
		all = append(all, s.Names())
	}
	return all
}
