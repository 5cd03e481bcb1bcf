package ledger

import (
	"slices"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// Run is one exploration.
type Run struct {
	Line        string // the command line's words after the verb
	Limit       string // why it is not complete
	States      int    // of levels searched to their end
	Transitions int
	Depth       int // of those levels
	Answers     []Answer

	Config model.Config
	Column int
	Stored bool // it was known from an earlier time
	charge int  // states that it took from the budget
}

// Answer is what a run says of one property, in the order in which it is stored.
type Answer struct {
	Property string             `json:"property"`
	Verdict  invariants.Verdict `json:"verdict"`
	Detail   string             `json:"detail,omitempty"`
	Value    *invariants.Value  `json:"value,omitempty"`
	Steps    int                `json:"steps"`
	Trace    []string           `json:"trace,omitempty"` // that refutes it, or on which Value.Max is found; nil where only its steps are stored
	Least    []string           `json:"least,omitempty"` // on which Value.Min is found
	Endless  bool               `json:"endless,omitempty"`
	Loop     int                `json:"loop,omitempty"`
	Start    string             `json:"start,omitempty"`       // the name of the initial state of Trace; empty if there is only one
	LeastAt  string             `json:"least_start,omitempty"` // of Least

	Kind       invariants.Kind `json:"-"`
	LeastSteps int             `json:"-"` // of Least
	Unshown    bool            `json:"-"` // it is refuted, and no run shows that: no state is as wanted
	Shallow    bool            `json:"-"` // single states and steps show a violation, up to any depth
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

// NewAnswer is a finding without what cannot be stored.
func NewAnswer(f invariants.Finding) Answer {
	a := Answer{
		Verdict: f.Verdict, Detail: f.Detail, Value: f.Value, Steps: len(f.Trace), Trace: f.Trace, Least: f.Least, LeastSteps: len(f.Least), Start: f.Start, LeastAt: f.LeastAt, Endless: f.Endless,
		Loop: f.Loop,
	}
	a.of(f.Property)
	return a
}

// of notes what is known of the property.
func (a *Answer) of(p invariants.Property) {
	a.Property, a.Kind, a.Shallow = p.Name, p.Kind, !p.OnGraph()
	a.Unshown = p.Witness != nil && a.Verdict == invariants.Refuted
	if a.Value != nil {
		v := *a.Value
		v.Claimed = p.Claimed
		a.Value = &v
	}
}
