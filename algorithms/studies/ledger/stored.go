package ledger

import (
	"encoding/json"
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
)

// storedRun is the form in which a run is stored: most properties hold, and have no more to say.
type storedRun struct {
	Line        string   `json:"line"`
	Limit       string   `json:"limit,omitempty"`
	States      int      `json:"states"`
	Transitions int      `json:"transitions"`
	Depth       int      `json:"depth"`
	Holds       []string `json:"holds,omitempty"`
	Vacuous     []string `json:"vacuous,omitempty"`
	Open        []string `json:"open,omitempty"`
	Answers     []Answer `json:"answers,omitempty"` // with a number or a trace
}

// MarshalJSON is the stored form.
func (r Run) MarshalJSON() ([]byte, error) {
	s := storedRun{Line: r.Line, Limit: r.Limit, States: r.States, Transitions: r.Transitions, Depth: r.Depth}
	for _, a := range r.Answers {
		switch {
		case a.Value != nil || a.Verdict == invariants.Refuted || a.Detail != "":
			s.Answers = append(s.Answers, a)
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
		a.LeastSteps = len(a.Least)
		r.Answers = append(r.Answers, a)
	}
	return nil
}
