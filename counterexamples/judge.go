package counterexamples

import (
	"fmt"

	"github.com/gmecheck/gmecheck/invariants"
)

// Judge is what a property says of the last state of the run, of the last step, or of the end, and in its own words why it
// is violated. What is about the graph of all states stays silent.
func (s *Scene) Judge(p invariants.Property) (opinion invariants.Opinion, why string, err error) {
	defer catch(&err, func() string { return "after the last step" })
	p = p.Guarded()
	last := s.path.Last()
	views := s.path.Views(last)
	if p.State != nil {
		opinion = p.State(views)
	}
	if p.End != nil && s.path.Ended() {
		opinion = max(opinion, p.End(views))
	}
	step := last > 0 && p.Step != nil
	if step {
		event := s.path.Choices[last-1].Event
		if p.Hears == nil || p.Hears(event) {
			opinion = max(opinion, p.Step(invariants.Step{Before: s.path.Views(last - 1), After: views, Event: event}))
		}
	}
	switch {
	case opinion != invariants.Violated:
	case p.StepDetail != nil && step:
		why = p.StepDetail(s.path.Choices[last-1].Event)
	case p.Detail != nil:
		why = p.Detail(views)
	}
	return opinion, why, nil
}

// Verdict is what a property says of a run.
type Verdict struct {
	Property invariants.Property
	Opinion  invariants.Opinion
	Why      string // it is violated, in the property's own words; may be empty
}

// Reason says why the property is violated.
func (v Verdict) Reason() string {
	if v.Why == "" {
		return v.Property.Name + " is violated"
	}
	return v.Property.Name + " is violated: " + v.Why
}

// Verdicts judges the run by properties, in their order. The error is that of a property that panics.
func (s *Scene) Verdicts(all []invariants.Property) ([]Verdict, error) {
	out := make([]Verdict, len(all))
	for k, p := range all {
		opinion, why, err := s.Judge(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		out[k] = Verdict{p, opinion, why}
	}
	return out, nil
}

// Saved is the run as a trace file has it. It names the first property that the run violates, or else the first.
func (s *Scene) Saved(all []Verdict) *Trace {
	t := &Trace{Model: s.trace.Model, Fingerprint: s.sys.Config.Fingerprint(), Start: s.trace.Start, Property: all[0].Property.Name}
	for _, v := range all {
		if v.Opinion == invariants.Violated {
			t.Property = v.Property.Name
			break
		}
	}
	for _, x := range s.steps {
		t.Steps = append(t.Steps, x.label)
	}
	return t
}
