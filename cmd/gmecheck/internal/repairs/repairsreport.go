package repairs

import (
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/report"
	"github.com/gmecheck/gmecheck/studies/repairs"
	"github.com/gmecheck/gmecheck/invariants"
)

// repairsReport is the answer of repairs, in the form that --json prints.
type repairsReport struct {
	Schema        string            `json:"schema"`
	SchemaVersion int               `json:"schema_version"`
	Model         report.Model      `json:"model"` // published, without repairs
	Properties    []string          `json:"properties"`
	LeftOut       []leftOutReport   `json:"left_out"`
	Complete      bool              `json:"complete"` // sets are all minimal sets
	Limit         string            `json:"limit,omitempty"`
	Sets          []minimalReport   `json:"sets"`
	NotNeeded     []string          `json:"not_needed"`
	Undecided     [][]string        `json:"undecided"`
	Price         []priceReport     `json:"price"`
	Count         repairsWorkReport `json:"count"`
}

type leftOutReport struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
}

type minimalReport struct {
	Repairs     []string     `json:"repairs"`
	Standing    string       `json:"standing"`    // minimal, or irreducible or reducible where a limit came too early
	Unless      [][]string   `json:"unless"`      // smaller sets without a verdict
	Needs       []needReport `json:"needs"`       // one for each repair without which it does not hold
	Fingerprint string       `json:"fingerprint"` // of the configuration with the set
}

type needReport struct {
	Repair   string         `json:"repair"`
	Verdict  string         `json:"verdict"` // of the set without it
	Returns  []returnReport `json:"returns"` // shortest trace first
	Vacuous  []string       `json:"vacuous"`
	Complete bool           `json:"complete"` // returns is all that does
	Trace    []string       `json:"trace,omitzero"`
	Loop     *int           `json:"loop,omitempty"`
}

type returnReport struct {
	Name     string `json:"name"`
	Steps    int    `json:"steps"`
	Shortest bool   `json:"shortest"`
	Detail   string `json:"detail,omitempty"`

	Value *report.Value `json:"value,omitempty"`
}

// priceReport is a bound or a cost as published and with all repairs; null where it was not decided.
type priceReport struct {
	Name      string        `json:"name"`
	Kind      string        `json:"kind"`
	Published *report.Value `json:"published"`
	Repaired  *report.Value `json:"repaired"`
}

type repairsWorkReport struct {
	Sets     int `json:"sets"`
	Explored int `json:"explored"`
	Replayed int `json:"replayed"` // refuted by another set's counterexample
	Above    int `json:"above"`    // supersets of a minimal set
}

func newRepairsReport(r *repairs.Report) *repairsReport {
	rep := &repairsReport{
		Schema: "gmecheck/repairs", SchemaVersion: 1, Model: report.NewModel(r.Config),
		Properties: append([]string{}, r.Properties...), LeftOut: []leftOutReport{}, Complete: r.Complete, Limit: r.Limit,
		Sets: []minimalReport{}, NotNeeded: append([]string{}, r.NotNeeded...), Undecided: append([][]string{}, r.Undecided...),
		Price: []priceReport{}, Count: repairsWorkReport{r.Count.Sets, r.Count.Explored, r.Count.Pursued, r.Count.Above},
	}
	for _, f := range r.LeftOut {
		rep.LeftOut = append(rep.LeftOut, leftOutReport{f.Property.Name, string(f.Verdict)})
	}
	for _, m := range r.Minimal {
		set := minimalReport{
			Repairs: m.Repairs, Standing: string(m.Standing), Unless: append([][]string{}, m.Unless...), Needs: []needReport{},
			Fingerprint: m.Config.Fingerprint(),
		}
		for _, need := range m.Needs {
			set.Needs = append(set.Needs, newNeedReport(need))
		}
		rep.Sets = append(rep.Sets, set)
	}
	for _, p := range r.Price {
		rep.Price = append(rep.Price, priceReport{
			p.Property.Name, string(p.Property.Kind), report.ValueOrNull(p.Published), report.ValueOrNull(p.Repaired),
		})
	}
	return rep
}

func newNeedReport(need repairs.Need) needReport {
	n := needReport{Repair: need.Repair, Verdict: string(need.Verdict()), Returns: []returnReport{}, Vacuous: []string{}}
	n.Complete = need.Result.Complete
	returns := need.Returns()
	for _, f := range returns {
		n.Returns = append(n.Returns, returnReport{f.Property.Name, f.Steps, f.Shortest, f.Detail, report.ValueOrNull(f.Value)})
	}
	if len(returns) > 0 {
		n.Trace = returns[0].Trace
		if returns[0].Endless {
			n.Loop = &returns[0].Loop
		}
	}
	for _, f := range need.Findings {
		if f.Verdict == invariants.Vacuous {
			n.Vacuous = append(n.Vacuous, f.Property.Name)
		}
	}
	return n
}
