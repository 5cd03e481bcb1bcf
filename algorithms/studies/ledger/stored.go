package ledger

import (
	"encoding/json"
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
)

// storedRun is the form in which a run is stored: most properties hold, and have no more to say.
type storedRun struct {
	Line        string         `json:"line"`
	Limit       string         `json:"limit,omitempty"`
	States      int            `json:"states"`
	Transitions int            `json:"transitions"`
	Depth       int            `json:"depth"`
	Holds       []string       `json:"holds,omitempty"`
	Vacuous     []string       `json:"vacuous,omitempty"`
	Open        []string       `json:"open,omitempty"`
	Answers     []storedAnswer `json:"answers,omitempty"`
}

// storedAnswer is an answer with a number or a trace.
type storedAnswer struct {
	Property string             `json:"property"`
	Verdict  invariants.Verdict `json:"verdict"`
	Detail   string             `json:"detail,omitempty"`
	Value    *invariants.Value  `json:"value,omitempty"`
	Steps    int                `json:"steps"`
	Trace    []string           `json:"trace,omitempty"`
	Least    []string           `json:"least,omitempty"`
	Endless  bool               `json:"endless,omitempty"`
	Loop     int                `json:"loop,omitempty"`
	Start    string             `json:"start,omitempty"`
	LeastAt  string             `json:"least_start,omitempty"`
}

// MarshalJSON is the stored form.
func (r Run) MarshalJSON() ([]byte, error) {
	s := storedRun{Line: r.Line, Limit: r.Limit, States: r.States, Transitions: r.Transitions, Depth: r.Depth}
	for _, a := range r.Answers {
		switch {
		case a.Value != nil || a.Verdict == invariants.Refuted || a.Detail != "":
			s.Answers = append(s.Answers, storedAnswer{a.Property, a.Verdict, a.Detail, a.Value, a.Steps, a.Trace, a.Least, a.Endless, a.Loop, a.Start, a.LeastAt})
		case a.Verdict == invariants.Holds:
			s.Holds = append(s.Holds, a.Property)
		case a.Verdict == invariants.Vacuous:
			s.Vacuous = append(s.Vacuous, a.Property)
		default:
			s.Open = append(s.Open, a.Property)
		}
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads the stored form. What the properties themselves say of their answers is filled in when they are asked.
func (r *Run) UnmarshalJSON(data []byte) error {
	var s storedRun
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	*r = Run{Line: s.Line, Limit: s.Limit, States: s.States, Transitions: s.Transitions, Depth: s.Depth}
	for verdict, names := range map[invariants.Verdict][]string{invariants.Holds: s.Holds, invariants.Vacuous: s.Vacuous, invariants.Inconclusive: s.Open} {
		for _, name := range names {
			r.Answers = append(r.Answers, Answer{Property: name, Verdict: verdict})
		}
	}
	for _, a := range s.Answers {
		switch a.Verdict {
		case invariants.Refuted, invariants.Holds, invariants.Vacuous, invariants.Inconclusive:
		default:
			return fmt.Errorf("%q is no verdict", a.Verdict)
		}
		if a.Verdict != invariants.Refuted && a.Value == nil && a.Detail == "" {
			return fmt.Errorf("%q stands among those of which more is said than that it is %s", a.Property, a.Verdict)
		}
		r.Answers = append(r.Answers, Answer{
			Property: a.Property, Verdict: a.Verdict, Detail: a.Detail, Value: a.Value, Steps: a.Steps, Trace: a.Trace, Least: a.Least,
			LeastSteps: len(a.Least), Endless: a.Endless, Loop: a.Loop, Start: a.Start, LeastAt: a.LeastAt,
		})
	}
	return nil
}
