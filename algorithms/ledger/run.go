package ledger

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Run is one exploration, in a form that can be stored.
type Run struct {
	Line        string   `json:"line"`            // the command line's words after the verb
	Limit       string   `json:"limit,omitempty"` // why it is not complete
	States      int      `json:"states"`          // of levels searched to their end
	Transitions int      `json:"transitions"`
	Depth       int      `json:"depth"` // of those levels
	Answers     []Answer `json:"answers"`

	Config model.Config `json:"-"`
	Column int          `json:"-"`
	Stored bool         `json:"-"` // it was known from an earlier time
	charge int          // states that it took from the budget
}

// Answer is what a run says of one property.
type Answer struct {
	Property string             `json:"property"`
	Kind     invariants.Kind    `json:"kind"`
	Verdict  invariants.Verdict `json:"verdict"`
	Detail   string             `json:"detail,omitempty"`
	Value    *invariants.Value  `json:"value,omitempty"`
	Trace    []string           `json:"trace,omitempty"` // that refutes it, or on which Value.Max is found
	Least    []string           `json:"least,omitempty"` // on which Value.Min is found
	Endless  bool               `json:"endless,omitempty"`
	Loop     int                `json:"loop,omitempty"`
	Shallow  bool               `json:"shallow,omitempty"` // single states and steps show a violation, up to any depth
}

// Complete reports that all states were explored.
func (r *Run) Complete() bool { return r != nil && r.Limit == "" }

// answer is what the run says of a property; nil if it was not asked.
func (r *Run) answer(property string) *Answer {
	if r == nil {
		return nil
	}
	k := slices.IndexFunc(r.Answers, func(a Answer) bool { return a.Property == property })
	if k < 0 {
		return nil
	}
	return &r.Answers[k]
}

// newAnswer is a finding without what cannot be stored.
func newAnswer(f invariants.Finding) Answer {
	return Answer{
		Property: f.Property.Name, Kind: f.Property.Kind, Verdict: f.Verdict, Detail: f.Detail, Value: f.Value,
		Trace: f.Trace, Least: f.Least, Endless: f.Endless, Loop: f.Loop,
		Shallow: !f.Property.OnGraph(),
	}
}

// Finding is the answer as a finding of the property that was asked.
func (a Answer) Finding(p invariants.Property) invariants.Finding {
	return invariants.Finding{
		Property: p, Verdict: a.Verdict, Steps: len(a.Trace), Detail: a.Detail, Trace: a.Trace, Shortest: !a.Endless,
		Value: a.Value, Least: a.Least, Endless: a.Endless, Loop: a.Loop,
	}
}
